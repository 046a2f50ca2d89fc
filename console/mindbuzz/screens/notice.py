"""The notice that staff find on the screens when a line of their settings file is wrong."""

from collections.abc import Sequence

from PIL import Image

from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.layout import bar, message
from mindbuzz.screens.texts import Texts

MOST_LINES = 2


def notice_picture(file_name: str, lines: Sequence[int], texts: Texts) -> Image.Image:
    """Which lines of the file are wrong; none: it can't be read at all."""
    numbers = ", ".join(map(str, lines[:MOST_LINES])) + ("…" if len(lines) > MOST_LINES else "")
    canvas = Canvas()
    message(
        canvas,
        texts("notice_title"),
        (file_name, texts("notice_lines", numbers=numbers) if lines else texts("notice_unread")),
    )
    bar(canvas, texts("still_bar"))
    return canvas.image

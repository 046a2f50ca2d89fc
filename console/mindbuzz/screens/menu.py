"""The operator's menu on a seat's screen: the item, its value, and what the host button does."""

from collections.abc import Sequence

from PIL import Image

from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Canvas
from mindbuzz.screens.layout import STATUS_WORDS_Y, bar, message, presses_bar
from mindbuzz.screens.lettering import SMALL
from mindbuzz.screens.texts import Texts


def menu_picture(
    title: str,
    lines: Sequence[str],
    place: int,
    count: int,
    texts: Texts,
    *,
    changes: bool,
    asked: bool = False,
) -> Image.Image:
    """One item, number `place` (from 0) of `count`, with up to two `lines`. `changes`: a long press changes a value,
    otherwise it does something. `asked`: it can't be taken back, and asks whether that is meant."""
    canvas = Canvas()
    canvas.text(0, STATUS_WORDS_Y, texts("menu_title"), SMALL)
    number = f"{place + 1}/{count}"
    canvas.text(WIDTH - SMALL.width_px(number), STATUS_WORDS_Y, number, SMALL)
    message(canvas, title, lines)
    if asked:
        bar(canvas, texts("menu_sure"))
    else:
        words = (texts("menu_next"), texts("menu_change" if changes else "menu_do"))
        presses_bar(canvas, tuple(zip((icons.SHORT_PRESS, icons.LONG_PRESS), words, strict=True)))
    return canvas.image

"""What the displays show while a maker tests the console: whose turn it is, and what to do."""

from PIL import Image

from mindbuzz.screens.canvas import WIDTH, Canvas
from mindbuzz.screens.layout import TITLE_ROW, bar
from mindbuzz.screens.lettering import LARGE, TITLE
from mindbuzz.screens.seats import named, named_width_px
from mindbuzz.screens.texts import Texts

NUMBER_Y = 24
SAYS = ("selftest_rest", "selftest_press", "selftest_lamp", "selftest_screen", "selftest_sound")


def selftest_picture(key: str, seat: int | None, texts: Texts) -> Image.Image:
    """One of SAYS, of a seat by its shape, name and number, or of none."""
    canvas = Canvas()
    if seat is not None:
        named(canvas, (WIDTH - named_width_px(seat, texts, TITLE)) // 2, TITLE_ROW.top, seat, texts, TITLE)
        canvas.text((WIDTH - LARGE.advance_px) // 2, NUMBER_Y, str(seat), LARGE)
    bar(canvas, texts(key))
    return canvas.image

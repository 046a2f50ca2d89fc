"""A contact sheet: every screen in one language on one picture, for translators and for a good look."""

from collections.abc import Iterator

from PIL import Image

from mindbuzz.screens.canvas import HEIGHT, WIDTH, Box, Canvas
from mindbuzz.screens.lettering import TINY
from mindbuzz.screens.picture import picture
from mindbuzz.screens.samples import samples
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import Texts

COLUMNS = 6
MARGIN_PX = 6
CAPTION_PX = 14
CELL_WIDTH = WIDTH + 2 + MARGIN_PX
CELL_HEIGHT = HEIGHT + 2 + CAPTION_PX + MARGIN_PX


TABLE_SAMPLES = ("lobby, two", "focus, extreme", "play", "play, blind", "play, extreme, white", "choice, made")


def contact_sheet(texts: Texts, scale: int = 2) -> Image.Image:
    """All samples and some of the table display, each with its name below it, enlarged `scale` times."""
    pictures = tuple(_pictures(texts))
    rows = -(-len(pictures) // COLUMNS)
    canvas = Canvas(COLUMNS * CELL_WIDTH + MARGIN_PX, rows * CELL_HEIGHT + MARGIN_PX)
    for place, (name, image) in enumerate(pictures):
        row, column = divmod(place, COLUMNS)
        _cell(canvas, MARGIN_PX + column * CELL_WIDTH, MARGIN_PX + row * CELL_HEIGHT, name, image)
    return canvas.image.resize((canvas.image.width * scale, canvas.image.height * scale), Image.Resampling.NEAREST)


def _pictures(texts: Texts) -> Iterator[tuple[str, Image.Image]]:
    seen = samples()
    for name, (view, now_us) in seen.items():
        yield name, picture(view, texts, now_us)
    for name in TABLE_SAMPLES:
        yield f"table: {name}", table_picture(seen[name].view.table, texts, seen[name].now_us)


def _cell(canvas: Canvas, x: int, y: int, name: str, image: Image.Image) -> None:
    canvas.frame(Box(x, y, x + WIDTH + 2, y + HEIGHT + 2))
    canvas.image.paste(image, (x + 1, y + 1))
    canvas.text(x, y + HEIGHT + 4, name, TINY)

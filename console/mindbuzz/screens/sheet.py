"""A contact sheet: every screen in one language on one picture, for translators and for a good look."""

from collections.abc import Iterator

from PIL import Image

from mindbuzz.screens.canvas import HEIGHT, WIDTH, Box, Canvas
from mindbuzz.screens.lettering import SMALL
from mindbuzz.screens.picture import picture
from mindbuzz.screens.samples import samples
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import Texts

COLUMNS = 6
MARGIN_PX = 10
PASSE_PARTOUT_PX = 4  # between a picture and its frame, so that nothing looks cut that is not
CAPTION_PX = 16
FRAME_WIDTH = WIDTH + 2 * PASSE_PARTOUT_PX
FRAME_HEIGHT = HEIGHT + 2 * PASSE_PARTOUT_PX
CELL_HEIGHT = FRAME_HEIGHT + CAPTION_PX + MARGIN_PX


TABLE_SAMPLES = ("lobby, two", "focus, extreme", "play", "play, blind", "play, extreme, white", "choice, made")


def contact_sheet(texts: Texts, scale: int = 2) -> Image.Image:
    """All samples and some of the table display, each with its name below it, enlarged `scale` times."""
    pictures = tuple(_pictures(texts))
    rows = -(-len(pictures) // COLUMNS)
    cell_width = MARGIN_PX + max(FRAME_WIDTH, *(SMALL.width_px(name) for name, _ in pictures))
    canvas = Canvas(COLUMNS * cell_width + MARGIN_PX, rows * CELL_HEIGHT + MARGIN_PX)
    for place, (name, image) in enumerate(pictures):
        row, column = divmod(place, COLUMNS)
        _cell(canvas, MARGIN_PX + column * cell_width, MARGIN_PX + row * CELL_HEIGHT, name, image)
    return canvas.image.resize((canvas.image.width * scale, canvas.image.height * scale), Image.Resampling.NEAREST)


def _pictures(texts: Texts) -> Iterator[tuple[str, Image.Image]]:
    seen = samples()
    for name, (view, now_us) in seen.items():
        yield name, picture(view, texts, now_us)
    for name in TABLE_SAMPLES:
        yield f"table: {name}", table_picture(seen[name].view.table, texts, seen[name].now_us)


def _cell(canvas: Canvas, x: int, y: int, name: str, image: Image.Image) -> None:
    canvas.frame(Box(x, y, x + FRAME_WIDTH, y + FRAME_HEIGHT))
    canvas.image.paste(image, (x + PASSE_PARTOUT_PX, y + PASSE_PARTOUT_PX))
    canvas.text(x, y + FRAME_HEIGHT + 2, name, SMALL)

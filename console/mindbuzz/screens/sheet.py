"""A contact sheet: every screen in one language on one picture, for translators and for a good look."""

from PIL import Image

from mindbuzz.screens.canvas import HEIGHT, WIDTH, Box, Canvas
from mindbuzz.screens.lettering import TINY
from mindbuzz.screens.picture import picture
from mindbuzz.screens.samples import samples
from mindbuzz.screens.texts import Texts

COLUMNS = 6
MARGIN_PX = 6
CAPTION_PX = 14
CELL_WIDTH = WIDTH + 2 + MARGIN_PX
CELL_HEIGHT = HEIGHT + 2 + CAPTION_PX + MARGIN_PX


def contact_sheet(texts: Texts, scale: int = 2) -> Image.Image:
    """All samples, each with its name below it, enlarged `scale` times."""
    pictures = samples()
    rows = -(-len(pictures) // COLUMNS)
    canvas = Canvas(COLUMNS * CELL_WIDTH + MARGIN_PX, rows * CELL_HEIGHT + MARGIN_PX)
    for place, (name, sample) in enumerate(pictures.items()):
        row, column = divmod(place, COLUMNS)
        x, y = MARGIN_PX + column * CELL_WIDTH, MARGIN_PX + row * CELL_HEIGHT
        canvas.frame(Box(x, y, x + WIDTH + 2, y + HEIGHT + 2))
        canvas.image.paste(picture(sample.view, texts, sample.now_us), (x + 1, y + 1))
        canvas.text(x, y + HEIGHT + 4, name, TINY)
    return canvas.image.resize((canvas.image.width * scale, canvas.image.height * scale), Image.Resampling.NEAREST)

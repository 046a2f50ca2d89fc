"""A canvas: the few ways in which anything gets onto a picture."""

from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from mindbuzz.screens.icons import icon
from mindbuzz.screens.lettering import BIG_HEIGHT_PX, ON, SMALL, Font, fitting, set_big, set_words

WIDTH = 128
HEIGHT = 64
OFF = 0


class Box(NamedTuple):
    """A region; `right` and `bottom` are the first column and row outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width_px(self) -> int:
        return self.right - self.left


class Canvas:
    """A one-bit picture in the making, dark at first."""

    def __init__(self, width_px: int = WIDTH, height_px: int = HEIGHT) -> None:
        self.image = Image.new("1", (width_px, height_px), OFF)
        self._draw = ImageDraw.Draw(self.image)

    def stamp(self, x: int, y: int, picture: Image.Image, ink: int = ON) -> None:
        """Ink wherever the picture is lit."""
        self.image.paste(ink, (x, y), picture)

    def icon(self, x: int, y: int, rows: str, ink: int = ON) -> None:
        """One of icons.py, its top left corner at (x, y)."""
        self.stamp(x, y, icon(rows), ink)

    def text(self, x: int, y: int, text: str, font: Font = SMALL, ink: int = ON) -> None:
        """A text whose cell begins at (x, y)."""
        if text:
            self.stamp(x, y, set_words(font, text), ink)

    def digits(self, x: int, y: int, number: int, font: Font, ink: int = ON) -> None:
        """A number whose ink begins in row y."""
        self.text(x, y - font.top_px, str(number), font, ink)

    def big(self, x: int, y: int, number: int, ink: int = ON, height_px: int = BIG_HEIGHT_PX) -> None:
        """The biggest digits there are, or as high as wanted, their ink beginning at (x, y)."""
        self.stamp(x, y, set_big(number, height_px), ink)

    def centred(self, box: Box, text: str, fonts: tuple[Font, ...] = (SMALL,), ink: int = ON) -> None:
        """A text in the middle of a region's width, in the first font that fits, its cell at the region's top."""
        text, font = fitting(text, box.width_px, fonts)
        x = box.left + (box.width_px - font.width_px(text) + 1) // 2
        self.text(x, box.top, text, font, ink)

    def fill(self, box: Box, ink: int = ON) -> None:
        """A filled rectangle."""
        self._draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=ink)

    def frame(self, box: Box, ink: int = ON) -> None:
        """The outline of a rectangle."""
        self._draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=ink)

    def line(self, start: tuple[int, int], end: tuple[int, int], ink: int = ON) -> None:
        """A thin line, both ends included."""
        self._draw.line((start, end), fill=ink)

    def invert(self, box: Box) -> None:
        """Lit becomes dark, and dark lit."""
        if box.right > box.left:
            self.image.paste(ImageChops.invert(self.image.crop(box)), (box.left, box.top))

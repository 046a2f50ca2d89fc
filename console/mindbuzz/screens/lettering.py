"""Lettering: the bitmap fonts in fonts/, and words set in them. All are monospaced, so width is arithmetic."""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import BinaryIO, cast

from PIL import Image, ImageDraw, ImageFont

ON = 255  # in mode "1" a 1 looks the same but compares and inverts differently
REMEMBERED_WORDS = 512


@dataclass(frozen=True, slots=True)
class Font:
    """One font file at the one size it has. `top_px` and `bottom_px` bound the ink of digits and capitals."""

    file: str
    size_px: int
    advance_px: int
    top_px: int
    bottom_px: int

    def width_px(self, text: str) -> int:
        """How wide a text is, the gap after its last letter included."""
        return self.advance_px * len(text)

    def fits(self, text: str, width_px: int) -> bool:
        """Whether a text fits; the gap after its last letter may hang over."""
        return self.width_px(text) - 1 <= width_px


TINY = Font("spleen-5x8.pcf.gz", 8, 5, 1, 7)  # digits of crowded hands
SMALL = Font("ter-u12n_unicode.pcf.gz", 12, 6, 2, 10)
BOLD = Font("ter-u12b_unicode.pcf.gz", 12, 6, 2, 10)
TITLE = Font("ter-u16b_unicode.pcf.gz", 16, 8, 2, 12)
LARGE = Font("ter-u32b_unicode.pcf.gz", 32, 16, 6, 26)
FONTS = (TINY, SMALL, BOLD, TITLE, LARGE)
BIG_HEIGHT_PX = 28  # with two dots above and below, four of the rows of bytes that a chip is written in
ARMED_HEIGHT_PX = 18


@cache
def face(font: Font) -> ImageFont.FreeTypeFont:
    """The loaded font. Basic layout: the other engine may be missing, and moves letters."""
    with files("mindbuzz.screens").joinpath("fonts", font.file).open("rb") as file:
        return ImageFont.truetype(cast(BinaryIO, file), font.size_px, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=REMEMBERED_WORDS)
def set_words(font: Font, text: str) -> Image.Image:
    """A text as a one-bit picture of its own size. Not to be drawn on: it is remembered."""
    image = Image.new("1", (max(1, font.width_px(text)), font.size_px))
    ImageDraw.Draw(image).text((0, 0), text, fill=ON, font=face(font))
    return image


@lru_cache(maxsize=REMEMBERED_WORDS)
def set_big(number: int, height_px: int = BIG_HEIGHT_PX) -> Image.Image:
    """A number as the picture of its ink, the largest font stretched to a height. Not to be drawn on."""
    words = set_words(LARGE, str(number))
    ink = words.crop((0, LARGE.top_px, words.width, LARGE.bottom_px))
    width_px = ink.width * max(height_px, ink.height) // ink.height  # lower, but never narrower than the font
    return ink.resize((width_px, height_px), Image.Resampling.NEAREST)


def has_accents(capitals: str, font: Font) -> bool:
    """Whether capitals stand out above those that are bare."""
    ink = set_words(font, capitals).getbbox()
    return ink is not None and ink[1] < font.top_px


def shortened(text: str, font: Font, width_px: int) -> str:
    """A text that is too wide, cut so that it fits. No text of ours should need it; a source's name might."""
    room = (width_px + 1) // font.advance_px
    return text[: max(0, room - 1)] + "…"


def fitting(text: str, width_px: int, fonts: tuple[Font, ...] = (SMALL,)) -> tuple[str, Font]:
    """A text and the first of the fonts in which it fits; in the last one it is cut if it must be."""
    for font in fonts:
        if font.fits(text, width_px):
            return text, font
    return shortened(text, fonts[-1], width_px), fonts[-1]

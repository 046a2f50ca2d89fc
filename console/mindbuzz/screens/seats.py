"""Seats: each has a colour's name and a shape, so that nothing relies on colour."""

from mindbuzz.screens import icons
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.lettering import ON, SMALL, Font
from mindbuzz.screens.texts import Texts

SHAPES = {
    1: (icons.CIRCLE, icons.CIRCLE_HOLLOW),
    2: (icons.SQUARE, icons.SQUARE_HOLLOW),
    3: (icons.PLUS, icons.PLUS_HOLLOW),
    4: (icons.DIAMOND, icons.DIAMOND_HOLLOW),
}
SHAPE_PX = 7
PITCH_PX = 9
WORD_PX = 12  # from a shape's left edge to the words after it: as wide a gap as between words


def seat_name(seat: int, texts: Texts) -> str:
    """What a seat is called."""
    return texts(f"seat_{seat}") if seat in SHAPES else texts("seat_other", number=seat)


def shape(canvas: Canvas, x: int, y: int, seat: int, *, hollow: bool = False, ink: int = ON) -> None:
    """A seat's shape; a seat that has none is told by its number."""
    if seat in SHAPES:
        canvas.icon(x, y, SHAPES[seat][hollow], ink)
    else:
        canvas.digits(x, y, seat, SMALL, ink)


def shapes(canvas: Canvas, right: int, y: int, seats: tuple[int, ...], full: frozenset[int], *, ink: int = ON) -> None:
    """Seats in a row that ends before column `right`; those in `full` are filled, the others hollow."""
    left = right - PITCH_PX * len(seats)
    for place, seat in enumerate(seats):
        shape(canvas, left + 2 + PITCH_PX * place, y, seat, hollow=seat not in full, ink=ink)


def named_width_px(seat: int, texts: Texts, font: Font) -> int:
    """How wide a seat's shape and name are together."""
    return WORD_PX + font.width_px(seat_name(seat, texts))


def named(canvas: Canvas, x: int, y: int, seat: int, texts: Texts, font: Font, *, ink: int = ON) -> int:
    """A seat's shape and name, the ink of both on one height; answers the column after it."""
    middle = (font.bottom_px - font.top_px - SHAPE_PX) // 2
    shape(canvas, x, y + font.top_px + middle, seat, ink=ink)
    canvas.text(x + WORD_PX, y, seat_name(seat, texts), font, ink)
    return x + named_width_px(seat, texts, font)

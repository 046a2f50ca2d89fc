"""Cards by owner: each player's cards after the player's shape, row after row, as large as the place allows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.screens.canvas import Box, Canvas
from mindbuzz.screens.layout import ARROW_ICON
from mindbuzz.screens.lettering import SMALL, TINY, TITLE, Font
from mindbuzz.screens.seats import PITCH_PX, shape

FONTS = (TITLE, SMALL, TINY)
SHAPE_HEIGHT_PX = 7
GAP_PX = 2
FULL_SPACE = 1.0
HALF_SPACE = 0.5

Hands = Mapping[int, Sequence[Card]]


class Item(NamedTuple):
    """A shape, an arrow or a number; `keeps_px` is the width it and what must not be torn from it need.

    `first`: with it another owner's cards begin.
    """

    what: int | Pile | Card
    width_px: int
    keeps_px: int
    first: bool


class Placed(NamedTuple):
    x: int
    y: int
    item: Item


def cards_by_owner(canvas: Canvas, box: Box, hands: Hands, fonts: Sequence[Font] = FONTS) -> None:
    """Draw them in the first way in which all fit: in the first font that will do, and rather in a row of their own
    for each owner than one after the other; and rather a full space apart than half of one."""
    for font, row_each, spaces in product(fonts, (True, False), (FULL_SPACE, HALF_SPACE)):
        placed = _placed(box, hands, font, row_each, spaces)
        if placed is not None:
            for x, y, item in placed:
                _draw(canvas, x, y, item.what, font)
            return


def fits(box: Box, hands: Hands) -> bool:
    """Whether they fit in a font that can be read without bending over."""
    return _placed(box, hands, SMALL, row_each=False, spaces=HALF_SPACE) is not None


def _draw(canvas: Canvas, x: int, y: int, what: int | Pile | Card, font: Font) -> None:
    height_px = _height_px(font)
    match what:
        case Card(_, value):
            canvas.digits(x, y + (height_px - font.bottom_px + font.top_px) // 2, value, font)
        case Pile():
            canvas.icon(x, y + height_px // 2 - 2, ARROW_ICON[what])
        case seat:
            shape(canvas, x, y + (height_px - SHAPE_HEIGHT_PX) // 2, seat)


def _height_px(font: Font) -> int:
    return max(font.bottom_px - font.top_px, SHAPE_HEIGHT_PX)


def _placed(box: Box, hands: Hands, font: Font, row_each: bool, spaces: float) -> list[Placed] | None:
    """Where everything goes, or None if it does not fit."""
    placed = []
    x, y = box.left, box.top
    for item in _items(hands, font, int(font.advance_px * spaces)):
        if x + item.keeps_px > box.right or (row_each and item.first and x > box.left):
            x, y = box.left, y + _height_px(font) + GAP_PX
        placed.append(Placed(x, y, item))
        x += item.width_px
    return placed if y + _height_px(font) <= box.bottom else None


def _items(hands: Hands, font: Font, gap_px: int) -> Iterator[Item]:
    for seat, cards in hands.items():
        lead: list[tuple[int | Pile, int]] = [(seat, PITCH_PX)]
        pile = None
        for card in cards:
            if card.pile is not pile and card.pile in ARROW_ICON:
                lead.append((card.pile, PITCH_PX))
            pile = card.pile
            yield from _with_lead(lead, card, font.width_px(str(card.value)), gap_px)
            lead = []


def _with_lead(lead: list[tuple[int | Pile, int]], card: Card, width_px: int, gap_px: int) -> Iterator[Item]:
    """A card after the shape and the arrow that belong to it: they stay on one row."""
    left_px = sum(px for _, px in lead) + width_px - 1
    for what, px in lead:
        yield Item(what, px, left_px, isinstance(what, int))
        left_px -= px
    yield Item(card, width_px + gap_px, width_px - 1, False)

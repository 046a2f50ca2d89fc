"""A hand. The card that a press plays is big, the others stand in slots that never move.

Cards leave a hand from its front only, so a card's slot is counted from the back: what lies before it may go,
it stays where it is. That keeps the eye on the place, and few dots change.
"""

from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.views import PileView, SeatView
from mindbuzz.screens.canvas import OFF, WIDTH, Box, Canvas
from mindbuzz.screens.layout import (
    ARROW_ICON,
    BIG_ARROW_ICON,
    BODY,
    STATUS_TEXT_Y,
    message,
    pile_text,
)
from mindbuzz.screens.lettering import HUGE, LARGE, ON, SMALL, TINY, TITLE, Font
from mindbuzz.screens.texts import Texts


class Slots(NamedTuple):
    """Places for small cards, row by row."""

    x: int
    y: int
    columns: int
    column_px: int
    row_px: int
    font: Font

    def place(self, slot: int) -> tuple[int, int]:
        row, column = divmod(slot, self.columns)
        return self.x + column * self.column_px, self.y + row * self.row_px


CLASSIC_SLOTS = Slots(x=65, y=14, columns=4, column_px=16, row_px=13, font=SMALL)
HALF_PX = 63
HALF_X = {Pile.WHITE: 0, Pile.RED: WIDTH - HALF_PX}
ROOMY_LEVEL = 9  # up to here eight slots per colour are enough
ROOMY_SLOTS = Slots(x=1, y=34, columns=4, column_px=16, row_px=10, font=SMALL)
DENSE_SLOTS = Slots(x=1, y=32, columns=4, column_px=16, row_px=7, font=TINY)
CHIP_HEIGHT_PX = 21


def hand(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    """The hand of a seat, as its game wants it."""
    if len(view.table.piles) > 1:
        _extreme(canvas, view)
    elif view.hand:
        _classic(canvas, view)
    else:
        message(canvas, texts("hand_empty"))


# --- one colour ---


def _classic(canvas: Canvas, view: SeatView) -> None:
    next_card, *others = view.hand
    canvas.digits(0, BODY.top + 1, next_card.value, HUGE)
    _small_cards(canvas, CLASSIC_SLOTS, tuple(others), view.table.level)


def _small_cards(canvas: Canvas, slots: Slots, cards: tuple[Card, ...], level: int) -> None:
    """The cards behind the next one; of a level's `level` cards one was the first and never had a slot."""
    first = level - 1 - len(cards)
    for slot, card in enumerate(cards, start=first):
        x, y = slots.place(slot)
        canvas.digits(x, y, card.value, slots.font)


# --- two colours ---


def _extreme(canvas: Canvas, view: SeatView) -> None:
    _piles(canvas, view.table.piles)
    for pile in HALF_X:
        cards = tuple(card for card in view.hand if card.pile is pile)
        _half(canvas, pile, cards, view)


def _piles(canvas: Canvas, piles: tuple[PileView, ...]) -> None:
    """Both piles at the right of the status row, each with the way it runs."""
    right = WIDTH
    for pile in reversed(piles):
        text = pile_text(pile)
        x = right - SMALL.width_px(text)
        canvas.text(x, STATUS_TEXT_Y, text, SMALL)
        canvas.icon(x - 8, 2, ARROW_ICON[pile.pile])
        right = x - 10


def _half(canvas: Canvas, pile: Pile, cards: tuple[Card, ...], view: SeatView) -> None:
    x = HALF_X[pile]
    chip = Box(x, BODY.top, x + HALF_PX, BODY.top + CHIP_HEIGHT_PX)
    if not cards:
        _no_card(canvas, chip, pile)
        return
    draw = _armed_card if pile is view.armed else _other_card
    draw(canvas, chip, cards[0])
    slots = ROOMY_SLOTS if view.table.level <= ROOMY_LEVEL else DENSE_SLOTS
    _small_cards(canvas, slots._replace(x=x + slots.x), cards[1:], view.table.level)


def _armed_card(canvas: Canvas, chip: Box, card: Card) -> None:
    """What a press plays: dark on lit, and the only big number."""
    canvas.fill(chip)
    canvas.icon(chip.left + 5, chip.top + 6, BIG_ARROW_ICON[card.pile], OFF)
    canvas.digits(chip.left + 23, chip.top + 1, card.value, LARGE, OFF)


def _other_card(canvas: Canvas, chip: Box, card: Card) -> None:
    canvas.icon(chip.left + 7, chip.top + 8, ARROW_ICON[card.pile])
    canvas.digits(chip.left + 23, chip.top + 5, card.value, TITLE)


def _no_card(canvas: Canvas, chip: Box, pile: Pile) -> None:
    canvas.icon(chip.left + 7, chip.top + 8, ARROW_ICON[pile])
    canvas.line((chip.left + 23, chip.top + 10), (chip.left + 30, chip.top + 10), ON)

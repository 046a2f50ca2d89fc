"""A hand. The card that a press plays is big, the others stand in slots that never move.

Cards leave a hand from its front only, so a card's slot is counted from the back: what lies before it may go,
it stays where it is. That keeps the eye on the place, and few dots change.
"""

from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.views import SeatView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import OFF, WIDTH, Box, Canvas
from mindbuzz.screens.layout import (
    ARROW_ICON,
    BIG_ARROW_ICON,
    BIG_Y,
    line,
)
from mindbuzz.screens.lettering import ARMED_HEIGHT_PX, BIG_HEIGHT_PX, BOLD, ON, SMALL, TINY, TITLE, Font
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


FEW_LEVEL = 11  # up to here ten slots are enough
FEW = Slots(x=54, y=16, columns=5, column_px=15, row_px=14, font=SMALL)
MANY = Slots(x=54, y=BIG_Y, columns=5, column_px=15, row_px=10, font=SMALL)
HALF_PX = 63
CHIP_PX = 52
BACK = "\n".join((*icons.BIG_CARD_BACK.split()[: BIG_HEIGHT_PX - 1], icons.BIG_CARD_BACK.split()[-1]))  # above the line
BACK_PX = 27  # from a card's back to how many there are
NUMBER_PX = 18
HALF_X = {Pile.WHITE: 0, Pile.RED: WIDTH - HALF_PX}
CHIP_HEIGHT_PX = ARMED_HEIGHT_PX + 2
ROOMY_LEVEL = 9  # up to here eight slots a colour are enough
ROOMY = Slots(x=1, y=BIG_Y + CHIP_HEIGHT_PX, columns=4, column_px=16, row_px=9, font=SMALL)
DENSE = Slots(x=1, y=BIG_Y + CHIP_HEIGHT_PX + 1, columns=4, column_px=16, row_px=7, font=TINY)


def hand(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    """The hand of a seat, as its game wants it; of real cards nothing is known."""
    if view.table.real_cards:
        return
    if view.covered:
        _backs(canvas, dict(view.table.hands)[view.seat])
    elif not view.hand:
        line(canvas, texts("hand_empty"))
    elif len(view.table.piles) > 1:
        _extreme(canvas, view)
    else:
        _classic(canvas, view)


def holds_cards(view: SeatView) -> bool:
    """Whether the player has cards left, told here or covered."""
    return view.covered or bool(view.hand)


def may_switch(view: SeatView) -> bool:
    """Whether there are two colours to play; of a covered hand that is not told, so there always may be."""
    piles = {pile.pile for pile in view.table.piles} if view.covered else {card.pile for card in view.hand}
    return len(piles) > 1


def _backs(canvas: Canvas, count: int) -> None:
    """A covered hand: how many cards it is, which everyone knows."""
    canvas.icon(0, BIG_Y, BACK)
    canvas.text(BACK_PX, BIG_Y + 8, f"×{count}", BOLD)


def leaves_line_free(view: SeatView) -> bool:
    """Whether the line can be used without hiding a card."""
    table = view.table
    return view.covered or (bool(view.hand) and (len(table.piles) == 1 or table.level <= ROOMY.columns + 1))


# --- one colour ---


def _classic(canvas: Canvas, view: SeatView) -> None:
    next_card, *others = view.hand
    canvas.big(0, BIG_Y, next_card.value)
    _small_cards(canvas, FEW if view.table.level <= FEW_LEVEL else MANY, tuple(others), view.table.level)


def _small_cards(canvas: Canvas, slots: Slots, cards: tuple[Card, ...], level: int) -> None:
    """The cards behind the next one; of a level's `level` cards one was the first and never had a slot."""
    first = level - 1 - len(cards)
    for slot, card in enumerate(cards, start=first):
        x, y = slots.place(slot)
        small_number(canvas, x, y, card.value, slots.font)


def small_number(canvas: Canvas, x: int, y: int, number: int, font: Font, ink: int = ON) -> None:
    """A number in a column of two digits, below one another by their last digit; 100 sticks out."""
    canvas.digits(x + font.advance_px * max(0, 2 - len(str(number))), y, number, font, ink)


# --- two colours ---


def _extreme(canvas: Canvas, view: SeatView) -> None:
    for pile in HALF_X:
        cards = tuple(card for card in view.hand if card.pile is pile)
        _half(canvas, pile, cards, view)


def _half(canvas: Canvas, pile: Pile, cards: tuple[Card, ...], view: SeatView) -> None:
    x = HALF_X[pile]
    slots = ROOMY if view.table.level <= ROOMY_LEVEL else DENSE
    chip = Box(x, slots.y - 1 - CHIP_HEIGHT_PX, x + CHIP_PX, slots.y - 1)
    if not cards:
        return
    draw = _armed_card if pile is view.armed else _other_card
    draw(canvas, chip, cards[0])
    _small_cards(canvas, slots._replace(x=x + slots.x), cards[1:], view.table.level)


def _armed_card(canvas: Canvas, chip: Box, card: Card) -> None:
    """What a press plays: dark on lit, and the only big number."""
    canvas.fill(chip)
    canvas.icon(chip.left + 3, chip.top + 6, BIG_ARROW_ICON[card.pile], OFF)
    canvas.big(chip.left + NUMBER_PX, chip.top + 1, card.value, OFF, ARMED_HEIGHT_PX)


def _other_card(canvas: Canvas, chip: Box, card: Card) -> None:
    canvas.icon(chip.left + 5, chip.top + 8, ARROW_ICON[card.pile])
    canvas.digits(chip.left + NUMBER_PX, chip.top + 5, card.value, TITLE)

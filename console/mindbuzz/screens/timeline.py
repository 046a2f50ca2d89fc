"""The timeline of a level: who played what, when. From left to right the time, upwards the number."""

from collections.abc import Iterator
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.outcomes import CardPlayed, Mistake, Outcome, StarThrown
from mindbuzz.screens.canvas import Box, Canvas

MARK_PX = 5
BYTE_ROW_PX = 8
HEIGHTS_PX = BYTE_ROW_PX - MARK_PX + 1
HIGHEST = 100
HIGHEST_OF_A_COLOUR = 50

# Smaller siblings of the seats' shapes.
MARKS = {
    1: ".###.\n#...#\n#...#\n#...#\n.###.",
    2: "#####\n#####\n#####\n#####\n#####",
    3: "..#..\n..#..\n#####\n..#..\n..#..",
    4: "..#..\n.###.\n#####\n.###.\n..#..",
}


class Mark(NamedTuple):
    """One card on the timeline."""

    at_us: int
    seat: int
    card: Card
    lost: bool


def timeline(canvas: Canvas, box: Box, told: tuple[Outcome, ...]) -> None:
    """Every card where its time and its number put it; a cross was not played but set aside or thrown."""
    marks = tuple(_marks(told))
    if not marks:
        return
    first_us = min(mark.at_us for mark in marks)
    span_us = max(1, max(mark.at_us for mark in marks) - first_us)
    for mark in marks:
        x = box.left + (box.width_px - MARK_PX) * (mark.at_us - first_us) // span_us
        _draw(canvas, x, _top(box, mark.card), mark)


def _top(box: Box, card: Card) -> int:
    """The row in which a mark begins. No mark crosses from one row of a chip's bytes into the next: each would cost
    twice as much; what that puts out of place is three dots at most."""
    heights = (box.bottom - box.top) // BYTE_ROW_PX * HEIGHTS_PX
    from_top = (heights - 1) * (_highest(card) - card.value) // _highest(card)
    row, within = divmod(from_top, HEIGHTS_PX)
    return box.top + row * BYTE_ROW_PX + within


def _highest(card: Card) -> int:
    return HIGHEST if card.pile is Pile.CLASSIC else HIGHEST_OF_A_COLOUR


def _draw(canvas: Canvas, x: int, y: int, mark: Mark) -> None:
    if mark.lost:
        canvas.line((x + 1, y + 1), (x + 3, y + 3))
        canvas.line((x + 1, y + 3), (x + 3, y + 1))
    elif mark.seat in MARKS:
        canvas.icon(x, y, MARKS[mark.seat])
    else:
        canvas.frame(Box(x, y, x + MARK_PX, y + MARK_PX))


def _marks(told: tuple[Outcome, ...]) -> Iterator[Mark]:
    for outcome in told:
        match outcome:
            case CardPlayed(at_us, seat, card, _):
                yield Mark(at_us, seat, card, False)
            case Mistake(at_us=at_us, set_aside=set_aside):
                yield from (Mark(at_us, seat, card, True) for seat, cards in set_aside.items() for card in cards)
            case StarThrown(at_us=at_us, discarded=discarded):
                yield from (Mark(at_us, seat, card, True) for seat, card in discarded.items())

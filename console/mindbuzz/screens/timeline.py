"""The timeline of a level: who played what, when. From left to right the time, upwards the number.

The time has no figures: how many seconds a table takes is for nobody to read while a game goes on.
"""

from collections.abc import Iterator, Set
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.outcomes import CardPlayed, Mistake, Outcome, StarThrown
from mindbuzz.core.rules import HIGHEST
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import OFF, Box, Canvas
from mindbuzz.screens.layout import ARROW_ICON, RIGHT
from mindbuzz.screens.lettering import SMALL
from mindbuzz.screens.seats import PITCH_PX

MARK_PX = 5
GAP_PX = 1
# Where a mark may begin. Few cross from one row of a chip's bytes into the next, each would cost twice as much; what
# that puts out of place is three dots at most. Of two piles each has a half to itself.
TOPS = {
    Pile.CLASSIC: (10, 11, 16, 17, 18, 19, 24, 25, 26, 27, 30),
    Pile.WHITE: (10, 11, 16, 17, 18),
    Pile.RED: (24, 25, 26, 27, 30),
}
AXIS_X = 21
AXIS_Y = 36
AXIS_TOP = 10
ARROW_Y = {Pile.WHITE: 14, Pile.RED: 28}
HALVES_Y = (22, 23)  # where the axis has a gap between two piles
DASH_PX = 2
DASH_EVERY_PX = 24
FIRST_X = AXIS_X + 3
LAST_X = 112
NO_CARDS: frozenset[Card] = frozenset()
CLOCK = (RIGHT - 7, AXIS_Y - 7)

# Smaller siblings of the seats' shapes, none much heavier than another.
MARKS = {
    1: ".###.\n#...#\n#...#\n#...#\n.###.",
    2: ".....\n####.\n####.\n####.\n####.",
    3: "..#..\n..#..\n#####\n..#..\n..#..",
    4: "..#..\n.###.\n#####\n.###.\n..#..",
}
LOST = "#...#\n.#.#.\n..#..\n.#.#.\n#...#"


class Mark(NamedTuple):
    """One card on the timeline."""

    at_us: int
    seat: int
    card: Card
    lost: bool


def timeline(canvas: Canvas, told: tuple[Outcome, ...], late: Set[Card] = NO_CARDS) -> None:
    """Every card where its time and its number put it; a cross was set aside, thrown, or lay too `late` face down."""
    marks = placed(told, late)
    if not marks:
        return
    _axes(canvas, {mark.card.pile for _, _, mark in marks})
    for x, y, mark in marks:
        _draw(canvas, x, y, mark)


def _axes(canvas: Canvas, piles: Set[Pile]) -> None:
    canvas.line((AXIS_X, AXIS_TOP), (AXIS_X, AXIS_Y))
    if Pile.CLASSIC in piles:
        _scale(canvas, HIGHEST[Pile.CLASSIC])
    else:
        _two_scales(canvas)
    for x in range(AXIS_X, LAST_X, DASH_EVERY_PX):  # half of what a line costs on the wire
        canvas.line((x, AXIS_Y), (x + DASH_PX - 1, AXIS_Y))
    canvas.icon(*CLOCK, icons.CLOCK)


def _scale(canvas: Canvas, highest: int) -> None:
    for number, y in ((highest, AXIS_TOP), (1, AXIS_Y + 1 - SMALL.bottom_px + SMALL.top_px)):
        canvas.digits(AXIS_X - 1 - SMALL.width_px(str(number)), y, number, SMALL)


def _two_scales(canvas: Canvas) -> None:
    """A pile's way is the way it runs: white from its lowest number up, red from its highest down."""
    for pile, y in ARROW_Y.items():
        canvas.icon(AXIS_X - PITCH_PX - 2, y, ARROW_ICON[pile])
    canvas.line((AXIS_X, HALVES_Y[0]), (AXIS_X, HALVES_Y[-1]), OFF)


def placed(told: tuple[Outcome, ...], late: Set[Card] = NO_CARDS) -> list[tuple[int, int, Mark]]:
    """Column, row and mark of every card, the last one first: each at its time, or beside one that it would hide."""
    marks = sorted(marks_of(told, late), key=lambda mark: mark.at_us)[::-1]
    if not marks:
        return []
    first_us = marks[-1].at_us
    span_us = max(1, marks[0].at_us - first_us)
    places: list[tuple[int, int, Mark]] = []
    for mark in marks:
        x, y = FIRST_X + (LAST_X - FIRST_X) * (mark.at_us - first_us) // span_us, _top(mark.card)
        taken = [other for other, row, _ in places if abs(row - y) < MARK_PX + GAP_PX]
        places.append((_beside(x, taken), y, mark))
    return places


def _beside(x: int, taken: list[int]) -> int:
    """The free place nearest to x in a row, rather earlier than later; x itself where there is none."""
    nearest = sorted(range(FIRST_X, LAST_X + 1), key=lambda place: (abs(place - x), place))
    return next((place for place in nearest if all(abs(place - it) > MARK_PX for it in taken)), x)


def _top(card: Card) -> int:
    """The row in which a mark begins."""
    tops, highest = TOPS[card.pile], HIGHEST[card.pile]
    return tops[round((len(tops) - 1) * (highest - card.value) / (highest - 1))]


def _draw(canvas: Canvas, x: int, y: int, mark: Mark) -> None:
    if mark.lost:
        canvas.icon(x, y, LOST)
    elif mark.seat in MARKS:
        canvas.icon(x, y, MARKS[mark.seat])
    else:
        canvas.frame(Box(x, y, x + MARK_PX, y + MARK_PX))


def marks_of(told: tuple[Outcome, ...], late: Set[Card] = NO_CARDS) -> Iterator[Mark]:
    """Every card, when it left a hand."""
    for outcome in told:
        match outcome:
            case CardPlayed(at_us, seat, card, _):
                yield Mark(at_us, seat, card, card in late)
            case Mistake(at_us=at_us, set_aside=set_aside):
                yield from (Mark(at_us, seat, card, True) for seat, cards in set_aside.items() for card in cards)
            case StarThrown(at_us=at_us, discarded=discarded):
                yield from (Mark(at_us, seat, card, True) for seat, card in discarded.items())

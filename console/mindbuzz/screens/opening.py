"""What is shown once after a level, in its order: what ended it, then every face-down card that is turned over."""

from collections.abc import Iterator
from typing import NamedTuple

from mindbuzz.core.outcomes import Mistake, PileVerified, StarThrown
from mindbuzz.core.phases import LEVEL_OVER
from mindbuzz.core.views import TableView

STAYS_US = 2_000_000


class Turned(NamedTuple):
    """A face-down pile, so many of whose cards are turned over."""

    told: PileVerified
    cards: int


Shown = Mistake | StarThrown | Turned


def opening(table: TableView) -> Iterator[tuple[int, Shown]]:
    """How many microseconds each stays, and what it is."""
    for outcome in table.shown if table.phase in LEVEL_OVER else ():
        match outcome:
            case Mistake() | StarThrown():
                yield STAYS_US, outcome
            case PileVerified(cards=cards):
                yield from ((table.reveal_card_us, Turned(outcome, count)) for count in range(1, len(cards) + 1))


def opening_us(table: TableView) -> int:
    """How long it takes until the result is shown."""
    return sum(stays_us for stays_us, _ in opening(table))

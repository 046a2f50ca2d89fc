"""Which result is on show: of a level that is over first what ended it, then face-down cards one by one."""

from collections.abc import Iterator
from typing import NamedTuple

from mindbuzz.core.outcomes import Mistake, PileVerified, StarThrown
from mindbuzz.core.phases import LEVEL_OVER, Phase
from mindbuzz.core.views import TableView
from mindbuzz.screens.aftermath import PAGE_US


class Turned(NamedTuple):
    """A face-down pile, so many of whose cards are turned over."""

    told: PileVerified
    cards: int


Result = Mistake | StarThrown | Turned


def result(table: TableView, now_us: int) -> Result | None:
    """What is to be seen now; None: whatever the phase says by itself."""
    if table.phase in (Phase.MISTAKE, Phase.STAR):
        return next(outcome for outcome in table.shown if isinstance(outcome, Mistake | StarThrown))
    ends_us = table.began_us
    for stays_us, shown in _one_by_one(table):
        ends_us += stays_us
        if now_us < ends_us:
            return shown
    return None


def _one_by_one(table: TableView) -> Iterator[tuple[int, Result]]:
    """How long each stays, as on the screens of the seats."""
    for outcome in table.shown if table.phase in LEVEL_OVER else ():
        match outcome:
            case Mistake() | StarThrown():
                yield PAGE_US, outcome
            case PileVerified(cards=cards):
                yield from ((table.reveal_card_us, Turned(outcome, count + 1)) for count in range(len(cards)))

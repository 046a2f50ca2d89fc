"""Tempo: how many seconds the table lets pass for one number, and how far its players' tempi lie apart.

Between two cards of a pile with nothing in between, a wait of t seconds for n numbers is a tempo of t/n. All waits of a
level, a game or an evening together weigh by their numbers: the sum of the seconds by the sum of the numbers. A
player's tempo is that of the waits which that player ended.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mindbuzz.core.cards import Pile, rank
from mindbuzz.core.rules import RANK_BEFORE_FIRST
from mindbuzz.core.units import SECOND_US
from mindbuzz.history.record import Level


class Wait(NamedTuple):
    """`seat` let `us` pass, for `numbers` from one card to the next."""

    seat: int
    us: int
    numbers: int


def waits(level: Level) -> Iterator[Wait]:
    """Every wait of a level that ended well. The first card of a level is waited for from the start of play."""
    for place, (began_us, plays) in enumerate(level.stretches):
        last: dict[Pile, tuple[int, int]] = {}
        for play in plays:
            pile = play.card.pile
            since = last.get(pile, (began_us, RANK_BEFORE_FIRST[pile]) if place == 0 else None)
            if since is not None and not play.wrong and (numbers := rank(play.card) - since[1]) > 0:
                yield Wait(play.seat, play.at_us - since[0], numbers)
            last[pile] = (play.at_us, rank(play.card))


def tempo_s(found: Iterable[Wait]) -> float | None:
    """Seconds for one number, or None without any wait."""
    kept = list(found)
    numbers = sum(wait.numbers for wait in kept)
    return sum(wait.us for wait in kept) / numbers / SECOND_US if numbers else None


def tempi_s(found: Iterable[Wait]) -> dict[int, float]:
    """Seconds for one number, by seat."""
    kept = list(found)
    by_seat = {seat: tempo_s(wait for wait in kept if wait.seat == seat) for seat in sorted({w.seat for w in kept})}
    return {seat: tempo for seat, tempo in by_seat.items() if tempo is not None}


def apart(tempi: dict[int, float]) -> float | None:
    """How many times the fastest player's tempo the slowest one's is, or None for fewer than two."""
    if len(tempi) < 2 or not min(tempi.values()):
        return None
    return max(tempi.values()) / min(tempi.values())

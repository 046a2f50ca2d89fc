"""Sums over many games: how many, how far, how well."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from mindbuzz.core.units import MS_US
from mindbuzz.history.record import Level, Record
from mindbuzz.history.tempo import Wait, apart, tempi_s, tempo_s, waits


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How a table feels time together.

    `tempo_s` seconds for one number, `apart` how many times the fastest player's tempo the slowest one's is,
    `lifted_ms` the median of how long after the first hand the last one lifted. None: nothing to tell it from.
    """

    tempo_s: float | None
    apart: float | None
    lifted_ms: float | None


@dataclass(frozen=True, slots=True)
class BestRun:
    """The furthest game of a kind; of several, the one with the fewest mistakes, then the first."""

    kind: str
    number: int
    level: int
    mistakes: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything together. `levels` were completed, those of the blind `challenge` not counted; `blind` counts all
    completed levels in which all or some cards lay face down."""

    games: int
    ended: dict[str, int]
    levels: int
    challenge: int
    highest: int
    blind: int
    mistakes: int
    stars: int
    longest_clean: int
    best: tuple[BestRun, ...]
    rhythm: Rhythm


def totals(records: Sequence[Record]) -> Totals:
    """The sums over these games."""
    levels = [level for record in records for level in record.levels]
    completed = [level for level in levels if level.completed]
    return Totals(
        games=len(records),
        ended=dict(Counter(record.ended for record in records)),
        levels=sum(not level.challenge for level in completed),
        challenge=sum(level.challenge for level in completed),
        highest=max((record.highest for record in records), default=0),
        blind=sum(level.blind for level in completed),
        mistakes=sum(level.mistakes for level in levels),
        stars=sum(level.stars for level in levels),
        longest_clean=max((_longest_clean(record.levels) for record in records), default=0),
        best=tuple(_best(records)),
        rhythm=rhythm(levels),
    )


def rhythm(levels: Iterable[Level]) -> Rhythm:
    """The rhythm of these levels. `apart` compares seats, so it means most for levels of one game."""
    kept = list(levels)
    found: list[Wait] = [wait for level in kept for wait in waits(level)]
    spreads_us = [spread_us for level in kept for spread_us in level.spreads_us]
    return Rhythm(
        tempo_s=tempo_s(found),
        apart=apart(tempi_s(found)),
        lifted_ms=median(spreads_us) / MS_US if spreads_us else None,
    )


def _longest_clean(levels: Iterable[Level]) -> int:
    """The most levels in a row that were completed without a mistake."""
    longest = run = 0
    for level in levels:
        run = run + 1 if level.completed and not level.mistakes else 0
        longest = max(longest, run)
    return longest


def _best(records: Sequence[Record]) -> Iterable[BestRun]:
    for kind in dict.fromkeys(record.kind for record in records):
        played = [record for record in records if record.kind == kind and record.completed]
        if played:
            best = min(played, key=lambda record: (-record.highest, record.mistakes, record.number))
            yield BestRun(kind, best.number, best.highest, best.mistakes)

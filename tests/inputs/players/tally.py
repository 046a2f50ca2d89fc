"""How simulated tables do: `python -m tests.inputs.players.tally --games 200` prints a table per kind of game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from mindbuzz.core.outcomes import (
    GameLost,
    GameWon,
    LevelCompleted,
    LevelDealt,
    Mistake,
    Outcome,
    PileVerified,
    StarThrown,
)
from mindbuzz.core.rules import SETUP, Kind
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.inputs.players.wishes import Wishes
from tests.inputs.players.virtual_table import VirtualTable

MINUTE_US = 60_000_000
# A game of cards takes 20 minutes; a table that needs two hours is stuck.
LONGEST_US = 120 * MINUTE_US
OVER = (GameWon, GameLost)
HEAD = "kind     skill   seats  games   won  reached  mistakes/level  first 3  last 3  clean  stars  minutes\n"


@dataclass(frozen=True, slots=True)
class Played:
    """One game, from the lobby to its end."""

    outcomes: tuple[Outcome, ...]
    ends_us: int

    @property
    def won(self) -> bool:
        return isinstance(self.outcomes[-1], GameWon)

    @property
    def reached(self) -> int:
        return max(outcome.level for outcome in self.outcomes if isinstance(outcome, LevelDealt))

    @property
    def stars_thrown(self) -> int:
        return sum(isinstance(outcome, StarThrown) for outcome in self.outcomes)

    def mistakes_by_level(self) -> dict[int, int]:
        """Lives lost at every level that was completed."""
        by_level: dict[int, int] = {}
        lost = 0
        for outcome in self.outcomes:
            lost += _lost(outcome)
            if isinstance(outcome, LevelDealt):
                lost = 0
            elif isinstance(outcome, LevelCompleted):
                by_level[outcome.level] = lost
        return by_level


def _lost(outcome: Outcome) -> int:
    if isinstance(outcome, PileVerified):
        return len(outcome.errors)
    return isinstance(outcome, Mistake)


def play(kind: Kind, skill: str, seats: tuple[int, ...], seed: int) -> Played:
    """Play a game from the lobby to its end.

    Raises TimeoutError if the table does not get there.
    """
    table = VirtualTable(seats, skill=SKILLS[skill], seed=seed, wishes=Wishes(kind=kind))
    outcomes = []
    for outcome in table.run(LONGEST_US):
        outcomes.append(outcome)
        if isinstance(outcome, OVER):
            return Played(tuple(outcomes), table.now_us)
    raise TimeoutError(f"{kind.value}, {skill}, {len(seats)} seats, seed {seed}: stuck in {table.game.phase}")


def tally(kind: Kind, skill: str, seat_count: int, games: int) -> str:
    """One line of the table."""
    seats = tuple(range(1, seat_count + 1))
    played = [play(kind, skill, seats, seed) for seed in range(games)]
    last = SETUP[seat_count].levels
    return (
        f"{kind.value:8} {skill:7} {seat_count:5} {games:6} {mean(game.won for game in played):5.2f}"
        f" {mean(game.reached for game in played):8.1f} {mistakes(played, 1, last):15.2f}"
        f" {mistakes(played, 1, 3):8.2f} {mistakes(played, last - 2, last):7.2f} {clean(played):6.2f}"
        f" {mean(game.stars_thrown for game in played):6.1f} {mean(game.ends_us for game in played) / MINUTE_US:8.1f}\n"
    )


def mean(figures: Iterator[float]) -> float:
    """The mean of some figures, 0 of none."""
    kept = list(figures)
    return sum(kept) / len(kept) if kept else 0.0


def mistakes(played: list[Played], first: int, last: int) -> float:
    """Lives lost per completed level, over a range of levels."""
    return mean(lost for game in played for level, lost in game.mistakes_by_level().items() if first <= level <= last)


def clean(played: list[Played]) -> float:
    """The share of completed levels without a mistake."""
    return mean(not lost for game in played for lost in game.mistakes_by_level().values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--kind", choices=[kind.value for kind in Kind], action="append")
    parser.add_argument("--skill", choices=list(SKILLS), action="append")
    wanted = parser.parse_args()
    kinds = [Kind(kind) for kind in wanted.kind or [kind.value for kind in Kind]]
    sys.stdout.write(HEAD)
    for kind, skill, seat_count in product(kinds, wanted.skill or SKILLS, SETUP):
        sys.stdout.write(tally(kind, skill, seat_count, wanted.games))
        sys.stdout.flush()


if __name__ == "__main__":
    main()

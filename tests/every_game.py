"""Every game, by how many, and where: the README's table is made of this page, and so are the tests that play it.

A test takes its part of the table with `plays`; tests/docs/test_every_game.py sees that no part is left over.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import NamedTuple

import pytest

from mindbuzz.core.rules import Kind, has_challenge, has_real_cards


class Way(Enum):
    """How a game is played."""

    REPLAY = "replay"
    MOCK = "mock console"
    BROWSER = "browser"


class Extent(Enum):
    """How much of it."""

    WHOLE = "whole"
    LEVEL = "first level"
    TURN = "last level, victory, first level of the challenge"


class Played(NamedTuple):
    """A game; `challenge`: with the blind challenge after its victory."""

    kind: Kind
    challenge: bool = False

    @property
    def name(self) -> str:
        """As the README calls it."""
        return f"`{self.kind.value}`" + (", won, then the blind challenge" if self.challenge else "")


class Cell(NamedTuple):
    """One of the table."""

    way: Way
    game: Played
    seats: int

    @property
    def extent(self) -> Extent:
        """How much of the game is played there; a browser plays as slowly as people do."""
        if self.way is not Way.BROWSER:
            return Extent.WHOLE
        if self.game.challenge:
            return Extent.TURN
        return Extent.WHOLE if self.seats == 2 else Extent.LEVEL

    def __str__(self) -> str:
        challenge = "-challenge" if self.game.challenge else ""
        return f"{self.game.kind.value}{challenge}-{self.seats}"


SEATS = (2, 3, 4)
GAMES = tuple(
    Played(kind, challenge)
    for beside in (False, True)
    for kind in Kind
    if has_real_cards(kind) is beside
    for challenge in ((False, True) if has_challenge(kind) else (False,))
)
CELLS = tuple(Cell(*cell) for cell in product(Way, GAMES, SEATS))

# With these experts win, and go on into the challenge.
WINNING_SEEDS = {
    (Kind.CLASSIC, 2): 0,
    (Kind.CLASSIC, 3): 0,
    (Kind.CLASSIC, 4): 0,
    (Kind.COMPANION_CLASSIC, 2): 2,
    (Kind.COMPANION_CLASSIC, 3): 0,
    (Kind.COMPANION_CLASSIC, 4): 1,
}


def plays(way: Way, extent: Extent) -> pytest.MarkDecorator:
    """Marks a test that plays a part of the table: it is given each `cell` in turn."""
    cells = [cell for cell in CELLS if (cell.way, cell.extent) == (way, extent)]
    return pytest.mark.parametrize("cell", cells, ids=map(str, cells))


def games_table() -> str:
    """The table as the README has it."""
    head = ("game", *(way.value for way in Way))
    rows = ((game.name, *(_played(game, way) for way in Way)) for game in GAMES)
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _played(game: Played, way: Way) -> str:
    """How much is played by how many, "whole: 2; first level: 3, 4"."""
    return "; ".join(
        f"{extent.value}: {', '.join(map(str, seats))}" for extent in Extent if (seats := [*_seats(game, way, extent)])
    )


def _seats(game: Played, way: Way, extent: Extent) -> Iterator[int]:
    yield from (seats for seats in SEATS if Cell(way, game, seats).extent is extent)

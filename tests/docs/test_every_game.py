"""The README's table of games claims no more than the tests play, and leaves none of it out."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import ModuleType

from mindbuzz.core.rules import Kind
from tests.browser import test_every_game as in_a_browser
from tests.every_game import CELLS, GAMES, Cell, Extent
from tests.runtime import test_games as on_mock_pins


def cells_played_by(module: ModuleType) -> Iterator[Cell]:
    """The parts of the table that the tests of a module are given."""
    for name, test in inspect.getmembers(module, inspect.isfunction):
        for mark in getattr(test, "pytestmark", []) if name.startswith("test_") else []:
            if mark.args and mark.args[0] == "cell":
                yield from mark.args[1]


def test_every_part_of_the_table_is_played_by_one_test() -> None:
    played = [*cells_played_by(on_mock_pins), *cells_played_by(in_a_browser)]
    assert sorted(map(repr, played)) == sorted(map(repr, CELLS))


def test_every_kind_of_game_is_in_the_table() -> None:
    assert {game.kind for game in GAMES} == set(Kind)
    assert {cell.game for cell in CELLS if cell.extent is Extent.WHOLE} == set(GAMES)

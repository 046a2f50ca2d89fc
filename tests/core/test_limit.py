"""Where people queue: no new level after so long, told in time, and never in play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.outcomes import GameAbandoned, LevelDealt
from mindbuzz.core.phases import Phase
from mindbuzz.core.settings import DEFAULTS
from tests.table import Table

LIMIT_MS = 1_800_000
MINUTE_MS = 60_000
QUEUE = replace(DEFAULTS, game_limit_ms=LIMIT_MS, silence_ms=10 * LIMIT_MS)


def playing(attended: bool = True) -> Table:
    """Two people with a card each, in play in a game that began just now."""
    table = Table(seats=2, attended=attended, settings=QUEUE)
    table.deal({1: [5], 2: [20]}, next_hands={1: [3, 4], 2: [30, 31]})
    table.focus()
    return table


def minutes_left(table: Table) -> int | None:
    return table.table_view.minutes_left


def finish_level(table: Table) -> None:
    table.tap(1)
    table.wait_ms(500)
    table.tap(2)
    table.expect(Phase.LEVEL)


def test_before_its_time_is_up_a_game_goes_on() -> None:
    table = playing()
    finish_level(table)
    assert minutes_left(table) is None
    table.wait_ms(5_000)

    assert len(table.told(LevelDealt)) == 2


def test_when_its_time_is_up_the_level_is_finished_in_peace_and_the_table_is_free() -> None:
    table = playing()
    table.wait_ms(LIMIT_MS + MINUTE_MS)
    table.expect(Phase.PLAY)
    assert minutes_left(table) is None
    finish_level(table)
    assert minutes_left(table) == 0
    table.wait_ms(5_000)

    table.expect(Phase.LOBBY)
    table.expect_joined()
    assert len(table.told(GameAbandoned)) == 1


@pytest.mark.parametrize(("left_min", "told"), [(12, None), (9, 9), (1, 1)])
def test_between_levels_it_is_told_how_long_is_left_when_that_is_not_much(left_min: int, told: int | None) -> None:
    table = playing()
    table.wait_ms(LIMIT_MS - left_min * MINUTE_MS - table.now_us / 1000)
    finish_level(table)

    assert minutes_left(table) == told
    table.wait_ms(5_000)
    assert len(table.told(LevelDealt)) == 2


def test_a_scenario_knows_no_limit() -> None:
    table = playing(attended=False)
    table.wait_ms(LIMIT_MS + MINUTE_MS)
    finish_level(table)
    table.wait_ms(5_000)

    assert len(table.told(LevelDealt)) == 2

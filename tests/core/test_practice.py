"""In the lobby a press shows what it would be in play, and a slow hand is offered calm times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.outcomes import KindChosen
from mindbuzz.core.phases import Phase
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.core.views import Practice
from tests.table import Table

SLOW_MS = 500
QUICK_MS = 120
LONG_MS = 800


def lobby(settings: Settings = DEFAULTS) -> Table:
    return Table(seats=3, attended=True, settings=settings)


def slow_tap(table: Table, seat: int) -> None:
    table.tap(seat, ms=SLOW_MS)


def take_calm(table: Table, seat: int) -> None:
    slow_tap(table, seat)
    table.tap(seat, ms=LONG_MS)


def test_a_press_is_short_until_it_is_long_on_its_own_screen_alone() -> None:
    table = lobby()
    table.press(1)
    table.wait_ms(100)
    assert table.view(1).practice is Practice.SHORT
    assert table.view(2).practice is None
    table.wait_ms(600)
    assert table.view(1).practice is Practice.LONG
    table.release(1)
    table.wait_ms(100)
    assert table.view(1).practice is None


@pytest.mark.parametrize(("ms", "offered"), [(QUICK_MS, False), (SLOW_MS, True), (LONG_MS, False)])
def test_only_a_slow_tap_offers_calm_times(ms: int, offered: bool) -> None:
    table = lobby()
    table.tap(1, ms=ms)
    assert table.view(1).calm_offered is offered
    assert not table.view(2).calm_offered


def test_a_quick_tap_takes_the_offer_back() -> None:
    table = lobby()
    slow_tap(table, 1)
    table.tap(1, ms=QUICK_MS)
    assert not table.view(1).calm_offered


def test_a_long_press_takes_calm_times_instead_of_the_next_game() -> None:
    table = lobby()
    take_calm(table, 1)

    assert table.view(1).calm
    assert not table.view(1).calm_offered
    assert table.told(KindChosen) == []
    table.tap(1, ms=LONG_MS)
    assert len(table.told(KindChosen)) == 1


def test_the_game_is_played_with_twice_the_time_for_that_seat_and_so_is_another_one() -> None:
    table = lobby()
    table.draw_seed()
    take_calm(table, 1)
    table.tap(2)
    table.hold_all(1600)
    table.lift_all()
    table.expect(Phase.FOCUS)

    assert table.game.settings == replace(DEFAULTS, calm_seats=(1,))
    assert table.game.house == DEFAULTS


def test_what_the_house_has_set_stays() -> None:
    house = replace(DEFAULTS, calm_seats=(2,))
    table = lobby(house)
    slow_tap(table, 2)
    assert table.view(2).calm
    assert not table.view(2).calm_offered
    take_calm(table, 1)
    table.draw_seed()
    table.hold_all(1600)
    table.lift_all()

    assert table.game.settings.calm_seats == (1, 2)


def test_whoever_sits_down_next_is_somebody_else() -> None:
    table = lobby()
    take_calm(table, 1)
    table.tap(1, ms=QUICK_MS)
    table.expect_joined()
    table.tap(1, ms=QUICK_MS)

    table.expect_joined(1)
    assert not table.view(1).calm

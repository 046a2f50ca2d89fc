"""The bench of the wire measures what it says, and what must not get worse: on a clock that only it moves."""

from __future__ import annotations

import statistics
from itertools import compress

import pytest

from mindbuzz.simulation import Plan
from tests.bench.played_game import played_game
from tests.bench.wire import OURS, PLANS, by_press, changing, made_up_game, press_to_last_panel_s, wire_bytes

# luma 3.16 uses what Pillow 13 warns of.
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

GAME = made_up_game(levels=4)


@pytest.mark.parametrize("name", ["ssd1306", "sh1106"])
def test_an_eighth_of_what_stock_luma_sends(name: str) -> None:
    assert wire_bytes(GAME, f"luma:{name}") >= 8 * wire_bytes(GAME, name)


def test_stock_luma_sends_whole_frames() -> None:
    assert wire_bytes(GAME, "luma:ssd1306") == 1034 * 4 * (len(GAME) - 1)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS.keys())
def test_an_eighth_in_every_whole_game(plan: Plan) -> None:
    game = [shown.pictures for shown in played_game(plan)]

    assert wire_bytes(game, f"luma:{OURS}") >= 8 * wire_bytes(game, OURS)


def test_a_press_in_a_whole_game_is_on_all_panels_soon() -> None:
    game = played_game(PLANS["4 players"])
    taken_s = press_to_last_panel_s([shown.pictures for shown in game], OURS)
    matters = [
        change and press for change, press in zip(changing([s.pictures for s in game]), by_press(game), strict=True)
    ]

    assert statistics.quantiles(compress(taken_s, matters), n=20)[18] <= 0.030


def test_all_panels_are_right_soon_after_a_press() -> None:
    assert statistics.quantiles(press_to_last_panel_s(GAME, OURS), n=20)[18] <= 0.030


def test_a_slower_bus_takes_longer() -> None:
    fast, slow = (statistics.median(press_to_last_panel_s(GAME, OURS, hertz)) for hertz in (400_000, 100_000))

    assert slow > 3 * fast

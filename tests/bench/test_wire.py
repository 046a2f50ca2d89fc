"""The bench of the wire measures what it says, and what must not get worse: on a clock that only it moves."""

from __future__ import annotations

import statistics

import pytest

from tests.bench.wire import OURS, made_up_game, press_to_last_panel_s, wire_bytes

# luma 3.16 uses what Pillow 13 warns of.
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

GAME = made_up_game(levels=4)


@pytest.mark.parametrize("name", ["ssd1306", "sh1106"])
def test_an_eighth_of_what_stock_luma_sends(name: str) -> None:
    assert wire_bytes(GAME, f"luma:{name}") >= 8 * wire_bytes(GAME, name)


def test_stock_luma_sends_whole_frames() -> None:
    assert wire_bytes(GAME, "luma:ssd1306") == 1034 * 4 * (len(GAME) - 1)


def test_all_panels_are_right_soon_after_a_press() -> None:
    assert statistics.quantiles(press_to_last_panel_s(GAME, OURS), n=20)[18] <= 0.030


def test_a_slower_bus_takes_longer() -> None:
    fast, slow = (statistics.median(press_to_last_panel_s(GAME, OURS, hertz)) for hertz in (400_000, 100_000))

    assert slow > 3 * fast

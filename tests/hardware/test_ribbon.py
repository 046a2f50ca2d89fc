"""The ribbon joins Pi and board in one way only, and every other way is found by a test with the meter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.kit.ribbon import (
    WRONG_PLUGGINGS,
    Plugging,
    length_of,
    plugging_faults,
    ribbon_faults,
    way_in_base,
    way_on_table,
)
from tools.kit.source import read_kit

PINS = range(1, 41)


def test_plugged_right_every_pin_meets_its_own() -> None:
    assert [Plugging().met(pin) for pin in PINS] == list(PINS)


@pytest.mark.parametrize(
    ("plugging", "pin", "met"),
    [
        (Plugging(turned=True), 1, 40),
        (Plugging(turned=True), 6, 35),
        (Plugging(mirrored=True), 1, 2),
        (Plugging(columns=1), 1, 3),
        (Plugging(columns=1), 40, None),
        (Plugging(columns=-1), 2, None),
        (Plugging(rows=1), 1, 2),
        (Plugging(rows=1), 2, None),
    ],
)
def test_plugged_wrong_a_pin_meets_another_or_none(plugging: Plugging, pin: int, met: int | None) -> None:
    assert plugging.met(pin) == met


@given(st.sampled_from(WRONG_PLUGGINGS), st.sampled_from(PINS))
def test_no_wrong_way_joins_a_pin_with_its_own(plugging: Plugging, pin: int) -> None:
    assert plugging.met(pin) != pin


@given(st.builds(Plugging, st.integers(-1, 1), st.integers(-1, 1), st.booleans(), st.booleans()))
def test_no_two_pins_meet_the_same_one(plugging: Plugging) -> None:
    met = [pin for pin in map(plugging.met, PINS) if pin is not None]

    assert len(set(met)) == len(met)
    assert set(met) <= set(PINS)


def test_the_test_from_above_finds_every_single_mistake_and_one_would_notice_if_not() -> None:
    """Right, GND meets GND: that is what the test looks for."""
    kit = read_kit()

    assert list(plugging_faults(kit)) == []
    assert any("GND at pin 6 with GND at pin 6" in fault for fault in plugging_faults(kit, [Plugging()]))


def test_a_ribbon_as_ordered_reaches_in_the_base_and_on_the_table() -> None:
    kit = read_kit()
    least = kit.parts["ribbon"].figures["least_mm"].value

    assert list(ribbon_faults(kit)) == []
    assert 0 < length_of(kit, way_on_table(kit)) <= least
    assert 0 < length_of(kit, way_in_base(kit)) <= least


def test_it_arrives_at_the_board_from_the_notch_s_side_both_ways() -> None:
    """Both sockets are on the same face, so it comes to J1 from row M: otherwise it would have to be twisted."""
    for way in (way_in_base(read_kit()), way_on_table(read_kit())):
        (first_y, _), (second_y, _) = way[:2]
        (before_y, _), (last_y, _) = way[-2:]

        assert second_y > first_y
        assert before_y < last_y

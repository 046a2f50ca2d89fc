"""The lid of the open console stands where all leads reach it, and nothing of it is in the way of the base."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.kit.build import ALL_BUILDS, SEATS, Build
from tools.kit.open_lid import FEET_MM, SEAT_TURNS, around, button_tab, display_pin, leads, opened
from tools.kit.source import read_kit

SIZE = read_kit().enclosure
HALF, RIM = SIZE["case_mm"] / 2, SIZE["wall_mm"] + SIZE["inner_height_mm"]

places = st.tuples(*[st.floats(-300, 300)] * 3)


def test_it_stands_on_the_table_on_its_east_edge() -> None:
    """Its underside towards the base, and nothing of it above the base's inside."""
    lower, upper = opened(SIZE, (HALF, 0, RIM)), opened(SIZE, (-HALF, 0, RIM))
    top = opened(SIZE, (0, 0, RIM + SIZE["lid_mm"]))

    assert list(lower) == pytest.approx([lower[0], 0, -FEET_MM])
    assert list(upper) == pytest.approx([lower[0], 0, 2 * HALF - FEET_MM])
    assert top[0] > lower[0] > HALF


@given(places, places)
def test_it_is_moved_and_not_bent(one: tuple[float, float, float], other: tuple[float, float, float]) -> None:
    assert dist(opened(SIZE, one), opened(SIZE, other)) == pytest.approx(dist(one, other), abs=1e-6)


@pytest.mark.parametrize("seats", SEATS)
def test_buttons_hang_beside_the_base(seats: int) -> None:
    for turn in SEAT_TURNS[seats]:
        x, _, z = opened(SIZE, around(button_tab(SIZE, "NO"), turn))

        assert x > HALF
        assert z > -FEET_MM


def test_a_display_has_its_pins_under_its_hood_above_the_lid() -> None:
    _, y, z = display_pin(SIZE, 0)

    assert -SIZE["hood_front_mm"] < y < 0
    assert z > RIM + SIZE["lid_mm"]


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_every_wire_of_every_seat_is_looked_at(build: Build) -> None:
    wires = list(leads(read_kit(), build))

    assert len(wires) == 8 * build.seats
    assert len({wire.cable.name for wire in wires}) == 2 * build.seats

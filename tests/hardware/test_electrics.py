"""The sums of the electrical design, against what one gets by hand and against a simulated charging capacitor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.kit.build import Build
from tools.kit.electrics import Bus, ButtonInput, button_input, display_bus, lamp_driver, load_ma, parallel
from tools.kit.source import read_kit
from tools.kit.units import quantity

OHM = st.floats(100, 100_000)


def crossing(start: float, end: float, level: float, constant: float) -> float:
    """When a voltage that creeps from start to end in small steps comes to a level."""
    step, seconds, volts = constant / 20_000, 0.0, start
    while (volts < level) is (end > start):
        volts += (end - volts) * step / constant
        seconds += step
    return seconds


def test_a_button_rests_high_and_is_pressed_low() -> None:
    net = button_input(read_kit())

    assert net.rest_at_boot == pytest.approx(3.3 * 33 / 43)
    assert net.pressed == pytest.approx(0.3)
    assert net.contact_current == pytest.approx(3.3 / 11_000)


def test_delays_are_those_of_a_capacitor() -> None:
    net = button_input(read_kit())

    assert net.press_delay == pytest.approx(
        crossing(3.3, net.pressed, 0.8, parallel(net.pull_up, net.series) * net.farad), rel=1e-3
    )
    assert net.release_delay == pytest.approx(crossing(net.pressed, 3.3, 2.0, net.pull_up * net.farad), rel=1e-3)


@given(pull_up=st.floats(5_000, 20_000), series=st.floats(100, 1_000), farad=st.floats(1e-9, 1e-6))
def test_a_larger_capacitor_is_later(pull_up: float, series: float, farad: float) -> None:
    def net(farad: float) -> ButtonInput:
        return ButtonInput(3.3, pull_up, series, farad, 33_000, 2.0, 0.8)

    assert 0 < net(farad).press_delay < net(farad * 2).press_delay
    assert net(farad).release_delay < net(farad * 2).release_delay


@given(one=OHM, other=OHM)
def test_side_by_side_is_less_than_each(one: float, other: float) -> None:
    assert parallel(one, other) < min(one, other)
    assert parallel(one, 0) == pytest.approx(one)


def test_a_channel_is_bounded_by_the_rules_of_the_bus() -> None:
    bus = display_bus(read_kit())

    assert bus.least == pytest.approx(2.9 / 0.003)
    assert parallel(bus.channel_least, bus.upstream_ohm) == pytest.approx(bus.least)
    assert bus.rise_time(bus.channel_most) == pytest.approx(300e-9)
    assert bus.fits(3_900)
    assert not bus.fits(2_200)
    assert not bus.fits(10_000)


@given(lead_m=st.floats(0.05, 2), ohm=st.floats(2_700, 10_000))
def test_the_longest_lead_is_that_which_just_rises_in_time(lead_m: float, ohm: float) -> None:
    other_pf = 28
    bus = Bus(3.3, 300e-9, 0.003, 0.4, 1_500, 5e-11, (other_pf + lead_m * 100) * 1e-12)
    longest = bus.longest_lead_m(ohm, 100e-12, lead_m)

    at_the_limit = Bus(3.3, 300e-9, 0.003, 0.4, 1_500, 5e-11, (other_pf + longest * 100) * 1e-12)
    assert at_the_limit.channel_most == pytest.approx(ohm)


def test_a_pin_gives_little_and_the_driver_takes_some_of_the_lamp() -> None:
    lamp = lamp_driver(read_kit())

    assert lamp.pin_current == pytest.approx(2.0 / 2_700)
    assert lamp.volts == pytest.approx(3.9)
    assert 0 < lamp.brightness < 1
    assert lamp.mosfet_volts > lamp.volts


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_extra_costs_current(seats: int) -> None:
    kit = read_kit()
    plain = load_ma(kit, "Raspberry Pi 4", Build(seats)).total

    assert plain == 1250 + seats * (20 + 40)
    assert load_ma(kit, "Raspberry Pi 4", Build(seats, table=True)).total == plain + 80
    assert load_ma(kit, "Raspberry Pi 4", Build(seats, pod=True)).total == plain + 100


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(3900, "Ω", "3.9 kΩ"), (1e-7, "F", "100 nF"), (0.9999, "A", "1 A"), (0.000163, "s", "163 µs"), (0, "V", "0 V")],
)
def test_quantities_read_as_people_write_them(value: float, unit: str, text: str) -> None:
    assert quantity(value, unit) == text

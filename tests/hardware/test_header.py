"""The kit's pins fit the Raspberry Pi's header and its electrical habits."""

from __future__ import annotations

from collections import Counter

from gpiozero.pins.mock import MockFactory

from mindbuzz.config import Config
from tools.kit.header import pi_pin, pi_pins, pico_pin
from tools.kit.source import read_kit
from tools.pin_table import PI_HEADER

KIT = read_kit()


def bcm_of(use: str) -> list[int]:
    return [pin.bcm for pin in pi_pins(KIT) if pin.use.startswith(use)]


def test_header_is_the_one_gpiozero_knows() -> None:
    header = MockFactory(revision="c03111").board_info.headers["J8"]  # Raspberry Pi 4
    names = [f"GPIO{pin}" if isinstance(pin, int) else pin for pin in PI_HEADER]

    assert [header.pins[number].name for number in range(1, 41)] == names


def test_every_bcm_number_is_used_once_or_left_free() -> None:
    numbers = Counter(pin.bcm for pin in pi_pins(KIT))
    numbers.update(bcm for row in KIT.left_free for bcm in row.bcm)

    assert numbers == Counter(range(28))


def test_buttons_lamps_and_host_button_are_where_the_console_looks_for_them() -> None:
    seats = Config().seats

    assert bcm_of("button") == [seats[seat].button for seat in (1, 2, 3, 4)]
    assert bcm_of("lamp") == [seats[seat].lamp for seat in (1, 2, 3, 4)]
    assert bcm_of("host_button") == [Config().host_button]


def test_lamps_stay_dark_and_the_mux_stays_on_until_the_console_runs() -> None:
    # At start a Pi pulls GPIO 0-8 up and the others down.
    assert all(bcm > 8 for bcm in bcm_of("lamp"))
    assert all(bcm <= 8 for bcm in bcm_of("mux_reset"))


def test_the_bus_is_i2c1() -> None:
    assert bcm_of("sda") + bcm_of("scl") == [2, 3]


def test_a_use_is_a_pin_and_a_number_stays_one() -> None:
    assert pi_pin(KIT, "sda") == "3"
    assert pi_pin(KIT, "39") == "39"
    assert pico_pin(KIT, "button_1") == "4"

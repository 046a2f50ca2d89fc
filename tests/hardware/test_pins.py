"""The console's pin table fits the Raspberry Pi's header and its electrical habits."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gpiozero.pins.mock import MockFactory

from tools.pin_table import PI_HEADER, read_pins

PINS: list[dict[str, Any]] = read_pins()["pin"]
POWER: list[dict[str, Any]] = read_pins()["power"]
LEFT_FREE: list[dict[str, Any]] = read_pins()["left_free"]


def bcm_of(use: str) -> list[int]:
    return [pin["bcm"] for pin in PINS if pin["use"] == use]


def test_header_is_the_one_gpiozero_knows() -> None:
    header = MockFactory(revision="c03111").board_info.headers["J8"]  # Raspberry Pi 4
    names = [f"GPIO{pin}" if isinstance(pin, int) else pin for pin in PI_HEADER]

    assert [header.pins[number].name for number in range(1, 41)] == names


def test_every_bcm_number_is_used_once_or_left_free() -> None:
    numbers = Counter(pin["bcm"] for pin in PINS)
    numbers.update(bcm for row in LEFT_FREE for bcm in row["bcm"])

    assert numbers == Counter(range(28))


def test_physical_numbers_are_where_the_bcm_numbers_are() -> None:
    assert [PI_HEADER[pin["physical"] - 1] for pin in PINS] == [pin["bcm"] for pin in PINS]


def test_supplies_are_where_the_header_has_them() -> None:
    assert all(PI_HEADER[physical - 1] == row["net"] for row in POWER for physical in row["physical"])


def test_no_header_pin_has_two_wires() -> None:
    used = Counter([pin["physical"] for pin in PINS] + [physical for row in POWER for physical in row["physical"]])

    assert max(used.values()) == 1


def test_four_seats_have_a_button_and_a_lamp_each() -> None:
    for use in ("button", "lamp"):
        assert [pin["seat"] for pin in PINS if pin["use"] == use] == [1, 2, 3, 4]


def test_lamps_stay_dark_and_the_mux_stays_on_until_the_console_runs() -> None:
    # At start a Pi pulls GPIO 0-8 up and the others down.
    assert all(bcm > 8 for bcm in bcm_of("lamp"))
    assert all(bcm <= 8 for bcm in bcm_of("mux_reset"))


def test_the_bus_is_i2c1() -> None:
    assert bcm_of("sda") + bcm_of("scl") == [2, 3]

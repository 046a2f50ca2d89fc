"""The pod's pin table is real MicroPython and fits a Raspberry Pi Pico."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.pin_table import PICO_HEADER, read_pod_pins
from tools.project_files import ROOT

FIRMWARE = sorted((ROOT / "firmware").rglob("*.py"))

# GP0 and GP1 carry a serial console when one is wanted.
USABLE = {pin for pin in PICO_HEADER if isinstance(pin, int)} - {0, 1}


@pytest.mark.parametrize("source", FIRMWARE, ids=lambda source: source.name)
def test_micropython_compiles_it(source: Path, tmp_path: Path, need_program: Callable[[str], str]) -> None:
    for chip in ("armv6m", "armv7emsp"):  # RP2040, RP2350
        command = [need_program("mpy-cross"), f"-march={chip}", "-o", str(tmp_path / "out.mpy"), str(source)]
        subprocess.run(command, check=True)


def test_header_has_every_gp_number_of_a_pico_once() -> None:
    numbers = [pin for pin in PICO_HEADER if isinstance(pin, int)]

    assert len(PICO_HEADER) == 40
    assert sorted(numbers) == [*range(23), 26, 27, 28]  # 23, 24, 25 and 29 stay on the board


def test_pins_are_unique_and_usable() -> None:
    pins = read_pod_pins()
    used = Counter([*pins.BUTTONS.values(), *pins.LAMPS.values()])

    assert max(used.values()) == 1
    assert set(used) <= USABLE


def test_four_seats_have_a_button_and_a_lamp_each() -> None:
    pins = read_pod_pins()

    assert list(pins.BUTTONS) == list(pins.LAMPS) == [1, 2, 3, 4]

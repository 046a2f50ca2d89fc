"""Both headers pin by pin, and the pin table of firmware/, from the firmware's own pins.py."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from tools.markdown import markdown_table
from tools.project_files import ROOT

POD_PINS = ROOT / "firmware" / "pins.py"

# The 40-pin header of every Raspberry Pi since the B+, as Raspberry Pi Ltd documents it (and as the command
# `pinout` draws it): a BCM number or the name of a supply, in the order of the header pins 1 to 40.
PI_HEADER: tuple[int | str, ...] = (
    "3V3", "5V",
    2, "5V",
    3, "GND",
    4, 14,
    "GND", 15,
    17, 18,
    27, "GND",
    22, 23,
    "3V3", 24,
    10, "GND",
    9, 25,
    11, 8,
    "GND", 7,
    0, 1,
    5, "GND",
    6, 12,
    13, "GND",
    19, 16,
    26, 20,
    "GND", 21,
)  # fmt: skip

# The Pico's header, pins 1 to 40, as the pinout figure in its datasheet has it.
PICO_HEADER: tuple[int | str, ...] = (
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
    16, 17, "GND", 18, 19, 20, 21, "GND", 22, "RUN", 26, 27, "GND", 28,
    "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
)  # fmt: skip


def read_pod_pins() -> ModuleType:
    """The firmware's own module; it holds nothing that only MicroPython knows."""
    spec = importlib.util.spec_from_file_location("pod_pins", POD_PINS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pod_pins() -> str:
    pins = read_pod_pins()
    rows = [
        (f"{what}, seat {seat}", f"GP{gp}", PICO_HEADER.index(gp) + 1)
        for what, by_seat in (("Button", pins.BUTTONS), ("Lamp", pins.LAMPS))
        for seat, gp in by_seat.items()
    ]
    return markdown_table(("What", "Pico pin", "Header pin"), rows)

"""The factories for real pins, each on a fake of its library; all above the library is the real thing."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.local import LocalPiFactory

from mindbuzz.pins.chip import Chip

LIBRARIES = Path(__file__).parent / "libraries"
# A library and what imports it, all loaded anew for each test.
LOADED = {
    "gpiod": ("gpiod", "gpiod.line", "mindbuzz.pins.gpiod"),
    "lgpio": ("lgpio", "gpiozero.pins.lgpio", "mindbuzz.pins.lgpio"),
}
HEADER = Chip(Path("/dev/gpiochip0"), "pinctrl-bcm2711")


def fake_library(name: str, patch: pytest.MonkeyPatch, scratch: Path) -> Any:
    """Puts a fake in the place of gpiod or lgpio, whose pipes are then in the folder `scratch`. Call its `end` at last.

    What a test does to its lines: `drive`, `level_of`, `consumers`, `stamp_ns`, and `kill` for the thread that reads.
    """
    patch.setenv("LG_WD", str(scratch))
    patch.setattr("mindbuzz.pins.chip.header_chip", lambda: HEADER)
    patch.setattr(LocalPiFactory, "pins", {})  # those of all factories of a process
    patch.syspath_prepend(LIBRARIES)
    for module in LOADED[name]:
        patch.setitem(sys.modules, module, None)
        del sys.modules[module]
    import_module(f"mindbuzz.pins.{name}")
    return sys.modules[name]

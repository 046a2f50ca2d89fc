"""The simulated chip from outside: contacts that close to ground, and what a lamp's driver is given."""

import os
from functools import cache
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim/pi")


@cache
def _lines() -> Path:
    chip = (CONFIG / "bank0" / "chip_name").read_text(encoding="ascii").strip()
    device = (CONFIG / "dev_name").read_text(encoding="ascii").strip()
    return Path("/sys/devices/platform", device, chip)


@cache
def _pull(line: int) -> int:
    return os.open(_lines() / f"sim_gpio{line}" / "pull", os.O_WRONLY)


def close(line: int) -> None:
    """The contact closes."""
    os.pwrite(_pull(line), b"pull-down", 0)


def open_(line: int) -> None:
    """The contact opens."""
    os.pwrite(_pull(line), b"pull-up", 0)


def level(line: int) -> int:
    """What the line carries now."""
    return int((_lines() / f"sim_gpio{line}" / "value").read_text(encoding="ascii"))


def levels(lines: list[int]) -> list[int]:
    """What several lines carry now."""
    return [level(line) for line in lines]

"""What the kernel tells of the machine, read from a tree like the kernel's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindbuzz.runtime import machine


def put(root: Path, name: str, content: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def test_where_nothing_is_told_nothing_is_claimed(tmp_path: Path) -> None:
    assert machine.model(tmp_path) is None
    assert machine.temperature_c(tmp_path) is None
    assert machine.undervoltage(tmp_path) is None
    assert machine.throttling(tmp_path) is None
    assert machine.free_mib(tmp_path / "nowhere") is None


def test_a_raspberry_pi_says_who_it_is(tmp_path: Path) -> None:
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")

    assert machine.model(tmp_path) == "Raspberry Pi 4 Model B Rev 1.4"


def test_the_hottest_zone_counts(tmp_path: Path) -> None:
    for number, content in enumerate(("48312\n", "-1000", "broken")):
        put(tmp_path, f"sys/class/thermal/thermal_zone{number}/temp", content)

    assert machine.temperature_c(tmp_path) == 48.312


@pytest.mark.parametrize(("alarm", "low"), [("0\n", False), ("1\n", True)])
def test_a_weak_supply_is_told_by_its_sensor(alarm: str, low: bool, tmp_path: Path) -> None:
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm)

    assert machine.undervoltage(tmp_path) is low


@pytest.mark.parametrize(
    ("word", "low", "slowed"),
    [
        ("0", False, ()),
        ("50005", True, ("undervoltage", "throttled")),
        ("80000", False, ("too hot",)),
        ("nonsense", None, None),
    ],
)
def test_the_firmware_s_word_is_understood(
    word: str, low: bool | None, slowed: tuple[str, ...] | None, tmp_path: Path
) -> None:
    put(tmp_path, machine.THROTTLED, word)

    assert machine.undervoltage(tmp_path) is low
    assert machine.throttling(tmp_path) == slowed


def test_room_is_told_in_mebibytes(tmp_path: Path) -> None:
    free_mib = machine.free_mib(tmp_path)

    assert free_mib is not None
    assert free_mib > 0

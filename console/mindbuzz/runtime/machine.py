"""The machine underneath, as far as its kernel tells: temperature, supply voltage, room on the disk."""

import os
from pathlib import Path

ROOT = Path("/")
ZONES = "sys/class/thermal"
SENSORS = "sys/class/hwmon"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
VOLTAGE_SENSOR = "rpi_volt"
MODEL = "proc/device-tree/model"
MEBIBYTE = 1024 * 1024

# Bits of the firmware's word, as Raspberry Pi's documentation of `vcgencmd get_throttled` has them.
NOW = {0: "undervoltage", 1: "processor slowed down", 2: "throttled", 3: "too hot"}
SINCE_START = {16: "undervoltage", 17: "processor slowed down", 18: "throttled", 19: "too hot"}


def model(root: Path = ROOT) -> str | None:
    """Which Raspberry Pi this is; None: it is none, or does not say."""
    name = _read(root / MODEL)
    return name.strip("\0") if name is not None and "Raspberry Pi" in name else None


def temperature_c(root: Path = ROOT) -> float | None:
    """The hottest of the kernel's thermal zones."""
    millidegrees = [_read(zone) for zone in sorted((root / ZONES).glob("thermal_zone*/temp"))]
    degrees = [int(text) / 1000 for text in millidegrees if text is not None and text.lstrip("-").isdecimal()]
    return max(degrees, default=None)


def undervoltage(root: Path = ROOT) -> bool | None:
    """Whether the supply is too weak just now; None: nobody measures it."""
    for sensor in sorted((root / SENSORS).glob("hwmon*")):
        if _read(sensor / "name") == VOLTAGE_SENSOR:
            alarm = _read(sensor / "in0_lcrit_alarm")
            return None if alarm is None else alarm != "0"
    word = _throttled(root)
    return None if word is None else bool(word & 1)


def throttling(root: Path = ROOT) -> tuple[str, ...] | None:
    """What has slowed the machine since it started, in words; None: nobody says."""
    word = _throttled(root)
    return None if word is None else tuple(what for bit, what in SINCE_START.items() if word >> bit & 1)


def _throttled(root: Path) -> int | None:
    text = _read(root / THROTTLED)
    try:
        return None if text is None else int(text, 16)
    except ValueError:
        return None


def free_mib(folder: Path) -> int | None:
    """Room on the disk that a folder is on."""
    try:
        state = os.statvfs(folder)
    except OSError:
        return None
    return state.f_bavail * state.f_frsize // MEBIBYTE


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None

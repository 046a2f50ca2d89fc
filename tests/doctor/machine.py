"""A Raspberry Pi as the doctor sees it: a tree of files like its own, and what its programs would say."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from mindbuzz.doctor.surroundings import Surroundings, version_of
from mindbuzz.runtime.journal import Journal

CONFIG_TXT = "boot/firmware/config.txt"
STATE = "var/lib/mindbuzz"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
RUNS = {"LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled", "NRestarts": "0"}


@dataclass
class RaspberryPi:
    """Everything in order, until something is changed."""

    root: Path
    unit: dict[str, str] = field(default_factory=lambda: dict(RUNS))
    packages: dict[str, str | None] = field(default_factory=lambda: {"lgpio": "0.2.2", "gpiod": "2.2.1"})
    refused: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.put("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.put("dev/gpiochip0")
        self.put("dev/i2c-1")
        for channel in range(8):
            self.put(f"sys/bus/i2c/devices/1-0070/channel-{channel}/name")
        self.put("run/systemd/timesync/synchronized")
        self.put("sys/class/thermal/thermal_zone0/temp", "48312")
        self.put(THROTTLED, "0")
        with closing(Journal(self.path(f"{STATE}/mindbuzz.sqlite"))):
            pass

    def path(self, name: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def put(self, name: str, content: str = "") -> None:
        self.path(name).write_text(content, encoding="utf-8")

    def remove(self, name: str) -> None:
        self.path(name).unlink()

    def surroundings(self) -> Surroundings:
        return Surroundings(self.root, self._ask, self._version, self._may_use)

    def _ask(self, words: Sequence[str]) -> str | None:
        if words[0] == "systemctl":
            return "\n".join(f"{name}={value}" for name, value in self.unit.items())
        return "no" if words[0] == "timedatectl" else None

    def _version(self, package: str) -> str | None:
        return self.packages[package] if package in self.packages else version_of(package)

    def _may_use(self, path: Path) -> bool:
        return path.name not in self.refused

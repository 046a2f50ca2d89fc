"""Where a panel is connected, and how that place is found on this machine."""

import errno
import re
from dataclasses import dataclass
from pathlib import Path

from mindbuzz.outputs.oled.screen import Serial

SYSFS_I2C = Path("/sys/bus/i2c/devices")

_ADAPTER = re.compile(r"i2c-(\d+)")


@dataclass(frozen=True, slots=True)
class I2c:
    """A panel on I2C adapter `bus`, or behind `channel` of the kernel-driven multiplexer at address `mux` on it."""

    bus: int = 1
    address: int = 0x3C
    mux: int | None = None
    channel: int | None = None

    def root(self, sysfs: Path = SYSFS_I2C) -> str:
        """A name for the wires that all panels on one adapter share, whatever multiplexers are between."""
        return f"i2c-{_root_number(self.bus, sysfs)}"

    def connect(self, sysfs: Path = SYSFS_I2C) -> Serial:
        """luma's interface to it. Raises OSError or luma's errors if there is no such adapter, or no permission."""
        from luma.core.interface.serial import i2c

        serial: Serial = i2c(port=self.adapter(sysfs), address=self.address)
        return serial

    def adapter(self, sysfs: Path = SYSFS_I2C) -> int:
        """The number N of /dev/i2c-N. Channels get theirs as they come, so it is looked up every time."""
        if self.mux is None:
            return self.bus
        link = sysfs / f"{self.bus}-{self.mux:04x}" / f"channel-{self.channel}"
        return _number(link.resolve().name, link)


@dataclass(frozen=True, slots=True)
class Spi:
    """A panel on SPI, for those of luma's that are too big for I2C. Pins are BCM numbers."""

    port: int = 0
    device: int = 0
    dc_pin: int = 24
    reset_pin: int = 25

    def root(self, sysfs: Path = SYSFS_I2C) -> str:
        return f"spi-{self.port}"

    def connect(self, sysfs: Path = SYSFS_I2C) -> Serial:
        from luma.core.interface.serial import spi

        serial: Serial = spi(port=self.port, device=self.device, gpio_DC=self.dc_pin, gpio_RST=self.reset_pin)
        return serial


def _number(name: str, asked_for: Path) -> int:
    match = _ADAPTER.fullmatch(name)
    if match is None:
        raise FileNotFoundError(errno.ENOENT, "no such I2C multiplexer channel", str(asked_for))
    return int(match[1])


def _root_number(bus: int, sysfs: Path) -> int:
    """A channel's adapter lies in the folder of the adapter it hangs on; the outermost has the wires."""
    parts = (sysfs / f"i2c-{bus}").resolve().parts
    numbers = [int(match[1]) for part in parts if (match := _ADAPTER.fullmatch(part))]
    return numbers[0] if numbers else bus

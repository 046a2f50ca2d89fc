"""The GPIO chip of the 40-pin header, found by its label: its number differs from Pi to Pi, and by kernel."""

import fcntl
import os
import struct
from dataclasses import dataclass
from pathlib import Path

from gpiozero.exc import PinUnknownPi
from gpiozero.pins.local import get_pi_revision

from mindbuzz.errors import PinError

# Label of a header's chip -> revision code of a Pi with it, for a board that has the chip and does not say what it is.
REVISIONS = {
    "pinctrl-bcm2835": 0x902120,  # Zero, Zero 2 W, Pi 1 to 3
    "pinctrl-bcm2711": 0xC03114,  # Pi 4, 400
    "pinctrl-rp1": 0xD04170,  # Pi 5, 500
}
DEVICES = Path("/dev")

# struct gpiochip_info and the call that fills it, linux/gpio.h: two names of 32 bytes, and how many lines there are.
_INFO = struct.Struct("32s32sI")
_GET_INFO = 0x8044B401


@dataclass(frozen=True, slots=True)
class Chip:
    """A GPIO chip: its device, and the label that the kernel's driver gave it."""

    device: Path
    label: str

    @property
    def number(self) -> int:
        """N of /dev/gpiochipN."""
        return int(self.device.name.removeprefix("gpiochip"))

    @property
    def revision(self) -> int:
        """The Pi's revision code, as gpiozero wants it."""
        try:
            return int(get_pi_revision())
        except PinUnknownPi:
            return REVISIONS[self.label]


def header_chip(devices: Path = DEVICES) -> Chip:
    """The chip of the header. Raises PinError, one line with what was found instead."""
    found: list[str] = []
    for device in sorted(devices.glob("gpiochip*")):
        if device.is_symlink():  # an old number of a chip that has another now
            continue
        try:
            chip = Chip(device, label_of(device))
        except PermissionError:
            raise PinError(f"{device} may not be opened by this user; add it to the group gpio") from None
        if chip.label in REVISIONS:
            return chip
        found.append(f"{device.name} is {chip.label}")
    raise PinError(
        f"no GPIO chip of a Raspberry Pi ({', '.join(REVISIONS)}) here; {'; '.join(found) or 'there is no GPIO chip'}"
    )


def label_of(device: Path) -> str:
    """What the kernel calls a chip. Raises OSError."""
    descriptor = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        info = fcntl.ioctl(descriptor, _GET_INFO, bytes(_INFO.size))
    finally:
        os.close(descriptor)
    label: bytes = _INFO.unpack(info)[1]
    return label.split(b"\0")[0].decode(errors="replace")

"""What the bus thread asks of a driver."""

from collections.abc import Callable
from typing import Protocol

from PIL import Image

from mindbuzz.outputs.oled.care import Care


class Serial(Protocol):
    """luma's way to a chip (`luma.core.interface.serial`). Every call may raise OSError or luma's own errors."""

    def command(self, *cmd: int) -> None: ...

    def data(self, data: bytes) -> None: ...

    def cleanup(self) -> None: ...


class Screen(Protocol):
    """One connected panel. Opening it leaves it dark; every call but `release` may raise whatever the wire raises,
    after which it is good for nothing but `release`."""

    # Whether `scrub` does anything, so that nobody wakes up for nothing.
    scrubs: bool

    def display(self, image: Image.Image) -> None:
        """Shows a picture; a panel that was dark is lit when all of it is there."""

    def take_care(self, care: Care) -> None:
        """Brightness and shift, from now on."""

    def scrub(self) -> None:
        """Heals a bit of whatever the panel may have forgotten; notices that it is gone."""

    def cleanup(self) -> None:
        """Dark, memory cleared, and released."""

    def release(self) -> None:
        """Gives back descriptors without a word to the panel."""


OpenScreen = Callable[[], Screen]

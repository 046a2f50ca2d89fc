"""Any other panel that luma.oled knows, whole frames: `driver = "luma:ssd1322"`; and luma's dummy."""

from types import SimpleNamespace
from typing import Any

import luma.core.device
from luma.core.interface.serial import noop
from PIL import Image

from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.fit import fitted
from mindbuzz.outputs.oled.screen import Serial

# luma has every device switched off when Python exits, and so keeps each for ever, with its buffers and its
# descriptor: a panel that comes and goes would fill the memory. Here whoever opens a panel also closes it.
luma.core.device.atexit = SimpleNamespace(register=lambda handler: handler)

BRIGHT = 0x7F
_DIM = 0x10


class WholeFrames:
    """A luma device as a screen. After any error a new one is made: only making one sets the chip up, and what its
    framebuffer believes to be on the glass dies with the old one."""

    scrubs = True

    def __init__(self, device: Any, serial: Serial, contrast: int = BRIGHT) -> None:
        self._device = device
        self._serial = serial
        self._contrast = contrast
        self._lit = True

    def display(self, image: Image.Image) -> None:
        """Shows a picture, made to fit the device's size and colours."""
        self._device.display(fitted(image, self._device.size, self._device.mode))

    def take_care(self, care: Care) -> None:
        """Brightness only: these chips have no common way to move a picture."""
        self._lit = care.light is not Light.OFF
        self._device.contrast(min(self._contrast, _DIM) if care.light is Light.DIM else self._contrast)
        self.scrub()

    def scrub(self) -> None:
        """One harmless command, which on I2C fails if the panel is gone."""
        if self._lit:
            self._device.show()
        else:
            self._device.hide()

    def cleanup(self) -> None:
        try:
            self._device.hide()
            self._device.clear()
        finally:
            self.release()

    def release(self) -> None:
        self._serial.cleanup()


class Dummy:
    """luma's dummy device: a panel that is only remembered."""

    scrubs = False

    def __init__(self, size: tuple[int, int], rotate: int = 0) -> None:
        width, height = size
        self.device = luma.core.device.dummy(width, height, rotate, mode="1", serial_interface=noop())

    def display(self, image: Image.Image) -> None:
        self.device.display(fitted(image, self.device.size, self.device.mode))

    def take_care(self, care: Care) -> None: ...

    def scrub(self) -> None: ...

    def cleanup(self) -> None:
        self.device.clear()

    def release(self) -> None: ...

"""SSD1306, SSD1309 and SH1106 on luma's serial interfaces, sending only what changed.

Not a `luma.core.device.device`: that one talks to the chip before it exists, keeps every object alive for ever
through a handler at exit, and closes nothing when the chip is gone. luma's canvas draws on this one all the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from luma.core.mixin import capabilities
from PIL import Image

from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.controllers import (
    DISPLAY_OFF,
    DISPLAY_ON,
    HEIGHT,
    NOP,
    PAGES,
    SSD1306,
    WIDTH,
    Controller,
    position,
)
from mindbuzz.outputs.oled.damage import Run, damage, pack
from mindbuzz.outputs.oled.fit import fitted
from mindbuzz.outputs.oled.screen import Serial

_BLANK = [bytes(WIDTH)] * PAGES


class PagedOled(capabilities):  # type: ignore[misc]
    """One 128×64 panel. Making one sends nothing; the first `display` sets the chip up.

    `rotate` counts quarter turns clockwise; `col_offset` is the RAM column of the leftmost pixel, `contrast` 0 to
    255, both by default the controller's own.
    """

    scrubs = True

    def __init__(
        self,
        serial_interface: Serial,
        controller: Controller = SSD1306,
        rotate: int = 0,
        col_offset: int | None = None,
        contrast: int | None = None,
    ) -> None:
        self.capabilities(WIDTH, HEIGHT, rotate, mode="1")
        self._serial = serial_interface
        self._controller = controller
        self._col_offset = controller.col_offset if col_offset is None else col_offset
        self._contrast = controller.contrast if contrast is None else contrast
        self._care = Care()
        self._set_up = False
        self._shadow: list[bytes] | None = None  # what the glass shows for certain; None: nobody knows
        self._next_scrubbed = 0

    def prepare(self) -> None:
        """Dark, and set up from any state, even that of a chip which was cut off in the middle of a command."""
        with self._forgetting_on_error():
            self._shadow = None
            # The NOPs feed a command that still waits for its arguments.
            chip = self._controller
            self._serial.command(NOP, NOP, DISPLAY_OFF, *chip.dark_init, *chip.init, *self._care_bytes())
            self._set_up = True

    def display(self, image: Image.Image) -> None:
        """Shows a picture, made to fit `size`. After any error all of it is sent next time."""
        wanted = pack(fitted(image, self.size, self.mode), self.rotate)
        if not self._set_up:
            self.prepare()
        with self._forgetting_on_error():
            before = self._shadow
            for run in damage(before, wanted):
                self._write(run)
            self._shadow = wanted
            if before is None:
                self._serial.command(self._power())

    def take_care(self, care: Care) -> None:
        """Brightness and shift, from now on. A panel that has no picture yet stays dark."""
        self._care = care
        if self._set_up:
            with self._forgetting_on_error():
                self._serial.command(*self._care_bytes(), self._power())

    def scrub(self) -> None:
        """Sends the set-up and one page again: whatever the chip forgot, eight of these bring it back."""
        with self._forgetting_on_error():
            self._serial.command(NOP, NOP, *self._controller.init, *self._care_bytes(), self._power())
            if self._shadow is not None:
                page = self._next_scrubbed
                self._write(Run(page, 0, self._shadow[page]))
                self._next_scrubbed = (page + 1) % PAGES

    def cleanup(self) -> None:
        """Dark, memory cleared, serial interface closed; the last also if the chip is gone."""
        try:
            self.prepare()
            for run in damage(None, _BLANK):
                self._write(run)
        finally:
            self.release()

    def release(self) -> None:
        """Closes the serial interface without a word to the chip."""
        self._set_up = False
        self._shadow = None
        self._serial.cleanup()

    def _write(self, run: Run) -> None:
        self._serial.command(*position(run.page, run.column + self._col_offset))
        self._serial.data(run.data)

    def _care_bytes(self) -> tuple[int, ...]:
        return self._controller.care_bytes(self._care, self._contrast)

    def _power(self) -> int:
        dark = self._shadow is None or self._care.light is Light.OFF
        return DISPLAY_OFF if dark else DISPLAY_ON

    @contextmanager
    def _forgetting_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # Nobody knows how much of it arrived.
            self._set_up = False
            self._shadow = None
            raise

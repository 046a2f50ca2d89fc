"""gpiozero's own lgpio factory, kept from what ends it: its working folder, a chip's number, a listener that raises."""

import os
import threading
from pathlib import Path
from typing import Any

from mindbuzz.pins.chip import header_chip
from mindbuzz.pins.claim import wait_until_free
from mindbuzz.pins.driver import Driver
from mindbuzz.places import RUNTIME_VARIABLE

SCRATCH_VARIABLE = "LG_WD"  # where lgpio makes its pipes
LINE_IS_USED = 1


def _imported_in_place() -> None:
    """lgpio goes to its scratch folder when it is imported, and would stay there."""
    os.environ.setdefault(SCRATCH_VARIABLE, os.environ.get(RUNTIME_VARIABLE, "/tmp"))
    folder = Path.cwd()
    try:
        import lgpio  # noqa: F401
    finally:
        os.chdir(folder)


_imported_in_place()

import lgpio  # noqa: E402
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin  # noqa: E402


class LgpioFactory(Driver, LGPIOFactory):  # type: ignore[misc]
    """The pins of the header, by the label of their chip. Raises PinError where there is none."""

    def __init__(self) -> None:
        self._header = header_chip()
        super().__init__(chip=self._header.number)
        self.pin_class = LgpioPin

    def _get_revision(self) -> int:
        return self._header.revision

    def pin(self, name: int | str) -> Any:
        """A pin; if somebody else holds it, after they have let go. Raises PinError if they don't."""
        for _, info in self.board_info.find_pin(name):
            if info not in self.pins and info.name.startswith("GPIO"):
                wait_until_free(info.name, lambda line=int(info.name[4:]): self.holder(line))  # type: ignore[misc]
        return super().pin(name)

    def holder(self, line: int) -> str | None:
        """Who holds a line, or None."""
        _, _, flags, _, user = lgpio.gpio_get_line_info(self._handle, line)
        return (user or "the kernel") if flags & LINE_IS_USED else None

    @property
    def alive(self) -> bool:
        """Whether lgpio's one thread still reads."""
        return bool(lgpio._notify_thread.is_alive())

    def revive(self) -> None:
        """A new thread, with a pipe of its own; every listener is moved to it."""
        lgpio._notify_thread = _NotifyThread()
        for pin in self.pins.values():
            listener = pin.when_changed
            if listener is not None:
                pin.when_changed = None
                pin.when_changed = listener


class _NotifyThread(lgpio._callback_thread):  # type: ignore[misc]
    """lgpio's own thread, but for where its pipe is: the one there looks in the current folder."""

    def __init__(self) -> None:
        threading.Thread.__init__(self, daemon=True)
        self._notify = lgpio._lgpio._notify_open()
        pipe = Path(os.environ[SCRATCH_VARIABLE], f".lgd-nfy{self._notify}")
        self._file = pipe.open("rb")
        self.callbacks: list[Any] = []
        self.go = True
        self.start()


class LgpioPin(LGPIOPin):  # type: ignore[misc]
    """A pin whose listener may raise: lgpio calls all listeners on one thread, unguarded."""

    def _call_when_changed(self, chip: int, gpio: int, level: int, ticks: int) -> None:
        self._factory.deliver(lambda *_: LGPIOPin._call_when_changed(self, chip, gpio, level, ticks), ticks, level)

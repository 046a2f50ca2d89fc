"""Pulse width modulation where the hardware has none: one thread for all the pins that are between off and on."""

import logging
import threading
import time
from collections.abc import Callable

Write = Callable[[bool], None]

log = logging.getLogger(__name__)


class Dimmer:
    """Switches pins on and off, all at one frequency. Its thread runs only while a pin is between off and on."""

    def __init__(self, period_s: float) -> None:
        self._period_s = period_s
        self._lock = threading.Lock()
        self._duties: dict[Write, float] = {}
        self._thread: threading.Thread | None = None
        self._failing: set[Write] = set()

    @property
    def at_work(self) -> bool:
        """Whether any pin is between off and on."""
        return bool(self._duties)

    def dim(self, write: Write, duty: float) -> None:
        """From the next period on `write` is called with True for the share `duty` of the time, else with False."""
        with self._lock:
            self._duties[write] = duty
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="dimmer", daemon=True)
                self._thread.start()

    def steady(self, write: Write, on: bool) -> None:
        """Back to plain off or on, at once."""
        with self._lock:
            self._forget(write)
            write(on)

    def leave(self, write: Write) -> None:
        """Never call `write` again."""
        with self._lock:
            self._forget(write)

    def _forget(self, write: Write) -> None:
        self._duties.pop(write, None)
        self._failing.discard(write)

    def _run(self) -> None:
        began_s = time.monotonic()
        while duties := self._begin_period():
            for write, duty in sorted(duties.items(), key=lambda item: item[1]):
                _sleep_until(began_s + duty * self._period_s)
                self._switch_off(write)
            # A thread that was held up does not hurry after.
            began_s = max(began_s + self._period_s, time.monotonic())
            _sleep_until(began_s)

    def _begin_period(self) -> dict[Write, float]:
        with self._lock:
            for write in self._duties:
                self._try(write, on=True)
            if not self._duties:
                self._thread = None
            return dict(self._duties)

    def _switch_off(self, write: Write) -> None:
        with self._lock:
            if write in self._duties:
                self._try(write, on=False)

    def _try(self, write: Write, *, on: bool) -> None:
        """One lamp that can't be written must not leave all others as they are for ever; it is told once."""
        try:
            write(on)
        except Exception as error:
            if write not in self._failing:
                log.warning("a lamp can't be dimmed: %s; it is tried again", error)
            self._failing.add(write)
        else:
            self._failing.discard(write)


def _sleep_until(at_s: float) -> None:
    time.sleep(max(0.0, at_s - time.monotonic()))

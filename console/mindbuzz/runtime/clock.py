"""The console's clock: whole microseconds that never run back, for the loop and for the stamps of contacts.

Two of a kind: the real one, which may run faster, and one that jumps to the next moment anything is due.
"""

import time
from typing import Protocol

from mindbuzz.core.units import SECOND_US


class Clock(Protocol):
    """Microseconds of the console, and the ticks (seconds, CLOCK_MONOTONIC or its like) that pins are stamped with."""

    def now_us(self) -> int: ...

    def ticks(self) -> float:
        """Now, as a pin would stamp it."""

    def at_us(self, ticks: float) -> int:
        """The console's time of a pin's stamp."""


class RealClock:
    """CLOCK_MONOTONIC, `speed` times as fast, from `start_us`; None: the machine's own microseconds."""

    def __init__(self, start_us: int | None = None, speed: float = 1.0) -> None:
        self._origin_s = time.monotonic()
        self._speed = speed
        self._start_us = round(self._origin_s * SECOND_US) if start_us is None else start_us

    def now_us(self) -> int:
        return self.at_us(time.monotonic())

    def ticks(self) -> float:
        return time.monotonic()

    def at_us(self, ticks: float) -> int:
        return self._start_us + round((ticks - self._origin_s) * SECOND_US * self._speed)

    def seconds_until(self, at_us: int) -> float:
        """How long to sleep so that it is `at_us` then; 0 if it is already."""
        return max(0.0, (at_us - self.now_us()) / SECOND_US / self._speed)


class VirtualClock:
    """A clock that stands still until it is told to jump: a whole game in a moment."""

    def __init__(self, start_us: int = 0) -> None:
        self._now_us = start_us

    def now_us(self) -> int:
        return self._now_us

    def ticks(self) -> float:
        return self._now_us / SECOND_US

    def at_us(self, ticks: float) -> int:
        return round(ticks * SECOND_US)

    def jump_to(self, at_us: int) -> None:
        """Move on to a later moment; an earlier one changes nothing."""
        self._now_us = max(self._now_us, at_us)

"""The pod's clock: microseconds since its start. The board's own ticks start anew every 18 minutes."""

from time import ticks_diff, ticks_us


class Clock:
    """Must be looked at every few minutes."""

    def __init__(self):
        self._ticks = ticks_us()
        self._us = 0

    def now_us(self):
        """Microseconds since the start."""
        ticks = ticks_us()
        self._us += ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._us

    def at_us(self, ticks):
        """The time of a tick of the last few minutes."""
        return self._us + ticks_diff(ticks, self._ticks)

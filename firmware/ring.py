"""The ring: edges wait here, numbered 1, 2, 3, ..., until the console has them.

`put` runs in an interrupt, between any two steps of everything else: it allocates nothing and raises nothing.
"""

from array import array
from time import ticks_diff

PLACES = 256  # a power of two
MASK = PLACES - 1
KEPT_FOR_FIRST = 32  # places that only the first edge of a burst may take
BURST_US = 5000  # an edge that comes later than this after its button's last one begins a burst


class Ring:
    """`tail` is the number of the oldest edge that is kept, `head` that of the next one to come."""

    def __init__(self, buttons):
        self.head = 1
        self.tail = 1
        self.overflows = 0
        self._ticks = array("I", bytes(4 * PLACES))
        self._what = bytearray(PLACES)  # button * 2 + closed
        self._last = array("I", bytes(4 * (buttons + 1)))  # ticks of each button's last edge
        self._at_us = [0] * PLACES
        self._stamped = 1

    def put(self, ticks, button, closed):
        """A contact changed. When room is short, only the first edge of a burst gets in."""
        since = ticks_diff(ticks, self._last[button])
        self._last[button] = ticks
        head = self.head
        free = PLACES - (head - self.tail)
        if free <= KEPT_FOR_FIRST and (free <= 0 or 0 <= since < BURST_US):
            self.overflows += 1
            return
        place = head & MASK
        self._ticks[place] = ticks
        self._what[place] = button * 2 + closed
        self.head = head + 1

    def stamp(self, clock):
        """Give new edges their time on the clock, before their ticks come around again."""
        while self._stamped < self.head:
            place = self._stamped & MASK
            self._at_us[place] = clock.at_us(self._ticks[place])
            self._stamped += 1

    @property
    def stamped(self):
        """The number after that of the last edge that has its time."""
        return self._stamped

    def edge(self, seq):
        """(button, closed, at_us) of an edge that is kept and has its time."""
        what = self._what[seq & MASK]
        return what >> 1, what & 1, self._at_us[seq & MASK]

    def acknowledge(self, seq):
        """Every edge up to `seq` has arrived."""
        if self.tail <= seq < self._stamped:
            self.tail = seq + 1

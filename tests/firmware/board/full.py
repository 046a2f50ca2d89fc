"""The ring when it is full: what came first stays, the beginning of a press is the last thing to get lost."""

from clock import Clock
from ring import KEPT_FOR_FIRST, MASK, PLACES, Ring


class Stopped:
    """A clock of which only the ticks matter here."""

    def at_us(self, ticks):
        return ticks


def filled(count, step=10):
    """A ring with a contact that bounces without end."""
    ring = Ring(4)
    for number in range(count):
        ring.put(10_000 + number * step, 1, number & 1)
    return ring


# A burst leaves room for the first edges of others, and loses its own later ones.
ring = filled(1000)
assert ring.head - ring.tail == PLACES - KEPT_FOR_FIRST
assert ring.overflows == 1000 - (PLACES - KEPT_FOR_FIRST)
ring.stamp(Stopped())
assert [ring.edge(seq)[2] for seq in (1, 2, 3)] == [10_000, 10_010, 10_020]

# The room that was left is for whoever presses next, and for nobody's bounce.
at = 10_000 + 1000 * 10
for button in (2, 3, 4):
    ring.put(at + button, button, 1)
    ring.put(at + button + 1, button, 0)
assert ring.head - ring.tail == PLACES - KEPT_FOR_FIRST + 3
ring.stamp(Stopped())
assert [ring.edge(ring.head - place)[0] for place in (3, 2, 1)] == [2, 3, 4]

# The button that bounced begins anew after a while.
before = ring.head
ring.put(at + 6000, 1, 1)
assert ring.head == before + 1

# When nothing is left, nothing is written over.
for number in range(100):
    ring.put(at + 20_000 + number * 6_000, 2, number & 1)
assert ring.head - ring.tail == PLACES
oldest = ring.edge(ring.tail)
ring.put(at + 10_000_000, 2, 1)
assert ring.edge(ring.tail) == oldest

# Acknowledged, there is room again; what was never sent can't be acknowledged.
ring.stamp(Stopped())
ring.acknowledge(ring.head + 5)
assert ring.tail == 1
ring.acknowledge(200)
assert ring.tail == 201
ring.acknowledge(100)
assert ring.tail == 201
ring.put(at + 20_000_000, 3, 1)
assert ring.head - ring.tail == PLACES - 200 + 1
assert MASK == PLACES - 1

# The clock goes on where the ticks begin anew.
import world  # noqa: E402


class Ticking:
    us = 0

    def now_us(self):
        return self.us

    def step(self):
        """Time stands."""


source = world.time.source = Ticking()
world.time.ticks_at_start = world.TICKS - 1000
clock = Clock()
for us in range(0, 4 * world.TICKS, 400_000_000):
    source.us = us
    before_ticks = world.time.ticks_us()
    assert clock.now_us() == us
    source.us = us + 3
    assert clock.at_us(world.time.ticks_us()) == us + 3
    assert clock.at_us(before_ticks) == us
print("good")

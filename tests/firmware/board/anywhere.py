"""One edge in the middle of every single call that the firmware makes: it must be told of once, at its very time.

For each place it prints what the pod sent. Before it, that the bench itself notices a handler that allocates.
"""

import world
from frames import decode


class Counting:
    """Every call takes a microsecond; one of them has an edge in it."""

    def __init__(self, place):
        self.calls = 0
        self._place = place
        self.edge_us = None

    def now_us(self):
        return self.calls

    def step(self):
        self.calls += 1
        if self.calls == self._place:
            self.edge_us = self.calls
            world.edge(self.edge_us, 2, 0)
            self.calls += 1  # an interrupt takes its time


class Streams:
    """Takes everything that is sent, brings what it is told to."""

    def __init__(self, incoming):
        self.sent = b""
        self._incoming = incoming

    def ready(self):
        return True

    def wait(self, ms):
        """Returns at once."""

    def read(self, count):
        world.step()
        data, self._incoming = self._incoming[:count], self._incoming[count:]
        return data

    def write(self, data):
        world.step()
        self.sent += data
        world.step()
        return len(data)


TURNS = 60
CLOCK_STARTS_US = 1  # its first call
HEARD = b"$Q*AB24\n$T,0*3B4A\n$A,7F3A,42*B79C\n$N,7F3A,41*1FAB\n$L,1,73581,0,0:100;*AC8A\n"


def ran(place):
    """What a pod sends in some turns with an edge in a call; and how many calls there were."""
    import pod
    from port import Port

    world.handlers.clear()
    world.levels.clear()
    source = world.time.source = Counting(place)
    streams = Streams(HEARD)
    one = pod.Pod(Port(streams, streams), "7F3A", "e6614c311b7d8e2a")
    listening = source.calls
    for _ in range(TURNS):
        one.turn()
    return streams.sent, source, listening


def edges_in(sent):
    """The edges that were told of. None is older than a status that did not count it."""
    frames = [decode(line) for line in sent.split(b"\n") if line]
    assert None not in frames
    for fields in frames:
        if fields[0] == "S":
            at_us, last = int(fields[2]), int(fields[4])
            assert all(int(edge[5]) >= at_us for edge in frames if edge[0] == "E" and int(edge[2]) > last)
    return [fields for fields in frames if fields[0] == "E"]


def allocating(pin):
    return [pin, pin]


world.handlers[9] = (allocating, 9)
world.edge(0, 9, 0)
assert len(world.faults) == 1 and isinstance(world.faults[0], MemoryError)
world.faults.clear()

_, source, listening = ran(-1)
last = source.calls
for place in range(listening + 1, last - 100):
    sent, source, _ = ran(place)
    edges = edges_in(sent)
    at_us = source.edge_us - CLOCK_STARTS_US
    assert edges == [["E", "7F3A", "1", "1", "1", str(at_us)]], (place, edges)
assert not world.faults, world.faults
print(last - 100 - listening)

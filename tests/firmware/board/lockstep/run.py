"""The firmware in lockstep with a test: before it waits it says what time it is and what it has sent, and is told until
when to go on without asking again, how much room there is to send, what comes in, and which edges are to come.

usage: micropython run.py TICKS_AT_START BOOT TURN_US

A wait takes TURN_US if nothing happens meanwhile, however short it was meant to be: a slow board, but a quick test.
"""

import sys
from binascii import hexlify, unhexlify

import world


class Script:
    """Time passes a little with every call; edges come from the test, each at its microsecond."""

    def __init__(self):
        self._now_us = 0
        self._edges = []
        self._chance = 1

    def now_us(self):
        return self._now_us

    def step(self):
        self._chance = (self._chance * 1103515245 + 12345) & 0x3FFFFFFF
        self.pass_time(1 + (self._chance >> 16) % 8)

    def pass_time(self, us):
        """Let time pass, edge by edge."""
        until_us = self._now_us + us
        while self._edges and self._edges[0][0] <= until_us:
            at_us, pin, level = self._edges.pop(0)
            self._now_us = max(self._now_us, at_us)
            world.edge(at_us, pin, level)
        self._now_us = until_us

    def rest(self, us):
        """Let time pass, but not past the next edge by much."""
        if self._edges:
            us = max(0, min(us, self._edges[0][0] - self._now_us + 100))
        self.pass_time(us)

    def exchange(self, sent):
        """One line out, one line in."""
        duties = ",".join([str(world.duties[pin]) for pin in sorted(world.duties)])
        print(self._now_us, hexlify(sent).decode() or "-", duties, len(world.faults), world.fed[0])
        until, room, heard, *edges = sys.stdin.readline().split()
        for text in edges:
            at_us, pin, level = [int(part) for part in text.split(":")]
            self._edges.append((at_us, pin, level))
        return int(until), int(room), b"" if heard == "-" else unhexlify(heard)


class Stream:
    """Both ways: what comes in, and what goes out as far as there is room."""

    def __init__(self, script, turn_us):
        self._script = script
        self._turn_us = turn_us
        self._incoming = b""
        self._outgoing = b""
        self._room = 0
        self._quiet_until_us = 0

    def wait(self, ms):
        if self._outgoing or self._script.now_us() >= self._quiet_until_us:
            self._quiet_until_us, self._room, heard = self._script.exchange(self._outgoing)
            self._outgoing = b""
            self._incoming += heard
        if not self._incoming:
            self._script.rest(max(ms * 1000, self._turn_us))

    def read(self, count):
        world.step()
        data, self._incoming = self._incoming[:count], self._incoming[count:]
        return data

    def write(self, data):
        world.step()
        taken = data[: self._room]
        world.step()
        self._room -= len(taken)
        self._outgoing += taken
        return len(taken)

    def readable(self):
        return bool(self._incoming)

    def writable(self):
        return self._room > 0


class End:
    """One way of a stream, as `select` wants it."""

    def __init__(self, stream, ready):
        self.ready = ready
        self.wait = stream.wait
        self.read = stream.read
        self.write = stream.write


def main():
    world.time.ticks_at_start = int(sys.argv[1])
    script = world.time.source = Script()
    stream = Stream(script, int(sys.argv[3]))

    import pod
    from port import Port

    this_pod = pod.Pod(
        Port(End(stream, stream.readable), End(stream, stream.writable)), sys.argv[2], "e6614c311b7d8e2a"
    )
    pod.run(this_pod)


main()

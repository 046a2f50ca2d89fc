"""The firmware's own main.py on a board that is not there, in real time: its serial port is standard input and output,
and what is written into a pipe is what its contacts do.

usage: micropython run.py PIPE, with a line `pin level` in the pipe for each change
"""

import select
import sys

import utime
import world


class Wires:
    """Edges come through a pipe, and happen when they are read: within the next call that the firmware makes."""

    def __init__(self, path):
        self._pipe = open(path, "r+")  # noqa: SIM115 - both ways, so that it opens without somebody at the other end
        self._poll = select.poll()
        self._poll.register(self._pipe, select.POLLIN)
        self._started = utime.ticks_us()

    def now_us(self):
        return utime.ticks_diff(utime.ticks_us(), self._started)

    def step(self):
        while self._poll.poll(0):
            pin, level = self._pipe.readline().split()
            world.edge(self.now_us(), int(pin), int(level))


world.time.source = Wires(sys.argv[1])
world.time.ticks_at_start = world.TICKS - 1_000_000

import main  # noqa: E402, F401

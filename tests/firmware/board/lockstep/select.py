"""MicroPython's `select`, for streams in lockstep with a test."""

import world

POLLIN = 1
POLLOUT = 4


class poll:
    def __init__(self):
        self._stream = None

    def register(self, stream, what):
        self._stream = stream

    def poll(self, ms=-1):
        world.step()
        if ms > 0:
            self._stream.wait(ms)
        return [(self._stream, POLLIN)] if self._stream.ready() else []

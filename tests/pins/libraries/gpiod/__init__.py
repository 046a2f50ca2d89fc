"""gpiod's own module API, as far as mindbuzz.pins.gpiod calls it, over lines that a test drives.

As the kernel does it numbers the edges of a line and of a request, and queues them; the descriptor of a request can be
read while there are any.
"""

from __future__ import annotations

import errno
import os
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Self

from .line import Bias, Clock, Direction, Edge, Value

EventType = Enum("EventType", "RISING_EDGE FALLING_EDGE")


@dataclass
class LineSettings:
    """How a line is to be treated."""

    direction: Direction
    edge_detection: Edge = Edge.NONE
    bias: Bias = Bias.AS_IS
    event_clock: Clock = Clock.MONOTONIC
    output_value: Value = Value.INACTIVE


@dataclass
class EdgeEvent:
    """An edge, and how many there were."""

    Type = EventType
    event_type: EventType
    timestamp_ns: int
    line_offset: int
    global_seqno: int
    line_seqno: int


@dataclass
class LineInfo:
    """Who has a line."""

    used: bool
    consumer: str


@dataclass
class InfoEvent:
    """When it became theirs."""

    timestamp_ns: int


# --- what a test does ---

levels: Counter[int] = Counter()  # of the lines that were driven; a level that nobody drives is that of the pull-up
consumers: dict[int, str] = {}
stamp_ns = time.monotonic_ns
_requests: dict[int, LineRequest] = {}
_failures: list[int] = []


def drive(line: int, level: int, *, lost: bool = False) -> None:
    """Change a level. A `lost` edge is counted, but there was no room for it."""
    if level != level_of(line):
        levels[line] = level
        if line in _requests:
            _requests[line].notice(line, level, lost)


def kill() -> None:
    """End the thread that reads: the device fails just when there is an edge."""
    _failures.append(errno.EIO)
    for request in set(_requests.values()):
        request.ring()


def end() -> None:
    """Nothing goes on here by itself."""


def level_of(line: int) -> int:
    """The level that can be measured."""
    return levels.get(line, 1)


# --- the library ---


class LineRequest:
    """Lines that are somebody's."""

    def __init__(self, settings: Mapping[int, LineSettings]) -> None:
        self.fd = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._settings = dict(settings)
        self._numbers: Counter[int] = Counter()
        self._queue: list[EdgeEvent] = []

    def notice(self, line: int, level: int, lost: bool) -> None:
        """An edge happened."""
        if self._settings[line].edge_detection is Edge.NONE:
            return
        self._numbers[line] += 1
        kind = EventType.RISING_EDGE if level else EventType.FALLING_EDGE
        if not lost:
            self._queue.append(EdgeEvent(kind, stamp_ns(), line, self._numbers.total(), self._numbers[line]))
            self.ring()

    def ring(self) -> None:
        """Let the descriptor be readable."""
        os.eventfd_write(self.fd, 1)

    def wait_edge_events(self, timeout_s: float) -> bool:
        """Whether there are any; nobody asks to wait."""
        if _failures:
            raise OSError(_failures.pop(), "Input/output error")
        return bool(self._queue)

    def read_edge_events(self, most: int) -> Iterable[EdgeEvent]:
        """Take them out of the queue."""
        os.eventfd_read(self.fd)
        events, self._queue = self._queue, []
        return events

    def reconfigure_lines(self, settings: Mapping[int, LineSettings]) -> None:
        """The same lines, treated in another way."""
        self._settings = dict(settings)

    def get_value(self, line: int) -> Value:
        """A level."""
        return Value(level_of(line))

    def set_value(self, line: int, value: Value) -> None:
        """Drive a line."""
        levels[line] = value.value

    def release(self) -> None:
        """Let go of all; what is queued is gone."""
        for line in self._settings:
            del _requests[line], consumers[line]
        os.close(self.fd)


class Chip:
    """The chip of the header."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def get_line_info(self, line: int) -> LineInfo:
        """Who has a line."""
        return LineInfo(line in consumers, consumers.get(line, ""))

    def request_lines(
        self, settings: Mapping[int, LineSettings], consumer: str, event_buffer_size: int = 0
    ) -> LineRequest:
        """Have lines. Raises OSError for those that are somebody's."""
        if consumers.keys() & settings:
            raise OSError(errno.EBUSY, "Device or resource busy")
        request = LineRequest(settings)
        for line, setting in settings.items():
            consumers[line] = consumer
            _requests[line] = request
            if setting.direction is Direction.OUTPUT:
                levels[line] = setting.output_value.value
        return request

    def watch_line_info(self, line: int) -> None:
        """The next event of it is to be told."""

    def read_info_event(self) -> InfoEvent:
        """It has just been asked for."""
        return InfoEvent(stamp_ns())

    def close(self) -> None:
        """Requests go on."""

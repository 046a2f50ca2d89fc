"""A panel that is away for weeks, and one that is drawn for weeks: nothing grows."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from luma.core.error import Error

from mindbuzz.outputs.oled.controllers import SSD1306
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.paged import PagedOled
from mindbuzz.outputs.oled.panel import Panel
from mindbuzz.outputs.oled.screen import Serial
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.pictures import noise, with_box
from tests.outputs.oled.wire import Clock, Wire, serial_on

# luma 3.16 uses what Pillow 13 warns of.
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

# How often each driver comes and goes; luma's takes its time.
ROUNDS = {"ssd1306": 100, "sh1106": 100, "luma:sh1106": 10}
# Less than any panel that would be kept, in bytes; the rest is noise.
LEAST = 250
FRAMES = 2_500


class Sink:
    """A serial interface that swallows everything, and has a descriptor to lose."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self._descriptor = os.open(os.devnull, os.O_WRONLY)

    def command(self, *cmd: int) -> None:
        if self.fails:
            raise OSError(121, "Remote I/O error")

    def data(self, data: bytes) -> None: ...

    def cleanup(self) -> None:
        os.close(self._descriptor)


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture(autouse=True)
def _silence() -> Iterator[None]:
    """pytest keeps every line that is logged, which would count."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def growth() -> Iterator[Callable[[Callable[[], None]], int]]:
    """By how many bytes a piece of work makes the memory grow, once everything that is made once is made."""

    def grown(work: Callable[[], None]) -> int:
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        work()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    def measured(work: Callable[[], None]) -> int:
        work()
        return min(grown(work) for _ in range(3))  # a leak leaks each time

    tracemalloc.start()
    yield measured
    tracemalloc.stop()


@pytest.mark.parametrize("driver", ROUNDS)
def test_a_hundred_failed_connects_leave_nothing(driver: str, growth: Callable[[Callable[[], None]], int]) -> None:
    clock = Clock()
    panel = Panel("red", lambda: PanelSpec(driver).open(lambda: Sink(fails=True)), clock)
    panel.post(noise(1))

    def fail_often() -> None:
        for _ in range(100):
            clock.now_s = panel.due_s if panel.due_s > 0 else 0.0
            panel.turn()

    handlers, descriptors = atexit._ncallbacks(), open_descriptors()
    assert growth(fail_often) < 100 * LEAST
    assert (atexit._ncallbacks(), open_descriptors()) == (handlers, descriptors)
    assert not panel.health.ok


@pytest.mark.parametrize("driver", ROUNDS)
def test_returns_leave_nothing(driver: str, growth: Callable[[Callable[[], None]], int]) -> None:
    clock = Clock()
    sinks: list[Sink] = []

    def connect() -> Serial:
        sinks[:] = [Sink()]
        return sinks[0]

    panel = Panel("red", lambda: PanelSpec(driver).open(connect), clock)
    panel.post(noise(1))
    panel.turn()
    handlers, descriptors = atexit._ncallbacks(), open_descriptors()

    def come_and_go() -> None:
        for _ in range(ROUNDS[driver]):
            sinks[0].fails = True
            clock.now_s = panel.due_s
            panel.turn()
            clock.now_s = panel.due_s
            panel.turn()
            assert panel.health.ok

    assert growth(come_and_go) < ROUNDS[driver] * LEAST
    assert (atexit._ncallbacks(), open_descriptors()) == (handlers, descriptors)


def test_ten_thousand_frames_leave_nothing(growth: Callable[[Callable[[], None]], int]) -> None:
    panel = PagedOled(Sink(), SSD1306)
    pictures = [with_box(noise(1), (x, 20, 20, 12, True)) for x in range(0, 128, 16)]

    def draw_often() -> None:
        for number in range(FRAMES):
            panel.display(pictures[number % 8])

    assert growth(draw_often) < FRAMES


def test_a_chip_that_never_answers_is_asked_with_one_message_a_time() -> None:
    wire = Wire(Chip(KINDS["ssd1306"]))
    wire.unplugged = set(wire.chips)

    with pytest.raises(Error):
        PanelSpec("ssd1306").open(lambda: serial_on(wire))

    assert len(wire.messages) == 1
    assert wire.closed == 1


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
def test_a_hundred_thousand_returns_and_frames_leave_nothing() -> None:
    """Weeks of a loose plug. Memory is that of the process here, since every allocation traced would take too long."""
    clock = Clock()
    sinks: list[Sink] = []

    def connect() -> Serial:
        sinks[:] = [Sink()]
        return sinks[0]

    panel = Panel("red", lambda: PanelSpec("ssd1306").open(connect), clock)
    pictures = [with_box(noise(1), (x, 20, 20, 12, True)) for x in range(0, 128, 16)]

    def come_and_go(times: int) -> None:
        for number in range(times):
            panel.post(pictures[number % 8])
            clock.now_s = max(clock.now_s, panel.due_s)
            panel.turn()
            assert panel.health.ok
            sinks[0].fails = True
            panel.post(pictures[(number + 1) % 8])
            panel.turn()
            assert not panel.health.ok

    come_and_go(2_000)
    handlers, descriptors, resident = atexit._ncallbacks(), open_descriptors(), resident_bytes()
    come_and_go(100_000)

    assert (atexit._ncallbacks(), open_descriptors()) == (handlers, descriptors)
    assert resident_bytes() - resident < 100_000 * 10, "ten bytes for each return would be a leak"

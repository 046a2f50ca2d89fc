"""The host's button: short asks, long switches off, and nothing else does."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.inputs.host import HostButton
from mindbuzz.inputs.source import HostPressed, Mailbox
from mindbuzz.pins.mock import BenchFactory
from mindbuzz.runtime.clock import VirtualClock

MS = 1_000
HOLD_US = 3_000 * MS
START_US = 1_000_000
HOST_PIN = 27


@dataclass
class Host:
    """The button on a mock pin, under a loop that is never late."""

    hold_us: int = HOLD_US
    jammed: bool = False
    offs: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = VirtualClock(START_US)
        self.mailbox = Mailbox()
        factory = BenchFactory(self.clock)
        self.pin = factory.pin(HOST_PIN)
        if self.jammed:
            self.pin.function, self.pin.pull = "input", "up"
            self.pin.drive_low()
        self.button = HostButton(
            HOST_PIN, factory, self.mailbox, self.clock.at_us, hold_us=self.hold_us, on_held=self._off
        )

    def _off(self) -> None:
        self.offs.append(self.clock.now_us() - START_US)

    def drive(self, closed: bool) -> None:
        self.pin.drive_low() if closed else self.pin.drive_high()

    def wait(self, duration_us: int) -> None:
        end_us = self.clock.now_us() + duration_us
        while True:
            due_us = self.button.due_us
            if due_us is None or due_us > end_us:
                break
            self.clock.jump_to(due_us)
            self.button.act(self.clock.now_us())
            self.asked += [news.at_us - START_US for news in self.mailbox.take_all() if isinstance(news, HostPressed)]
        self.clock.jump_to(end_us)

    def press(self, duration_us: int) -> None:
        self.drive(True)
        self.wait(duration_us)
        self.drive(False)
        self.wait(100 * MS)


def test_a_short_press_asks_once_when_it_has_ended() -> None:
    host = Host()
    host.press(200 * MS)

    assert host.offs == []
    assert len(host.asked) == 1
    assert host.asked[0] >= 200 * MS


def test_a_long_press_switches_off_at_three_seconds_and_asks_nothing() -> None:
    host = Host()
    host.press(5_000 * MS)

    assert (host.offs, host.asked) == ([HOLD_US], [])


def test_a_collection_of_garbage_takes_no_listener_away() -> None:
    """Pins keep only weak references to who listens."""
    host = Host()
    gc.collect()
    host.press(200 * MS)

    assert len(host.asked) == 1


def test_every_press_is_told_anew() -> None:
    host = Host()
    for _ in range(3):
        host.press(100 * MS)

    assert len(host.asked) == 3


def test_without_a_hold_time_every_press_asks_however_long() -> None:
    host = Host(hold_us=0)
    host.press(60_000 * MS)

    assert (host.offs, len(host.asked)) == ([], 1)


def test_a_button_that_is_jammed_at_the_start_never_switches_off() -> None:
    host = Host(jammed=True)
    host.wait(60_000 * MS)
    host.drive(False)
    host.wait(1_000 * MS)

    assert (host.offs, host.asked) == ([], [])
    host.press(HOLD_US)
    assert len(host.offs) == 1


def test_a_loop_that_was_late_still_knows_how_long_the_press_was() -> None:
    host = Host()
    host.drive(True)
    host.clock.jump_to(START_US + HOLD_US + MS)
    host.drive(False)
    host.wait(100 * MS)

    assert (len(host.offs), host.asked) == (1, [])


def test_a_knock_is_no_press() -> None:
    host = Host()
    host.press(MS // 2)

    assert (host.offs, host.asked) == ([], [])


@given(
    held_ms=st.integers(30, 6_000),
    closing=st.lists(st.integers(50, 900), max_size=6),
    opening=st.lists(st.integers(50, 900), max_size=6),
)
def test_bounce_makes_one_press_of_one_press(held_ms: int, closing: list[int], opening: list[int]) -> None:
    """Gaps in microseconds, closed and open by turns, before the contact rests."""
    host = Host()
    for first, gaps in ((True, closing), (False, opening)):
        level = first
        host.drive(level)
        for gap_us in gaps:
            host.wait(gap_us)
            level = not level
            host.drive(level)
        host.drive(first)
        host.wait(held_ms * MS if first else 100 * MS)

    assert len(host.offs) + len(host.asked) == 1
    if held_ms >= 3_000:
        assert host.offs
    if held_ms <= 2_900:
        assert host.asked


@pytest.mark.parametrize("long", [False, True])
def test_what_happens_after_it_was_closed_is_not_heard(long: bool) -> None:
    host = Host()
    host.button.close()
    host.press(HOLD_US if long else 100 * MS)

    assert (host.offs, host.asked) == ([], [])
    assert host.button.closed() == frozenset()

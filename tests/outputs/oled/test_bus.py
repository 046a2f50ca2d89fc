"""Panels that share wires, on a clock that stands still: who is drawn next, what is lost, and when it comes back."""

from __future__ import annotations

import errno
import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mindbuzz.outputs.oled.bus import Bus
from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import Health, State
from mindbuzz.outputs.oled.panel import Panel
from mindbuzz.outputs.oled.screen import Serial
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.pictures import blank, noise
from tests.outputs.oled.wire import ADDRESS, Clock, Wire, serial_on


class Table:
    """Some panels on one wire, each at an address of its own, and a clock that only `wait` moves."""

    def __init__(self, count: int = 4, driver: str = "ssd1306") -> None:
        self.clock = Clock()
        self.chips = [Chip(KINDS[driver], seed=seed) for seed in range(count)]
        self.wire = Wire(*self.chips)  # with a clock of its own: sending takes no time here
        self.heard: list[tuple[int, State]] = []
        self.panels = [self._panel(seat, driver) for seat in range(count)]
        self.bus = Bus(self.panels, self.clock)

    def _panel(self, seat: int, driver: str) -> Panel:
        def connect() -> Serial:
            serial: Serial = serial_on(self.wire, ADDRESS + seat)
            return serial

        def hear(health: Health) -> None:
            self.heard.append((seat, health.state))

        return Panel(f"seat {seat}", lambda: PanelSpec(driver).open(connect), self.clock, hear)

    def unplug(self, seat: int) -> None:
        self.wire.unplugged.add(ADDRESS + seat)

    def plug_in(self, seat: int) -> None:
        self.chips[seat].reset()
        self.wire.unplugged.discard(ADDRESS + seat)

    def run(self) -> None:
        """Does all that is due."""
        while self.bus.due:
            self.bus.turn()

    def wait(self, seconds: float) -> None:
        """Lets time pass, and does what is due at the moment it is due."""
        end_s = self.clock.now_s + seconds
        while self.bus.due_s <= end_s:
            self.clock.now_s = max(self.clock.now_s, self.bus.due_s)
            self.bus.turn()
        self.clock.now_s = end_s

    def shows(self, seat: int, image: Image.Image) -> bool:
        return self.chips[seat].glass().tobytes() == image.tobytes()

    def states(self) -> list[State]:
        return [panel.health.state for panel in self.panels]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.run()
    return table


def test_before_the_first_picture_panels_are_well_and_dark(table: Table) -> None:
    assert table.states() == [State.OK] * 4
    assert not any(chip.lit() for chip in table.chips)


def test_the_newest_picture_wins(table: Table) -> None:
    sent = table.wire.sent
    for seed in range(5):
        table.panels[0].post(noise(seed))

    table.run()

    assert table.shows(0, noise(4))
    assert table.wire.sent - sent <= 1114


def test_panels_take_turns_even_if_one_never_stops(table: Table) -> None:
    table.panels[0].post(noise(8))
    table.run()
    for seat in range(4):
        table.panels[seat].post(noise(seat))
    for _ in range(4):
        table.panels[0].post(noise(9))
        table.bus.turn()

    assert all(table.shows(seat, noise(seat)) for seat in (1, 2, 3))


def test_pictures_go_before_scrubbing(table: Table) -> None:
    table.clock.now_s = 5.5
    table.panels[3].post(noise(1))

    table.bus.turn()

    assert table.shows(3, noise(1))


def test_a_lost_panel_does_not_keep_the_others_waiting(table: Table) -> None:
    table.unplug(2)
    for seat in range(4):
        table.panels[seat].post(noise(seat))

    table.run()

    assert table.states() == [State.OK, State.OK, State.LOST, State.OK]
    assert all(table.shows(seat, noise(seat)) for seat in (0, 1, 3))


def test_a_panel_that_comes_back_shows_the_newest_picture(table: Table) -> None:
    table.panels[1].post(noise(1))
    table.run()
    table.unplug(1)
    table.panels[1].post(noise(2))
    table.run()
    table.panels[1].post(noise(3))
    table.wait(20)
    assert table.panels[1].shown != noise(3)

    table.plug_in(1)
    table.wait(4)

    assert table.shows(1, noise(3))
    assert table.panels[1].shown == noise(3)
    assert table.panels[1].health == Health(State.OK)


def test_a_panel_that_comes_back_shows_what_it_showed(table: Table) -> None:
    table.panels[1].post(noise(1))
    table.run()
    table.unplug(1)
    table.wait(1)  # noticed by the scrub
    assert table.panels[1].health.state is State.LOST

    table.plug_in(1)
    table.wait(4)

    assert table.shows(1, noise(1))


def test_trying_again_is_slower_and_slower(table: Table) -> None:
    table.unplug(0)
    table.panels[0].post(noise(1))
    tries = []
    for _ in range(8):
        table.run()
        tries.append(table.panels[0].due_s - table.clock.now_s)
        table.clock.now_s = table.panels[0].due_s

    assert tries == [0.25, 0.5, 1, 2, 4, 4, 4, 4]

    table.plug_in(0)
    table.wait(4)
    table.unplug(0)
    table.panels[0].post(noise(2))
    table.run()
    assert table.panels[0].due_s - table.clock.now_s == 0.25


def test_a_loss_is_told_once_and_a_return_too(table: Table) -> None:
    table.heard.clear()
    table.unplug(0)
    table.wait(30)
    table.plug_in(0)
    table.wait(30)

    assert table.heard == [(0, State.LOST), (0, State.OK)]


def test_a_stuck_bus_is_not_four_unplugged_panels(table: Table) -> None:
    table.wire.errno = errno.ETIMEDOUT
    for seat in range(4):
        table.unplug(seat)
    table.wait(1)

    assert table.states() == [State.STUCK] * 4
    assert "short" in table.panels[0].health.reason


def test_a_chip_that_forgot_is_healed_while_nothing_happens(table: Table) -> None:
    table.panels[0].post(noise(1))
    table.run()
    table.chips[0].reset()

    table.wait(8)

    assert table.shows(0, noise(1))
    assert table.panels[0].health.ok


def test_all_panels_are_scrubbed_at_the_same_moment(table: Table) -> None:
    table.clock.now_s = 0.7
    for panel in table.panels:
        panel.post(noise(1))
        table.run()

    assert [panel.due_s for panel in table.panels] == [1.0] * 4


def test_a_dummy_never_wakes_anybody() -> None:
    clock = Clock()
    panel = Panel("dummy", lambda: PanelSpec("dummy").open(lambda: serial_on(Wire())), clock)
    panel.post(noise(1))
    panel.turn()

    assert panel.due_s == math.inf
    assert panel.shown is not None


def test_care_reaches_lost_panels_when_they_return(table: Table) -> None:
    table.panels[0].post(noise(1))
    table.run()
    table.unplug(0)
    table.wait(1)
    for panel in table.panels:
        panel.take_care(Care(Light.OFF))
    table.run()

    table.plug_in(0)
    table.wait(5)
    assert table.shows(0, blank())

    for panel in table.panels:
        panel.take_care(Care())
    table.run()
    assert table.shows(0, noise(1))


def test_a_panel_that_is_off_comes_back_off(table: Table) -> None:
    table.panels[0].post(noise(1))
    table.panels[0].take_care(Care(Light.OFF))
    table.run()
    table.unplug(0)
    table.wait(1)

    table.plug_in(0)
    table.wait(5)

    assert table.panels[0].health.ok
    assert not table.chips[0].lit()


def test_an_error_of_ours_is_a_lost_panel_too(table: Table) -> None:
    table.panels[0].post("not a picture")  # type: ignore[arg-type]
    table.run()

    assert table.panels[0].health.state is State.LOST
    table.panels[0].post(noise(1))
    table.wait(1)
    assert table.shows(0, noise(1))


def test_closing_darkens_also_a_panel_that_nobody_used(table: Table) -> None:
    fresh = Table()
    fresh.chips[0].on = True
    fresh.bus.close()

    assert not fresh.chips[0].on


def test_closing_gives_a_lost_panel_a_last_chance(table: Table) -> None:
    table.panels[0].post(noise(1))
    table.run()
    table.wire.fail_at = 0
    table.panels[0].post(noise(2))
    table.run()
    assert table.chips[0].lit()

    table.bus.close()

    assert not table.chips[0].lit()


def test_closing_does_not_ask_a_stuck_bus(table: Table) -> None:
    table.wire.errno = errno.ETIMEDOUT
    for seat in range(4):
        table.unplug(seat)
    table.wait(1)
    asked = len(table.wire.messages)

    table.bus.close()

    assert len(table.wire.messages) == asked
    assert table.bus.due_s == math.inf


Action = Callable[[Table], None]

actions = st.one_of(
    st.builds(
        lambda seat, seed: lambda table: table.panels[seat].post(noise(seed)), st.integers(0, 2), st.integers(0, 9)
    ),
    st.builds(lambda seat: lambda table: table.unplug(seat), st.integers(0, 2)),
    st.builds(lambda seat: lambda table: table.plug_in(seat), st.integers(0, 2)),
    st.builds(lambda seat: lambda table: table.chips[seat].reset(), st.integers(0, 2)),
    st.builds(lambda at: lambda table: setattr(table.wire, "fail_at", at), st.integers(0, 1500)),
    st.builds(lambda seconds: lambda table: table.wait(seconds), st.floats(0, 3)),
)


@given(steps=st.lists(actions, max_size=20))
def test_whatever_happens_all_panels_show_their_newest_pictures_in_the_end(steps: list[Action]) -> None:
    table = Table(3)
    for step in steps:
        step(table)
    for seat in range(3):
        table.panels[seat].post(noise(seat))
    table.wire.fail_at = None
    for seat in range(3):
        if ADDRESS + seat in table.wire.unplugged:
            table.plug_in(seat)

    table.wait(13)  # the longest back-off, and a whole scrub

    assert all(table.shows(seat, noise(seat)) for seat in range(3))
    assert table.states() == [State.OK] * 3

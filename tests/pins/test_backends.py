"""The factories for real pins, gpiod's and lgpio's, each on a fake of its library. On a real kernel: tests/kernel."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.errors import ConfigError, PinError
from mindbuzz.inputs.gpio import GpioButtons
from mindbuzz.inputs.source import Mailbox
from mindbuzz.pins.factories import pin_factory
from mindbuzz.runtime.clock import RealClock
from tests.pins.fakes import fake_library
from tests.waiting import wait_until

PINS = {1: 5, 2: 6}
LAMP = 22


@dataclass
class Bench:
    """Two buttons on a real factory, whose library is a fake."""

    library: Any
    factory: Any
    clock: RealClock = field(default_factory=RealClock)
    rung: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mailbox = Mailbox(self.ring)

    def ring(self) -> None:
        """There is news."""
        self.rung.append("ring")

    def wire(self) -> GpioButtons:
        return GpioButtons(
            PINS, self.factory, self.mailbox, self.clock.at_us, uncertainty_us=0, audit_ms=1, now_us=self.clock.now_us()
        )

    def heard(self, count: int) -> list[tuple[int, bool]]:
        """So many contacts, brought by the driver's own thread: nobody looks before they are all there."""
        wait_until(lambda: len(self.rung) >= count)
        self.rung.clear()
        return [(news.seat, news.closed) for news in self.mailbox.take_all() if isinstance(news, Contact)]

    def audit(self, buttons: GpioButtons) -> bool:
        """One audit; whether all is well."""
        assert buttons.due_us is not None
        buttons.act(max(self.clock.now_us(), buttons.due_us))
        return buttons.trouble is None


@pytest.fixture(params=["gpiod", "lgpio"])
def bench(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr("mindbuzz.pins.claim.PAUSES_S", (0.0,))
    library = fake_library(request.param, monkeypatch, tmp_path)
    factory = pin_factory(request.param, RealClock())
    yield Bench(library, factory)
    factory.close()
    library.end()


def module_of(factory: Any) -> Any:
    """Where its class is."""
    return sys.modules[type(factory).__module__]


# Of libgpiod alone.
only_gpiod = pytest.mark.parametrize("bench", ["gpiod"], indirect=True)


# --- buttons ---


def test_edges_are_brought_by_the_driver_s_thread_in_their_order(bench: Bench) -> None:
    buttons = bench.wire()
    for line, level in ((5, 0), (6, 0), (5, 1), (6, 1)):
        bench.library.drive(line, level)

    assert bench.heard(4) == [(1, True), (2, True), (1, False), (2, False)]
    assert buttons.driver_counts == {"lost_edges": 0, "failed_callbacks": 0, "revivals": 0}
    buttons.close()


def test_they_carry_the_stamp_of_the_kernel(bench: Bench) -> None:
    buttons = bench.wire()
    at_ns = time.monotonic_ns() - 500_000_000
    bench.library.stamp_ns = lambda: at_ns
    bench.library.drive(5, 0)
    wait_until(lambda: bool(bench.rung))
    [contact] = bench.mailbox.take_all()

    assert contact.at_us == bench.clock.at_us(at_ns / 1e9)
    buttons.close()


def test_a_button_that_is_down_at_the_start_is_known(bench: Bench) -> None:
    bench.library.drive(6, 0)
    buttons = bench.wire()

    assert buttons.closed() == {2}
    bench.library.drive(6, 1)
    assert bench.heard(1) == [(2, False)]
    buttons.close()


def test_an_edge_that_was_lost_is_made_up(bench: Bench) -> None:
    buttons = bench.wire()
    bench.library.drive(5, 0, lost=True)
    for _ in range(3):
        bench.audit(buttons)

    assert bench.heard(1) == [(1, True)]
    assert buttons.edge_counts[1].made_up == 1
    buttons.close()


@only_gpiod
def test_a_gap_in_the_numbers_makes_the_next_edge_doubtful_and_levels_are_compared(bench: Bench) -> None:
    buttons = bench.wire()
    bench.library.drive(6, 0, lost=True)
    bench.library.drive(5, 0, lost=True)
    bench.library.drive(5, 1, lost=True)
    bench.library.drive(5, 0)
    heard = bench.heard(2)

    assert sorted(heard) == [(1, True), (2, True)]
    assert buttons.driver_counts["lost_edges"] == 2
    assert [buttons.edge_counts[seat].made_up for seat in PINS] == [1, 1]
    buttons.close()


def test_a_listener_that_raises_ends_nothing(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def ring_and_raise() -> None:
        bench.ring()
        raise RuntimeError("a bug that nobody thought of")

    buttons = bench.wire()
    bench.mailbox.wake = ring_and_raise
    bench.library.drive(5, 0)
    assert bench.heard(1) == [(1, True)]
    bench.mailbox.wake = bench.ring
    bench.library.drive(6, 0)

    assert bench.heard(1) == [(2, True)]
    assert buttons.driver_counts["failed_callbacks"] == 1
    assert "a listener failed" in caplog.text
    buttons.close()


# --- letting go ---


@only_gpiod
@pytest.mark.parametrize("close", ["pin", "factory"])
def test_an_edge_that_is_queued_when_its_line_is_let_go_of_is_in_nobody_s_way(
    bench: Bench, close: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that reads has not come to it yet, and never will."""
    monkeypatch.setattr(module_of(bench.factory)._Reader, "run", lambda reader: None)
    buttons = bench.wire()
    bench.library.drive(5, 0)
    bench.library.drive(6, 0)
    if close == "pin":
        bench.factory.pin(5).close()
        assert set(bench.library.consumers) == {6}
        assert bench.heard(1) == [(2, True)]
    else:
        bench.factory.close()
        assert not bench.library.consumers
    buttons.close()


def test_a_contact_that_bounces_while_the_console_ends_is_in_nobody_s_way(bench: Bench) -> None:
    for level in (0, 1, 0):
        buttons = bench.wire()
        bench.library.drive(5, level)
        bench.library.drive(6, level)
        buttons.close()
    bench.factory.close()

    assert not bench.library.consumers


# --- what others hold, and lamps ---


def test_a_pin_of_somebody_else_s_is_named_with_its_holder(bench: Bench) -> None:
    bench.library.consumers[5] = "gpioset"
    with pytest.raises(PinError, match=r'^GPIO5 is held by "gpioset"; end that program, or choose another pin$'):
        bench.wire()
    del bench.library.consumers[5]


@only_gpiod
def test_a_line_that_somebody_takes_while_it_is_asked_for_anew_is_named_with_its_holder(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All lines are in one request: for one more it is given back, and made anew."""
    buttons = bench.wire()
    released = bench.library.LineRequest.release

    def release_to_another(request: object) -> None:
        released(request)
        bench.library.consumers[5] = "gpioset"

    monkeypatch.setattr(bench.library.LineRequest, "release", release_to_another)
    with pytest.raises(PinError, match='can\'t be had: Device or resource busy; GPIO5 is held by "gpioset"'):
        assert bench.factory.pin(26).state
    monkeypatch.setattr(bench.library.LineRequest, "release", released)
    del bench.library.consumers[5]
    bench.factory.revive()
    bench.library.drive(5, 0)

    assert bench.heard(1) == [(1, True)]
    buttons.close()


def test_stamps_of_another_clock_are_refused(bench: Bench) -> None:
    """libgpiod's are asked before a button is listened to, lgpio's are looked at when they come."""
    bench.library.stamp_ns = time.time_ns
    with pytest.raises(PinError, match="stamp their edges with another clock"):
        listen_and_press(bench)


def listen_and_press(bench: Bench) -> None:
    buttons = bench.wire()
    bench.library.drive(5, 0)
    wait_until(lambda: not bench.audit(buttons))


def test_a_lamp_is_on_dimmed_and_dark(bench: Bench) -> None:
    lamp = bench.factory.pin(LAMP)
    lamp.output_with_state(0)
    assert bench.library.level_of(LAMP) == 0
    lamp.state = 1
    assert (bench.library.level_of(LAMP), lamp.state) == (1, 1)
    lamp.frequency = 100
    lamp.state = 0.25
    assert (lamp.state, lamp.frequency) == (0.25, 100)
    wait_until(lambda: bench.library.level_of(LAMP) == 1)
    lamp.state = 0
    lamp.frequency = None
    assert bench.library.level_of(LAMP) == 0


def test_the_current_folder_stays_what_it_was(bench: Bench, tmp_path: Path) -> None:
    assert Path.cwd() != tmp_path


def test_where_there_is_no_header_the_line_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a configuration that does not fit the machine."""

    def missing() -> None:
        raise PinError("there is no GPIO chip")

    module = module_of(bench.factory)
    name = module.__name__.removeprefix("mindbuzz.pins.")
    monkeypatch.setattr(module, "header_chip", missing)
    with pytest.raises(ConfigError, match=f'^pin_factory = "{name}" does not work here: there is no GPIO chip$'):
        pin_factory(name, bench.clock)

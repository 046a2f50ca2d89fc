"""Buttons on real gpiozero mock pins: every edge arrives with the time it happened, and what is lost is made up."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.errors import ConfigError, PinError
from mindbuzz.inputs.gpio import TOLD_FOR_US, GpioButtons
from mindbuzz.inputs.source import Mailbox, News
from mindbuzz.pins.factories import pin_factory
from mindbuzz.pins.mock import BenchFactory, BenchPin
from mindbuzz.pins.stamps import DoubtfulTicks
from mindbuzz.runtime.clock import RealClock, VirtualClock
from tests.waiting import wait_until

PINS = {1: 5, 2: 6, 3: 26, 4: 16}
AUDIT_MS = 50
AUDIT_US = 50_000
START_US = 1_000_000


@dataclass
class Bench:
    """Four buttons on mock pins, and a clock that stands still until told."""

    audit_ms: float = AUDIT_MS
    clock: VirtualClock = field(default_factory=lambda: VirtualClock(START_US))
    mailbox: Mailbox = field(default_factory=Mailbox)

    def __post_init__(self) -> None:
        self.factory = BenchFactory(self.clock)

    def pin(self, seat: int) -> Any:
        return self.factory.pin(PINS[seat])

    def wire(self) -> GpioButtons:
        return GpioButtons(
            PINS,
            self.factory,
            self.mailbox,
            self.clock.at_us,
            uncertainty_us=100,
            audit_ms=self.audit_ms,
            now_us=self.clock.now_us(),
        )

    def wait(self, duration_us: int) -> None:
        self.clock.jump_to(self.clock.now_us() + duration_us)

    def audit(self, buttons: GpioButtons) -> list[News]:
        """One audit later."""
        self.wait(AUDIT_US)
        buttons.act(self.clock.now_us())
        return self.mailbox.take_all()

    def lose_edge(self, seat: int, closed: bool) -> None:
        """The contact changes, and nobody hears of it: a kernel queue that overflowed."""
        pin = self.pin(seat)
        pin.edges = "none"
        pin.drive_low() if closed else pin.drive_high()
        pin.edges = "both"


@pytest.fixture
def bench() -> Bench:
    return Bench()


# --- edges and their time ---


def test_a_contact_carries_the_time_of_its_edge_though_it_is_read_much_later(bench: Bench) -> None:
    buttons = bench.wire()
    bench.wait(123_457)
    bench.pin(2).drive_low()
    bench.wait(5_000_000)

    assert bench.mailbox.take_all() == [Contact(START_US + 123_457, 2, True, 100)]
    buttons.close()


def test_the_time_is_the_one_that_the_pin_tells_whatever_the_clock_says_in_the_callback(bench: Bench) -> None:
    """A callback that runs late, as on a busy machine: the kernel's stamp counts."""
    buttons = bench.wire()
    pin = bench.pin(1)
    happened_s = bench.clock.ticks()
    bench.wait(300_000)

    pin.when_changed(happened_s, 0)

    assert bench.mailbox.take_all() == [Contact(START_US, 1, True, 100)]
    buttons.close()


def test_a_contact_to_ground_closes_low_and_every_edge_of_a_burst_arrives(bench: Bench) -> None:
    buttons = bench.wire()
    for change in (bench.pin(1).drive_low, bench.pin(1).drive_high, bench.pin(1).drive_low):
        bench.wait(300)
        change()

    assert bench.mailbox.take_all() == [
        Contact(START_US + 300, 1, True, 100),
        Contact(START_US + 600, 1, False, 100),
        Contact(START_US + 900, 1, True, 100),
    ]
    buttons.close()


def test_edges_of_all_buttons_come_out_by_time_and_seat(bench: Bench) -> None:
    buttons = bench.wire()
    bench.wait(10)
    for seat in (4, 2, 1, 3):
        bench.pin(seat).drive_low()

    assert [item.seat for item in bench.mailbox.take_all() if isinstance(item, Contact)] == [1, 2, 3, 4]
    buttons.close()


def test_pins_are_asked_for_both_edges_a_pull_up_and_no_debounce(bench: Bench) -> None:
    buttons = bench.wire()

    assert {(pin.edges, pin.pull, pin.bounce, pin.function) for pin in map(bench.pin, PINS)} == {
        ("both", "up", None, "input")
    }
    buttons.close()


@pytest.mark.parametrize("speed", [1.0, 20.0])
def test_stamps_lie_on_the_console_s_real_clock(speed: float) -> None:
    """Whatever the machine's own clock counts from, and however fast the console's runs."""
    clock = RealClock(START_US, speed)
    bench = Bench()
    bench.factory = BenchFactory(clock)
    buttons = GpioButtons(
        PINS, bench.factory, bench.mailbox, clock.at_us, uncertainty_us=0, audit_ms=0, now_us=clock.now_us()
    )
    before_us = clock.now_us()
    bench.pin(1).drive_low()
    after_us = clock.now_us()

    [contact] = bench.mailbox.take_all()
    assert before_us <= contact.at_us <= after_us
    buttons.close()


# --- callbacks that live ---


def test_callbacks_survive_garbage_collection(bench: Bench) -> None:
    """gpiozero's pins keep weak references only: a bound method that nobody holds falls silent without a word."""
    buttons = bench.wire()
    gc.collect()
    bench.pin(3).drive_low()

    assert len(bench.mailbox.take_all()) == 1
    buttons.close()


def test_the_weak_reference_is_real_and_a_source_nobody_keeps_is_silent(bench: Bench) -> None:
    bench.wire()
    gc.collect()
    bench.pin(3).drive_low()

    assert bench.mailbox.take_all() == []


class EagerPin(BenchPin):
    """A pin whose contact closes in the very moment in which somebody begins to listen."""

    def _enable_event_detect(self) -> None:
        super()._enable_event_detect()
        self.drive_low()


@pytest.mark.known_bug(11)
def test_an_edge_during_construction_is_neither_lost_nor_fatal(bench: Bench) -> None:
    bench.factory.pin_class = EagerPin
    buttons = bench.wire()

    assert buttons.closed() == frozenset(PINS)
    assert [item.at_us for item in bench.mailbox.take_all()] == [START_US] * len(PINS)
    assert bench.audit(buttons) + bench.audit(buttons) == []
    buttons.close()


@pytest.mark.known_bug(11)
def test_an_edge_after_close_falls_on_deaf_ears(bench: Bench) -> None:
    buttons = bench.wire()
    pin = bench.pin(1)
    buttons.close()
    pin.drive_low()

    assert bench.mailbox.take_all() == []


@pytest.mark.known_bug(12)
def test_a_handler_that_raises_elsewhere_takes_no_button_with_it(bench: Bench) -> None:
    """Somebody's own callback on a spare pin, which fails every time."""
    buttons = bench.wire()

    def fails(ticks: float, state: int) -> None:
        raise RuntimeError("not our business")

    spare = bench.factory.pin(17)
    spare.function = "input"
    spare.pull = "up"
    spare.when_changed = fails
    bench.pin(1).drive_low()
    with pytest.raises(RuntimeError, match="not our business"):
        spare.drive_low()
    bench.pin(1).drive_high()
    bench.pin(2).drive_low()

    assert len(bench.mailbox.take_all()) == 3
    buttons.close()


# --- the level audit ---


def test_a_lost_edge_is_made_up_after_two_disagreements_and_marked(bench: Bench) -> None:
    buttons = bench.wire()
    bench.lose_edge(2, closed=True)

    assert bench.audit(buttons) == []
    assert bench.audit(buttons) == [Contact(START_US + 2 * AUDIT_US, 2, True, 2 * AUDIT_US + 100, made_up=True)]
    assert bench.audit(buttons) + bench.audit(buttons) == []
    buttons.close()


def test_a_lost_release_is_made_up_too_and_the_next_press_arrives(bench: Bench) -> None:
    buttons = bench.wire()
    bench.pin(1).drive_low()
    bench.mailbox.take_all()
    bench.lose_edge(1, closed=False)

    assert bench.audit(buttons) == []
    assert bench.audit(buttons) == [Contact(START_US + 2 * AUDIT_US, 1, False, 2 * AUDIT_US + 100, made_up=True)]
    bench.pin(1).drive_low()
    assert bench.mailbox.take_all() == [Contact(START_US + 2 * AUDIT_US, 1, True, 100)]
    buttons.close()


def test_one_disagreement_is_an_edge_under_way_and_makes_nothing_up(bench: Bench) -> None:
    buttons = bench.wire()
    bench.lose_edge(1, closed=True)
    assert bench.audit(buttons) == []
    bench.lose_edge(1, closed=False)
    assert bench.audit(buttons) == []
    bench.lose_edge(1, closed=True)

    assert bench.audit(buttons) == []
    assert len(bench.audit(buttons)) == 1
    buttons.close()


def test_disagreements_about_different_edges_make_nothing_up(bench: Bench) -> None:
    """Each audit comes just before the edge that it misses: closed, then open, then closed, none of them lost."""
    buttons = bench.wire()
    for closed in (True, False) * 3:
        bench.lose_edge(1, closed=closed)
        assert bench.audit(buttons) == []
        bench.pin(1).when_changed(bench.clock.ticks(), 0 if closed else 1)
        [contact] = bench.mailbox.take_all()
        assert isinstance(contact, Contact)
        assert (contact.closed, contact.made_up) == (closed, False)
    assert buttons.edge_counts[1].made_up == 0
    buttons.close()


def test_the_audit_finds_nothing_where_every_edge_arrived(bench: Bench) -> None:
    buttons = bench.wire()
    for _ in range(20):
        bench.pin(1).drive_low()
        assert len(bench.audit(buttons)) == 1
        bench.pin(1).drive_high()
        assert len(bench.audit(buttons)) == 1
    buttons.close()


def test_audits_are_due_one_after_another_and_only_then(bench: Bench) -> None:
    buttons = bench.wire()
    bench.lose_edge(1, closed=True)

    assert buttons.due_us == START_US + AUDIT_US
    for _ in range(5):
        buttons.act(START_US + AUDIT_US - 1)
    assert bench.mailbox.take_all() == []
    buttons.act(START_US + AUDIT_US + 7)
    assert buttons.due_us == START_US + 2 * AUDIT_US + 7
    buttons.close()


def test_an_audit_that_is_switched_off_is_never_due() -> None:
    bench = Bench(audit_ms=0)
    buttons = bench.wire()
    bench.lose_edge(1, closed=True)

    assert buttons.due_us is None
    assert bench.audit(buttons) + bench.audit(buttons) == []
    buttons.close()


def test_a_button_that_is_held_at_the_start_is_known_and_no_edge_is_invented(bench: Bench) -> None:
    pin = bench.pin(4)
    pin.function = "input"
    pin.pull = "up"
    pin.drive_low()
    # gpiozero's mock forgets who holds it when the pull-up is set anew; a real contact to ground does not.
    pin._set_pull = lambda value: None
    buttons = bench.wire()

    assert buttons.closed() == {4}
    assert bench.audit(buttons) + bench.audit(buttons) == []
    pin.drive_high()
    assert [(item.seat, item.closed) for item in bench.mailbox.take_all() if isinstance(item, Contact)] == [(4, False)]
    assert buttons.closed() == frozenset()
    buttons.close()


# --- what can go wrong between the kernel and us ---


@pytest.mark.parametrize("stamp_s", [1.7e9, -3599.0, 1.0 + 3_600], ids=["wall clock", "an hour ago", "in an hour"])
def test_a_stamp_of_another_clock_is_refused_with_one_line_and_has_no_effect(bench: Bench, stamp_s: float) -> None:
    buttons = bench.wire()
    bench.pin(1).when_changed(stamp_s, 0)

    assert bench.mailbox.take_all() == []
    bench.wait(AUDIT_US)
    with pytest.raises(PinError, match="CLOCK_MONOTONIC") as refused:
        buttons.act(bench.clock.now_us())
    assert len(str(refused.value).splitlines()) == 1
    buttons.close()


@pytest.mark.parametrize("late_s", [0.0, 0.3, 59.0])
def test_a_stamp_may_be_old_for_the_machine_may_have_slept(bench: Bench, late_s: float) -> None:
    bench.wait(60 * 1_000_000)
    buttons = bench.wire()
    bench.pin(1).when_changed(bench.clock.ticks() - late_s, 0)

    assert len(bench.mailbox.take_all()) == 1
    buttons.close()


def test_an_edge_after_lost_ones_is_marked_and_as_uncertain_as_nobody_looked(bench: Bench) -> None:
    buttons = bench.wire()
    bench.pin(1).when_changed(DoubtfulTicks(1.0, since_s=0.988), 0)

    assert bench.mailbox.take_all() == [Contact(START_US, 1, True, 12_100, made_up=True)]
    assert buttons.edge_counts[1].made_up == 1
    buttons.close()


def test_what_the_kernel_holds_is_fetched_before_the_mailbox_is_emptied(bench: Bench) -> None:
    """No thread has to be in time: what happened before a turn is in it."""
    bench.factory = BusyFactory(bench.clock)
    buttons = bench.wire()
    bench.pin(2).drive_low()

    assert bench.factory.waiting
    assert [item.at_us for item in bench.mailbox.take_all()] == [START_US]
    buttons.close()


class BusyFactory(BenchFactory):
    """Pins whose thread never gets a turn: edges wait until they are fetched."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.pin_class = BusyPin
        self.waiting: list[Callable[[], None]] = []

    def fetch(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


class BusyPin(BenchPin):
    def _call_when_changed(self) -> None:
        self.factory.waiting.append(super()._call_when_changed)


class DyingFactory(BenchFactory):
    """A driver whose thread has died."""

    alive = True

    def revive(self) -> None:
        self.alive = True


def test_a_driver_s_thread_that_died_is_noticed_started_anew_and_counted(bench: Bench) -> None:
    bench.factory = DyingFactory(bench.clock)
    buttons = bench.wire()
    bench.audit(buttons)
    bench.factory.alive = False
    bench.audit(buttons)
    bench.audit(buttons)

    assert bench.factory.alive
    assert buttons.driver_counts["revivals"] == 1
    assert "died, 1 times so far; started anew" in str(buttons.trouble)
    bench.wait(60 * 1_000_000)
    bench.audit(buttons)
    assert buttons.trouble is None
    buttons.close()


# --- trouble: told for a minute of the clock, whatever is audited ---


@pytest.mark.parametrize(
    ("audit_ms", "remedy"),
    [
        (0, "nothing makes them up, since audit_ms = 0"),
        (50, "the level audit made them up, up to 0.1 s late"),
        (2500, "the level audit made them up, up to 5 s late"),
    ],
)
def test_lost_edges_are_told_for_a_minute_and_how_late_they_can_be(audit_ms: float, remedy: str) -> None:
    bench = Bench(audit_ms=audit_ms)
    buttons = bench.wire()
    bench.pin(1).when_changed(DoubtfulTicks(bench.clock.ticks(), bench.clock.ticks() - 0.001), 0)
    told = [buttons.trouble]
    for duration_us in (TOLD_FOR_US - 1, 1):
        bench.wait(duration_us)
        told.append(buttons.trouble)

    lost = f"edges of seat 1 got lost; {remedy}: check wire and driver"
    assert told == [lost, lost, None]
    buttons.close()


def test_it_is_told_no_longer_though_nobody_audits_any_more(bench: Bench) -> None:
    """As while a thread of its own looks, and finds nothing."""
    buttons = bench.wire()
    bench.lose_edge(2, closed=True)
    bench.audit(buttons)
    bench.audit(buttons)
    told = [buttons.trouble]
    bench.wait(TOLD_FOR_US)
    told.append(buttons.trouble)

    assert [trouble is None for trouble in told] == [False, True]
    buttons.close()


# --- factories ---


def complaint(make: Callable[[], Any]) -> str:
    with pytest.raises(ConfigError) as caught:
        make()
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_an_unknown_pin_factory_is_told_in_one_line_with_the_known_ones() -> None:
    text = complaint(lambda: pin_factory("rpigpio", VirtualClock()))

    assert text == 'pin_factory = "rpigpio" is not known; choose one of auto, gpiod, lgpio, mock'


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_a_factory_that_does_not_work_here_is_told_and_no_other_takes_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """gpiozero by itself would fall back to another with a warning, which is an error in these tests."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("LG_WD", str(tmp_path))

    assert complaint(lambda: pin_factory("lgpio", VirtualClock())).startswith('pin_factory = "lgpio" ')


def test_mock_pins_stamp_with_the_console_s_clock_and_forget_what_they_showed(bench: Bench) -> None:
    pin = bench.pin(1)
    pin.function = "output"
    for _ in range(100):
        bench.wait(1_000)
        pin.state = 1 - pin.state

    assert bench.factory.ticks() == bench.clock.ticks()
    assert len(pin.states) == 1


# --- a thread of its own looks, in real time ---


@pytest.fixture
def watched(bench: Bench) -> Iterator[GpioButtons]:
    """Buttons with their watch, well so far."""
    buttons = bench.wire()
    buttons.watch(bench.clock.now_us, lambda at_us: 0.001)
    assert bench.audit(buttons) == []
    yield buttons
    buttons.close()


def test_while_all_is_well_nobody_is_woken(bench: Bench, watched: GpioButtons) -> None:
    woken: list[int] = []
    bench.mailbox.wake = lambda: woken.append(1)
    for seat in PINS:
        bench.pin(seat).drive_low()
    woken.clear()
    looked_us = bench.clock.now_us() + AUDIT_US
    bench.wait(AUDIT_US)
    wait_until(lambda: all(line.agreed_us >= looked_us for line in watched._lines.values()))

    assert watched.due_us is None
    assert woken == []


def test_what_the_watch_finds_the_audit_deals_with_as_ever(bench: Bench, watched: GpioButtons) -> None:
    woken = threading.Event()
    bench.mailbox.wake = woken.set
    bench.lose_edge(2, closed=True)
    assert woken.wait(10)
    assert watched.due_us == bench.clock.now_us()
    watched.act(bench.clock.now_us())
    assert bench.mailbox.take_all() == []
    [contact] = bench.audit(watched)

    assert isinstance(contact, Contact)
    assert (contact.seat, contact.closed, contact.made_up) == (2, True, True)
    assert watched.due_us is None


def test_a_driver_s_thread_that_died_is_seen_by_the_watch_too(
    bench: Bench, watched: GpioButtons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BenchFactory, "alive", False)
    wait_until(lambda: watched.due_us is not None)


@pytest.mark.parametrize("sleeps_s", [0.001, 3_600.0])
def test_no_pin_is_looked_at_once_they_are_let_go_of(bench: Bench, sleeps_s: float) -> None:
    """However long the watch would sleep on: it has ended when the pins are let go of."""
    buttons = bench.wire()
    ended_first: list[bool] = []
    asleep = threading.Event()

    def seconds_until(at_us: int) -> float:
        asleep.set()
        return sleeps_s

    buttons.watch(bench.clock.now_us, seconds_until)
    watch = buttons._watch
    assert watch is not None
    bench.pin(1).close = lambda: ended_first.append(not watch.is_alive())
    assert asleep.wait(10)
    buttons.close()

    assert ended_first == [True]

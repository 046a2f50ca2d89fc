"""Bugs that others had with buttons, clocks and serial links, as cases that must come out right here.

Each number is one report; the marker `known_bug(number)` stands on the test that holds it, wherever that test is.
Times are milliseconds from the start of the case; A and B are seats 1 and 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event
from mindbuzz.core.outcomes import CardPlayed, Mistake
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.gpio import GpioButtons
from mindbuzz.inputs.source import Mailbox
from mindbuzz.pins.mock import BenchFactory
from mindbuzz.runtime.clock import VirtualClock
from tests.table import Table, card
from tools.project_files import ROOT

MS = 1000
A, B = 1, 2
PINS = {A: 5, B: 6}
UNCERTAINTY_US = 100
QUIET_MS = 2_000

REPORTS = {
    1: "lgpio's debounce stamps a press after its last bounce, and inverts the order",
    2: "gpiozero 1039, 550: a lockout eats the release, the next press is ignored",
    3: "QMK 6032: an eager lockout leaves a key stuck",
    4: "gpiozero 697, lg 18: a release is lost, the hold repeats for ever",
    5: "linux 760, Raspberry Pi linux 5457, libgpiod 83: of two near edges one is lost",
    6: "go-gpiocdev 24, rppal 149: edges of one direction repeat",
    7: "Raspberry Pi linux 5214: an interrupt is delivered twice",
    8: "lg 18: a queue overflows and drops its oldest edge, the press",
    9: "gpiozero 559: interference looks like a press",
    10: "GP2040-CE 694: an old switch closes again on release",
    11: "gpiozero 956: an edge while the button is being made",
    12: "a handler raises, and all buttons are dead",
    13: "gpiozero 1024: a slow handler delays everyone",
    14: "lg 19, python3-gpiod 38: stamps of the wrong clock",
    15: "lgpio sorts stamps more than two seconds apart backwards",
    16: "MicroPython's ticks wrap after 17.9 minutes",
    17: "a pod restarts, its clock with it",
    18: "pyserial 248: half a line, or the end of one",
    19: "line noise: a bit flips, or a traceback is in the stream",
    20: "MicroPython 6846, 8833: 0x03 stops the firmware, line ends change",
    21: "MicroPython 9638: the host does not read, a write is cut short",
    22: "MicroPython: an exception in a hard interrupt disables the pin, a soft queue is full",
    23: "MicroPython 6957, 7426: an interrupt comes late",
    24: "pyserial 86, 341, Klipper 299: ready but empty, and another number after replugging",
    25: "gpiozero 1057: the line is busy",
    26: "lg 22, gpiozero 1106: a pipe in the working directory, which cannot be written",
    27: "gpiozero 1166, linux 6144: the header's chip has another number on a Pi 5",
}

# What nothing can tell: an interrupt that comes late stamps late. README says so.
BEYOND_US = {23}

MARK = re.compile(r"known_bug\((\d+)\)")


def test_every_report_is_a_test_somewhere() -> None:
    held = {
        int(number)
        for file in (ROOT / "tests").rglob("*.py")
        for number in MARK.findall(file.read_text(encoding="utf-8"))
    }
    assert held == set(REPORTS) - BEYOND_US


# --- two buttons on real mock pins, through source and stage ---


@dataclass
class Desk:
    """Two buttons on mock pins; `heard` is what the stage made of them, times in milliseconds."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    mailbox: Mailbox = field(default_factory=Mailbox)
    audited: bool = True
    heard: list[tuple[str, int, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.factory = BenchFactory(self.clock)
        self.buttons = GpioButtons(
            PINS,
            self.factory,
            self.mailbox,
            self.clock.at_us,
            uncertainty_us=UNCERTAINTY_US,
            audit_ms=50 if self.audited else 0,
            now_us=0,
        )
        self.stage = Stage(PINS, DEFAULTS)
        self.events: list[Event] = []

    def pin(self, seat: int) -> Any:
        return self.factory.pin(PINS[seat])

    def play(self, *changes: tuple[int, float]) -> list[tuple[str, int, float]]:
        """(seat, time) of each change of a contact, in turn closing and opening; then a long silence."""
        for seat, at_ms in sorted(changes, key=lambda change: change[1]):
            self.wait_until(at_ms)
            self.pin(seat).drive_low() if self.pin(seat).state else self.pin(seat).drive_high()
            self.listen()
        self.wait_until(self.clock.now_us() / MS + QUIET_MS)
        return self.heard

    def lose(self, seat: int, at_ms: float) -> None:
        """A change of a contact that nobody hears of."""
        self.wait_until(at_ms)
        self.pin(seat).edges = "none"
        self.pin(seat).drive_low() if self.pin(seat).state else self.pin(seat).drive_high()
        self.pin(seat).edges = "both"

    def wait_until(self, at_ms: float) -> None:
        at_us = round(at_ms * MS)
        while (due_us := self._due_us()) is not None and due_us < at_us:
            self.clock.jump_to(due_us)
            self.buttons.act(due_us)
            self.listen()
        self.clock.jump_to(at_us)
        self.listen()

    def _due_us(self) -> int | None:
        dues = (due for due in (self.buttons.due_us, self.stage.due_us) if due is not None)
        return min(dues, default=None)

    def listen(self) -> None:
        for news in self.mailbox.take_all():
            assert isinstance(news, Contact)
            self.note(self.stage.contact(news))
        self.note(self.stage.pass_time(self.clock.now_us()))

    def note(self, events: list[Event]) -> None:
        for event in events:
            self.events.append(event)
            if isinstance(event, ButtonPressed):
                self.heard.append(("press", event.seat, event.at_us / MS))
            elif isinstance(event, ButtonReleased):
                self.heard.append(("release", event.seat, event.at_us / MS))


def line(seat: int, *times_ms: float) -> list[tuple[int, float]]:
    return [(seat, at_ms) for at_ms in times_ms]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.known_bug(1)
def test_a_press_is_stamped_by_its_first_contact_however_it_bounces(desk: Desk) -> None:
    heard = desk.play(*line(A, 100, 101, 102, 104, 106, 200), *line(B, 103, 200))

    assert heard[:2] == [("press", A, 100), ("press", B, 103)]
    assert len(heard) == 4


@pytest.mark.known_bug(2)
def test_no_release_is_eaten_and_the_next_press_counts(desk: Desk) -> None:
    assert desk.play(*line(A, 0, 100, 5_000, 5_100)) == [
        ("press", A, 0),
        ("release", A, 100),
        ("press", A, 5_000),
        ("release", A, 5_100),
    ]


@pytest.mark.known_bug(3)
def test_a_very_short_press_leaves_no_button_stuck(desk: Desk) -> None:
    assert desk.play(*line(A, 0, 3)) == [("press", A, 0), ("release", A, 3)]
    assert desk.stage.due_us is None
    assert desk.stage.down == frozenset()


@pytest.mark.known_bug(4)
def test_a_lost_release_is_found_and_no_hold_comes_of_it(desk: Desk) -> None:
    desk.wait_until(100)
    desk.pin(A).drive_low()
    desk.lose(A, 300)
    heard = desk.play()

    assert [(what, seat) for what, seat, _ in heard] == [("press", A), ("release", A)]
    assert 300 <= heard[1][2] <= 400 < 100 + DEFAULTS.hold_ms
    assert desk.buttons.edge_counts[A].made_up == 1


@pytest.mark.known_bug(5)
def test_an_edge_that_was_lost_beside_another_is_a_tie_and_no_second_place() -> None:
    """The lower card belongs first, whoever's edge the kernel lost: found 60 ms later, it may have been first."""
    table = Table(seats=2)
    table.deal({A: [20], B: [10]})
    table.focus()
    pressed_us = table.now_us
    table.press(A)
    table.wait_ms(60)
    table.make_up_press(B, uncertainty_us=table.now_us - pressed_us + 1)
    table.wait_ms(60)
    table.release(A, B)
    table.wait_ms(QUIET_MS)

    assert [played.card for played in table.told(CardPlayed)] == [card(10), card(20)]
    assert not table.told(Mistake)


@pytest.mark.known_bug(6)
def test_an_edge_of_the_same_direction_again_tells_nothing_new_and_is_counted(desk: Desk) -> None:
    desk.wait_until(100)
    desk.pin(A).drive_low()
    desk.wait_until(104)
    desk.pin(A).when_changed(0.104, 0)
    assert desk.play((A, 200)) == [("press", A, 100), ("release", A, 200)]
    assert desk.buttons.edge_counts[A].repeated == 1


@pytest.mark.known_bug(7)
def test_an_interrupt_that_is_delivered_twice_is_one_press(desk: Desk) -> None:
    desk.wait_until(100)
    desk.pin(A).drive_low()
    desk.pin(A).when_changed(0.100006, 0)
    assert desk.play((A, 200)) == [("press", A, 100), ("release", A, 200)]


@pytest.mark.known_bug(9)
def test_interference_is_no_press(desk: Desk) -> None:
    assert desk.play(*line(A, 100, 100.15)) == []


@pytest.mark.known_bug(10)
def test_a_switch_that_closes_again_on_release_was_pressed_once(desk: Desk) -> None:
    assert desk.play(*line(A, 0, 200, 203, 207, 210, 212)) == [("press", A, 0), ("release", A, 212)]


@pytest.mark.known_bug(13)
def test_whoever_is_slow_to_listen_still_hears_when_everything_happened() -> None:
    """300 ms in which the loop does not run: the edges wait with their stamps."""
    desk = Desk(audited=False)
    for seat, at_ms, closed in ((A, 100, True), (B, 150, True), (B, 200, False), (A, 250, False)):
        desk.clock.jump_to(at_ms * MS)
        desk.pin(seat).drive_low() if closed else desk.pin(seat).drive_high()
    desk.clock.jump_to(400 * MS)

    assert desk.play() == [("press", A, 100), ("press", B, 150), ("release", B, 200), ("release", A, 250)]


@pytest.mark.known_bug(15)
def test_stamps_far_apart_in_one_batch_come_out_in_order() -> None:
    mailbox = Mailbox()
    for at_ms in (3_500, 1_000, 60_000_000):
        mailbox.put(Contact(at_ms * MS, A, True))

    assert [news.at_us // MS for news in mailbox.take_all()] == [1_000, 3_500, 60_000_000]

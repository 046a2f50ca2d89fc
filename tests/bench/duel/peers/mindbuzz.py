"""mindbuzz: real gpiozero mock pins, the input source, and the input stage, on a virtual clock."""

from __future__ import annotations

import time

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.gpio import GpioButtons
from mindbuzz.inputs.source import Mailbox
from mindbuzz.pins.mock import BenchFactory
from mindbuzz.runtime.clock import VirtualClock
from tests.bench.duel.heard import HOLD_US, Account, Heard
from tests.bench.duel.trace import BUTTONS, Trace

PINS = {button: 4 + button for button in BUTTONS}


class Mindbuzz:
    """Ours. Says a tap when the contact has stayed open for 20 ms: it decides late, and stamps early."""

    name = "mindbuzz"
    seam = "mock pins"
    knows_holds = True

    def listen(self, trace: Trace) -> Account:
        clock, mailbox = VirtualClock(), Mailbox()
        factory = BenchFactory(clock)
        source = GpioButtons(PINS, factory, mailbox, clock.at_us, uncertainty_us=100, audit_ms=0, now_us=0)
        pins = {button: factory.pin(number) for button, number in PINS.items()}
        ear = _Ear(clock)
        began_s = time.process_time()
        for edge in trace.edges:
            ear.wait_until(edge.at_us)
            clock.jump_to(edge.at_us)
            pins[edge.button].drive_low() if edge.closed else pins[edge.button].drive_high()
            for news in mailbox.take_all():
                assert isinstance(news, Contact)
                ear.take(ear.stage.contact(news))
        ear.wait_until(clock.now_us() + HOLD_US)
        cpu_s = time.process_time() - began_s
        source.close()
        return Account(ear.heard, cpu_s)


class _Ear:
    """Presses and releases as the stage lets them out, turned into taps and holds."""

    def __init__(self, clock: VirtualClock) -> None:
        self.stage = Stage(BUTTONS, DEFAULTS)
        self.heard: list[Heard] = []
        self._clock = clock
        self._down_us: dict[int, int] = {}

    def wait_until(self, at_us: int) -> None:
        """Every moment at which the stage can know more, up to `at_us`."""
        while (due_us := self._due_us()) is not None and due_us < at_us:
            self._clock.jump_to(due_us)
            self.take(self.stage.pass_time(due_us))

    def _due_us(self) -> int | None:
        """A hold that is due and still uncertain, since its contact may just be opening, waits for the stage."""
        now_us = self._clock.now_us()
        dues = [due_us for down_us in self._down_us.values() if (due_us := down_us + HOLD_US) > now_us]
        if self.stage.due_us is not None:
            dues.append(self.stage.due_us)
        return min(dues, default=None)

    def take(self, events: list[Event]) -> None:
        for event in events:
            self._tell_holds(event.at_us)
            if isinstance(event, ButtonPressed):
                self._down_us[event.seat] = event.at_us
            elif isinstance(event, ButtonReleased) and event.seat in self._down_us:
                self._tell(event.seat, held=False)

    def _tell_holds(self, certain_us: int) -> None:
        for button in [b for b, down_us in self._down_us.items() if down_us + HOLD_US <= certain_us]:
            self._tell(button, held=True)

    def _tell(self, button: int, held: bool) -> None:
        self.heard.append(Heard(button, held, self._down_us.pop(button), self._clock.now_us()))

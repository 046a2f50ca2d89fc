"""gpiozero's Button as people use it: when_pressed, when_held, when_released, on mock pins with a virtual clock.

gpiozero's hold runs on a thread that waits in real time. Here the wait is virtual and wakes to the microsecond, which
flatters it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from gpiozero import Button

from mindbuzz.core.units import SECOND_US
from mindbuzz.pins.mock import BenchFactory
from mindbuzz.runtime.clock import VirtualClock
from tests.bench.duel.heard import HOLD_US, Account, Heard
from tests.bench.duel.peers.lgpio_debounce import debounced
from tests.bench.duel.trace import BUTTONS, Trace

MOCK = "mock pins"  # MockPin stores bounce_time and does not use it
LGPIO = "lgpio, modelled"


class VirtualHold:
    """Stands where gpiozero starts its HoldThread: the same question, asked at the right virtual moment."""

    def __init__(self, parent: Any) -> None:
        self.holding = self
        self._parent = parent
        self.due_s: float | None = None

    def set(self) -> None:
        self.due_s = self._parent.pin_factory.ticks() + self._parent.hold_time

    def ask(self) -> None:
        self.due_s = None
        if self._parent.is_active:
            self._parent._held_from = self._parent.pin_factory.ticks()
            self._parent._fire_held()

    def stop(self) -> None:
        """No thread to end."""


@contextmanager
def virtual_holds() -> Iterator[None]:
    with patch("gpiozero.mixins.HoldThread", VirtualHold):
        yield


Attach = Callable[[int, Button, VirtualClock, list[Heard]], None]


def attach_press(number: int, button: Button, clock: VirtualClock, heard: list[Heard]) -> None:
    """`when_pressed` is the play: told at once, tap or hold alike."""

    def pressed() -> None:
        heard.append(Heard(number, False, clock.now_us(), clock.now_us()))

    button.when_pressed = pressed


def attach_recipe(number: int, button: Button, clock: VirtualClock, heard: list[Heard]) -> None:
    """The recipe of gpiozero's FAQ: a release that no hold came before is a tap, and that is when it is known."""
    was_held = False

    def held() -> None:
        nonlocal was_held
        was_held = True
        heard.append(Heard(number, True, clock.now_us() - HOLD_US, clock.now_us()))

    def released() -> None:
        nonlocal was_held
        if not was_held:
            heard.append(Heard(number, False, clock.now_us(), clock.now_us()))
        was_held = False

    button.when_held, button.when_released = held, released


class Gpiozero:
    """Two Buttons with a `bounce_ms` (0: none), a way to use them, and a seam where the edges come from."""

    def __init__(self, bounce_ms: int, seam: str, attach: Attach = attach_press, recipe: str = "") -> None:
        self.name = f"gpiozero{recipe}, bounce_time {f'{bounce_ms} ms' if bounce_ms else 'none'}"
        self.seam = seam
        self.knows_holds = attach is not attach_press
        self._bounce_ms = bounce_ms
        self._attach = attach

    def listen(self, trace: Trace) -> Account:
        edges = trace.edges
        if self.seam == LGPIO and self._bounce_ms:
            edges = debounced(edges, self._bounce_ms * 1000)
        clock = VirtualClock()
        factory = BenchFactory(clock)
        heard: list[Heard] = []
        with virtual_holds():
            buttons = [self._button(number, factory, clock, heard) for number in BUTTONS]
        pins = {number: factory.pin(number) for number in BUTTONS}
        began_s = time.process_time()
        for edge in edges:
            _wait_until(edge.at_us, buttons, clock)
            pins[edge.button].drive_low() if edge.closed else pins[edge.button].drive_high()
        _wait_until(clock.now_us() + 2 * HOLD_US, buttons, clock)
        cpu_s = time.process_time() - began_s
        for button in buttons:
            button.close()
        return Account(heard, cpu_s)

    def _button(self, number: int, factory: BenchFactory, clock: VirtualClock, heard: list[Heard]) -> Button:
        bounce_time = self._bounce_ms / 1000 or None
        hold_time = HOLD_US / SECOND_US
        button = Button(number, bounce_time=bounce_time, hold_time=hold_time, pin_factory=factory)
        self._attach(number, button, clock, heard)
        return button


def _wait_until(at_us: int, buttons: list[Button], clock: VirtualClock) -> None:
    holds = [button._hold_thread for button in buttons if button._hold_thread.due_s is not None]
    for hold in sorted(holds, key=lambda hold: hold.due_s):
        if (due_us := round(hold.due_s * SECOND_US)) < at_us:
            clock.jump_to(due_us)
            hold.ask()
    clock.jump_to(at_us)

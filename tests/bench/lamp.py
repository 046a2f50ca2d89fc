"""From a contact to its lamp on mock pins: through everything, beside a bare gpiozero Button that lights an LED."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpiozero import LED, Button
from gpiozero.pins.mock import MockFactory

from mindbuzz.app import Parts, assemble
from mindbuzz.core.phases import Phase
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import START_US, Plan, config_for
from tests.bench.row import Row, percentile

PRESSES = 2000
PRESS_US = 100_000
PERIOD_US = 1_000_000


def rows() -> Iterator[Row]:
    ours, ours_cpu = _through_everything()
    bare, bare_cpu = _bare()
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        mine, theirs = percentile(ours, share), percentile(bare, share)
        yield Row(
            f"a contact to its lamp, journal commit included, {name}",
            f"{mine * 1e6:.0f} µs",
            f"{theirs * 1e6:.0f} µs (gpiozero Button, LED)",
            f"{mine / theirs:.0f} ×",
        )
    yield Row(
        "CPU for one contact", f"{ours_cpu * 1e6:.0f} µs", f"{bare_cpu * 1e6:.0f} µs", f"{ours_cpu / bare_cpu:.0f} ×"
    )


def _through_everything() -> tuple[list[float], float]:
    """Presses of one player in a focus that the other keeps waiting for ever, on a console with a journal on disk."""
    clock = VirtualClock(START_US)
    config = config_for(Plan(seats=2))
    config = replace(config, audit_ms=0, settings=replace(config.settings, leave_prompt_ms=86_400_000))
    with tempfile.TemporaryDirectory() as folder:
        parts = assemble(config, clock, Journal(Path(folder) / "bench.sqlite"), screens=False)
        pin = parts.factory.pin(config.seats[1].button)
        parts.loop.turn()
        _begin_game(parts, clock, [parts.factory.pin(seat.button) for seat in config.seats.values()])
        taken = []
        began_s = time.process_time()
        for _ in range(PRESSES):
            for closed in (True, False):
                taken.append(_one_contact(parts, pin, clock, closed))
        cpu_s = (time.process_time() - began_s) / len(taken)
        parts.close()
    return taken, cpu_s


def _begin_game(parts: Parts, clock: VirtualClock, pins: list[Any]) -> None:
    """Everyone joins, and all hold together."""
    for held_us, pressing in ((PRESS_US, pins[:1]), (PRESS_US, pins[1:]), (PERIOD_US * 2, pins)):
        for pin in pressing:
            pin.drive_low()
        until_us = clock.now_us() + held_us
        while (due_us := parts.loop.due_us) is not None and due_us < until_us:
            parts.loop.turn()
            clock.jump_to(due_us)
        clock.jump_to(until_us)
        for pin in pressing:
            pin.drive_high()
        parts.loop.turn()
        clock.jump_to(until_us + PERIOD_US)
        parts.loop.turn()
    assert parts.console.game.phase is Phase.FOCUS


def _one_contact(parts: object, pin: object, clock: VirtualClock, closed: bool) -> float:
    """Wall time that the console works from the edge until everything that it leads to is done."""
    began_s = time.perf_counter()
    pin.drive_low() if closed else pin.drive_high()  # type: ignore[attr-defined]
    parts.loop.turn()  # type: ignore[attr-defined]
    clock.jump_to(clock.now_us() + PRESS_US)
    parts.loop.turn()  # type: ignore[attr-defined]
    taken_s = time.perf_counter() - began_s
    clock.jump_to(clock.now_us() + PERIOD_US)
    return taken_s


def _bare() -> tuple[list[float], float]:
    factory = MockFactory()
    led = LED(22, pin_factory=factory)
    button = Button(5, pin_factory=factory)
    button.when_pressed, button.when_released = led.on, led.off
    pin = factory.pin(5)
    taken = []
    began_s = time.process_time()
    for _ in range(PRESSES):
        for drive in (pin.drive_low, pin.drive_high):
            start_s = time.perf_counter()
            drive()
            taken.append(time.perf_counter() - start_s)
    cpu_s = (time.process_time() - began_s) / len(taken)
    button.close()
    led.close()
    return taken, cpu_s

"""A console as it was really wired, faults and all, and a person in front of it.

Buttons and lamps are on real gpiozero mock pins, displays are the model of the chips on luma's real serial
interface. The person sees which lamps and displays are lit, presses buttons, and types where pressing can't tell.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from mindbuzz.config import Config, DisplayConfig, SeatConfig
from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.screens.texts import texts_of
from mindbuzz.selftest.bench import Bench, bench_of
from mindbuzz.selftest.notes import Location, Notes, Places
from mindbuzz.selftest.pictures import Pictures
from mindbuzz.selftest.plan import ALL, Group, Listen, Look, Plan, Press, Probe, Step
from mindbuzz.selftest.run import plan_of
from mindbuzz.selftest.verdict import Finding, verdict
from mindbuzz.selftest.walk import Said, Walk, Word
from mindbuzz.selftest.wire import HOST
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.wire import Wire, serial_on
from tests.pod.lockstep import LockstepPod

MS = 1_000
SECOND_US = 1_000_000
START_US = SECOND_US
REACTION_US = 300 * MS
HOLD_US = 120 * MS
CLEAN = ((0, True), (HOLD_US, False))

SEATS = (1, 2, 3, 4)
SILENT_BUS = errno.EREMOTEIO


def wired(**more: Any) -> Config:
    """The default wiring with a table display, on mock pins."""
    table = DisplayConfig(bus=3)
    return replace(Config(pin_factory="mock", table_display=table, audit_ms=0), **more)


def without_mux() -> Config:
    """Two seats whose displays differ in nothing but their address, and no host button."""
    seats = {
        seat: SeatConfig(pins.button, pins.lamp, DisplayConfig(address=0x3B + seat))
        for seat, pins in Config().seats.items()
        if seat <= 2
    }
    return wired(seats=seats, table_display=None, host_button=None)


class Together:
    """Chips at one address: each hears everything."""

    def __init__(self, chips: list[Chip]) -> None:
        self._chips = chips

    def start(self) -> None:
        for chip in self._chips:
            chip.start()

    def feed(self, byte: int) -> None:
        for chip in self._chips:
            chip.feed(byte)


@dataclass
class Rig:
    """What is wired to what. A fault is a change of one of these, made before the walk.

    `closes`: by button, whose pins its press closes. `grounded`: pins that are low whatever happens; `opens`: buttons
    wired to NC. `burst`: how a contact closes and opens when it is pressed. `lights`: by lamp pin, whose lamps it
    lights; `always_lit`; `inverted`: lamps are lit by a low pin. `chips` and where they are plugged in, several at one
    place perhaps; `on_trunk` hang before the multiplexer; `broken_glass` answer and stay dark. `mute`: no piezo there.
    """

    config: Config = field(default_factory=wired)
    closes: dict[int, set[int]] = field(default_factory=dict)
    grounded: set[int] = field(default_factory=set)
    opens: set[int] = field(default_factory=set)
    burst: dict[int, tuple[tuple[int, bool], ...]] = field(default_factory=dict)
    lights: dict[int, set[int]] = field(default_factory=dict)
    always_lit: set[int] = field(default_factory=set)
    inverted: bool = False
    plugged: dict[int, I2c] = field(default_factory=dict)
    chips: dict[int, Chip] = field(default_factory=dict)
    on_trunk: set[int] = field(default_factory=set)
    broken_glass: set[int] = field(default_factory=set)
    bus_error: int | None = None  # of bus 1
    mute: bool = False
    pod: LockstepPod | None = None

    def __post_init__(self) -> None:
        places = [*self.config.seat_numbers, *([] if self.config.host_button is None else [HOST])]
        self.closes = {place: {place} for place in places}
        self.lights = {seat: {seat} for seat in self.config.lamps}
        self.plan: Plan = plan_of(self.config)
        for place, location in self.plan.displays.items():
            assert isinstance(location, I2c)
            self.plugged[place] = location
            self.chips[place] = Chip(KINDS["ssd1306"], seed=place)

    def unplug(self, place: int) -> None:
        del self.plugged[place]

    # --- the wires of the displays ---

    def connect(self, location: Location) -> Any:
        """luma's interface to whatever is at a location."""
        assert isinstance(location, I2c)
        wire = Wire()
        if location.bus == 1 and self.bus_error is not None:
            if self.bus_error in (errno.ENOENT, errno.EACCES):
                raise OSError(self.bus_error, "no such bus, or none of ours")
            wire.errno = self.bus_error
            return serial_on(wire, location.address)
        there = [self.chips[place] for place, at in self.plugged.items() if self._hears(place, at, location)]
        if there:
            wire.chips = {location.address: Together(there)}  # type: ignore[dict-item]
        return serial_on(wire, location.address)

    def _hears(self, place: int, at: I2c, location: I2c) -> bool:
        if place in self.on_trunk:
            return (at.bus, at.address) == (location.bus, location.address)
        return at == location

    # --- what a person sees and does ---

    def lit_lamps(self, bench: Bench) -> Places:
        on = {seat for seat, wire in self.config.lamps.items() if self._driven(bench, wire) is not self.inverted}
        lit = {lamp for seat in on for lamp in self.lights[seat]}
        return frozenset(lit | self.always_lit)

    def _driven(self, bench: Bench, wire: int | str) -> bool:
        if isinstance(wire, str):
            return self.pod is not None and bool(self.pod.duties[int(wire.removeprefix("pod:"))])
        return bool(bench.factory.pin(wire).state)

    def lit_displays(self) -> Places:
        lit = {place for place in self.plugged if any(self.chips[place].glass().tobytes())}
        return frozenset(lit - self.broken_glass)

    def hertz(self, bench: Bench) -> float:
        """What is heard now; 0: nothing."""
        pin = self.config.sound_pin
        wire = None if pin is None or self.mute else bench.factory.pin(pin)
        return float(wire.frequency) if wire is not None and wire.frequency and wire.state else 0.0

    def _set_level(self, bench: Bench, place: int, low: bool) -> None:
        wire = self.config.host_button if place == HOST else self.config.buttons[place]
        if isinstance(wire, str):
            if self.pod is not None:
                self.pod.drive(place, low)
        elif low:
            bench.factory.pin(wire).drive_low()
        else:
            bench.factory.pin(wire).drive_high()

    def set_contact(self, bench: Bench, place: int, closed: bool) -> None:
        """A button is pressed or not: what its wire does to the pins."""
        for at in self.closes[place]:
            self._set_level(bench, at, at in self.grounded or closed is not (place in self.opens))

    def rest(self, bench: Bench) -> None:
        """Nobody presses anything."""
        for place in self.closes:
            self.set_contact(bench, place, False)
        for place in self.grounded:
            self._set_level(bench, place, True)


@dataclass
class Maker:
    """The person: does what is asked, in virtual time. `types`: never presses to tell where something is lit."""

    rig: Rig
    bench: Bench
    clock: VirtualClock
    types: bool = False
    stops_at: int | None = None  # after so many steps
    steps: list[Step] = field(default_factory=list)
    _doing: list[tuple[int, Callable[[], Said | None]]] = field(default_factory=list)

    def ask(self, step: Step, fingers: Places) -> None:
        self.steps.append(step)
        self._doing.clear()
        if self.stops_at is not None and len(self.steps) > self.stops_at:
            self._do_at(0, lambda: Word.STOP)
        elif isinstance(step, Press):
            self._press(step.place, REACTION_US)
            self._do_at(3 * SECOND_US, lambda: Word.DONE)
        elif not isinstance(step, Probe):
            self._do_at(REACTION_US, lambda: self._look(step, fingers))

    def _look(self, step: Step, fingers: Places) -> Said | None:
        if isinstance(step, Listen):
            return self._listen(fingers)
        seen = self.rig.lit_displays() if isinstance(step, Look) else self.rig.lit_lamps(self.bench)
        if self.types or not seen or not seen <= fingers:
            return seen or Word.DONE
        for turn, place in enumerate(sorted(seen)):
            self._press(place, REACTION_US + turn * 700 * MS)
        return None

    def _listen(self, fingers: Places) -> Said | None:
        if not self.rig.hertz(self.bench):
            return Word.DONE
        if self.types or not fingers:
            return frozenset({1})
        self._press(min(fingers), REACTION_US)
        return None

    def _press(self, place: int, delay_us: int) -> None:
        for after_us, closed in self.rig.burst.get(place, CLEAN):
            self._do_at(delay_us + after_us, partial(self.rig.set_contact, self.bench, place, closed))

    def _do_at(self, delay_us: int, what: Callable[[], Said | None]) -> None:
        self._doing.append((self.clock.now_us() + delay_us, what))
        self._doing.sort(key=lambda each: each[0])

    def wait(self, until_us: int) -> Said | None:
        if self._doing and self._doing[0][0] <= until_us:
            at_us, what = self._doing.pop(0)
            self.clock.jump_to(at_us)
            return what()
        self.clock.jump_to(until_us)
        return None


MakePod = Callable[[Callable[[], int]], LockstepPod]


def walked(
    rig: Rig,
    groups: frozenset[Group] = ALL,
    *,
    types: bool = False,
    stops_at: int | None = None,
    make_pod: MakePod | None = None,
) -> tuple[tuple[Finding, ...], Notes, Maker]:
    """What a self-test of a rig finds, what was noted, and who walked along."""
    clock = VirtualClock(START_US)
    rig.pod = None if make_pod is None else make_pod(clock.now_us)
    bench = bench_of(rig.config, clock, lambda line: None, rig.connect, rig.pod)
    if rig.pod is not None:
        bench.sources = [rig.pod, *bench.sources]
    rig.rest(bench)
    plan = replace(rig.plan, groups=groups)
    maker = Maker(rig, bench, clock, types, stops_at)
    walk = Walk(plan, bench, maker, Pictures(plan, texts_of("en")))
    try:
        notes = walk.run()
    finally:
        bench.close()
    return verdict(plan, notes, rig.config.settings), notes, maker

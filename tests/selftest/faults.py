"""Every fault that can be injected into a rig, and what the self-test has to say of it: that, and nothing else."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import dataclass, replace

from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.outputs.pictures import TABLE
from mindbuzz.selftest.verdict import Fault
from mindbuzz.selftest.wire import HOST, Part, Wire
from tests.selftest.rig import HOLD_US, MS, Rig

Expected = tuple[Fault, tuple[Wire, ...]]

# Closed for a moment, open for longer than any bounce, and down again.
TWICE = ((0, True), (30 * MS, False), (55 * MS, True), (55 * MS + HOLD_US, False))
# Touches for half a millisecond, is open for eight, and only then is pressed.
LATE = ((0, True), (MS // 2, False), (9 * MS, True), (9 * MS + HOLD_US, False))


@dataclass(frozen=True)
class Injected:
    """A fault: what it does to a rig, which wires it touches, and what is to be found."""

    inject: Callable[[Rig], object]
    wires: frozenset[Wire]
    expected: tuple[Expected, ...]


def button(place: int) -> Wire:
    return Wire(Part.BUTTON, place)


def lamp(place: int) -> Wire:
    return Wire(Part.LAMP, place)


def display(place: int) -> Wire:
    return Wire(Part.DISPLAY, place)


def of_one(fault: Fault, wire: Wire, inject: Callable[[Rig], object]) -> Injected:
    return Injected(inject, frozenset({wire}), ((fault, (wire,)),))


def of_two(fault: Fault, one: Wire, other: Wire, inject: Callable[[Rig], object]) -> Injected:
    return Injected(inject, frozenset({one, other}), ((fault, (one, other)),))


# --- buttons ---


def open_button(place: int) -> Injected:
    return of_one(Fault.SILENT, button(place), lambda rig: rig.closes[place].clear())


def short_button(place: int) -> Injected:
    return of_one(Fault.ALWAYS_ON, button(place), lambda rig: rig.grounded.add(place))


def stuck_button(place: int) -> Injected:
    """The switch stays closed, whatever a finger does."""

    def stick(rig: Rig) -> None:
        rig.grounded.add(place)
        rig.closes[place].clear()

    return of_one(Fault.ALWAYS_ON, button(place), stick)


def button_on_nc(place: int) -> Injected:
    return of_one(Fault.NORMALLY_CLOSED, button(place), lambda rig: rig.opens.add(place))


def bouncing_button(place: int) -> Injected:
    return of_one(Fault.BOUNCES, button(place), lambda rig: rig.burst.update({place: TWICE}))


def late_button(place: int) -> Injected:
    return of_one(Fault.BOUNCES, button(place), lambda rig: rig.burst.update({place: LATE}))


def swapped_buttons(one: int, other: int) -> Injected:
    return of_two(
        Fault.SWAPPED, button(one), button(other), lambda rig: rig.closes.update({one: {other}, other: {one}})
    )


def bridged_buttons(one: int, other: int) -> Injected:
    both = {one, other}
    return of_two(
        Fault.BRIDGED, button(one), button(other), lambda rig: rig.closes.update({one: set(both), other: set(both)})
    )


def button_elsewhere(one: int, other: int) -> Injected:
    """The wire of one ends at the other's pin, whose own wire hangs in the air."""
    return Injected(
        lambda rig: rig.closes.update({one: {other}, other: set()}),
        frozenset({button(one), button(other)}),
        ((Fault.ELSEWHERE, (button(one), button(other))), (Fault.SILENT, (button(other),))),
    )


# --- lamps ---


def dead_lamp(place: int) -> Injected:
    return of_one(Fault.SILENT, lamp(place), lambda rig: rig.lights[place].clear())


def lamp_always_lit(place: int) -> Injected:
    return of_one(Fault.ALWAYS_ON, lamp(place), lambda rig: rig.always_lit.add(place))


def swapped_lamps(one: int, other: int) -> Injected:
    return of_two(Fault.SWAPPED, lamp(one), lamp(other), lambda rig: rig.lights.update({one: {other}, other: {one}}))


def bridged_lamps(one: int, other: int) -> Injected:
    both = {one, other}
    return of_two(
        Fault.BRIDGED, lamp(one), lamp(other), lambda rig: rig.lights.update({one: set(both), other: set(both)})
    )


def lamps_upside_down() -> Injected:
    wires = tuple(lamp(place) for place in (1, 2, 3, 4))
    return Injected(lambda rig: setattr(rig, "inverted", True), frozenset(wires), ((Fault.UPSIDE_DOWN, wires),))


# --- displays ---


def missing_display(place: int) -> Injected:
    return of_one(Fault.SILENT, display(place), lambda rig: rig.unplug(place))


def broken_display(place: int) -> Injected:
    return of_one(Fault.SILENT, display(place), lambda rig: rig.broken_glass.add(place))


def _replug(place: int, **changes: int) -> Callable[[Rig], object]:
    return lambda rig: rig.plugged.update({place: replace(rig.plugged[place], **changes)})


def wrong_address(place: int) -> Injected:
    return of_one(Fault.WRONG_ADDRESS, display(place), _replug(place, address=0x3D))


def wrong_channel(place: int) -> Injected:
    return of_one(Fault.WRONG_CHANNEL, display(place), _replug(place, channel=3 + place))


def swapped_displays(one: int, other: int) -> Injected:
    def swap(rig: Rig) -> None:
        rig.plugged[one], rig.plugged[other] = rig.plugged[other], rig.plugged[one]

    return of_two(Fault.SWAPPED, display(one), display(other), swap)


def at_one_place(one: int, other: int) -> Injected:
    """One is plugged in beside the other."""
    return of_two(
        Fault.SAME_PLACE, display(one), display(other), lambda rig: rig.plugged.update({one: rig.plugged[other]})
    )


def display_before_mux(place: int) -> Injected:
    return of_one(Fault.BEFORE_MUX, display(place), lambda rig: rig.on_trunk.add(place))


def bus_with(number: int, fault: Fault) -> Injected:
    """All displays of the bus share one fate."""
    wires = tuple(display(place) for place in (1, 2, 3, 4))
    return Injected(lambda rig: setattr(rig, "bus_error", number), frozenset(wires), ((fault, wires),))


# --- the tables ---

SEATS = (1, 2, 3, 4)
PAIRS = [(one, other) for one in SEATS for other in SEATS if one < other]

ON_ONE_SEAT = {
    "open button": open_button,
    "short button": short_button,
    "stuck button": stuck_button,
    "button on NC": button_on_nc,
    "bouncing button": bouncing_button,
    "button that touches first": late_button,
    "dead lamp": dead_lamp,
    "lamp always lit": lamp_always_lit,
    "missing display": missing_display,
    "broken display": broken_display,
    "wrong address": wrong_address,
    "wrong channel": wrong_channel,
}
ON_TWO_SEATS = {
    "swapped buttons": swapped_buttons,
    "bridged buttons": bridged_buttons,
    "button elsewhere": button_elsewhere,
    "swapped lamps": swapped_lamps,
    "bridged lamps": bridged_lamps,
    "swapped displays": swapped_displays,
    "two displays at one place": at_one_place,
}
# These can be told from any other fault of other wires.
DECIDABLE: dict[str, Injected] = {
    **{f"{name}, seat {seat}": make(seat) for name, make in ON_ONE_SEAT.items() for seat in SEATS},
    **{f"{name}, seats {a} and {b}": make(a, b) for name, make in ON_TWO_SEATS.items() for a, b in PAIRS},
    "open host button": open_button(HOST),
    "short host button": short_button(HOST),
    "no table display": missing_display(TABLE),
    "lamps upside down": lamps_upside_down(),
    "no multiplexer": bus_with(errno.ENOENT, Fault.NO_MUX),
    "stuck bus": bus_with(errno.ETIMEDOUT, Fault.BUS_STUCK),
    "no permission": bus_with(errno.EACCES, Fault.NO_PERMISSION),
}
# These hide what is wrong with others of their kind.
ALONE = {f"display before the multiplexer, seat {seat}": display_before_mux(seat) for seat in SEATS}
ALL_FAULTS = {**DECIDABLE, **ALONE}


def same_address(rig: Rig) -> None:
    """Without a multiplexer: the second display has the first one's address."""
    at = rig.plugged[1]
    assert isinstance(at, I2c)
    rig.plugged[2] = at

"""The plan: what is there to be tested, and which step comes next. Pure."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.selftest.notes import Location, Notes
from mindbuzz.selftest.wire import Part, Wire

DISPLAY_ADDRESSES = (0x3C, 0x3D)
MUX_CHANNELS = range(8)


class Group(Enum):
    """What can be tested by itself."""

    BUTTONS = "buttons"
    LAMPS = "lamps"
    PANELS = "panels"
    SOUND = "sound"


ALL = frozenset(Group)


@dataclass(frozen=True, slots=True)
class Plan:
    """The places that have a button, a lamp, a display, a piezo; of displays, where. `groups` are those to be tested,
    `on_pod` the wires that end there."""

    buttons: tuple[int, ...]
    lamps: tuple[int, ...]
    displays: Mapping[int, Location]
    groups: frozenset[Group] = ALL
    on_pod: frozenset[Wire] = frozenset()
    sounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandsOff:
    """Nobody touches anything; the levels of all buttons are read."""


@dataclass(frozen=True, slots=True)
class Press:
    """The button at a place is pressed once."""

    place: int


@dataclass(frozen=True, slots=True)
class AllDark:
    """No lamp is to be lit: is one?"""


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp is to be lit: where is one?"""

    place: int


@dataclass(frozen=True, slots=True)
class Probe:
    """Every place where a display might be is asked whether one answers. Takes nobody."""


@dataclass(frozen=True, slots=True)
class Look:
    """The display at one location is to be lit: where is one?"""

    location: Location


@dataclass(frozen=True, slots=True)
class Listen:
    """The piezo at a place plays notes that go up: are they heard?"""

    place: int


Step = HandsOff | Press | AllDark | Light | Probe | Look | Listen


def next_step(plan: Plan, notes: Notes) -> Step | None:
    """The first step that has not been made, or None at the end."""
    return next(_steps_left(plan, notes), None)


def _steps_left(plan: Plan, notes: Notes) -> Iterator[Step]:
    gone = gone_with_the_pod(plan, notes)
    if Group.BUTTONS in plan.groups:
        if plan.buttons and notes.closed_at_rest is None:
            yield HandsOff()
        yield from map(Press, _left(Part.BUTTON, plan.buttons, notes.presses, gone))
    if Group.LAMPS in plan.groups:
        if plan.lamps and not notes.looked_at_rest:
            yield AllDark()
        yield from map(Light, _left(Part.LAMP, plan.lamps, notes.lamps, gone))
    if Group.PANELS in plan.groups and plan.displays:
        if notes.answers is None:
            yield Probe()
        else:
            yield from (Look(location) for location in worth_a_look(plan, notes) if location not in notes.screens)
    if Group.SOUND in plan.groups:
        yield from (Listen(place) for place in plan.sounds if place not in notes.heard)


def _left(part: Part, places: Iterable[int], seen: Container[int], gone: Container[Wire]) -> Iterator[int]:
    return (place for place in places if place not in seen and Wire(part, place) not in gone)


def all_wires(plan: Plan) -> list[Wire]:
    """Every wire that the plan tests."""
    parts = (
        (Group.BUTTONS, Part.BUTTON, plan.buttons),
        (Group.LAMPS, Part.LAMP, plan.lamps),
        (Group.PANELS, Part.DISPLAY, plan.displays),
        (Group.SOUND, Part.SOUND, plan.sounds),
    )
    return [Wire(part, place) for group, part, places in parts if group in plan.groups for place in places]


def gone_with_the_pod(plan: Plan, notes: Notes) -> frozenset[Wire]:
    """The wires that nobody needs to look at, since their pod is not there."""
    return frozenset() if notes.pod_trouble is None else plan.on_pod


def worth_a_look(plan: Plan, notes: Notes) -> list[Location]:
    """Where a display answers; where none should, only if one is missed."""
    answers = notes.answers or {}
    meant = list(plan.displays.values())
    answering = [location for location, health in answers.items() if health.ok]
    all_there = all(answers[location].ok for location in meant)
    return [location for location in answering if location in meant or not all_there]


def candidates(plan: Plan) -> list[Location]:
    """Where the displays are, and wherever one of them may have got to: at the other address, on another channel."""
    found: dict[Location, None] = dict.fromkeys(plan.displays.values())
    for location in plan.displays.values():
        if isinstance(location, I2c):
            found.update(dict.fromkeys(_beside(location)))
    return list(found)


def _beside(location: I2c) -> Iterator[I2c]:
    channels = [None] if location.mux is None else MUX_CHANNELS
    for channel in channels:
        for address in sorted({*DISPLAY_ADDRESSES, location.address}):
            yield I2c(location.bus, address, location.mux, channel)

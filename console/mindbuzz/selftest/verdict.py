"""The verdict: which wires are wrong, and how, from what was seen. Pure."""

import errno
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.settings import Settings
from mindbuzz.outputs.oled.health import Health, State
from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.selftest.bounce import bounces
from mindbuzz.selftest.notes import NOWHERE, Location, Notes, Places
from mindbuzz.selftest.plan import Group, Plan, all_wires, gone_with_the_pod, worth_a_look
from mindbuzz.selftest.wire import Part, Wire


class Fault(Enum):
    """What can be wrong."""

    SILENT = "gives no sign"
    ALWAYS_ON = "is on all the time"
    NORMALLY_CLOSED = "is wired to the wrong contact"
    SWAPPED = "are swapped"
    ELSEWHERE = "ends elsewhere"
    BRIDGED = "touch each other"
    BOUNCES = "bounces too long"
    UPSIDE_DOWN = "are lit when they are to be dark"
    WRONG_ADDRESS = "has another address"
    WRONG_CHANNEL = "is on another channel"
    SAME_PLACE = "has the address of another"
    BEFORE_MUX = "is on the bus before the multiplexer"
    NO_MUX = "has no multiplexer"
    NO_BUS = "has no bus"
    BUS_STUCK = "hangs on a stuck bus"
    NO_PERMISSION = "may not be used"
    NO_POD = "has no pod"
    SKIPPED = "was not tested"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault and the wires that it is in, the guilty one first. `at`: where a display was found instead; `reason`:
    more for a person."""

    fault: Fault
    wires: tuple[Wire, ...]
    at: Location | None = None
    reason: str = ""


def verdict(plan: Plan, notes: Notes, settings: Settings) -> tuple[Finding, ...]:
    """All faults; none: everything is wired as it should be."""
    findings: list[Finding] = []
    gone = gone_with_the_pod(plan, notes)
    missed = tuple(wire for wire in all_wires(plan) if wire in gone)
    if missed:
        findings.append(Finding(Fault.NO_POD, missed, reason=notes.pod_trouble or ""))
    if Group.BUTTONS in plan.groups:
        findings += _buttons(plan, notes, settings)
    if Group.LAMPS in plan.groups:
        findings += _lamps(plan, notes)
    if Group.PANELS in plan.groups:
        findings += _displays(plan, notes)
    if Group.SOUND in plan.groups:
        findings += _sounds(notes)
    return tuple(findings)


# --- what answers instead of what ---


def crossings(seen: Mapping[int, Places]) -> Iterator[tuple[Fault, tuple[int, ...]]]:
    """What is wrong between places: `seen` are, by the place that was meant, those that reacted."""
    told: set[Places] = set()
    for place, reacted in seen.items():
        for fault, places in _crossing(place, reacted, seen):
            # Two that are swapped, and two that touch, are seen from both sides.
            if fault in (Fault.SILENT, Fault.ELSEWHERE) or frozenset(places) not in told:
                told.add(frozenset(places))
                yield fault, places


def _crossing(place: int, reacted: Places, seen: Mapping[int, Places]) -> Iterator[tuple[Fault, tuple[int, ...]]]:
    others = sorted(reacted - {place})
    if place in reacted:
        yield from ((Fault.BRIDGED, (place, other)) for other in others)
    elif not others:
        yield Fault.SILENT, (place,)
    else:
        circle = _circle(place, seen)
        yield (Fault.SWAPPED, circle) if circle else (Fault.ELSEWHERE, (place, *others))


def _circle(place: int, seen: Mapping[int, Places]) -> tuple[int, ...]:
    """The places from one to the next that reacted for it and back, or none if they lead nowhere."""
    circle = [place]
    while len(reacted := seen.get(circle[-1], NOWHERE)) == 1:
        [following] = reacted
        if following == place:
            return tuple(circle)
        if following in circle:
            break
        circle.append(following)
    return ()


# --- buttons ---


def reactions(notes: Notes) -> dict[int, Places]:
    """By the button that was pressed, the places where a contact closed; of those that were not skipped."""
    resting = notes.closed_at_rest or NOWHERE
    return {place: _closed_in(contacts, resting) for place, contacts in notes.presses.items() if contacts is not None}


def _closed_in(contacts: Iterable[Contact], resting: Places) -> Places:
    """Where a contact closed. One that was closed before has to open for that; an edge may also be told twice."""
    contacts = list(contacts)
    closed = {contact.seat for contact in contacts if contact.closed}
    opened = {contact.seat for contact in contacts if not contact.closed}
    return frozenset(place for place in closed if place in opened or place not in resting)


def trusted_fingers(notes: Notes) -> dict[int, int]:
    """Which button was pressed if a contact closes somewhere, where there is no doubt about it."""
    reacted = reactions(notes)
    heard = [next(iter(places)) for places in reacted.values() if len(places) == 1]
    often = {place for places in reacted.values() if len(places) > 1 for place in places}
    resting = notes.closed_at_rest or NOWHERE
    return {
        next(iter(places)): place
        for place, places in reacted.items()
        if len(places) == 1 and heard.count(next(iter(places))) == 1 and not places & (often | resting)
    }


def _buttons(plan: Plan, notes: Notes, settings: Settings) -> Iterator[Finding]:
    closed = notes.closed_at_rest or NOWHERE
    seen = reactions(notes)
    for place in plan.buttons:
        if place in closed:
            fault = Fault.NORMALLY_CLOSED if place in seen.get(place, NOWHERE) else Fault.ALWAYS_ON
            yield Finding(fault, _wires(Part.BUTTON, [place]))
    for fault, places in crossings(seen):
        if fault is not Fault.SILENT or not closed.intersection(places):
            yield Finding(fault, _wires(Part.BUTTON, places))
    yield from _bouncing(notes, seen, settings)
    yield from _skipped(Part.BUTTON, notes.presses)


def _bouncing(notes: Notes, seen: Mapping[int, Places], settings: Settings) -> Iterator[Finding]:
    for place, contacts in notes.presses.items():
        own = seen.get(place, NOWHERE)
        if contacts is None or len(own) != 1 or own & (notes.closed_at_rest or NOWHERE):
            continue
        reason = bounces(_of(contacts, own), settings)
        if reason:
            yield Finding(Fault.BOUNCES, _wires(Part.BUTTON, [place]), reason=reason)


def _of(contacts: Iterable[Contact], places: Places) -> list[Contact]:
    return [contact for contact in contacts if contact.seat in places]


# --- lamps ---


def _lamps(plan: Plan, notes: Notes) -> Iterator[Finding]:
    lit = notes.lit_at_rest or NOWHERE
    seen = {place: places for place, places in notes.lamps.items() if places is not None}
    everywhere = frozenset(plan.lamps)
    if len(everywhere) > 1 and lit == everywhere and all(seen.get(p) == everywhere - {p} for p in plan.lamps):
        yield Finding(Fault.UPSIDE_DOWN, _wires(Part.LAMP, plan.lamps))
        return
    for place in plan.lamps:
        if place in lit:
            yield Finding(Fault.ALWAYS_ON, _wires(Part.LAMP, [place]))
    for fault, places in crossings({place: places - lit for place, places in seen.items() if place not in lit}):
        yield Finding(fault, _wires(Part.LAMP, places))
    yield from _skipped(Part.LAMP, notes.lamps)


# --- displays ---


def _displays(plan: Plan, notes: Notes) -> Iterator[Finding]:
    answers = notes.answers
    if answers is None:
        return
    silent = [place for place, location in plan.displays.items() if not answers[location].ok]
    yet_unexplained = set(silent)
    for finding in _common_causes(plan, answers, silent):
        yet_unexplained -= {wire.place for wire in finding.wires}
        yield finding
    seen = {place: notes.screens.get(location) for place, location in plan.displays.items() if place not in silent}
    looked = {place: places for place, places in seen.items() if places is not None}
    trunk = _before_mux(plan, looked)
    for finding in _moved(plan, notes, looked, yet_unexplained):
        yet_unexplained.discard(finding.wires[0].place)
        yield finding
    yield from (Finding(Fault.BEFORE_MUX, _wires(Part.DISPLAY, [place])) for place in trunk)
    missing = frozenset(silent)
    clean = {place: places - missing - (trunk - {place}) for place, places in looked.items()}
    for fault, places in crossings(clean):
        yield Finding(fault, _wires(Part.DISPLAY, places))
    for place in sorted(yet_unexplained):
        reason = answers[plan.displays[place]].reason
        yield Finding(Fault.SILENT, _wires(Part.DISPLAY, [place]), reason=reason)
    yield from _skipped(Part.DISPLAY, seen)


def _common_causes(plan: Plan, answers: Mapping[Location, Health], silent: list[int]) -> Iterator[Finding]:
    """What silences all displays of a bus or a multiplexer together."""
    by_bus: dict[int, list[int]] = {}
    for place in silent:
        location = plan.displays[place]
        if isinstance(location, I2c):
            by_bus.setdefault(location.bus, []).append(place)
    for bus, places in by_bus.items():
        health = [answers[plan.displays[place]] for place in places]
        everyone = [place for place, at in plan.displays.items() if isinstance(at, I2c) and at.bus == bus]
        fault = _common_cause(plan.displays[places[0]], health) if len(places) == len(everyone) else None
        if fault is not None:
            yield Finding(fault, _wires(Part.DISPLAY, places), reason=health[0].reason)


def _common_cause(location: Location, health: list[Health]) -> Fault | None:
    numbers = {each.errno for each in health}
    if all(each.state is State.STUCK for each in health):
        return Fault.BUS_STUCK
    if numbers <= {errno.EACCES, errno.EPERM}:
        return Fault.NO_PERMISSION
    if numbers == {errno.ENOENT}:
        return Fault.NO_MUX if isinstance(location, I2c) and location.mux is not None else Fault.NO_BUS
    return None


def _moved(plan: Plan, notes: Notes, looked: Mapping[int, Places], silent: set[int]) -> Iterator[Finding]:
    """Displays that are silent where they belong, and are seen when another location is lit."""
    strange = [location for location in worth_a_look(plan, notes) if location not in plan.displays.values()]
    for place in sorted(silent):
        for location in strange:
            if place in (notes.screens.get(location) or NOWHERE):
                yield Finding(_move(plan.displays[place], location), _wires(Part.DISPLAY, [place]), at=location)
                break
        else:
            with_it = [other for other, places in looked.items() if other in places and place in places]
            if with_it:
                yield Finding(Fault.SAME_PLACE, _wires(Part.DISPLAY, [place, with_it[0]]), at=plan.displays[with_it[0]])


def _move(meant: Location, found: Location) -> Fault:
    same_pair = isinstance(meant, I2c) and isinstance(found, I2c) and (meant.bus, meant.mux, meant.channel) == (
        found.bus, found.mux, found.channel,
    )  # fmt: skip
    return Fault.WRONG_ADDRESS if same_pair else Fault.WRONG_CHANNEL


def _before_mux(plan: Plan, looked: Mapping[int, Places]) -> Places:
    """A display before the multiplexer hears what is meant for any channel at its address."""
    behind = {place for place, at in plan.displays.items() if isinstance(at, I2c) and at.mux is not None}
    if len(behind) < 2 or not behind <= looked.keys():
        return NOWHERE
    everywhere = frozenset.intersection(*(looked[place] for place in behind))
    return everywhere if len(everywhere) == 1 and everywhere <= behind else NOWHERE


# --- sound ---


def _sounds(notes: Notes) -> Iterator[Finding]:
    silent = [place for place, heard in notes.heard.items() if heard == NOWHERE]
    yield from (Finding(Fault.SILENT, _wires(Part.SOUND, [place])) for place in silent)
    yield from _skipped(Part.SOUND, notes.heard)


# --- all of them ---


def _wires(part: Part, places: Iterable[int]) -> tuple[Wire, ...]:
    return tuple(Wire(part, place) for place in places)


def _skipped(part: Part, seen: Mapping[int, object]) -> Iterator[Finding]:
    for place, what in seen.items():
        if what is None:
            yield Finding(Fault.SKIPPED, _wires(part, [place]))

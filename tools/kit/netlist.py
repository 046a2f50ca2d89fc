"""The wires of a build: which pins are joined, on boards and through cables; and what can be wrong with that."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tools.kit.build import Build
from tools.kit.header import pi_label, pi_pin, pi_supply, pico_pin
from tools.kit.source import Cable, Component, Conductor, Kit, Part

HEADERS = {"header": pi_pin, "pico": pico_pin}  # parts that list one of these for their pins have a header's forty
HEADER_PINS = tuple(str(number) for number in range(1, 41))
# The ribbon, and the two headers of which it joins every pin with the one of the same number.
RIBBON, RIBBON_ENDS = "W1", ("J1", "PI")
POWER_NETS = {"3V3", "5V", "GND"}


@dataclass(frozen=True, slots=True, order=True)
class End:
    """One pin of one component."""

    ref: str
    pin: str

    def __str__(self) -> str:
        return f"{self.ref}.{self.pin}"


@dataclass(frozen=True, slots=True)
class Placed:
    """A component of a build, its names filled in."""

    ref: str
    seat: int
    component: Component
    part: Part

    @property
    def pins(self) -> tuple[str, ...]:
        return HEADER_PINS if _header(self.part) else self.part.pins


@dataclass(frozen=True, slots=True)
class Laid:
    """A cable of a build, its names filled in."""

    name: str
    what: str
    cable: Cable
    conductors: tuple[Conductor, ...]


def _header(part: Part) -> str | None:
    return part.pins[0] if part.pins and part.pins[0] in HEADERS else None


class Netlist:
    """The nets of one build of a kit.

    `board` maps the name of a net to its ends on the boards, `nets` to those with the cables' far ends, too. The ribbon
    joins every pin of the Pi to that of the same number on J1.
    """

    def __init__(self, kit: Kit, build: Build) -> None:
        self.kit = kit
        self.build = build

    @cached_property
    def placed(self) -> Mapping[str, Placed]:
        """Every component by its name."""
        return {
            placed.ref: placed
            for component in self.kit.components
            for place in self.build.places(component.each)
            for placed in [
                Placed(component.ref.format_map(place), place["seat"], component, self.kit.parts[component.part])
            ]
        }

    @cached_property
    def cables(self) -> tuple[Laid, ...]:
        """Every cable, in the order of the source; seats within."""
        return tuple(
            Laid(
                cable.name.format_map(place),
                cable.what.format_map(place),
                cable,
                tuple(
                    Conductor(each.colour, each.start.format_map(place), each.end.format_map(place), each.pair)
                    for each in cable.conductors
                ),
            )
            for cable in self.kit.cables
            for place in self.build.places(cable.each)
        )

    @cached_property
    def board(self) -> Mapping[str, tuple[End, ...]]:
        nets: dict[str, list[End]] = defaultdict(list)
        for net in self.kit.nets:
            for place in self.build.places(net.each):
                nets[net.name.format_map(place)].extend(self.end(text.format_map(place)) for text in net.ends)
        return {name: tuple(ends) for name, ends in nets.items()}

    @property
    def seats_of_nets(self) -> Mapping[str, int]:
        """The seat of every net that belongs to one."""
        return {
            net.name.format_map(place): place["seat"]
            for net in self.kit.nets
            if "{seat}" in net.name
            for place in self.build.places(net.each)
        }

    @cached_property
    def nets(self) -> Mapping[str, tuple[End, ...]]:
        net_of = {end: name for name, ends in self.board.items() for end in ends}
        nets = {name: list(ends) for name, ends in self.board.items()}
        for start, end in self._wires():
            if start in net_of:
                nets[net_of[start]].append(end)
        return {name: tuple(ends) for name, ends in nets.items()}

    def _wires(self) -> Iterator[tuple[End, End]]:
        for cable in self.cables:
            for each in cable.conductors:
                yield self.end(each.start), self.end(each.end)
        if RIBBON in self.placed:
            for pin in HEADER_PINS:
                yield End(RIBBON_ENDS[0], pin), End(RIBBON_ENDS[1], pin)

    def end(self, text: str) -> End:
        """The end that is written like "J1.button_1". Raises LookupError where there is no such pin or component."""
        ref, _, name = text.partition(".")
        if ref not in self.placed:
            raise LookupError(f"{text}: this build has no {ref}")
        kind = _header(self.placed[ref].part)
        pin = HEADERS[kind](self.kit, name) if kind else name
        if pin not in self.placed[ref].pins:
            raise LookupError(f"{text}: {ref} has the pins {', '.join(self.placed[ref].pins)}")
        return End(ref, pin)

    def faults(self) -> list[str]:
        """What is wrong, one line each: ends that do not exist, pins wired twice or not at all, wrong supplies."""
        try:
            ends = [end for name in self.nets for end in self.nets[name]]
        except LookupError as error:
            return [str(error.args[0])]
        return [*_twice(ends), *self._loose(ends), *self._supplies(), *self._reserved(ends)]

    def _loose(self, ends: Iterable[End]) -> Iterator[str]:
        wired = set(ends)
        for ref, placed in self.placed.items():
            if _header(placed.part):
                continue
            for pin in placed.pins:
                if End(ref, pin) not in wired and pin not in placed.part.may_be_open:
                    yield f"{ref}.{pin} ({placed.part.name}) is not wired"
        for start, end in self._wires():
            if start not in wired and start.ref != "J1":
                yield f"the wire from {start} to {end} starts at a pin that is in no net"
        for name, pins in self.nets.items():
            if len(pins) < 2:
                yield f"net {name} has one end only: {pins[0]}"

    def _supplies(self) -> Iterator[str]:
        for name, ends in self.nets.items():
            for end in ends:
                if end.ref in ("J1", "PI"):
                    supply = pi_supply(end.pin)
                    if (name in POWER_NETS or supply) and supply != name:
                        yield f"{end} is {pi_label(end.pin)}, but its net is {name}"

    def _reserved(self, ends: Iterable[End]) -> Iterator[str]:
        reserved = {f"GPIO{bcm}" for row in self.kit.left_free if row.reserved for bcm in row.bcm}
        for end in ends:
            if end.ref in ("J1", "PI") and pi_label(end.pin) in reserved:
                yield f"{end} is {pi_label(end.pin)}, which is reserved"


def _twice(ends: Iterable[End]) -> Iterator[str]:
    return (f"{end} is wired {count} times" for end, count in Counter(ends).items() if count > 1)

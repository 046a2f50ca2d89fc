"""hardware/parts.yaml: the one source of the kit, as values with types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cattrs
import yaml
from cattrs.errors import BaseValidationError

from tools.project_files import ROOT

PARTS = ROOT / "hardware" / "parts.yaml"
TO_CHECK = "to check"
# Figures that are no fact about the world but a value that the program itself has.
OWN_DEFAULT = "the console's own default"

Eyes = Mapping[str, tuple[float, float]]


class BadSource(ValueError):
    """parts.yaml cannot be used; one line that says where and why."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and where it was read; the unit is in its name."""

    value: float
    source: str


Figures = Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Manufacturer:
    """Who makes a part under which number, and where that was read."""

    maker: str
    number: str
    source: str


@dataclass(frozen=True, slots=True)
class Part:
    """Something to buy, print or cut. `pins` are those that can be wired; `may_be_open` need not be, and some
    such parts do not have those that `may_be_missing`.

    `around` names the corner pins of a part with two rows, anticlockwise from above; `reads` the pins of a display from
    left to right, glass towards the reader, pins at the top. What is bought `by_length` is counted in mm. A part of
    first light that `serves_as` another one takes its place in the console.
    """

    name: str
    spec: str
    source: str
    substitute: str
    pins: tuple[str, ...] = ()
    may_be_open: tuple[str, ...] = ()
    may_be_missing: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    footprint: str | None = None
    manufacturer: Manufacturer | None = None
    figures: Figures = field(default_factory=dict)
    by_length: bool = False
    serves_as: str | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """How many of a part, of one colour where it comes in several, one step takes, `each` time it is done."""

    part: str
    step: str
    each: str
    count: int = 1
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Socket:
    """What is soldered into a component's holes in its place; the component is put into it."""

    part: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Component:
    """A part with a name on drawings. `at` is the board's hole (column, row) of pin 1.

    It can be left out when all its `options` are; one without any is always there.
    """

    ref: str
    part: str
    step: str
    each: str
    at: tuple[int, int] | None = None
    seat_shift: int = 0
    turned: bool = False
    board: str = "console"
    marks: tuple[str, ...] = ()
    socket: Socket | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that is used and not used up."""

    name: str
    use: str
    first_light: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a console can do without, and what is then different in its settings."""

    what: str
    settings: str


@dataclass(frozen=True, slots=True)
class Net:
    """Pins that are joined on a board; the same name in another place is the same net."""

    name: str
    each: str
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a wire's colour says, and the beginnings of the names of the nets that have it."""

    means: str
    nets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conductor:
    """One wire of a cable, from a pin of the board to a pin of what hangs on it."""

    colour: str
    start: str
    end: str
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Cable:
    """Wires that are cut and laid together; `made_of` names the part where it is not the lead wire."""

    name: str
    what: str
    step: str
    each: str
    length_mm: Figure
    conductors: tuple[Conductor, ...]
    made_of: str = "lead_wire"


@dataclass(frozen=True, slots=True)
class Use:
    """What a pin of the Pi is for. `bcm` is None where the console's own defaults have it."""

    what: str
    why: str
    bcm: int | None = None


@dataclass(frozen=True, slots=True)
class LeftFree:
    """Pins that the kit does not use; `reserved` ones must never be."""

    bcm: tuple[int, ...]
    why: str
    reserved: bool = False


@dataclass(frozen=True, slots=True)
class Plugged:
    """A part of first light and the breadboard holes of its pins."""

    ref: str
    part: str
    stage: str
    holes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Jumper:
    """A lead of first light, between two holes or pins of the Pi."""

    stage: str
    part: str
    colour: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class FirstLight:
    """The build of one evening; `joined` is what its jumpers have to bring together."""

    components: tuple[Plugged, ...]
    jumpers: tuple[Jumper, ...]
    stages: Mapping[str, str]
    joined: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Computer:
    """A model of Pi: what it takes by itself, what its supply gives, and how it is woken after halting."""

    own_ma: Figure
    supply_ma: Figure
    halt: str


@dataclass(frozen=True, slots=True)
class Enclosure:
    """The case, in mm, the panels it can hold, and where eyes are."""

    figures: Figures
    panels: Mapping[str, Figures]
    eyes: Mapping[str, Eyes]

    def __getitem__(self, name: str) -> float:
        return self.figures[name].value


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """All of parts.yaml. Equal to itself only, so that what is worked out of it can be kept by it."""

    sources: Mapping[str, str]
    steps: Mapping[str, str]
    parts: Mapping[str, Part]
    needed: tuple[Need, ...]
    cut_case: tuple[Need, ...]
    tools: tuple[Tool, ...]
    components: tuple[Component, ...]
    options: Mapping[str, Option]
    nets: tuple[Net, ...]
    colour_code: Mapping[str, Meaning]
    cables: tuple[Cable, ...]
    uses: Mapping[str, Use]
    left_free: tuple[LeftFree, ...]
    first_light: FirstLight
    design: Figures
    computers: Mapping[str, Computer]
    enclosure: Enclosure

    def wire_colour(self, net: str) -> str:
        """The colour of a net's wires: that of the longest name it begins with. Raises LookupError."""
        found = {
            name: colour
            for colour, meaning in self.colour_code.items()
            for name in meaning.nets
            if net.startswith(name)
        }
        if not found:
            raise LookupError(f"{net} has no colour under colour_code")
        return found[max(found, key=len)]


@cache
def read_kit() -> Kit:
    """The kit as it stands in hardware/."""
    return kit_of(PARTS.read_text(encoding="utf-8"), PARTS)


def kit_of(text: str, path: Path) -> Kit:
    """The kit in a text. Raises BadSource, one line with the file and the reason."""
    try:
        kit = _converter().structure(yaml.safe_load(text), Kit)
    except yaml.YAMLError as error:
        raise BadSource(f"{path.name}: is not YAML: {' '.join(str(error).split())}") from error
    except (BaseValidationError, ValueError, TypeError) as error:
        raise BadSource(f"{path.name}: {_first_cause(error)}") from error
    for where, source in sources_in(kit):
        if source not in {TO_CHECK, OWN_DEFAULT, *kit.sources}:
            raise BadSource(f"{path.name}: {where}: source {source!r} is not under sources")
    return kit


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in (Conductor, Jumper):  # "from" is no name that Python lets us have
        rename = cattrs.gen.override
        converter.register_structure_hook(
            kind,
            cattrs.gen.make_dict_structure_fn(
                kind, converter, start=rename(rename="from"), end=rename(rename="to"), _cattrs_forbid_extra_keys=True
            ),
        )
    return converter


def _first_cause(error: BaseException) -> str:
    notes = [str(note).removeprefix("Structuring class ") for note in getattr(error, "__notes__", ())]
    inner = getattr(error, "exceptions", None)
    rest = _first_cause(inner[0]) if inner else str(error)
    return " > ".join([*notes, rest])


def sources_in(thing: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every `source` anywhere in the kit, with the path that leads to it."""
    if isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from sources_in(value, f"{where}.{key}".lstrip("."))
    elif isinstance(thing, tuple):
        for number, value in enumerate(thing):
            yield from sources_in(value, f"{where}[{getattr(value, 'ref', getattr(value, 'name', number))}]")
    elif is_dataclass(thing):
        values = {each.name: getattr(thing, each.name) for each in fields(thing)}
        if "source" in values:
            yield where, values.pop("source")
        yield from sources_in(values, where)

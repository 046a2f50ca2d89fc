"""The bill of materials: what a build, or one step of it, takes; as CSV and as a table for a page."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tools.kit.board import BOARD_WIRE, SIZES, Board
from tools.kit.build import ALL_BUILDS, SEATS, Build
from tools.kit.colours import COLOURS
from tools.kit.source import Kit, Need, Part, read_kit
from tools.markdown import markdown_table

COLUMNS = (
    *("unit", "part", "colour", "specification", "manufacturer"),
    *("number", "source", "substitute", "used for"),
)
SPARE = 0.1  # of what is bought by length: this much more, and then whole metres
MM_PER_M = 1000


class Item(NamedTuple):
    """One line of an order: a part, of one colour where it comes in several."""

    part: str
    colour: str = ""


Amounts = Mapping[Item, int]


def needs(kit: Kit) -> Iterator[Need]:
    """Every need of the kit but the wires on the boards: those that are written down, and those of what is drawn."""
    yield from kit.needed
    for component in kit.components:
        yield Need(component.part, component.step, component.each)
        if component.socket:
            yield Need(component.socket.part, component.step, component.each, component.socket.count)
    for cable in kit.cables:
        each_mm = int(cable.length_mm.value) if kit.parts[cable.made_of].by_length else 1
        for conductor in cable.conductors:
            yield Need(cable.made_of, cable.step, cable.each, each_mm, conductor.colour)
    yield from first_light_needs(kit)


def first_light_needs(kit: Kit) -> Iterator[Need]:
    for plugged in kit.first_light.components:
        yield Need(plugged.part, "first-light", "first_light")
    for jumper in kit.first_light.jumpers:
        yield Need(jumper.part, "first-light", "first_light", colour=jumper.colour)


def amounts(kit: Kit, build: Build, step: str | None = None) -> Amounts:
    """How much of each item a build takes, in all or in one step: pieces, or mm of what is bought by length."""
    found: Counter[Item] = Counter()
    for need in needs(kit):
        if step in (None, need.step):
            found[Item(need.part, need.colour)] += need.count * build.times(need.each)
    for name in SIZES:
        board = Board(kit, build, name)
        for wire in board.wires:
            if step in (None, wire.step):
                found[Item(BOARD_WIRE, kit.wire_colour(wire.net))] += board.cut_mm(wire)
    return _in_order(kit, found)


def first_light_amounts(kit: Kit) -> Amounts:
    """How much of each item first light takes."""
    found: Counter[Item] = Counter()
    for need in needs(kit):
        if need.each == "first_light":
            found[Item(need.part, need.colour)] += need.count
    return _in_order(kit, found)


def _in_order(kit: Kit, found: Mapping[Item, int]) -> Amounts:
    """As parts and colours stand in the source."""
    places = [Item(part, colour) for part in kit.parts for colour in ("", *kit.colour_code)]
    return {item: found[item] for item in places if found.get(item)}


def counts(kit: Kit, build: Build, step: str | None = None) -> Mapping[str, int]:
    """How much of each part a build takes, whatever its colour."""
    return _by_part(amounts(kit, build, step))


def _by_part(found: Amounts) -> Mapping[str, int]:
    summed: Counter[str] = Counter()
    for item, amount in found.items():
        summed[item.part] += amount
    return dict(summed)


def still_to_buy(kit: Kit, build: Build) -> Amounts:
    """What a build takes beyond what first light leaves over for it."""
    left: Counter[Item] = Counter()
    for item, amount in first_light_amounts(kit).items():
        left[Item(kit.parts[item.part].serves_as or item.part, item.colour)] += amount
    return {item: max(0, amount - left[item]) for item, amount in amounts(kit, build).items()}


def steps_of(kit: Kit, part: str) -> str:
    """The titles of the steps that use a part."""
    used = {need.step for need in needs(kit) if need.part == part}
    if part == BOARD_WIRE:
        used = {component.step for component in kit.components if component.at}
    return ", ".join(title for step, title in kit.steps.items() if step in used)


def bill_csv(kit: Kit, found: Amounts, after: Amounts | None = None) -> str:
    """A bill of materials, one line an item; with what is still to buy after first light, where that is known."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*_count_heads(after, "count", "after first light"), *COLUMNS))
    for item in found:
        part = kit.parts[item.part]
        made_by = (part.manufacturer.maker, part.manufacturer.number) if part.manufacturer else ("", "")
        what = (part.name, COLOURS.get(item.colour, ""), part.spec, *made_by, part.source, part.substitute)
        ordered = [_ordered(part, each[item]) for each in (found, after) if each is not None]
        writer.writerow((*ordered, "m" if part.by_length else "", *what, steps_of(kit, item.part)))
    return text.getvalue()


def bills() -> Mapping[str, str]:
    """File name → CSV, one for each build and one for first light."""
    kit = read_kit()
    files = {f"{build.name}.csv": bill_csv(kit, amounts(kit, build), still_to_buy(kit, build)) for build in ALL_BUILDS}
    return {"first-light.csv": bill_csv(kit, first_light_amounts(kit)), **files}


def order_table(pod: bool, table: bool) -> str:
    """Items and how much of them for 2, 3 and 4 seats."""
    kit = read_kit()
    by_build = [amounts(kit, Build(seats, pod, table)) for seats in SEATS]
    rows = [
        (
            _name(kit, item),
            *(_amount(kit.parts[item.part], found.get(item, 0)) for found in by_build),
            *details,
        )
        for item, details in _with_details(kit, _all_of(kit, by_build))
    ]
    return markdown_table(("Part", *_seat_heads(), "What it must be", "If you cannot get it"), rows)


def difference_table(pod: bool, table: bool) -> str:
    """What a pod or a table display adds (+) to the console without, and what it saves (−), for 2, 3 and 4 seats."""
    kit = read_kit()
    by_build = [(amounts(kit, Build(seats, pod, table)), amounts(kit, Build(seats))) for seats in SEATS]
    rows = []
    for item in _all_of(kit, [found for pair in by_build for found in pair]):
        part = kit.parts[item.part]
        changes = [_ordered(part, a.get(item, 0)) - _ordered(part, b.get(item, 0)) for a, b in by_build]
        if any(changes):
            unit = " m" if part.by_length else ""
            rows.append((_name(kit, item), *(f"{change:+d}{unit}".replace("-", "−") for change in changes)))
    return markdown_table(("Part", *_seat_heads()), rows)


def cut_case_table() -> str:
    """What a case that is cut adds (+) to the order of one that is printed, and what it saves (−)."""
    kit = read_kit()
    rows = [
        (
            f"{need.count:+d}".replace("-", "−"),
            part.name,
            *((part.spec, part.substitute) if need.count > 0 else ("", "")),
        )
        for need in kit.cut_case
        for part in [kit.parts[need.part]]
    ]
    return markdown_table(("Change", "Part", "What it must be", "If you cannot get it"), rows)


def first_light_table() -> str:
    kit = read_kit()
    return _list_of(kit, first_light_amounts(kit))


def reuse_table() -> str:
    """What first light leaves over, and what becomes of it."""
    kit = read_kit()
    taken = counts(kit, Build(min(SEATS)))
    rows = []
    for name, count in _by_part(first_light_amounts(kit)).items():
        serves = kit.parts[name].serves_as or name
        rows.append((count, kit.parts[name].name, "goes into the console" if serves in taken else "is left over"))
    return markdown_table(("Count", "Part", "Then it"), rows)


def build_table(build: Build) -> str:
    """Items of one build, how much of them, and how much after first light."""
    kit = read_kit()
    return _list_of(kit, amounts(kit, build), still_to_buy(kit, build))


def _list_of(kit: Kit, found: Amounts, after: Amounts | None = None) -> str:
    rows = [
        (
            *(_amount(kit.parts[item.part], each[item]) for each in (found, after) if each is not None),
            _name(kit, item),
            *details,
        )
        for item, details in _with_details(kit, found)
    ]
    head = _count_heads(after, "Count", "After first light")
    return markdown_table((*head, "Part", "What it must be", "If you cannot get it"), rows)


def _count_heads(after: Amounts | None, count: str, later: str) -> tuple[str, ...]:
    return (count,) if after is None else (count, later)


def step_table(step: str, *, pod: bool = False, table: bool = False) -> str:
    """What one step of the guide takes, for 2, 3 and 4 seats, whatever its colour."""
    kit = read_kit()
    by_build = [counts(kit, Build(seats, pod, table), step) for seats in SEATS]
    rows = [
        (part.name, *(_amount(part, found.get(name, 0)) for found in by_build))
        for name, part in kit.parts.items()
        if any(found.get(name) for found in by_build)
    ]
    return markdown_table(("Part", *_seat_heads()), rows)


def tool_table(*, first_light: bool = False) -> str:
    """What is used and not used up."""
    rows = [(tool.name, tool.use) for tool in read_kit().tools if tool.first_light or not first_light]
    return markdown_table(("Tool", "For"), rows)


def _seat_heads() -> tuple[str, ...]:
    return tuple(f"{seats} seats" for seats in SEATS)


def _all_of(kit: Kit, by_build: list[Amounts]) -> Iterator[Item]:
    """The items of several orders, each once."""
    yield from _in_order(kit, {item: amount for found in by_build for item, amount in found.items()})


def _ordered(part: Part, amount: int) -> int:
    """Pieces, or whole metres with something to spare."""
    return math.ceil(amount * (1 + SPARE) / MM_PER_M) if part.by_length else amount


def _amount(part: Part, amount: int) -> str:
    return f"{_ordered(part, amount)} m" if part.by_length else str(amount)


def _name(kit: Kit, item: Item) -> str:
    return f"{kit.parts[item.part].name}, **{COLOURS[item.colour]}**" if item.colour else kit.parts[item.part].name


def _with_details(kit: Kit, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[str, str]]]:
    """Each item with what is to be known of it, said once for all colours."""
    said = ""
    for item in items:
        yield item, ("as above", "as above") if item.part == said else _details(kit.parts[item.part])
        said = item.part


def _details(part: Part) -> tuple[str, str]:
    number = f" ({part.manufacturer.maker} {part.manufacturer.number})" if part.manufacturer else ""
    return (part.spec + number, part.substitute)

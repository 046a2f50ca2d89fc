"""The bill of materials: what a build, or one step of it, takes; as CSV and as a table for a page."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping

from tools.kit.build import ALL_BUILDS, SEATS, Build
from tools.kit.source import Kit, Need, Part, read_kit
from tools.pin_table import markdown_table

COLUMNS = ("count", "part", "specification", "manufacturer", "number", "source", "substitute", "used for")


def needs(kit: Kit) -> Iterator[Need]:
    """Every need of the kit: those that are written down, and one for each component."""
    yield from kit.needed
    for component in kit.components:
        yield Need(component.part, component.step, component.each)
    yield from first_light_needs(kit)


def first_light_needs(kit: Kit) -> Iterator[Need]:
    for plugged in kit.first_light.components:
        yield Need(plugged.part, "first-light", "first_light")
    for jumper in kit.first_light.jumpers:
        yield Need(jumper.part, "first-light", "first_light")


def counts(kit: Kit, build: Build, step: str | None = None) -> Mapping[str, int]:
    """How many of each part a build takes, in all or in one step, in the order of the source."""
    found: Counter[str] = Counter()
    for need in needs(kit):
        if step is None or need.step == step:
            found[need.part] += need.count * build.times(need.each)
    return {part: found[part] for part in kit.parts if found[part]}


def first_light_counts(kit: Kit) -> Mapping[str, int]:
    """How many of each part first light takes."""
    found: Counter[str] = Counter()
    for need in needs(kit):
        if need.each == "first_light":
            found[need.part] += need.count
    return {part: found[part] for part in kit.parts if found[part]}


def steps_of(kit: Kit, part: str) -> str:
    """The titles of the steps that use a part."""
    used = {need.step for need in needs(kit) if need.part == part}
    return ", ".join(title for step, title in kit.steps.items() if step in used)


def bill_csv(kit: Kit, amounts: Mapping[str, int]) -> str:
    """A bill of materials, one line a part."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, count in amounts.items():
        part = kit.parts[name]
        made_by = (part.manufacturer.maker, part.manufacturer.number) if part.manufacturer else ("", "")
        writer.writerow((count, part.name, part.spec, *made_by, part.source, part.substitute, steps_of(kit, name)))
    return text.getvalue()


def bills() -> Mapping[str, str]:
    """File name → CSV, one for each build and one for first light."""
    kit = read_kit()
    files = {f"{build.name}.csv": bill_csv(kit, counts(kit, build)) for build in ALL_BUILDS}
    return {"first-light.csv": bill_csv(kit, first_light_counts(kit)), **files}


def order_table(pod: bool, table: bool) -> str:
    """Parts and how many of them for 2, 3 and 4 seats."""
    return _amount_table(read_kit(), [Build(seats, pod, table) for seats in SEATS], None)


def difference_table(pod: bool, table: bool) -> str:
    """What a pod or a table display adds (+) to the console without, and what it saves (−), for 2, 3 and 4 seats."""
    kit = read_kit()
    with_it = [counts(kit, Build(seats, pod, table)) for seats in SEATS]
    without = [counts(kit, Build(seats)) for seats in SEATS]
    rows = [
        (kit.parts[name].name, *(f"{change:+d}".replace("-", "−") for change in changes))
        for name in kit.parts
        for changes in [[a.get(name, 0) - b.get(name, 0) for a, b in zip(with_it, without, strict=True)]]
        if any(changes)
    ]
    return markdown_table(("Part", *(f"{seats} seats" for seats in SEATS)), rows)


def first_light_table() -> str:
    kit = read_kit()
    return _list_of(kit, first_light_counts(kit))


def build_table(build: Build) -> str:
    """Parts of one build and how many of them."""
    kit = read_kit()
    return _list_of(kit, counts(kit, build))


def _list_of(kit: Kit, amounts: Mapping[str, int]) -> str:
    rows = [(count, kit.parts[name].name, *_details(kit.parts[name])) for name, count in amounts.items()]
    return markdown_table(("Count", "Part", "What it must be", "If you cannot get it"), rows)


def step_table(step: str, *, pod: bool = False, table: bool = False) -> str:
    """What one step of the guide takes, for 2, 3 and 4 seats."""
    return _amount_table(read_kit(), [Build(seats, pod, table) for seats in SEATS], step)


def _amount_table(kit: Kit, builds: list[Build], step: str | None) -> str:
    amounts = [counts(kit, build, step) for build in builds]
    rows = [
        (
            kit.parts[name].name,
            *(amount.get(name, 0) for amount in amounts),
            *(() if step else _details(kit.parts[name])),
        )
        for name in kit.parts
        if any(name in amount for amount in amounts)
    ]
    head = ("Part", *(f"{build.seats} seats" for build in builds))
    return markdown_table(head if step else (*head, "What it must be", "If you cannot get it"), rows)


def _details(part: Part) -> tuple[str, str]:
    number = f" ({part.manufacturer.maker} {part.manufacturer.number})" if part.manufacturer else ""
    return (part.spec + number, part.substitute)

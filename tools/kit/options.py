"""What a console can do without, and which parts, wires and leads fall away with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from tools.kit.board import Board, Wire
from tools.kit.build import Build
from tools.kit.source import Cable, Component, Kit, Net, read_kit
from tools.markdown import listed, markdown_table


def kit_without(kit: Kit, left_out: Collection[str]) -> Kit:
    """A kit without what only serves the options that are left out."""
    gone = {part.ref for part in kit.components if part.options and set(part.options) <= set(left_out)}

    def stays(end: str) -> bool:
        return end.partition(".")[0] not in gone

    nets = (replace(net, ends=tuple(end for end in net.ends if stays(end))) for net in kit.nets)
    return replace(
        kit,
        components=tuple(part for part in kit.components if part.ref not in gone),
        nets=tuple(net for net in nets if _is_one(kit, net)),
        cables=tuple(cable for cable in kit.cables if all(stays(wire.end) for wire in cable.conductors)),
    )


def _is_one(kit: Kit, net: Net) -> bool:
    """Whether anything is left to join: two ends, or one that joins the same net elsewhere."""
    return len(net.ends) > 1 or (bool(net.ends) and [each.name for each in kit.nets].count(net.name) > 1)


def fallen_wires(kit: Kit, build: Build, left_out: Collection[str]) -> list[Wire]:
    """The wires on the console's board that nothing needs without these options. All others stay as they are."""
    there = Board(kit_without(kit, left_out), build).wires
    return [wire for wire in Board(kit, build).wires if wire not in there]


def fallen_parts(kit: Kit, left_out: Collection[str]) -> list[Component]:
    """The components that nothing needs without these options."""
    there = kit_without(kit, left_out).components
    return [part for part in kit.components if part not in there]


def fallen_cables(kit: Kit, left_out: Collection[str]) -> list[Cable]:
    """The leads that nothing needs without these options."""
    there = kit_without(kit, left_out).cables
    return [cable for cable in kit.cables if cable not in there]


def option_table(build: Build) -> str:
    """For everything that can be left out: what is then not ordered, not soldered, not laid, and not set."""
    kit = read_kit()
    return markdown_table(
        ("Without", "leave out", "wires of step 3", "lead", "settings"),
        (
            (
                " and ".join(kit.options[name].what for name in left_out),
                ", ".join(part.ref for part in fallen_parts(kit, left_out)),
                listed(_numbers(kit, build, left_out)),
                ", ".join(cable.name for cable in fallen_cables(kit, left_out)),
                "; ".join(dict.fromkeys(kit.options[name].settings for name in left_out)),
            )
            for left_out in _choices(kit)
        ),
    )


def _choices(kit: Kit) -> Iterator[tuple[str, ...]]:
    """Each option alone, and those together that share a part."""
    yield from ((name,) for name in kit.options)
    yield from dict.fromkeys(part.options for part in kit.components if len(part.options) > 1)


def _numbers(kit: Kit, build: Build, left_out: Collection[str]) -> list[int]:
    """The numbers that wires which fall away have in their table and picture; all are of the step that has options."""
    fallen = fallen_wires(kit, build, left_out)
    [step] = {wire.step for wire in fallen}
    return [number for number, wire in enumerate(Board(kit, build).wires_of(step), start=1) if wire in fallen]

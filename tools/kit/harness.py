"""The harness as WireViz draws it: every cable of a build between its two ends."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from wireviz import wireviz

from tools.kit.build import Build
from tools.kit.netlist import RIBBON, RIBBON_ENDS, Laid, Netlist, Placed
from tools.kit.source import Kit, read_kit

RIBBON_PINS = "1 to 40"  # drawn as one wire


def harness_source(kit: Kit, build: Build) -> dict[str, Any]:
    """What WireViz reads: connectors, cables, and who is joined to whom. Pin labels are text, "NO" is no YAML no."""
    netlist = Netlist(kit, build)
    cables = [laid for laid in reversed(netlist.cables) if laid.conductors]  # graphviz draws the last one uppermost
    used = {end.partition(".")[0] for laid in cables for wire in laid.conductors for end in (wire.start, wire.end)}
    headers = {ref: _ribbon_end(netlist.placed[ref]) for ref in RIBBON_ENDS}
    return {
        "connectors": {
            **{ref: _connector(netlist.placed[ref]) for ref in reversed(list(netlist.placed)) if ref in used},
            **headers,
        },
        "cables": {**{laid.name: _cable(laid) for laid in cables}, RIBBON: _ribbon(netlist.placed[RIBBON])},
        "connections": [
            *(row for laid in cables for row in _connections(netlist, laid)),
            [{RIBBON_ENDS[0]: [1]}, {RIBBON: [1]}, {RIBBON_ENDS[1]: [1]}],
        ],
    }


def _ribbon_end(placed: Placed) -> dict[str, Any]:
    return {
        "type": _padded(placed.part.name.partition(",")[0]),
        "pins": [1],
        "pinlabels": [RIBBON_PINS],
        "show_pincount": False,
    }


def _ribbon(placed: Placed) -> dict[str, Any]:
    return {
        "type": _padded("Ribbon, Pi and board"),
        "length": int(placed.part.figures["length_mm"].value),
        "length_unit": "mm",
        "colors": ["GY"],
        "wirecount": 1,
        "notes": _padded(placed.part.spec.partition(";")[0]),
    }


def _connector(placed: Placed) -> dict[str, Any]:
    labels = list(placed.component.marks or placed.pins)
    return {
        "type": _padded(placed.part.name.partition(",")[0]),
        "pins": list(range(1, len(labels) + 1)),
        "pinlabels": labels,
        "hide_disconnected_pins": True,
    }


def _padded(words: str) -> str:
    """With room at both ends, for those whose letters are wider than graphviz thinks."""
    return f"\u00a0{words}\u00a0"


def _cable(laid: Laid) -> dict[str, Any]:
    paired = [str(number) for number, wire in enumerate(laid.conductors, start=1) if wire.pair]
    return {
        "type": _padded(laid.what),
        "length": int(laid.cable.length_mm.value),
        "length_unit": "mm",
        "colors": [wire.colour for wire in laid.conductors],
        "wirecount": len(laid.conductors),
        **({"notes": f"wires {' and '.join(paired)} are twisted"} if paired else {}),
    }


def _connections(netlist: Netlist, laid: Laid) -> list[list[dict[str, list[Any]]]]:
    """One row for each pair of connectors that the cable joins."""
    by_ends: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, wire in enumerate(laid.conductors, start=1):
        by_ends[wire.start.partition(".")[0], wire.end.partition(".")[0]].append(number)
    return [
        [
            {start: [_place(netlist, laid.conductors[number - 1].start) for number in numbers]},
            {laid.name: numbers},
            {end: [_place(netlist, laid.conductors[number - 1].end) for number in numbers]},
        ]
        for (start, end), numbers in by_ends.items()
    ]


def _place(netlist: Netlist, text: str) -> int:
    """Where a pin is on its connector, from 1: labels may be there twice."""
    end = netlist.end(text)
    return netlist.placed[end.ref].pins.index(end.pin) + 1


def harness_graph(build: Build) -> str:
    """The harness of a build in graphviz's language; `dot -Tsvg` draws it."""
    source = harness_source(read_kit(), build)
    harness = wireviz.parse(source, return_types="harness")
    return str(harness.graph.source)

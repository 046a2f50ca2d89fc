"""The open console: its lid stands on its east edge beside the base, all leads still in their terminals.

Coordinates are those of the case, in mm: the middle of the console is the origin, z = 0 the underside of the base, and
seat 1 at the south. The lid is turned up around its east edge, so that its underside looks at the base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, dist, radians, sin

from tools.kit.board import HOLE_MM, SIZES, Board
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.netlist import End, Laid
from tools.kit.source import Enclosure, Kit

Place = tuple[float, float, float]

SEAT_TURNS: Mapping[int, Sequence[int]] = {2: (0, 180), 3: (0, -90, 180), 4: (0, -90, 180, 90)}  # as in console.scad
GAP_MM = 60  # between base and lid: the lowest button needs room
FEET_MM = 6
BOARD_MM = 1.6  # how thick circuit boards are
SCREW_MM = 5  # a terminal's screw above the board
FACE_MARGIN_MM = 6  # as in console.scad
PANEL = "0.96"
TABS: Mapping[str, tuple[float, float]] = {"NO": (-4, 5), "COM": (4, 5), "LAMP+": (4, -5), "LAMP-": (-4, -5)}
SLACK_MM = 20  # for its way through the slot, and its stripped ends


@dataclass(frozen=True, slots=True)
class Lead:
    """A wire of a lead in the open console: from its screw to where it is plugged on."""

    cable: Laid
    colour: str
    start: Place
    end: Place


def around(place: Place, turn_deg: float) -> Place:
    """A place of seat 1 as that of the seat to which one turns."""
    x, y, z = place
    a = radians(turn_deg)
    return x * cos(a) - y * sin(a), x * sin(a) + y * cos(a), z


def opened(size: Enclosure, place: Place) -> Place:
    """Where something of the closed lid is while the lid stands."""
    x, y, z = place
    half, rim = size["case_mm"] / 2, size["wall_mm"] + size["inner_height_mm"]
    return half + GAP_MM + z - rim, y, half - FEET_MM - x


def display_pin(size: Enclosure, across: float) -> Place:
    """A pin of seat 1's display in the closed console, `across` mm to the right of its middle as the player sees it."""
    figures = size.panels[PANEL]
    tilt = radians(size["screen_tilt_deg"])
    up = FACE_MARGIN_MM / 2 + figures["board_h_mm"].value - HOLE_MM / 2
    behind = -(size["hood_wall_mm"] + 2.5 + BOARD_MM)
    lid_z = size["wall_mm"] + size["inner_height_mm"] + size["lid_mm"]
    y = up * cos(tilt) - behind * sin(tilt) - size["face_y_mm"]
    return across, y, lid_z + size["face_z_mm"] + up * sin(tilt) + behind * cos(tilt)


def button_tab(size: Enclosure, name: str) -> Place:
    """A tab of seat 1's button in the closed console."""
    x, y = TABS[name]
    away = size["case_mm"] / 2 - size["button_from_edge_mm"]
    return x, y - away, size["wall_mm"] + size["inner_height_mm"] + size["lid_mm"] - size["button_depth_mm"]


def screw_place(size: Enclosure, board: Board, end: End) -> Place:
    """A terminal's screw inside the case. One of the pod is about the middle."""
    columns, rows = SIZES[board.name]
    column, row = board.holes.get(end, ((columns + 1) / 2, (rows + 1) / 2))
    x, y = (column - (columns + 1) / 2) * HOLE_MM, ((rows + 1) / 2 - row) * HOLE_MM
    z = size["wall_mm"] + size["board_standoff_mm"] + BOARD_MM + SCREW_MM
    return around((x, y, z), 45)


def leads(kit: Kit, build: Build) -> Iterator[Lead]:
    """Every wire between the board and a seat of the open console."""
    size, board = kit.enclosure, Board(kit, build)
    for cable in board.netlist.cables:
        if "{seat}" not in cable.cable.name:
            continue
        for wire in cable.conductors:
            start, end = board.netlist.end(wire.start), board.netlist.end(wire.end)
            placed = board.netlist.placed[end.ref]
            if reads := placed.part.reads:
                there = display_pin(size, (reads.index(end.pin) - (len(reads) - 1) / 2) * HOLE_MM)
            else:
                there = button_tab(size, end.pin)
            there = opened(size, around(there, SEAT_TURNS[build.seats][placed.seat - 1]))
            yield Lead(cable, wire.colour, screw_place(size, board, start), there)


def lead_faults(kit: Kit) -> Iterator[str]:
    """Leads that do not reach from the board to the open lid."""
    for build in ALL_BUILDS:
        for lead in leads(kit, build):
            needed, length = dist(lead.start, lead.end) + SLACK_MM, lead.cable.cable.length_mm.value
            if length < needed:
                yield f"{lead.cable.name} is {length:g} mm, the open lid needs {needed:.0f} ({build.name})"

"""The ribbon between Pi and board: the way it takes in the base and on the table, and how long it must be for that.

Both its sockets sit on the same face. So on the table it runs flat from the Pi's header to J1, which it reaches from
row X; in the base it comes up past row A, goes over J1, and is folded back into it.

Coordinates are those of Pi and board before they are turned into the case, in mm: x to the right, y up, pin 1 at the
left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot
from typing import NamedTuple

from tools.kit.board import HOLE_MM, SIZES, Board
from tools.kit.build import ALL_BUILDS, SEATS, Build
from tools.kit.header import pi_supply
from tools.kit.netlist import End, Netlist
from tools.kit.open_lid import BOARD_MM
from tools.kit.source import Enclosure, Kit

Profile = Sequence[tuple[float, float]]  # y and z of one line along the ribbon

HEADER_AT = (-10.0, 24.5)  # the middle of the Pi's header
ON_PI_MM, ON_J1_MM = 13.5, 15.0  # from the face of Pi or board to the ribbon on its plugged socket
BEND_MM = 5
BESIDE_MM = 8  # from the board's edge to the ribbon that comes up beside it
FOLD_MM = 6  # how high the ribbon stands where it is folded back over J1
PAST_MM = 8  # how far behind J1 it begins to turn back
COLUMNS = 20  # of the header
TABLE_GAP_MM = 35  # on the table, between Pi and board: room for leads and screwdriver at JD


def j1_at(kit: Kit) -> tuple[float, float]:
    """The middle of J1 on the board that lies in the middle."""
    columns, rows = SIZES["console"]
    board = Board(kit, Build(min(SEATS)))
    holes = [board.holes[End("J1", pin)] for pin in ("1", "40")]
    column, row = (sum(hole[axis] for hole in holes) / 2 for axis in (0, 1))
    return (column - (columns + 1) / 2) * HOLE_MM, ((rows + 1) / 2 - row) * HOLE_MM


def way_in_base(kit: Kit) -> Profile:
    """Out from the Pi's header, up past row A, over J1, and folded back into it."""
    size, (_, j1), (_, header) = kit.enclosure, j1_at(kit), HEADER_AT
    low = size["wall_mm"] + size["pi_standoff_mm"] + BOARD_MM + ON_PI_MM
    high = size["wall_mm"] + size["board_standoff_mm"] + BOARD_MM + ON_J1_MM
    out, top = size["board_width_mm"] / 2 + BESIDE_MM, high + FOLD_MM
    return (
        (header, low), (out - BEND_MM, low), (out, low + BEND_MM), (out, top - BEND_MM), (out - BEND_MM, top),
        (j1 - PAST_MM, top), (j1 - PAST_MM - FOLD_MM / 2, (top + high) / 2), (j1 - PAST_MM, high), (j1, high),
    )  # fmt: skip


def board_on_table(size: Enclosure) -> float:
    """How far the board's middle is from the Pi's, along y: row X beside the Pi's header."""
    return (size["pi_width_mm"] + size["board_width_mm"]) / 2 + TABLE_GAP_MM


def way_on_table(kit: Kit) -> Profile:
    """Flat from the Pi's header to J1, with a little arch; Pi and board lie on z = 0."""
    (_, header), j1 = HEADER_AT, board_on_table(kit.enclosure) + j1_at(kit)[1]
    low, high = BOARD_MM + ON_PI_MM, BOARD_MM + ON_J1_MM
    arch = max(low, high) + BEND_MM
    return ((header, low), (header + 2 * BEND_MM, low), ((header + j1) / 2, arch), (j1 - 2 * BEND_MM, high), (j1, high))


def length_of(kit: Kit, way: Profile) -> float:
    """Of the ribbon along a way, in mm; meanwhile it moves aside from the middle of the header to that of J1."""
    along = sum(dist(one, other) for one, other in pairwise(way))
    return hypot(along, j1_at(kit)[0] - HEADER_AT[0])


class Plugging(NamedTuple):
    """How a socket sits on the Pi's header: so many columns and rows off its place, turned by half, or mirrored."""

    columns: int = 0
    rows: int = 0
    turned: bool = False
    mirrored: bool = False

    def met(self, pin: int) -> int | None:
        """The pin of the Pi that a pin of the board meets; None: it hangs in the air."""
        column, row = divmod(pin - 1, 2)
        if self.turned:
            column, row = COLUMNS - 1 - column, 1 - row
        if self.mirrored:
            row = 1 - row
        column, row = column + self.columns, row + self.rows
        return 2 * column + row + 1 if 0 <= column < COLUMNS and row in (0, 1) else None


# One mistake each; two at once leave a pin of the header free, which one sees.
WRONG_PLUGGINGS = (
    *(Plugging(columns=columns) for columns in (-1, 1)),
    *(Plugging(rows=rows) for rows in (-1, 1)),
    Plugging(turned=True),
    Plugging(mirrored=True),
)


def plugging_faults(kit: Kit, pluggings: Sequence[Plugging] = WRONG_PLUGGINGS) -> Iterator[str]:
    """Wrong ways to plug the ribbon on that the test from above would not find: a GND of the board meets one of the Pi.

    That test asks whether GND of the board beeps to the Pi's.
    """
    for build in ALL_BUILDS:
        grounds = [int(end.pin) for end in Netlist(kit, build).board["GND"] if end.ref == "J1"]
        for plugging in pluggings:
            for pin in grounds:
                met = plugging.met(pin)
                if met is not None and pi_supply(str(met)) == "GND":
                    yield f"{build.title}: {plugging} joins GND at pin {pin} with GND at pin {met}"


def ribbon_faults(kit: Kit) -> Iterator[str]:
    """A ribbon that is too short for its way, or that would be higher than the case is planned for."""
    size, ribbon = kit.enclosure, kit.parts["ribbon"]
    least, most = ribbon.figures["least_mm"].value, ribbon.figures["length_mm"].value
    for where, way in (("in the base", way_in_base(kit)), ("on the table", way_on_table(kit))):
        if least < length_of(kit, way):
            yield f"a ribbon of {least:g} mm is ordered, {where} it takes {length_of(kit, way):.0f}"
    if f"{least:g} to {most:g} mm" not in ribbon.substitute:
        yield f"the ribbon may be {least:g} to {most:g} mm long, but its order does not say so"
    yield from plugging_faults(kit)
    above = max(z for _, z in way_in_base(kit)) - size["wall_mm"] - size["board_standoff_mm"]
    if above > size["board_parts_mm"]:
        yield f"the ribbon is {above:g} mm above the board's underside, planned are {size['board_parts_mm']:g}"

"""Around the screws of the board: no solder under a head, no wire on a post."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from tools.kit.board import HOLE_MM, SIZES, Board, Hole, hole_name
from tools.kit.build import ALL_BUILDS
from tools.kit.source import Kit

Place = tuple[float, float]

PAD_MM, WIRE_MM = 2.0, 1.6  # how wide a pad with its solder is, and a wire with its insulation
POST_MM = 7.0  # as in console.scad
# A board with one column or row more than it must have: the odd one is left free at the right, at the top.
ODD_SHIFTS: tuple[Place, ...] = tuple((x, y) for x in (0.0, -HOLE_MM / 2) for y in (0.0, -HOLE_MM / 2))


def mounting_faults(kit: Kit) -> Iterator[str]:
    """Pads and wires that come too near to a screw, in any console and on any board that may be ordered."""
    size, (columns, rows) = kit.enclosure, SIZES["console"]
    corner = size["board_hole_x_mm"] / 2, size["board_hole_y_mm"] / 2
    pads: set[Hole] = set()
    wires: set[Place] = set()
    for board in (Board(kit, build) for build in ALL_BUILDS):
        pads.update(board.holes.values())
        wires.update((x / 2, y / 2) for wire in board.wires for x, y in board.course(wire)[1:-1])

    def nearest(place: Place, shift: Place) -> float:
        """From a place, in holes, to the middle of the nearest screw, in mm."""
        x, y = (place[0] - (columns + 1) / 2) * HOLE_MM + shift[0], ((rows + 1) / 2 - place[1]) * HOLE_MM + shift[1]
        return hypot(corner[0] - abs(x), corner[1] - abs(y))

    for shift in ODD_SHIFTS:
        for hole in sorted(pads):
            free = nearest(hole, shift) - (size["screw_m25_head_mm"] + PAD_MM) / 2
            if free < size["screw_free_mm"]:
                yield f"the pad {hole_name(hole)} is {free:.1f} mm from the head of a screw"
        for place in sorted(wires):
            free = nearest(place, shift) - (POST_MM + WIRE_MM) / 2
            if free < 0:
                yield f"a wire at column {place[0]:g}, row {place[1]:g} lies {-free:.1f} mm on a post of the board"

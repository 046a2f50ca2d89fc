"""The perforated board: which part sits in which holes, and which holes are joined by wire; tables of both."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from tools.kit.build import SEATS, WHOLE, Build
from tools.kit.colours import COLOURS
from tools.kit.header import pi_label, pi_supply, pico_label
from tools.kit.lanes import Course, Lanes, Link, Place, beside, lay, length_of, place_of
from tools.kit.netlist import End, Netlist, Placed
from tools.kit.source import Kit, read_kit
from tools.kit.units import bands, quantity
from tools.markdown import markdown_table

Hole = tuple[int, int]

FEWEST_SEATS = min(SEATS)
CONSOLE, POD = "console", "pod"
BOARD_WIRE = "board_wire"  # the part of which the wires on the boards are made
FULLEST: Mapping[str, Build] = {CONSOLE: WHOLE, POD: Build(max(SEATS), pod=True)}  # all wires of a board
SIZES: Mapping[str, Hole] = {CONSOLE: (30, 24), POD: (24, 18)}  # columns and rows
CORNERS = 4
FIRST_SUPPLY_PINS = ("1", "2", "6")  # 3V3, 5V and GND
HOLE_MM = 2.54
TERMINALS = ("row2", "row4")
NEAR_EDGE = 12  # rows: above this the nearer edge of the board is the upper one
NAME_REACH = 1  # half holes that a name takes to both sides of its middle
# A wire is cut as long as its way and this much more: 5 mm stripped at each end, and 5 mm of play; in whole 5 mm.
CUT_EXTRA_MM, CUT_STEP_MM = 15, 5
AXIAL_HOLES, RADIAL_HOLES, DIP_HOLES, MUX_HOLES, PICO_HOLES = 4, 2, 3, 6, 7


class Stage(NamedTuple):
    """When something is soldered: first what every table has, step by step, then what seat 3 needs, then seat 4."""

    seat: int  # the one that alone needs it, or 0
    step: int  # its place among the steps


@dataclass(frozen=True, slots=True, order=True)
class Wire:
    """A wire on the solder side. `step` is the one in which it is laid, `seat` the one that alone needs it, or 0."""

    net: str
    start: Hole
    end: Hole
    step: str
    seat: int


def hole_name(hole: Hole) -> str:
    """A hole as it is called in tables: row A to X from the top, column 1 to 30 from the left."""
    return f"{chr(ord('A') + hole[1] - 1)}{hole[0]}"


class Board:
    """A board of a build: `holes` maps every pin on it to its hole."""

    def __init__(self, kit: Kit, build: Build, name: str = CONSOLE) -> None:
        self.kit = kit
        self.netlist = Netlist(kit, build)
        self.name = name
        self.columns, self.rows = SIZES[name]

    @cached_property
    def placed(self) -> list[Placed]:
        return [
            each for each in self.netlist.placed.values() if each.component.at and each.component.board == self.name
        ]

    @cached_property
    def holes(self) -> Mapping[End, Hole]:
        return {
            End(placed.ref, pin): hole
            for placed in self.placed
            for pin, hole in zip(placed.pins, holes_of(placed), strict=True)
        }

    @cached_property
    def wires(self) -> list[Wire]:
        """Each net as a tree of short wires that only grows: what is there stays when a step or a seat comes later."""
        return list(chain.from_iterable(self._tree(net, ends) for net, ends in self.netlist.board.items()))

    def _tree(self, net: str, ends: tuple[End, ...]) -> Iterator[Wire]:
        """Hole after hole joins the nearest one that is there, of the same step or an earlier one if there is such.

        Nothing hangs on what may be left out or missing, but what goes with it.
        """
        parts = {self.holes[end]: self.netlist.placed[end.ref] for end in ends if end in self.holes}
        stages = {hole: self.stage_of(placed) for hole, placed in parts.items()}
        unsure = {self.holes[end]: self._unsure(end) for end in ends if end in self.holes}
        waiting = sorted(stages, key=lambda hole: (stages[hole], hole))
        joined: list[Hole] = waiting[:1]
        seat = self._later(self.netlist.seats_of_nets.get(net, 0))
        del waiting[:1]
        while waiting:
            stage = stages[waiting[0]]
            pairs = [(old, new) for old in joined for new in waiting if stages[new] == stage]
            old, new = min(
                pairs,
                key=lambda pair: (
                    stages[pair[0]].step > stage.step,
                    bool(unsure[pair[0]]) and unsure[pair[0]] != unsure[pair[1]],
                    _way(*pair),
                    pair,
                ),
            )
            waiting.remove(new)
            joined.append(new)
            yield Wire(net, old, new, self.steps[max(stages[old].step, stage.step)], max(stage.seat, seat))

    def _unsure(self, end: End) -> tuple[str, ...]:
        """Why an end may not be there: the options of its part, or that some such parts lack the pin."""
        placed = self.netlist.placed[end.ref]
        missing = (end.ref,) if end.pin in placed.part.may_be_missing else ()
        return placed.component.options + missing

    def wires_of(self, step: str) -> list[Wire]:
        """The wires of one step, as numbered in its table and its picture: what a later seat adds comes last."""
        return sorted((wire for wire in self.wires if wire.step == step), key=lambda wire: wire.seat)

    def course(self, wire: Wire) -> Course:
        """Where a wire lies: the same in every console, whatever else is on its board."""
        return _courses(self.kit, self.name)[wire]

    def cut_mm(self, wire: Wire) -> int:
        """How long a wire is cut."""
        way = length_of(self.course(wire)) * HOLE_MM
        return math.ceil((way + CUT_EXTRA_MM) / CUT_STEP_MM) * CUT_STEP_MM

    @cached_property
    def soldering(self) -> list[str]:
        """The steps in which something comes onto this board."""
        return [step for step in self.steps if any(placed.component.step == step for placed in self.placed)]

    @cached_property
    def steps(self) -> list[str]:
        return list(self.kit.steps)

    def stage_of(self, placed: Placed) -> Stage:
        """When a part is soldered in."""
        seat = placed.seat if "{seat}" in placed.component.ref else 0
        return Stage(self._later(seat), self.steps.index(placed.component.step))

    @staticmethod
    def _later(seat: int) -> int:
        return seat if seat > FEWEST_SEATS else 0

    def faults(self) -> list[str]:
        """Holes used twice or not on the board, one line each."""
        used = Counter(self.holes.values())
        twice = [f"hole {hole_name(hole)} is used {count} times" for hole, count in used.items() if count > 1]
        outside = [
            f"{end} is off the board: column {column}, row {row}"
            for end, (column, row) in self.holes.items()
            if not (1 <= column <= self.columns and 1 <= row <= self.rows)
        ]
        missing = [
            f"{end} has a net, but no place on the board"
            for ends in self.netlist.board.values()
            for end in ends
            if end not in self.holes and self.netlist.placed[end.ref].component.board == self.name
        ]
        return twice + outside + missing + list(self._wrong_hand()) + list(self._under_shroud())

    def _under_shroud(self) -> Iterator[str]:
        """Pins of other parts where the shroud of a header is."""
        for placed in self.placed:
            if shroud := shroud_of(placed):
                left, top, right, bottom = shroud
                for end, (column, row) in self.holes.items():
                    if end.ref != placed.ref and left < column < right and top < row < bottom:
                        yield f"{end} is under the shroud of {placed.ref}"

    def _wrong_hand(self) -> Iterator[str]:
        """Parts with two rows whose pins would not meet their holes: as if they were put in from behind."""
        for placed in self.placed:
            holes = dict(zip(placed.pins, holes_of(placed), strict=True))
            corners = [holes[pin] for pin in placed.part.around if pin in holes]
            columns, rows = ({hole[axis] for hole in holes.values()} for axis in (0, 1))
            if len(columns) == 1 or len(rows) == 1:
                continue
            if len(set(corners)) != CORNERS or {axis for corner in corners for axis in corner} != {
                *(min(columns), max(columns)),
                *(min(rows), max(rows)),
            }:
                yield f"{placed.ref} ({placed.part.name}) has two rows, but `around` is not its four corner pins"
            elif _turn(corners) >= 0:
                yield f"{placed.ref} ({placed.part.name}) is mirrored: {', '.join(placed.part.around)} run clockwise"


@cache
def _courses(kit: Kit, name: str) -> Mapping[Wire, Course]:
    """The course of every wire that a board can have; what is soldered first has the first choice."""
    board = Board(kit, FULLEST[name], name)
    wires = sorted(board.wires, key=lambda wire: (board.steps.index(wire.step), wire.seat))
    words = {step: frozenset(_words(board, step)) for step in board.soldering}
    lanes = Lanes(board.columns, board.rows, frozenset(place_of(hole) for hole in board.holes.values()))
    links = [Link(wire.start, wire.end, words[wire.step]) for wire in wires]
    return dict(zip(wires, lay(lanes, links), strict=True))


def _words(board: Board, step: str) -> Iterator[Place]:
    """Where words are in the drawing of a step: names of its parts, and numbers beside wires that are too short."""
    for placed in board.placed:
        if placed.component.step == step:
            yield from _around(*name_at(placed), upright=is_upright(placed))
    for wire in board.wires_of(step):
        if _way(wire.start, wire.end) == 1:
            yield from beside(wire.start, wire.end)


def _around(column: float, row: float, *, upright: bool) -> Iterator[Place]:
    """The places that a name covers which stands there."""
    across, along = (0, NAME_REACH) if upright else (NAME_REACH, 0)
    x, y = round(2 * column), round(2 * row)
    yield from ((x + dx, y + dy) for dx in range(-across, across + 1) for dy in range(-along, along + 1))


def _turn(corners: list[Hole]) -> int:
    """Twice the area inside; negative if they run anticlockwise as one sees it, with rows counted downwards."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))


def _way(a: Hole, b: Hole) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _spread(placed: Placed) -> tuple[int, int, int, int]:
    """First column and row, last column and row of a part's holes."""
    columns, rows = ([hole[axis] for hole in holes_of(placed)] for axis in (0, 1))
    return min(columns), min(rows), max(columns), max(rows)


def shroud_of(placed: Placed) -> tuple[float, float, float, float] | None:
    """Columns and rows, from the upper left to the lower right, of a header's shroud; None: it has none."""
    figures = placed.part.figures
    if "shroud_length_mm" not in figures:
        return None
    left, top, right, bottom = _spread(placed)
    column, row = (left + right) / 2, (top + bottom) / 2
    across, along = (figures[name].value / 2 / HOLE_MM for name in ("shroud_length_mm", "shroud_width_mm"))
    return column - across, row - along, column + across, row + along


def is_upright(placed: Placed) -> bool:
    """Whether a part's name runs upwards, as its body does."""
    left, top, right, bottom = _spread(placed)
    return bottom - top > right - left


def name_at(placed: Placed) -> tuple[float, float]:
    """Column and row of the middle of a part's name on the solder side: in its body, where no pins are."""
    left, top, right, bottom = _spread(placed)
    column, row = (left + right) / 2, (top + bottom) / 2
    if placed.part.footprint in TERMINALS:
        return column, row - 1 if row < NEAR_EDGE else row + 1
    return (column, top - 1) if placed.part.footprint == "header2x20" else (column, row)


def holes_of(placed: Placed) -> list[Hole]:
    """The holes of a part's pins, in the order of its pins."""
    component = placed.component
    assert component.at is not None
    column, row = component.at[0] + component.seat_shift * max(placed.seat - 1, 0), component.at[1]
    return [
        (column + across, row + down)
        for dx, dy in FOOTPRINTS[placed.part.footprint or "row4"]
        for across, down in [(dy, dx) if component.turned else (dx, dy)]
    ]


# Footprint → where its pins are, in holes from pin 1, columns and rows.
FOOTPRINTS: Mapping[str, list[Hole]] = {
    "row2": [(number, 0) for number in range(2)],
    "row4": [(number, 0) for number in range(4)],
    "axial4": [(0, 0), (AXIAL_HOLES, 0)],
    "radial2": [(0, 0), (RADIAL_HOLES, 0)],
    # Pins 1 to 8 from the left in the lower row, 9 to 16 back in the upper one.
    "dip16": [(number, 0) for number in range(8)] + [(7 - number, -DIP_HOLES) for number in range(8)],
    # Pin 1 at the left, odd pins in the lower row, even ones above: the Pi's header, turned so that it lies along.
    "header2x20": [(number // 2, -(number % 2)) for number in range(40)],
    # As the Pico lies with its USB at the right: pin 1 at the right end of the upper row, pin 40 below it.
    "pico": [(-number, 0) for number in range(20)] + [(number - 19, PICO_HOLES) for number in range(20)],
    # Two rows of twelve, both from the left: VIN to SC1 below, SC7 to SD2 above.
    "rows2x12": [(number, 0) for number in range(12)] + [(number, -MUX_HOLES) for number in range(12)],
}

# ---------------------------------------------------------------- tables


def board_of(build: Build, step: str) -> Board:
    """The board that a step of a build solders."""
    return Board(read_kit(), build, POD if step == POD else CONSOLE)


def wire_table(build: Build, step: str) -> str:
    """The wires of one step: number in the picture, colour, length to cut, from which hole to which."""
    board = board_of(build, step)
    what = {hole: end for end, hole in board.holes.items()}
    rows = [
        (
            number,
            COLOURS[board.kit.wire_colour(wire.net)],
            f"{board.cut_mm(wire)} mm",
            wire.net,
            f"**{hole_name(wire.start)}** {pin_label(what[wire.start])}",
            f"**{hole_name(wire.end)}** {pin_label(what[wire.end])}",
        )
        for number, wire in enumerate(board.wires_of(step), start=1)
    ]
    return markdown_table(("Wire", "Colour", "Cut to", "Net", "From", "To"), rows)


def place_table(build: Build, step: str) -> str:
    """The parts of one step, what is printed on them, and the holes of first and last pin; sockets before them."""
    board = board_of(build, step)
    rows = []
    for placed in board.placed:
        if placed.component.step == step:
            holes, socket = holes_of(placed), placed.component.socket
            place = _holes_told(holes)
            name = placed.part.name.partition(",")[0]
            if socket:
                pieces = f"{socket.count} × " if socket.count > 1 else ""
                rows.append((f"{placed.ref}, socket", pieces + board.kit.parts[socket.part].name, "", place))
                name += ", into its socket at the end"
            rows.append((placed.ref, name, rings(placed) or ", ".join(placed.component.marks), place))
    return markdown_table(("Part", "What", "Rings, or pins in order", "Holes: first pin – last pin"), rows)


def _holes_told(holes: list[Hole]) -> str:
    """Where a part's pins are: the first and the last of one row, or the first one and both rows."""
    columns, rows = (sorted({hole[axis] for hole in holes}) for axis in (0, 1))
    first = f"**{hole_name(holes[0])}**"
    if len(columns) == 1 or len(rows) == 1:
        return f"{first} – **{hole_name(holes[-1])}**"
    names = " and ".join(sorted({hole_name(hole)[0] for hole in holes}))
    return f"first pin {first}; rows {names}, columns {columns[0]} to {columns[-1]}"


def resistance(placed: Placed) -> float | None:
    """Of a resistor, in Ω; None for anything else."""
    figure = placed.part.figures.get("ohm")
    return figure.value if figure else None


def rings(placed: Placed) -> str:
    """The four coloured rings of a resistor, or nothing."""
    ohm = resistance(placed)
    return ", ".join(COLOURS[colour] for colour in bands(ohm)) if ohm else ""


def board_wire_needed(build: Build) -> Mapping[str, int]:
    """Colour → millimetres of wire for all boards of a build, as cut, and for their tests."""
    kit, needed = read_kit(), defaultdict[str, int](int)
    for need in kit.needed:
        if need.part == BOARD_WIRE and build.times(need.each):
            needed[COLOURS[need.colour]] += need.count * build.times(need.each)
    for name in SIZES:
        board = Board(kit, build, name)
        for wire in board.wires:
            needed[COLOURS[board.kit.wire_colour(wire.net)]] += board.cut_mm(wire)
    return needed


def value_label(placed: Placed) -> str:
    """The value of a part with two pins as it is written beside it: 3.9k, 100n."""
    [(name, figure)] = placed.part.figures.items()
    unit = {"ohm": "Ω", "farad": "F"}[name]
    return quantity(figure.value, unit).removesuffix(unit).replace(" ", "")


def ribbon_table(step: str) -> str:
    """Which screws the Pi's first pin of each supply must reach through the ribbon, once a step is soldered."""
    board = board_of(WHOLE, step)
    soldered = [each for each in board.placed if board.steps.index(each.component.step) <= board.steps.index(step)]
    rows = []
    for pin in FIRST_SUPPLY_PINS:
        net = pi_supply(pin)
        joined = board.netlist.nets[str(net)]
        screws = [
            f"{placed.ref} screw {number}"
            for placed in soldered
            for number in placed.component.marks and placed.pins
            if End(placed.ref, number) in joined
        ]
        rows.append((f"**{pin}** ({net})", f"**{screws[0]}**" if screws else "no screw at all"))
    return markdown_table(("Pin of the Pi", "beeps to"), rows)


def pin_label(end: End) -> str:
    """What a pin is called in a table."""
    labels = {"J1": pi_label, "P1": pico_label}
    return f"{end} ({labels[end.ref](end.pin)})" if end.ref in labels else str(end)

"""The perforated board: which part sits in which holes, which holes are joined by wire, and pictures of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from tools.kit.build import SEATS, WHOLE, Build
from tools.kit.header import pi_label, pi_supply, pico_label
from tools.kit.netlist import End, Netlist, Placed
from tools.kit.source import Kit, read_kit
from tools.kit.svg import circle, picture, rect, tag, text
from tools.pin_table import markdown_table

Hole = tuple[int, int]

FEWEST_SEATS = min(SEATS)
CONSOLE, POD = "console", "pod"
SIZES: Mapping[str, Hole] = {CONSOLE: (30, 24), POD: (24, 18)}  # columns and rows
CORNERS = 4
FIRST_SUPPLY_PINS = ("1", "2", "6")  # 3V3, 5V and GND
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
        """Hole after hole joins the nearest one that is there, of the same step or an earlier one if there is such."""
        stages = {self.holes[end]: self.stage_of(self.netlist.placed[end.ref]) for end in ends if end in self.holes}
        waiting = sorted(stages, key=lambda hole: (stages[hole], hole))
        joined: list[Hole] = waiting[:1]
        seat = self._later(self.netlist.seats_of_nets.get(net, 0))
        del waiting[:1]
        while waiting:
            stage = stages[waiting[0]]
            pairs = [(old, new) for old in joined for new in waiting if stages[new] == stage]
            old, new = min(pairs, key=lambda pair: (stages[pair[0]].step > stage.step, _way(*pair), pair))
            waiting.remove(new)
            joined.append(new)
            yield Wire(net, old, new, self.steps[max(stages[old].step, stage.step)], max(stage.seat, seat))

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
        return twice + outside + missing + list(self._wrong_hand())

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


def _turn(corners: list[Hole]) -> int:
    """Twice the area inside; negative if they run anticlockwise as one sees it, with rows counted downwards."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))


def _way(a: Hole, b: Hole) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


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


def _board_of(step: str) -> Board:
    """The board that a step solders, with everything that may come onto it."""
    return Board(read_kit(), Build(4, pod=True), POD) if step == POD else Board(read_kit(), WHOLE)


def wire_table(step: str) -> str:
    """The wires of one step, net by net: from which hole to which, and what sits there."""
    board = _board_of(step)
    what = {hole: end for end, hole in board.holes.items()}
    rows = [
        (
            f"seat {wire.seat}" if wire.seat else "all",
            wire.net,
            f"**{hole_name(wire.start)}** {pin_label(what[wire.start])}",
            f"**{hole_name(wire.end)}** {pin_label(what[wire.end])}",
        )
        for wire in sorted(board.wires, key=lambda each: each.seat)
        if wire.step == step
    ]
    return markdown_table(("For", "Net", "From", "To"), rows)


def place_table(step: str) -> str:
    """The parts of one step and the holes of their first and last pin."""
    board = _board_of(step)
    rows = [
        (placed.ref, placed.part.name.partition(",")[0], f"{hole_name(holes[0])} – {hole_name(holes[-1])}")
        for placed in board.placed
        if placed.component.step == step
        for holes in [holes_of(placed)]
    ]
    return markdown_table(("Part", "What", "First pin – last pin"), rows)


def ribbon_table(step: str) -> str:
    """Which screws the Pi's first pin of each supply must reach through the ribbon, once a step is soldered."""
    board = _board_of(step)
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


# ---------------------------------------------------------------- pictures

PITCH = 10.0  # user units between two holes
MARGIN = 24.0
BOW = 0.16  # how far a wire is bent aside, for each unit of its length
STEPS = ("board-displays", "board-buttons", "board-lamps", "table")
NET_COLOURS = {"3V3": "#c22", "5V": "#e67e00", "GND": "#222"}
SIGNAL_COLOURS = ("#1769aa", "#2e8b57", "#8e44ad", "#a0522d", "#008b8b", "#b8860b")
BODIES = {"row4": "#4a8f5c", "axial4": "#d9b382", "radial2": "#e3a33b", "dip16": "#3a3a3a", "header2x20": "#3a3a3a"}


def board_picture(step: str, *, solder_side: bool) -> bytes:
    """The board after a step, new parts and wires strong, older ones pale; the solder side is seen from behind."""
    board = _board_of(step)
    earlier = STEPS[: STEPS.index(step)] if step in STEPS else ()
    ages = {**dict.fromkeys(earlier, 0.3), step: 1.0}
    view = _View(board, solder_side)
    shapes = [*view.ground(), *view.wires(ages)] if solder_side else [*view.ground(), *view.parts(ages)]
    if solder_side:
        shapes += view.pads(ages)
    side = "solder side" if solder_side else "parts"
    title = f"{board.kit.steps[step]}: {side}"
    width, height = (MARGIN * 2 + PITCH * (holes - 1) for holes in (board.columns, board.rows))
    return picture(width, height + 12, shapes, title, scale=2)


class _View:
    """The board seen from one side."""

    def __init__(self, board: Board, mirrored: bool) -> None:
        self.board = board
        self.mirrored = mirrored

    def at(self, hole: Hole) -> tuple[float, float]:
        column = self.board.columns + 1 - hole[0] if self.mirrored else hole[0]
        return MARGIN + PITCH * (column - 1), MARGIN + PITCH * (hole[1] - 1)

    def ground(self) -> Iterator[str]:
        width, height = PITCH * self.board.columns + 10, PITCH * self.board.rows + 10
        yield rect(MARGIN - 10, MARGIN - 10, width, height, rx=3, fill="#f4ecd8", stroke="#b9a978")
        for row in range(1, self.board.rows + 1):
            for column in range(1, self.board.columns + 1):
                yield circle(*self.at((column, row)), 1.1, fill="#fff", stroke="#cbb98a", stroke_width=0.4)
            x, y = self.at((self.board.columns if self.mirrored else 1, row))
            yield text(x - 19, y + 2, hole_name((1, row))[0], 6, fill="#666")
        for column in range(1, self.board.columns + 1):
            x, _ = self.at((column, 1))
            yield text(x, MARGIN - 13, str(column), 5, fill="#666", text_anchor="middle")
        words = "side of the parts"
        if self.mirrored:
            words = "solder side, seen from behind. Red 3V3, orange 5V, black GND"
        yield text(
            MARGIN, MARGIN * 2 + PITCH * (self.board.rows - 1) + 4, f"{words}. Pale: there already.", 5.5, fill="#444"
        )

    def parts(self, ages: Mapping[str, float]) -> Iterator[str]:
        for placed in self.board.placed:
            age = ages.get(placed.component.step)
            if age is not None:
                yield f'<g opacity="{age:g}">{"".join(self._part(placed))}</g>'

    def _part(self, placed: Placed) -> Iterator[str]:
        points = [self.at(hole) for hole in holes_of(placed)]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        footprint = placed.part.footprint or ""
        pad = 2.6 if footprint in ("axial4", "radial2") else 4.4
        fill = BODIES.get(footprint, "#35507a")
        yield rect(left - pad, top - pad, right - left + 2 * pad, bottom - top + 2 * pad, rx=1.5, fill=fill)
        if footprint in ("axial4", "radial2"):
            x, y = (left + right) / 2, (top + bottom) / 2
            turn = f"rotate(-90 {x:g} {y:g})" if bottom > top else ""
            yield text(
                x, y + 2, placed.ref, 5.5, text_anchor="middle", fill="#111", **({"transform": turn} if turn else {})
            )
            yield from (circle(*point, 1.3, fill="#999") for point in points)
            return
        yield from self._named(placed, points)

    def _named(self, placed: Placed, points: list[tuple[float, float]]) -> Iterator[str]:
        """Something with many pins: its name in the middle, pin 1 square and white, names of pins where they fit."""
        x = sum(point[0] for point in points) / len(points)
        y = sum(point[1] for point in points) / len(points)
        for number, point in enumerate(points):
            shape = rect(point[0] - 1.6, point[1] - 1.6, 3.2, 3.2, fill="#fff") if number == 0 else ""
            yield shape or circle(*point, 1.3, fill="#ccc")
        if placed.part.footprint == "row4":
            yield text(x, y + (14 if y < 100 else -8), f"{placed.ref}", 6, text_anchor="middle", fill="#111")
            for mark, point in zip(placed.component.marks, points, strict=True):
                yield text(point[0], y + (-6 if y < 100 else 9), mark, 3.1, text_anchor="middle", fill="#111")
        elif placed.part.footprint == "header2x20":
            yield rect(x - 6, y + 7.4, 12, 4, fill="#f4ecd8")  # the notch of its shroud
            yield text(x, y + 18, f"{placed.ref}, pin 1 left below, notch here", 6, text_anchor="middle", fill="#111")
        else:
            yield text(x, y + 2, placed.ref, 8, text_anchor="middle", fill="#fff")
        if placed.part.footprint == "dip16":
            yield circle(min(px for px, _ in points) - 4.4, y, 3.2, fill="#f4ecd8")  # its notch
        if placed.part.footprint == "pico":
            yield text(max(px for px, _ in points) + 2, y + 2, "USB", 6, text_anchor="end", fill="#fff")
        if placed.part.footprint == "rows2x12":
            for name, point in zip(placed.pins, points, strict=True):
                yield text(
                    point[0], point[1] + (7 if point[1] < y else -4), name, 3.3, text_anchor="middle", fill="#fff"
                )

    def wires(self, ages: Mapping[str, float]) -> Iterator[str]:
        signals: dict[str, str] = {}
        for wire in sorted(self.board.wires, key=lambda each: ages.get(each.step, 0)):
            age = ages.get(wire.step)
            if age is not None:
                spare = SIGNAL_COLOURS[len(signals) % len(SIGNAL_COLOURS)]
                colour = NET_COLOURS.get(wire.net.removeprefix("POD_")) or signals.setdefault(wire.net, spare)
                path = _bowed(self.at(wire.start), self.at(wire.end))
                yield tag("path", d=path, fill="none", stroke="#f4ecd8", stroke_width=2.8, opacity=age)
                yield tag("path", d=path, fill="none", stroke=colour, stroke_width=1.6, opacity=age)

    def pads(self, ages: Mapping[str, float]) -> Iterator[str]:
        for placed in self.board.placed:
            age = ages.get(placed.component.step)
            if age is not None:
                points = [self.at(hole) for hole in holes_of(placed)]
                yield from (circle(*point, 1.8, fill="#9a9a9a", opacity=age) for point in points)
                x, y = points[0]
                yield text(x + 2, y - 2.2, placed.ref, 4, fill="#333", opacity=age)


def _bowed(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A line a little bent to one side, so that wires along one row lie beside each other and pass by other holes."""
    across, down = end[0] - start[0], end[1] - start[1]
    bow = BOW if abs(across) + abs(down) > PITCH else 0
    middle = (start[0] + end[0]) / 2 - bow * down, (start[1] + end[1]) / 2 + bow * across
    return f"M{start[0]:g} {start[1]:g}Q{middle[0]:g} {middle[1]:g} {end[0]:g} {end[1]:g}"


def pin_label(end: End) -> str:
    """What a pin is called in a table."""
    labels = {"J1": pi_label, "P1": pico_label}
    return f"{end} ({labels[end.ref](end.pin)})" if end.ref in labels else str(end)


def board_pictures() -> Mapping[str, bytes]:
    """File name → picture, two for each step that solders."""
    return {
        f"{step}-{'wires' if solder else 'parts'}.svg": board_picture(step, solder_side=solder)
        for step in (*STEPS, POD)
        for solder in (False, True)
    }

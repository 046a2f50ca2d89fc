"""The perforated board as one sees it: what is new in a step strong, what was there pale, each with its name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from tools.kit.board import (
    CONSOLE,
    NEAR_EDGE,
    POD,
    Board,
    Hole,
    Wire,
    board_of,
    hole_name,
    holes_of,
    is_upright,
    name_at,
    resistance,
    rings,
    shroud_of,
    value_label,
)
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.colours import COLOURS, OUTLINE, PAINT
from tools.kit.lanes import corners
from tools.kit.netlist import Placed
from tools.kit.source import read_kit
from tools.kit.svg import circle, line, picture, rect, rounded, tag, text
from tools.kit.units import bands, quantity

Point = tuple[float, float]

PITCH = 10.0  # user units between two holes
LEFT, TOP = 22.0, 40.0  # of hole A1
EDGE = 9.0  # from the outer holes to the edge of the board
LEGEND_LINE = 8.0
WIRE_WIDTH, WIRE_GAP = 1.8, 0.9  # of a wire, and between it and one that it crosses
CORNER = 3.0  # the radius with which wires turn
SHORT = 3  # places of a wire between neighbouring holes, on which there is no room for its number
TAG_RADIUS = 3.5
PALE_WIRE, PALE_PART = 0.22, 0.4  # how strongly what was there before is drawn
NAME_INK = "#6d5a2a"  # of names on the solder side
GROUND = "#f7efdd"
HALO: Mapping[str, Any] = {"stroke": GROUND, "stroke_width": 1.6, "paint_order": "stroke", "stroke_linejoin": "round"}
LETTER_WIDTH = 0.64  # of its size, about
BODIES = {
    "row2": "#3f8f57",
    "row4": "#3f8f57",
    "axial4": "#e2c496",
    "radial2": "#e3a33b",
    "dip16": "#3a3a3a",
    "header2x20": "#3a3a3a",
}
HOLES = (
    '<defs><pattern id="holes" patternUnits="userSpaceOnUse" '
    f'x="{LEFT - PITCH / 2:g}" y="{TOP - PITCH / 2:g}" width="{PITCH:g}" height="{PITCH:g}">'
    '<circle cx="5" cy="5" r="1.9" fill="#d9a860"/><circle cx="5" cy="5" r="0.9" fill="#fff"/></pattern></defs>'
)


def board_picture(build: Build, step: str, *, solder_side: bool) -> bytes:
    """The board of a build after a step; the solder side is seen from behind."""
    view = _View(board_of(build, step), step, solder_side)
    shapes = [HOLES, *view.ground(), *(view.underneath() if solder_side else view.above()), *view.legend()]
    return picture(view.width, view.height, shapes, f"{view.title}, {build.title}", scale=2.75)


@dataclass(frozen=True)
class _View:
    """A board in a step, seen from one side."""

    board: Board
    step: str
    mirrored: bool

    @cached_property
    def ages(self) -> Mapping[str, float]:
        """How strongly the parts of each step are drawn."""
        steps = self.board.soldering
        return {**dict.fromkeys(steps[: steps.index(self.step)], PALE_PART), self.step: 1.0}

    @property
    def title(self) -> str:
        side = "solder side, seen from behind" if self.mirrored else "seen from above, parts towards you"
        return f"{self.board.kit.steps[self.step]}: {side}"

    @property
    def width(self) -> float:
        return LEFT + PITCH * (self.board.columns - 1) + EDGE + 6

    @property
    def bottom(self) -> float:
        """The lower edge of the board."""
        return TOP + PITCH * (self.board.rows - 1) + EDGE

    @property
    def height(self) -> float:
        return self.bottom + 8 + LEGEND_LINE * len(self.legend_lines)

    def at(self, hole: tuple[float, float]) -> Point:
        column = self.board.columns + 1 - hole[0] if self.mirrored else hole[0]
        return LEFT + PITCH * (column - 1), TOP + PITCH * (hole[1] - 1)

    def ground(self) -> Iterator[str]:
        """The board with the names of its rows and columns."""
        width, height = (PITCH * (count - 1) + 2 * EDGE for count in (self.board.columns, self.board.rows))
        words = f"{self.title} · {self.board.netlist.build.title}"
        size = min(7.2, (self.width - LEFT) / len(words) / LETTER_WIDTH)
        yield text(LEFT - EDGE, 12, words, size, font_weight="bold")
        yield rect(LEFT - EDGE, TOP - EDGE, width, height, rx=3, fill=GROUND, stroke="#b9a978")
        yield rect(
            LEFT - PITCH / 2, TOP - PITCH / 2, PITCH * self.board.columns, PITCH * self.board.rows, fill="url(#holes)"
        )
        for row in range(1, self.board.rows + 1):
            yield text(LEFT - EDGE - 9, TOP + PITCH * (row - 1) + 2, hole_name((1, row))[0], 5.6, fill="#555")
        for column in range(1, self.board.columns + 1):
            x, _ = self.at((column, 1))
            yield text(x, TOP - EDGE - 4, str(column), 5.6, fill="#555", text_anchor="middle")

    # ------------------------------------------------------------ from above

    def above(self) -> Iterator[str]:
        for placed, age in self._aged():
            if age < 1:
                left, top, width, height = self._box(placed)
                yield rect(left, top, width, height, rx=1.5, fill=GROUND)  # or its holes would shine through
            yield f'<g opacity="{age:g}">{"".join(self._part(placed))}</g>'

    def _aged(self) -> Iterator[tuple[Placed, float]]:
        """Parts that are there by now, those of this step last."""
        there = [
            (placed, self.ages[step]) for placed in self.board.placed if (step := placed.component.step) in self.ages
        ]
        yield from sorted(there, key=lambda each: each[1])

    def _part(self, placed: Placed) -> Iterator[str]:
        points = [self.at(hole) for hole in holes_of(placed)]
        footprint = placed.part.footprint or ""
        left, top, width, height = self._box(placed)
        yield rect(left, top, width, height, rx=1.5, fill=BODIES.get(footprint, "#35507a"), stroke="#0003")
        yield from DRAWN[footprint](self, placed, points)

    def _box(self, placed: Placed) -> tuple[float, float, float, float]:
        """Left, top, width and height of a part's body."""
        points = [self.at(hole) for hole in holes_of(placed)]
        pad = 3.6 if placed.part.footprint in ("axial4", "radial2") else 4.4
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs) - pad, min(ys) - pad, max(xs) - min(xs) + 2 * pad, max(ys) - min(ys) + 2 * pad

    def _resistor(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        """Its rings at its first pin, its name and value below them."""
        left, top, width, height = self._box(placed)
        for number, colour in enumerate(bands(resistance(placed) or 0)):
            yield rect(left, top + 7.6 + 2.5 * number + (1.4 if number == 3 else 0), width, 1.8, fill=PAINT[colour])
        yield from (circle(*point, 1.2, fill="#777") for point in points)
        yield upright(points[0][0], top + height - 16.5, f"{placed.ref} {value_label(placed)}", 4.4, "#111")

    def _capacitor(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        left, top, width, height = self._box(placed)
        yield from (circle(*point, 1.2, fill="#777") for point in points)
        yield upright(points[0][0], top + height / 2, placed.ref, 4.4, "#111")
        yield upright(left + width + 2.6, top + height / 2, value_label(placed), 4.4, "#333", **HALO)

    def _terminal(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        """Its name at the edge of the board, what each screw is on the other side."""
        y = points[0][1]
        up = holes_of(placed)[0][1] < NEAR_EDGE
        middle = sum(x for x, _ in points) / len(points)
        yield from _pins(points)
        yield text(middle, y - 6.4 if up else y + 10.4, placed.ref, 5.6, text_anchor="middle", fill="#111", **HALO)
        for mark, (x, _) in zip(placed.component.marks, points, strict=True):
            words = mark.replace("-", "−")
            away = y + 5.6 if up else y - 5.6
            yield upright(x, away, words, 4.2, "#111", anchor="end" if up else "start", **HALO)

    def _header(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        """Pin numbers at its four corners, its shroud, and where that has its notch."""
        x, _ = self._middle(placed)
        bottom = self._bottom(placed)
        yield from _pins(points)
        if shroud := shroud_of(placed):
            (left, top), (right, low) = self.at(shroud[:2]), self.at(shroud[2:])
            yield rect(left, top, right - left, low - top, rx=1.5, fill="none", stroke=BODIES["header2x20"])
            yield rect(x - 6, low - 1.5, 12, 3, fill=GROUND)
        yield rect(x - 6, bottom - 2.6, 12, 3, fill=GROUND)
        yield text(x, bottom + 6, "J1 · notch on this side", 5, text_anchor="middle", fill="#111", **HALO)
        for pin, aside in ((1, -7), (2, -7), (39, 7), (40, 7)):
            px, py = points[pin - 1]
            yield text(px + aside, py + 2, str(pin), 4.6, text_anchor="middle", fill="#111", **HALO)

    def _driver(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        """A chip: its notch, its name, pin numbers at its four corners."""
        x, y = self._middle(placed)
        yield from _pins(points)
        yield text(x, y + 2, placed.ref, 7.5, text_anchor="middle", fill="#fff")
        yield circle(self._box(placed)[0], y, 3.2, fill=GROUND)
        yield text(x + 12, y + 1.7, _kind(placed), 4.4, fill="#fff")
        yield from _corner_numbers(points, (1, 8, 9, 16), y)

    def _pico(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        left, _, width, _ = self._box(placed)
        _, y = self._middle(placed)
        yield from self._named(placed, points)
        yield text(left + width - 2, y + 2, "USB", 5.6, text_anchor="end", fill="#fff")
        yield from _corner_numbers(points, (1, 20, 21, 40), y)

    def _multiplexer(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        """A module whose pins have names, on its inner side."""
        _, y = self._middle(placed)
        yield from self._named(placed, points)
        for name, (px, py) in zip(placed.pins, points, strict=True):
            yield text(px, py + (7.2 if py < y else -4.2), name, 4.1, text_anchor="middle", fill="#fff")

    def _named(self, placed: Placed, points: Sequence[Point]) -> Iterator[str]:
        """Its pins; its name and kind in the middle."""
        x, y = self._middle(placed)
        yield from _pins(points)
        yield text(x, y, placed.ref, 7.5, text_anchor="middle", fill="#fff")
        yield text(x, y + 8, _kind(placed), 4.6, text_anchor="middle", fill="#fff")

    def _middle(self, placed: Placed) -> Point:
        left, top, width, height = self._box(placed)
        return left + width / 2, top + height / 2

    def _bottom(self, placed: Placed) -> float:
        _, top, _, height = self._box(placed)
        return top + height

    # ------------------------------------------------------------ solder side

    def underneath(self) -> Iterator[str]:
        """Outlines of the parts behind the board, their pins, and the wires; those of this step with their numbers."""
        for placed, _ in self._aged():
            left, top, width, height = self._box(placed)
            yield rect(
                left,
                top,
                width,
                height,
                rx=1.5,
                fill="none",
                stroke="#a08c5b",
                stroke_width=0.6,
                stroke_dasharray="2 1.4",
            )
        older = [wire for wire in self.board.wires if self.ages.get(wire.step, 1) < 1]
        new = self.board.wires_of(self.step)
        yield f'<g opacity="{PALE_WIRE:g}">{"".join(shape for wire in older for shape in self._drawn(wire))}</g>'
        for wire in new:
            yield from self._drawn(wire)
        joined = {hole for wire in new for hole in (wire.start, wire.end)}
        for placed, age in self._aged():
            yield from self._behind(placed, joined, 1 if age == 1 else 0.55)
        yield from self._numbers(new)

    def _behind(self, placed: Placed, joined: Set[Hole], opacity: float) -> Iterator[str]:
        """A part's pins, dark where a wire of this step ends, and its name."""
        for number, hole in enumerate(holes_of(placed)):
            (x, y), strength = self.at(hole), 1 if hole in joined else opacity
            fill = "#333" if hole in joined else "#9a9a9a"
            square = rect(x - 1.8, y - 1.8, 3.6, 3.6, fill=fill, opacity=strength)
            yield square if number == 0 else circle(x, y, 1.8, fill=fill, opacity=strength)
        x, y = self.at(name_at(placed))
        look: Mapping[str, Any] = {"fill": NAME_INK, "opacity": opacity, **HALO}
        if is_upright(placed):
            yield upright(x, y, placed.ref, 4.2, **look)
        else:
            yield text(x, y + 1.8, placed.ref, 5.2, text_anchor="middle", **look)

    def _drawn(self, wire: Wire) -> Iterator[str]:
        """Wires that are drawn later go over this one: there its colour stops short of them."""
        path = rounded([self.at((place[0] / 2, place[1] / 2)) for place in corners(self.board.course(wire))], CORNER)
        colour = self.board.kit.wire_colour(wire.net)
        look: Mapping[str, Any] = {"d": path, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        yield tag("path", **look, stroke=GROUND, stroke_width=WIRE_WIDTH + 2 * WIRE_GAP)
        if colour == "WH":
            yield tag("path", **look, stroke=OUTLINE, stroke_width=WIRE_WIDTH + 0.8)
        yield tag("path", **look, stroke=PAINT[colour], stroke_width=WIRE_WIDTH)

    def _numbers(self, wires: Sequence[Wire]) -> Iterator[str]:
        """The number of each wire on it, or beside a short one, where no other wire, no other number and no pin is."""
        courses = [[self.at((place[0] / 2, place[1] / 2)) for place in self.board.course(wire)] for wire in wires]
        pins = [self.at(hole) for hole in self.board.holes.values()]
        taken = [self.at(name_at(placed)) for placed, _ in self._aged()]
        for place in sorted(range(len(wires)), key=lambda place: len(courses[place])):  # those with little choice first
            course, wire = courses[place], wires[place]
            others = [point for other in courses if other is not course for point in other[1:-1]]
            x, y = max(_places(course), key=lambda place: _room(place, taken, pins, others))
            taken.append((x, y))
            colour = self.board.kit.wire_colour(wire.net)
            yield circle(
                x, y, TAG_RADIUS, fill="#fff", stroke=OUTLINE if colour == "WH" else PAINT[colour], stroke_width=1
            )
            yield text(x, y + 1.55, str(place + 1), 4.4, text_anchor="middle", fill="#000")

    # ------------------------------------------------------------ legend

    def legend(self) -> Iterator[str]:
        y = self.bottom + 10
        for words in self.legend_lines:
            x = LEFT - EDGE
            for colour, word in words:
                if colour:
                    yield line(x, y - 1.8, x + 9, y - 1.8, stroke=OUTLINE if colour == "WH" else "#fff", stroke_width=3)
                    yield line(x, y - 1.8, x + 9, y - 1.8, stroke=PAINT[colour], stroke_width=2)
                    x += 11.5
                yield text(x, y, word, 5.2, fill="#222")
                x += len(word) * 3.05 + 6
            y += LEGEND_LINE

    @cached_property
    def legend_lines(self) -> list[list[tuple[str, str]]]:
        """Lines of pairs: a colour's letters or nothing, and words."""
        pale = ["Pale: there already."] if len(self.ages) > 1 else []
        if not self.mirrored:
            new = [placed for placed in self.board.placed if placed.component.step == self.step]
            found = {
                value: f"{quantity(value, 'Ω')}: {rings(placed)}" for placed in new if (value := resistance(placed))
            }
            words = " ".join(["White square: pin 1.", *pale])
            return [*_rows_of([("", words), *(("", found[value]) for value in sorted(found))], self.width)]
        nets: dict[str, list[str]] = {}
        for wire in self.board.wires_of(self.step):
            kind = wire.net.rstrip("0123456789").rstrip("_") if "_" in wire.net else wire.net
            names = nets.setdefault(self.board.kit.wire_colour(wire.net), [])
            names += [] if kind in names else [kind]
        entries = [(colour, f"{COLOURS[colour]}: {', '.join(names)}") for colour, names in nets.items()]
        words = " ".join(["Numbers are those of the table of wires. Square: pin 1.", *pale])
        return [[("", words)], *_rows_of(entries, self.width)]


DRAWN: Mapping[str, Callable[[_View, Placed, Sequence[Point]], Iterator[str]]] = {
    "axial4": _View._resistor,
    "radial2": _View._capacitor,
    "row2": _View._terminal,
    "row4": _View._terminal,
    "header2x20": _View._header,
    "dip16": _View._driver,
    "pico": _View._pico,
    "rows2x12": _View._multiplexer,
}


def _rows_of(entries: list[tuple[str, str]], width: float) -> Iterator[list[tuple[str, str]]]:
    """Entries of a legend, as many in a line as it is wide."""
    row: list[tuple[str, str]] = []
    used = 0.0
    for entry in entries:
        needed = len(entry[1]) * 3.05 + 18
        if row and used + needed > width - LEFT:
            yield row
            row, used = [], 0.0
        row.append(entry)
        used += needed
    if row:
        yield row


def _places(course: Sequence[Point]) -> Iterator[Point]:
    """Where the number of a wire may stand: on it, its middle first; for a short one better beside it."""
    (x, y), (to_x, to_y) = course[0], course[-1]
    if len(course) == SHORT:
        aside = abs(to_y - y) / 2, abs(to_x - x) / 2
        yield from (((x + to_x) / 2 + side * aside[0], (y + to_y) / 2 + side * aside[1]) for side in (1, -1))
    middle = (len(course) - 1) / 2
    yield from sorted(course[1:-1], key=lambda place: abs(course.index(place) - middle))


def _room(place: Point, numbers: Sequence[Point], pins: Sequence[Point], wires: Sequence[Point]) -> float:
    """How free a place is for a number: far enough is as good as farther."""
    return sum(
        min(min((math.dist(place, each) for each in things), default=99.0) - TAG_RADIUS - away, 0.0)
        for things, away in ((numbers, TAG_RADIUS + 1), (pins, 2.3), (wires, WIRE_WIDTH / 2 + 0.5))
    )


def _pins(points: Sequence[Point]) -> Iterator[str]:
    """Pin 1 square and white, the others round."""
    for number, (x, y) in enumerate(points):
        yield rect(x - 1.7, y - 1.7, 3.4, 3.4, fill="#fff") if number == 0 else circle(x, y, 1.4, fill="#d0d0d0")


def _kind(placed: Placed) -> str:
    return placed.part.name.partition(",")[0]


def _corner_numbers(points: Sequence[Point], pins: Sequence[int], middle: float) -> Iterator[str]:
    """The numbers of some pins, away from the middle."""
    for pin in pins:
        x, y = points[pin - 1]
        yield text(x, y + (9 if y > middle else -6), str(pin), 4.4, text_anchor="middle", fill="#111", **HALO)


def upright(x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle", **look: object) -> str:
    """Words that run upwards along `x`, from, around or up to `y`."""
    turn = f"rotate(-90 {x:g} {y:g})"
    return text(x, y + size * 0.36, words, size, text_anchor=anchor, fill=fill, transform=turn, **look)


def steps_of(build: Build) -> list[str]:
    """The steps that solder something, in the order in which a build takes them."""
    boards = (board_of(build, CONSOLE), board_of(build, POD))
    found = {step for board in boards for step in board.soldering}
    return [step for step in boards[0].steps if step in found]


def picture_name(build: Build, step: str, *, solder_side: bool) -> str:
    """The file of a picture. A table display changes nothing before its own step, a pod nothing before the buttons."""
    steps = list(read_kit().steps)
    pod = build.pod and steps.index(step) > steps.index("board-displays")
    shown = Build(build.seats, pod, build.table and step == "table")
    return f"{step}-{shown.name}-{'wires' if solder_side else 'parts'}.svg"


@cache
def board_pictures() -> Mapping[str, bytes]:
    """File name → picture, two for every step of every build that solders."""
    wanted = {
        picture_name(build, step, solder_side=side): (build, step, side)
        for build in reversed(ALL_BUILDS)
        for step in steps_of(build)
        for side in (False, True)
    }
    return {name: board_picture(build, step, solder_side=side) for name, (build, step, side) in wanted.items()}

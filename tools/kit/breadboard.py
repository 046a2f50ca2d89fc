"""First light: two displays and two buttons on a breadboard; what its jumpers join, and a picture of every stage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from tools.kit.colours import COLOURS
from tools.kit.header import pi_label, pi_pin
from tools.kit.source import FirstLight, Jumper, Kit, Plugged, read_kit
from tools.kit.svg import circle, picture, rect, tag, text
from tools.pin_table import PI_HEADER, markdown_table

ROWS = 30
HOLE = re.compile(r"([a-j])([1-9]\d?)")
RAIL = re.compile(r"([+-][LR])([1-9]\d?)")
TACT_PAIRS = (("A1", "A2"), ("B1", "B2"))  # legs that are joined inside the button


def strip_of(place: str) -> str:
    """The strip of metal under a hole: "left 9" for c9, "+R" for all of that rail. Raises ValueError."""
    found = RAIL.fullmatch(place) or HOLE.fullmatch(place)
    if not found or int(found[2]) > ROWS:
        raise ValueError(f"a breadboard has no hole {place!r}")
    if place[0] in "+-":
        return found[1]
    return f"{'left' if found[1] <= 'e' else 'right'} {found[2]}"


class Breadboard:
    """What is joined to what, once all jumpers are in."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.first: FirstLight = kit.first_light
        self._group: dict[str, str] = {}
        for jumper in self.first.jumpers:
            self._join(self._point(jumper.start), self._point(jumper.end))
        for plugged in self.first.components:
            for pin, hole in plugged.holes.items():
                self._join(f"{plugged.ref}.{pin}", strip_of(hole))
            if plugged.part == "tact_button":
                for one, other in TACT_PAIRS:
                    self._join(f"{plugged.ref}.{one}", f"{plugged.ref}.{other}")

    def _point(self, text_: str) -> str:
        return f"PI.{pi_pin(self.kit, text_.removeprefix('PI.'))}" if text_.startswith("PI.") else strip_of(text_)

    def _root(self, point: str) -> str:
        while point in self._group:
            point = self._group[point]
        return point

    def _join(self, one: str, other: str) -> None:
        a, b = self._root(one), self._root(other)
        if a != b:
            self._group[a] = b

    def joined(self, end: str) -> str:
        """A name for all that an end is joined with."""
        return self._root(self._point(end) if end.startswith("PI.") else end)

    def faults(self) -> list[str]:
        """What is not joined but should be, or is joined but must not be; and holes with two legs in them."""
        faults = []
        groups = {net: {self.joined(end) for end in ends} for net, ends in self.first.joined.items()}
        faults += [f"{net} is in {len(found)} pieces" for net, found in groups.items() if len(found) > 1]
        owners: dict[str, str] = {}
        for net, found in groups.items():
            for group in found:
                if owners.setdefault(group, net) != net:
                    faults.append(f"{net} and {owners[group]} are joined")
        used = [hole for plugged in self.first.components for hole in plugged.holes.values()]
        used += [
            end for jumper in self.first.jumpers for end in (jumper.start, jumper.end) if not end.startswith("PI.")
        ]
        faults += [f"hole {hole} is used twice" for hole in sorted(set(used)) if used.count(hole) > 1]
        return [*faults, *self._mirrored()]

    def _mirrored(self) -> Iterator[str]:
        """Displays that would have to lie on their glass. One in the right half hangs over the right edge, so that its
        pins, at its top, are at the left: what reads from left to right runs upwards there.
        """
        for plugged in self.first.components:
            holes = [plugged.holes[pin] for pin in self.kit.parts[plugged.part].reads if pin in plugged.holes]
            rows = [int(hole[1:]) for hole in holes]
            upwards = strip_of(holes[0]).startswith("right") if holes else False
            if rows != sorted(rows, reverse=upwards):
                yield f"{plugged.ref} is mirrored: its pins are in {', '.join(holes)}"


def jumper_table(stage: str) -> str:
    """The parts and leads of one stage, and where they go."""
    first = read_kit().first_light
    rows = [
        (f"{plugged.ref}: {read_kit().parts[plugged.part].name.partition(',')[0]}", _holes(plugged), "")
        for plugged in first.components
        if plugged.stage == stage and plugged.holes
    ]
    rows += [
        (f"{COLOURS[jumper.colour]} lead", _where(jumper.start), _where(jumper.end))
        for jumper in first.jumpers
        if jumper.stage == stage
    ]
    return markdown_table(("What", "From", "To"), rows)


def _holes(plugged: Plugged) -> str:
    return ", ".join(f"{pin} in **{hole}**" for pin, hole in plugged.holes.items())


def _where(end: str) -> str:
    if rail := RAIL.fullmatch(end):
        side = "left" if rail[1][1] == "L" else "right"
        return f"{side} rail **{rail[1][0].replace('-', '−')}**, beside row {rail[2]}"
    if not end.startswith("PI."):
        return f"**{end}**"
    physical = pi_pin(read_kit(), end.removeprefix("PI."))
    return f"Pi pin **{physical}** ({pi_label(physical)})"


# ---------------------------------------------------------------- picture

PITCH = 12.0
BOARD_X, BOARD_Y = 190.0, 34.0
HEADER_X, HEADER_Y = 62.0, 60.0
COLUMNS = {name: BOARD_X + 44 + PITCH * number for number, name in enumerate("abcde")}
COLUMNS |= {name: BOARD_X + 44 + PITCH * (number + 2) for number, name in enumerate("fghij", start=5)}
RAIL_X = {"-L": BOARD_X + 10, "+L": BOARD_X + 22, "+R": COLUMNS["j"] + 22, "-R": COLUMNS["j"] + 34}
PAINT = {"RD": "#d22", "BK": "#222", "YE": "#e0b000", "BU": "#1769d0", "WH": "#f7f7f7", "GY": "#888"}
WIDTH, HEIGHT = COLUMNS["j"] + 150, BOARD_Y + PITCH * (ROWS + 1) + 26


def breadboard_pictures() -> Mapping[str, bytes]:
    """File name → picture, one for each stage; what it adds is strong, what was there pale."""
    first = read_kit().first_light
    return {f"first-light-{stage}.svg": _picture(first, stage) for stage in first.stages}


def _picture(first: FirstLight, stage: str) -> bytes:
    stages = list(first.stages)
    shown = stages[: stages.index(stage) + 1]
    shapes = [*_ground(), text(BOARD_X, HEIGHT - 8, "Pale: there already.", 8, fill="#444")]
    for each in shown:
        age = 1.0 if each == stage else 0.35
        drawn = [*_parts(first.components, each), *_leads(first.jumpers, each)]
        shapes.append(f'<g opacity="{age:g}">{"".join(drawn)}</g>')
    return picture(WIDTH, HEIGHT, shapes, f"First light: {first.stages[stage]}", scale=1.6)


def _ground() -> Iterator[str]:
    yield text(HEADER_X - 42, 22, "Raspberry Pi, 40-pin header", 9, fill="#333")
    yield rect(HEADER_X - 9, HEADER_Y - 9, PITCH + 18, PITCH * 19 + 18, rx=2, fill="#2d6b3f")
    for number in range(1, len(PI_HEADER) + 1):
        x, y = _header(number)
        yield rect(x - 3, y - 3, 6, 6, fill="#d9c77a")
        label = pi_label(str(number))
        fill = {"3V3": "#c22", "5V": "#e67e00", "GND": "#222"}.get(label, "#777")
        if number % 2:
            yield text(x - 9, y + 2.4, f"{label}  {number}", 6.4, fill=fill, text_anchor="end")
        else:
            yield text(x + 9, y + 2.4, f"{number}  {label}", 6.4, fill=fill)
    yield rect(
        BOARD_X, BOARD_Y, RAIL_X["-R"] + 10 - BOARD_X, PITCH * (ROWS + 1) + 6, rx=5, fill="#f3f1ea", stroke="#bbb"
    )
    yield rect(COLUMNS["e"] + 8, BOARD_Y + 6, PITCH * 2 - 16 + PITCH - 4, PITCH * ROWS, fill="#e2dfd4")
    for rail, x in RAIL_X.items():
        yield text(
            x,
            BOARD_Y - 4,
            rail[0].replace("-", "−"),
            9,
            text_anchor="middle",
            fill="#c22" if rail[0] == "+" else "#222",
        )
    for name, x in COLUMNS.items():
        yield text(x, BOARD_Y + 7, name, 7, text_anchor="middle", fill="#555")
    for row in range(1, ROWS + 1):
        for x in (*COLUMNS.values(), *RAIL_X.values()):
            yield circle(x, _row(row), 1.9, fill="#8c8c8c")
        for x in (COLUMNS["a"] - 11, COLUMNS["j"] + 10):
            yield text(x, _row(row) + 2.2, str(row), 5.6, text_anchor="middle", fill="#777")


def _row(row: int) -> float:
    return BOARD_Y + 2 + PITCH * row


def _header(number: int) -> tuple[float, float]:
    return HEADER_X + PITCH * ((number + 1) % 2), HEADER_Y + PITCH * ((number - 1) // 2)


def _hole(place: str) -> tuple[float, float]:
    rail = RAIL.fullmatch(place)
    return (RAIL_X[rail[1]], _row(int(rail[2]))) if rail else (COLUMNS[place[0]], _row(int(place[1:])))


def _parts(components: Iterable[Plugged], stage: str) -> Iterator[str]:
    for plugged in components:
        if plugged.stage == stage and plugged.holes:
            points = {pin: _hole(hole) for pin, hole in plugged.holes.items()}
            yield from DRAWN[plugged.part](plugged.ref, points)


def _oled(ref: str, points: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    x = min(x for x, _ in points.values())
    top, bottom = min(y for _, y in points.values()), max(y for _, y in points.values())
    middle = (top + bottom) / 2
    yield rect(x - 7, middle - 62, 118, 124, rx=4, fill="#1d3f72", opacity=0.93)
    yield rect(x + 24, middle - 54, 78, 108, rx=2, fill="#0b0b0b")
    yield text(x + 63, middle + 4, ref, 16, text_anchor="middle", fill="#8fd3ff")
    for pin, (px, py) in points.items():
        yield circle(px, py, 3, fill="#d9c77a")
        yield text(px + 6, py + 2.4, pin, 6.4, fill="#fff")


def _tact(ref: str, points: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    yield rect(min(xs) + 2, min(ys) - 4, max(xs) - min(xs) - 4, max(ys) - min(ys) + 8, rx=2, fill="#444")
    yield circle(sum(xs) / 4, sum(ys) / 4, 9, fill="#c33")
    yield text(sum(xs) / 4, sum(ys) / 4 + 3, ref, 8, text_anchor="middle", fill="#fff")
    yield from (circle(x, y, 2.6, fill="#bbb") for x, y in points.values())


def _resistor(ref: str, points: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    (x, y1), (_, y2) = points["1"], points["2"]
    yield tag("path", d=f"M{x:g} {y1:g}L{x:g} {y2:g}", stroke="#999", stroke_width=2)
    yield rect(x - 4, min(y1, y2) + 8, 8, abs(y2 - y1) - 16, rx=2, fill="#d9b382", stroke="#8a6d3b", stroke_width=0.6)
    yield text(x - 7, (y1 + y2) / 2 + 3, ref, 7, fill="#333", text_anchor="end")


DRAWN = {"oled": _oled, "oled_3d": _oled, "tact_button": _tact, "r_1k": _resistor}


def _leads(jumpers: Iterable[Jumper], stage: str) -> Iterator[str]:
    for jumper in jumpers:
        if jumper.stage == stage:
            yield from _lead(jumper)


def _lead(jumper: Jumper) -> Iterator[str]:
    pinned = jumper.start.startswith("PI.")
    start = _header(int(pi_pin(read_kit(), jumper.start.removeprefix("PI.")))) if pinned else _hole(jumper.start)
    end = _hole(jumper.end)
    bend = 26 if pinned else 10
    path = (
        f"M{start[0]:g} {start[1]:g}C{start[0] + bend * 3:g} {start[1] - bend:g} "
        f"{end[0] - bend * 3:g} {end[1] - bend:g} {end[0]:g} {end[1]:g}"
        if pinned
        else f"M{start[0]:g} {start[1]:g}Q{(start[0] + end[0]) / 2 - bend:g} {(start[1] + end[1]) / 2 - bend:g} "
        f"{end[0]:g} {end[1]:g}"
    )
    yield tag("path", d=path, fill="none", stroke="#fff", stroke_width=5)
    yield tag(
        "path", d=path, fill="none", stroke="#777" if jumper.colour == "WH" else PAINT[jumper.colour], stroke_width=3.2
    )
    if jumper.colour == "WH":
        yield tag("path", d=path, fill="none", stroke=PAINT["WH"], stroke_width=1.8)
    yield from (circle(*point, 2.6, fill="#333") for point in (start, end))

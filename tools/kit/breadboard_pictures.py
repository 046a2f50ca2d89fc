"""First light as one sees it: header of the Pi at the left, breadboard at the right, one picture for every stage."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from tools.kit.board_pictures import LETTER_WIDTH, upright
from tools.kit.breadboard import RAIL, RAIL_HOLES, ROWS
from tools.kit.colours import COLOURS, OUTLINE, PAINT
from tools.kit.header import pi_label, pi_pin
from tools.kit.source import FirstLight, Jumper, Plugged, read_kit
from tools.kit.svg import circle, picture, rect, rounded, tag, text
from tools.kit.units import bands, quantity
from tools.pin_table import PI_HEADER

Point = tuple[float, float]

PITCH = 16.0  # between two holes
BESIDE = 15.0  # between leads that share a column
HEADER_X, HEADER_Y, HEADER_PITCH = 96.0, 72.0, 23.0
PIN = 13.0  # side of a pin's square
BOARD_X, BOARD_Y = 262.0, 40.0
LANES = 44.0  # room between the left rails and column a, for leads that run down there
RAIL_X = {"-L": BOARD_X + 14, "+L": BOARD_X + 14 + PITCH}
COLUMNS = {name: RAIL_X["+L"] + LANES + 30 + PITCH * number for number, name in enumerate("abcde")}
COLUMNS |= {name: COLUMNS["e"] + PITCH * (number + 3) for number, name in enumerate("fghij")}
RAIL_X |= {"+R": COLUMNS["j"] + 34, "-R": COLUMNS["j"] + 34 + PITCH}
RIGHT = RAIL_X["-R"] + 14
DISPLAY_WIDTH, DISPLAY_HEIGHT = 176.0, 172.0  # 27.5 mm at 2.54 mm a hole
WIDTH, HEIGHT = COLUMNS["j"] + DISPLAY_WIDTH + 6, BOARD_Y + PITCH * (ROWS + 1) + 44
CORNER = 7.0  # of a lead that turns
SUPPLIES = {"3V3": PAINT["RD"], "5V": PAINT["OG"], "GND": "#222222"}
PALE = 0.3


def breadboard_pictures() -> Mapping[str, bytes]:
    """File name → picture, one for each stage; what it adds is strong, what was there pale. And the bare board."""
    first = read_kit().first_light
    stages = {f"first-light-{stage}.svg": _picture(first, stage) for stage in first.stages}
    return {"breadboard.svg": _strips(), **stages}


def _strips() -> bytes:
    """Which holes of a breadboard are joined inside."""
    shapes = [*_board(), *_row_numbers()]
    for left, right, row in (("a", "e", 8), ("f", "j", 8), ("a", "e", 14), ("f", "j", 14)):
        (x1, y), (x2, _) = _hole(f"{left}{row}"), _hole(f"{right}{row}")
        shapes.append(rect(x1 - 7, y - 6, x2 - x1 + 14, 12, rx=6, fill="#f0800066", stroke="#b35f00"))
    for rail in RAIL_X:
        top, bottom = _hole(f"{rail}1")[1], _hole(f"{rail}{RAIL_HOLES}")[1]
        shapes.append(
            rect(RAIL_X[rail] - 6, top - 7, 12, bottom - top + 14, rx=6, fill="#1769d033", stroke=PAINT["BU"])
        )
    for words, at in STRIP_NAMES:
        x, y = _hole(at)
        end = RIGHT + 12 if x > COLUMNS["e"] else BOARD_X - 12
        shapes.append(tag("path", d=f"M{x:g} {y:g}H{end:g}", stroke="#222", stroke_width=1.2))
        shapes.append(circle(x, y, 3.2, fill="#222"))
        for number, line in enumerate(words):
            anchor, aside = ("start", 6) if x > COLUMNS["e"] else ("end", -6)
            shapes.append(text(end + aside, y + 4 + 15 * (number - (len(words) - 1) / 2), line, 12, text_anchor=anchor))
    title = "A breadboard: what is joined inside"
    shapes.append(text(14, 24, title, 15, font_weight="bold"))
    return picture(WIDTH, HEIGHT - 30, shapes, title, scale=1.3)


STRIP_NAMES = (
    (("left rail −", "all its holes are one strip,", "on some boards one for each half"), "-L3"),
    (("left rail +", "the same"), "+L12"),
    (("a8 to e8 are one strip,", "so are a to e of every row"), "a8"),
    (("the gap: nothing is joined", "across it"), "e20"),
    (("f8 to j8 are", "another one"), "j8"),
    (("right rails:", "not used here"), "-R14"),
)


def _picture(first: FirstLight, stage: str) -> bytes:
    stages = list(first.stages)
    shapes = [*_header(), *_board()]
    for each in stages[: stages.index(stage) + 1]:
        new = each == stage
        if not new:
            shapes += _covers(first.components, each)
        drawn = [*_parts(first.components, each), *_leads(first.jumpers, each)]
        shapes.append(f'<g opacity="{1 if new else PALE:g}">{"".join(drawn)}</g>')
    shapes += [*_row_numbers(), *_lead_names(first.jumpers, stage)]
    words = f"First light: {first.stages[stage]}"
    shapes.append(text(14, 24, words, 15, font_weight="bold"))
    shapes.append(text(14, HEIGHT - 12, LEGEND, 11.5, fill="#222"))
    return picture(WIDTH, HEIGHT, shapes, words, scale=1.3)


LEGEND = (
    "Strong: new in this step, with the names of its holes. Pale: there already. "
    "On the rails any hole of the upper half will do."
)


# ---------------------------------------------------------------- what is there from the start


def _header() -> Iterator[str]:
    """The Pi's forty pins, their numbers on them, names beside them."""
    yield text(HEADER_X - 82, HEADER_Y - 28, "Raspberry Pi, 40 pins; pin 1: at the card slot", 10.5, fill="#333")
    yield rect(
        HEADER_X - 14, HEADER_Y - 16, HEADER_PITCH + 28, HEADER_PITCH * 19 + 32, rx=4, fill="#2d6b3f", stroke="#1d4a2b"
    )
    for number in range(1, len(PI_HEADER) + 1):
        x, y = _pin(number)
        label = pi_label(str(number))
        fill = SUPPLIES.get(label, "#555555")
        yield rect(x - PIN / 2, y - PIN / 2, PIN, PIN, rx=0 if number == 1 else 3, fill="#e4cf86")
        yield text(x, y + 3.2, str(number), 9.4, text_anchor="middle", fill="#222")
        left = number % 2
        yield text(x - 21 if left else x + 21, y + 3.4, label, 9.6, fill=fill, text_anchor="end" if left else "start")


def _board() -> Iterator[str]:
    height = PITCH * (ROWS + 1) + 4
    yield rect(BOARD_X, BOARD_Y, RIGHT - BOARD_X, height, rx=6, fill="#f7f5ef", stroke="#b8b3a5")
    yield rect(COLUMNS["e"] + 15, BOARD_Y + 12, PITCH * 3 - 30, PITCH * ROWS, rx=3, fill="#e2dfd4")
    for rail, x in RAIL_X.items():
        colour = PAINT["RD"] if rail[0] == "+" else "#1d4fa0"
        top, bottom = _hole(f"{rail}1")[1] - 8, _hole(f"{rail}{RAIL_HOLES}")[1] + 8
        yield tag("path", d=f"M{x - 7:g} {top:g}V{bottom:g}", stroke=colour, stroke_width=1)
        for y in (top - 3, bottom + 12):
            yield text(x, y, rail[0].replace("-", "−"), 13, text_anchor="middle", fill=colour, font_weight="bold")
        yield from (_dot(_hole(f"{rail}{number}")) for number in range(1, RAIL_HOLES + 1))
    for row in range(1, ROWS + 1):
        yield text(COLUMNS["j"] + 14, _hole(f"j{row}")[1] + 3, str(row), 9.2, text_anchor="middle", fill="#555")
    for name, x in COLUMNS.items():
        yield text(x, BOARD_Y + 11, name, 10, text_anchor="middle", fill="#444")
        yield from (_dot(_hole(f"{name}{row}")) for row in range(1, ROWS + 1))


def _row_numbers() -> Iterator[str]:
    """Those at the left also over leads that run there; the right ones a display may hide."""
    for row in range(1, ROWS + 1):
        y = _hole(f"a{row}")[1] + 3
        halo = {"stroke": "#f7f5ef", "stroke_width": 2.4, "paint_order": "stroke"}
        yield text(COLUMNS["a"] - 15, y, str(row), 9.2, text_anchor="middle", fill="#555", **halo)


def _dot(at: Point) -> str:
    return rect(at[0] - 2.4, at[1] - 2.4, 4.8, 4.8, rx=1, fill="#9b9b94")


def _pin(number: int) -> Point:
    return HEADER_X + HEADER_PITCH * ((number + 1) % 2), HEADER_Y + HEADER_PITCH * ((number - 1) // 2)


def _hole(place: str) -> Point:
    """Where a hole is; those of a rail are half a row off, in groups of five."""
    if rail := RAIL.fullmatch(place):
        number = int(rail[2])
        return RAIL_X[rail[1]], BOARD_Y + 4 + PITCH * (number + (number - 1) // 5 + 0.5)
    return COLUMNS[place[0]], BOARD_Y + 4 + PITCH * int(place[1:])


# ---------------------------------------------------------------- parts


def _parts(components: Iterable[Plugged], stage: str) -> Iterator[str]:
    for plugged in components:
        if plugged.stage == stage and plugged.holes:
            yield from DRAWN[plugged.part](plugged, {pin: _hole(hole) for pin, hole in plugged.holes.items()})


def _covers(components: Iterable[Plugged], stage: str) -> Iterator[str]:
    """White under a display that will be pale, or what it hides would shine through."""
    for plugged in components:
        if plugged.stage == stage and DRAWN.get(plugged.part) is _oled:
            yield rect(*_module([_hole(hole) for hole in plugged.holes.values()]), rx=6, fill="#fff")


def _module(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a display's board."""
    places = list(points)
    middle = sum(y for _, y in places) / len(places)
    return min(x for x, _ in places) - 9, middle - DISPLAY_HEIGHT / 2, DISPLAY_WIDTH, DISPLAY_HEIGHT


def _oled(plugged: Plugged, points: Mapping[str, Point]) -> Iterator[str]:
    """A module that hangs over the right edge, its glass up and its pins in column j."""
    left, top, width, height = _module(points.values())
    x, middle = left + 9, top + height / 2
    address = read_kit().first_light.stages[plugged.stage].rpartition(" ")[2]
    yield rect(left, top, width, height, rx=6, fill="#24508f", stroke="#173660")
    yield rect(x + 44, top + 14, width - 66, height - 28, rx=3, fill="#0b0b0b")
    yield text(x + 94, middle, plugged.ref, 24, text_anchor="middle", fill="#8fd3ff")
    yield text(x + 94, middle + 20, address, 12, text_anchor="middle", fill="#8fd3ff")
    for pin, (px, py) in points.items():
        yield circle(px, py, 4, fill="#e4cf86", stroke="#7a6a2c", stroke_width=0.8)
        yield text(px + 8, py + 3.4, pin, 9.6, fill="#fff")


def _tact(plugged: Plugged, points: Mapping[str, Point]) -> Iterator[str]:
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    middle = sum(xs) / 4, sum(ys) / 4
    for x, y in points.values():
        yield tag("path", d=f"M{x:g} {y:g}H{middle[0]:g}", stroke="#aaa", stroke_width=3)
    yield rect(min(xs) + 8, min(ys) - 8, max(xs) - min(xs) - 16, max(ys) - min(ys) + 16, rx=3, fill="#444")
    yield circle(*middle, 13, fill="#c33")
    yield text(middle[0], middle[1] + 4, plugged.ref, 11, text_anchor="middle", fill="#fff")
    yield from (circle(x, y, 3.2, fill="#c9c9c9", stroke="#777", stroke_width=0.8) for x, y in points.values())


def _resistor(plugged: Plugged, points: Mapping[str, Point]) -> Iterator[str]:
    (x, y1), (_, y2) = points["1"], points["2"]
    top, length = min(y1, y2) + 13, abs(y2 - y1) - 26
    yield tag("path", d=f"M{x:g} {y1:g}V{y2:g}", stroke="#999", stroke_width=2.4)
    yield rect(x - 5.5, top, 11, length, rx=4, fill="#e2c496", stroke="#8a6d3b", stroke_width=0.8)
    ohm = read_kit().parts[plugged.part].figures["ohm"].value
    for number, colour in enumerate(bands(ohm)):
        yield rect(x - 5.5, top + 5 + 7 * number, 11, 3.4, fill=PAINT[colour])
    for words, y in ((plugged.ref, (y1 + y2) / 2 - 1), (quantity(ohm, "Ω"), (y1 + y2) / 2 + 10)):
        yield text(x - 9, y, words, 9.6, fill="#222", text_anchor="end")
    yield from (circle(px, py, 2.6, fill="#777") for px, py in points.values())


DRAWN = {"oled": _oled, "oled_3d": _oled, "tact_button": _tact, "r_1k": _resistor}

# ---------------------------------------------------------------- leads


def _leads(jumpers: Sequence[Jumper], stage: str) -> Iterator[str]:
    for jumper, course in _courses(jumpers, stage):
        ends = course[-1:] if jumper.start.startswith("PI.") else (course[0], course[-1])
        yield from _lead(jumper, course, ends)


def _lead_names(jumpers: Sequence[Jumper], stage: str) -> Iterator[str]:
    """The holes at both ends of each lead, and its colour."""
    for jumper, course in _courses(jumpers, stage):
        yield from _names(jumper, beside=bool(_aside(jumper, jumpers)))
        yield from _colour_name(jumper, course)


def _courses(jumpers: Sequence[Jumper], stage: str) -> Iterator[tuple[Jumper, list[Point]]]:
    for number, jumper in enumerate(jumpers):
        if jumper.stage == stage:
            earlier = [each for each in jumpers[:number] if not _straight(each)]
            yield jumper, _course(jumper, earlier, _aside(jumper, jumpers))


def _aside(jumper: Jumper, jumpers: Sequence[Jumper]) -> float:
    """How far beside its column a lead is drawn that shares it with others: all of them are to be seen."""
    along = [each for each in jumpers if _upright(each) and _end(each.start)[0] == _end(jumper.start)[0]]
    return (along.index(jumper) - (len(along) - 1) / 2) * BESIDE if jumper in along else 0.0


def _upright(jumper: Jumper) -> bool:
    return _straight(jumper) and _end(jumper.start)[0] == _end(jumper.end)[0]


def _straight(jumper: Jumper) -> bool:
    """Whether a lead needs no lane: it runs within one row or one column."""
    start, end = _end(jumper.start), _end(jumper.end)
    return not jumper.start.startswith("PI.") and (start[0] == end[0] or start[1] == end[1])


def _end(place: str) -> Point:
    if place.startswith("PI."):
        return _pin(int(pi_pin(read_kit(), place.removeprefix("PI."))))
    return _hole(place)


def _course(jumper: Jumper, earlier: Sequence[Jumper], aside: float) -> list[Point]:
    """The corners of a lead: out of its start, along a lane of its own up or down, and along the row of its end."""
    start, end = _end(jumper.start), _end(jumper.end)
    from_pi = jumper.start.startswith("PI.")
    if aside:
        return [start, (start[0] + aside, start[1]), (end[0] + aside, end[1]), end]
    if _straight(jumper):
        return [start, end]
    lane = sum(each.start.startswith("PI.") is from_pi for each in earlier)
    if from_pi:
        x = HEADER_X + HEADER_PITCH + 66 + 9 * lane
        gap = start[1] + HEADER_PITCH / 2  # between two rows of pins, so that names stay free
        return [(start[0] + 2, start[1] + PIN / 2), (start[0] + 9, gap), (x, gap), (x, end[1]), end]
    x = RAIL_X["+L"] + 12 + 6 * lane
    if jumper.end[1:] in _button_rows():
        return [start, (x, start[1]), (x, end[1] - PITCH), (end[0], end[1] - PITCH), end]  # past the button, above it
    return [start, (x, start[1]), (x, end[1]), end]


def _button_rows() -> set[str]:
    """The rows in which a push button has its legs."""
    components = read_kit().first_light.components
    return {hole[1:] for each in components if DRAWN.get(each.part) is _tact for hole in each.holes.values()}


def _lead(jumper: Jumper, course: Sequence[Point], ends: Sequence[Point]) -> Iterator[str]:
    path = rounded(course, CORNER)
    look = {"d": path, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    white = jumper.colour == "WH"
    yield tag("path", **look, stroke=OUTLINE if white else "#fff", stroke_width=5.4)
    yield tag("path", **look, stroke=PAINT[jumper.colour], stroke_width=3.6)
    for x, y in ends:
        yield circle(x, y, 3.4, fill=PAINT[jumper.colour], stroke="#111", stroke_width=1)


def _names(jumper: Jumper, *, beside: bool) -> Iterator[str]:
    """The holes at both ends of a lead, near them; the Pi's pins and rails have theirs already.

    Those of leads drawn `beside` a column they share stand at the right of all of them.
    """
    start, end = _end(jumper.start), _end(jumper.end)
    vertical = start[0] == end[0] and not beside
    for place, (x, y) in ((jumper.start, start), (jumper.end, end)):
        if place.startswith("PI.") or RAIL.fullmatch(place):
            continue
        down = y + 13 if (start[1] < end[1]) == ((x, y) == start) else y - 13
        aside = x + 15 if place == jumper.end and place[1:] in _button_rows() and place[0] > "e" else x - 15
        if beside:
            aside = x + 1.2 * BESIDE
        yield from _name(place, x if vertical else aside, down if vertical else y)


def _colour_name(jumper: Jumper, course: Sequence[Point]) -> Iterator[str]:
    """What colour a lead has, in words, in the middle of its longest straight piece."""
    beyond_header = course[2:] if jumper.start.startswith("PI.") else course
    (x1, y1), (x2, y2) = max(pairwise(beyond_header), key=lambda piece: math.dist(*piece))
    x, y, words = (x1 + x2) / 2, (y1 + y2) / 2, COLOURS[jumper.colour]
    long, high = len(words) * 9.6 * LETTER_WIDTH + 6, 13.0
    across = abs(x2 - x1) > abs(y2 - y1)
    width, height = (long, high) if across else (high, long)
    look = {"fill": "#fff", "stroke": OUTLINE if jumper.colour == "WH" else PAINT[jumper.colour], "stroke_width": 1.2}
    yield rect(x - width / 2, y - height / 2, width, height, rx=3, **look)
    if across:
        yield text(x, y + 3.4, words, 9.6, text_anchor="middle", fill="#111")
    else:
        yield upright(x, y, words, 9.6, "#111")


def _name(words: str, x: float, y: float) -> Iterator[str]:
    width = len(words) * 9 * LETTER_WIDTH + 5
    yield rect(x - width / 2, y - 6, width, 12, rx=3, fill="#fff", stroke="#555", stroke_width=0.7)
    yield text(x, y + 3.2, words, 9, text_anchor="middle", fill="#111")

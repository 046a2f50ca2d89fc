"""What is plugged on where: the Pi from both sides, the ribbon, the tabs of an arcade button; and where seats are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.kit.board_pictures import LETTER_WIDTH
from tools.kit.colours import COLOURS, OUTLINE, PAINT
from tools.kit.header import pi_label
from tools.kit.open_lid import SEAT_TURNS, around
from tools.kit.pictures import PARTS_ON_PI
from tools.kit.source import read_kit
from tools.kit.svg import circle, line, picture, rect, tag, text

Point = tuple[float, float]

MM = 4.2  # units of a drawing for one on the Pi
PITCH_MM = 2.54
HEADER_MM = (-10.0, 24.5)  # the middle of the Pi's header
INK, PALE_INK = "#111", "#555"
PCB, GOLD, PLASTIC = "#2d6b3f", "#e4cf86", "#333338"
RED, RIBBON = "#d22b2b", "#b4b6bc"
NAMES_ON_PI: tuple[tuple[str, float, float, str], ...] = (  # words, where, and their colour
    ("USB-C", -31, -18, "#fff"),
    ("HDMI", -10, -18, "#fff"),
    ("sound", 11, -13, "#fff"),
    ("network", 33, 16.7, "#111"),
    ("USB", 35, -2, "#111"),
    ("USB", 35, -20, "#111"),
    ("card", -34, -1, "#fff"),
)
FIRST_PINS = (1, 2, 6)


# ---------------------------------------------------------------- the Pi and the ribbon


def pi_pins() -> bytes:
    """The Pi from above with its ribbon, from below with its solder points, and J1 of the board."""
    size = read_kit().enclosure
    wide, high = size["pi_length_mm"] * MM, size["pi_width_mm"] * MM
    above, below = (86 + wide / 2, 118 + high / 2), (526 + wide / 2, 118 + high / 2)
    shapes = [
        text(24, 26, "Where pin 1 is", 17, font_weight="bold"),
        text(86, 50, "The Pi from above", 14, fill=INK),
        text(526, 50, "The Pi from below, card slot still at the left", 14, fill=INK),
        *_from_above(above, wide, high),
        *_from_below(below, wide, high),
        *_board_header((46, 448)),
    ]
    return picture(900, 530, shapes, "Where pin 1 is: the Pi from above and from below, and J1 on the board")


def _pin_mm(number: int) -> Point:
    """A pin of the header from the middle of the Pi, as seen from above; odd ones are in the inner row."""
    column, even = divmod(number - 1, 2)
    return HEADER_MM[0] + (column - 9.5) * PITCH_MM, HEADER_MM[1] + (even - 0.5) * PITCH_MM


def _from_above(middle: Point, wide: float, high: float) -> Iterator[str]:
    x, y = middle
    left, right = (x + (HEADER_MM[0] + side * 10.2 * PITCH_MM) * MM for side in (-1, 1))
    top = y - high / 2
    yield rect(left, top - 44, right - left, 52, fill=RIBBON)
    yield rect(left, top - 44, 6, 52, fill=RED)
    yield text(left - 4, top - 22, "red edge", 12.5, text_anchor="end", fill=RED)
    yield text((left + right) / 2, top - 22, "ribbon", 12.5, text_anchor="middle", fill=INK)
    yield rect(x - wide / 2, top, wide, high, rx=8, fill=PCB)
    for px, py, length, width, _, _ in PARTS_ON_PI[1:]:
        yield rect(x + (px - length / 2) * MM, y - (py + width / 2) * MM, length * MM, width * MM, rx=2, fill="#c4c6c9")
    yield rect(x - wide / 2 - 5, y - 22, 12, 44, rx=2, fill="#28406e")
    for name, px, py, fill in NAMES_ON_PI:
        yield text(x + px * MM, y - py * MM, name, 12.5, text_anchor="middle", fill=fill)
    yield rect(left, top + 4, right - left, 2 * PITCH_MM * MM + 3, rx=2, fill=PLASTIC)
    yield from _pins(middle, up=-1)
    for number, aside, up in ((1, -13, 4), (2, -13, 4), (39, 13, 4), (40, 13, 4)):
        px, py = _pin_mm(number)
        yield text(x + px * MM + aside, y - py * MM + up, str(number), 12, text_anchor="middle", fill="#fff")
    yield text(
        (left + right) / 2, top + 46, "the socket's bump points this way", 12.5, text_anchor="middle", fill="#fff"
    )


def _from_below(middle: Point, wide: float, high: float) -> Iterator[str]:
    """Turned over around its long edge: the header comes to the lower edge, pin 1 stays at the left."""
    x, y = middle
    bottom = y + high / 2
    yield rect(x - wide / 2, y - high / 2, wide, high, rx=8, fill=PCB)
    yield rect(x - wide / 2 - 5, y - 30, 62, 60, rx=3, fill="#c4c6c9")
    yield text(x - wide / 2 + 26, y + 4, "card", 12.5, text_anchor="middle", fill=INK)
    yield from _pins(middle, up=1)
    for number, level, colour, note in (
        (1, bottom - 46, "#fff", ", the square one"),  # upwards: pin 2 lies below it
        (2, bottom + 52, INK, ", beside it at the edge"),
        (6, bottom + 30, INK, ", the third one at the edge"),
    ):
        px, py = (x + _pin_mm(number)[0] * MM, y + _pin_mm(number)[1] * MM)
        yield tag("path", d=f"M{px:.4g} {py:.4g}V{level - 4:.4g}H{x - 90:.4g}", fill="none", stroke=colour)
        yield text(x - 86, level, f"pin {number}: {pi_label(str(number))}{note}", 13, fill=colour)


def _pins(middle: Point, *, up: int) -> Iterator[str]:
    """The header's forty, pin 1 square."""
    x, y = middle
    for number in range(1, 41):
        px, py = _pin_mm(number)
        cx, cy = x + px * MM, y + up * py * MM
        fill = GOLD if number not in FIRST_PINS else "#fff"
        yield rect(cx - 3.6, cy - 3.6, 7.2, 7.2, fill=fill) if number == 1 else circle(cx, cy, 3.4, fill=fill)


def _board_header(at: Point) -> Iterator[str]:
    """J1 as it lies on the board, rows K and L, its notch below."""
    x, y = at
    pitch = 14.0
    yield text(x, y - 14, "J1 on the board, parts facing you: pin 1 square, the red edge at its end, too", 14, fill=INK)
    yield rect(x + 40, y, pitch * 20 + 10, 46, rx=3, fill=PLASTIC)
    yield rect(x + 40 + pitch * 10 - 16, y + 40, 42, 8, fill="#fff")
    yield rect(x + 28, y, 6, 46, fill=RED)
    for number in range(1, 41):
        column, even = divmod(number - 1, 2)
        cx, cy = x + 52 + pitch * column, y + (13 if even else 33)
        yield rect(cx - 4.4, cy - 4.4, 8.8, 8.8, fill="#fff") if number == 1 else circle(cx, cy, 4, fill=GOLD)
    for words, cy in (("2  K", 17), ("1  L", 37)):
        yield text(x + 22, y + cy, words, 13, text_anchor="end", fill=INK)
    for words, cy in (("40", 17), ("39", 37)):
        yield text(x + 40 + pitch * 20 + 16, y + cy, words, 13, fill=INK)
    yield text(x + 45 + pitch * 10, y + 64, "notch, towards row M", 13, text_anchor="middle", fill=INK)


# ---------------------------------------------------------------- the arcade button


def button_tabs() -> bytes:
    """An arcade button's tabs and the lead that joins them with its terminal, for seat 1."""
    kit = read_kit()
    [cable] = [cable for cable in kit.cables if cable.name == "WB{seat}"]
    [terminal] = [each for each in kit.components if each.ref == "JB{seat}"]
    tabs = kit.parts["button"].pins
    rows = {wire.end.partition(".")[2]: number for number, wire in enumerate(cable.conductors)}
    rows |= {tab: len(cable.conductors) for tab in tabs if tab not in rows}
    left, right, top, pitch = 190.0, 560.0, 78.0, 44.0
    height = pitch * len(rows)
    title = "Lead WB1: from terminal JB1 to the tabs of button S1"
    shapes = [
        text(24, 30, title, 17, font_weight="bold"),
        rect(left - 120, top - 24, 130, pitch * 4, rx=4, fill="#3f8f57"),
        rect(right, top - 24, 250, height + 4, rx=10, fill="#e9e9ec", stroke=PALE_INK),
        text(right + 236, top + 5, "button from below", 13, text_anchor="end", fill=PALE_INK),
    ]
    for number, (wire, mark) in enumerate(zip(cable.conductors, terminal.marks, strict=True)):
        y = top + pitch * number
        screw = wire.start.partition(".")[2]
        shapes += [
            circle(left - 10, y, 8, fill="#d0d0d0", stroke=PALE_INK),
            text(left - 26, y + 5, f"{screw}  {mark.replace('-', '−')}", 14, text_anchor="end", fill="#fff"),
            *_lead_line(left - 10, right + 18, y, wire.colour, "twisted" if wire.pair else ""),
        ]
    for tab, number in rows.items():
        y = top + pitch * number
        shapes.append(rect(right + 4, y - 7, 30, 14, fill="#c8b060", stroke=PALE_INK))
        words = tab.replace("LAMP", "lamp ").replace("-", "−") + ("" if number < 4 else ": stays free")
        shapes.append(text(right + 44, y + 5, words, 14, fill=INK))
    return picture(850, top + height + 6, shapes, title)


def _lead_line(start: float, end: float, y: float, colour: str, note: str) -> Iterator[str]:
    yield line(start, y, end, y, stroke=OUTLINE if colour == "WH" else "#fff", stroke_width=7)
    yield line(start, y, end, y, stroke=PAINT[colour], stroke_width=5)
    words = ", ".join([COLOURS[colour], *([note] if note else [])])
    width = len(words) * 13 * LETTER_WIDTH + 12
    yield rect((start + end - width) / 2, y - 10, width, 20, rx=4, fill="#fff", stroke=PALE_INK)
    yield text((start + end) / 2, y + 4.6, words, 13, text_anchor="middle", fill=INK)


# ---------------------------------------------------------------- seats round the table


def seats_picture() -> bytes:
    """Lids from above for every number of seats: where each seat is, and where the supply's lead comes out."""
    size = read_kit().enclosure
    side, gap, top = 250.0, 40.0, 70.0
    shapes = [text(24, 28, "Seats go round clockwise, seat 1 is on the side of the lead", 17, font_weight="bold")]
    for number, (seats, turns) in enumerate(SEAT_TURNS.items()):
        x, y, mm = gap + number * (side + gap) + side / 2, top + side / 2, side / size["case_mm"]
        shapes.append(text(x, top - 12, f"{seats} seats", 15, text_anchor="middle", fill=INK))
        lead_x = x + size["lead_x_mm"] * mm
        shapes.append(line(lead_x, y + side / 2 - 6, lead_x, y + side / 2 + 26, stroke="#222", stroke_width=6))
        shapes.append(rect(x - side / 2, y - side / 2, side, side, rx=14, fill="#cdd6e0", stroke=PALE_INK))
        shapes += [shape for seat, turn in enumerate(turns, start=1) for shape in _seat((x, y), mm, seat, turn)]
    return picture(
        3 * (side + gap) + gap, top + side + 40, shapes, "Where the seats are with two, three and four of them"
    )


def _seat(middle: Point, mm: float, seat: int, turn: int) -> Iterator[str]:
    """A seat's hood and button with its number, from above; turned as in the case, where y runs upwards."""
    size = read_kit().enclosure
    x, y = middle
    away = size["case_mm"] / 2 - size["button_from_edge_mm"]
    button_x, button_y, _ = around((0, -away, 0), turn)
    wide, front, back = 34 * mm, size["hood_front_mm"] * mm, size["hood_back_mm"] * mm
    yield rect(x - wide / 2, y + back, wide, front - back, rx=3, fill="#333", transform=f"rotate({-turn} {x:g} {y:g})")
    at = x + button_x * mm, y - button_y * mm
    yield circle(*at, size["button_bezel_mm"] / 2 * mm, fill="#fff", stroke=INK, stroke_width=2)
    yield text(at[0], at[1] + 7, str(seat), 20, text_anchor="middle", font_weight="bold", fill=INK)


def plug_pictures() -> Mapping[str, bytes]:
    """File name → picture."""
    return {"pi-pins.svg": pi_pins(), "button-tabs.svg": button_tabs(), "seats.svg": seats_picture()}

"""Pictures of the steps in which things come into the case: what it should look like when a step is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import radians
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from trimesh.transformations import rotation_matrix, translation_matrix

from tools.kit import open_lid, ribbon
from tools.kit.build import WHOLE, Build
from tools.kit.colours import PAINT
from tools.kit.enclosure import TABLE_PANEL, mesh_of
from tools.kit.open_lid import BOARD_MM, FACE_MARGIN_MM, FEET_MM, GAP_MM, PANEL, Place, leads
from tools.kit.pictures import BLACK, BRASS, CASE, GLASS, LID, STEEL, TAN, Console, cylinder, moved, screw
from tools.kit.ribbon import HEADER_AT, ON_J1_MM, ON_PI_MM, Profile, board_on_table, j1_at, way_in_base, way_on_table
from tools.kit.shaded import Body, Colour, Label, View, drawn
from tools.kit.source import read_kit

WIDTH_PX = 1000
RIBBON: Colour = (176, 178, 184)
RED: Colour = (214, 70, 60)
FLEX: Colour = (206, 140, 60)
CARD: Colour = (40, 60, 110)
RIBBON_MM = 51
SOCKET_MM = 14  # of a jumper lead
PIN_MM = 1.6  # a display's pins from its upper edge


def code() -> bytes:
    """The program that draws; it decides how a picture comes out, as its parts do."""
    return Path(__file__).read_bytes() + Path(open_lid.__file__).read_bytes() + Path(ribbon.__file__).read_bytes()


# ---------------------------------------------------------------- things that bend


def tube(places: Sequence[Place], diameter: float) -> Any:
    """A cable along a line of places."""
    pieces = [
        trimesh.creation.cylinder(diameter / 2, segment=np.array(pair), sections=14)
        for pair in pairwise(places)
        if not np.allclose(*pair)
    ]
    for place in places[1:-1]:
        joint = trimesh.creation.icosphere(subdivisions=1, radius=diameter / 2)
        joint.apply_translation(place)
        pieces.append(joint)
    return trimesh.util.concatenate(pieces)


def bent(start: Place, out: Place, back: Place, end: Place, steps: int = 14) -> list[Place]:
    """A soft line from start to end that leaves towards `out` and arrives from `back`."""
    p = np.array([start, out, back, end], dtype=float)
    line = []
    for t in np.linspace(0, 1, steps + 1):
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y, z = np.array(weights) @ p
        line.append((float(x), float(y), float(z)))
    return line


def band(profile: Profile, left: float, right: float, slant: float = 0) -> Any:
    """A flat cable from `left` to `right` along x, its way in y and z; `slant` is how far it has moved at its end."""
    shift = np.linspace(0, slant, len(profile))
    corners = [(x + move, y, z) for (y, z), move in zip(profile, shift, strict=True) for x in (left, right)]
    upper = [face for n in range(0, len(corners) - 2, 2) for face in ((n, n + 1, n + 2), (n + 1, n + 3, n + 2))]
    return trimesh.Trimesh(vertices=corners, faces=[*upper, *(face[::-1] for face in upper)], process=False)


def colour_of(letters: str) -> Colour:
    paint = PAINT[letters].removeprefix("#")
    return int(paint[:2], 16), int(paint[2:4], 16), int(paint[4:], 16)


# ---------------------------------------------------------------- what stands where


class Inner(Console):
    """A console's base with what comes into it."""

    kit = read_kit()

    def in_middle(self, mesh: Any) -> Any:
        """A mesh of the Pi's own coordinates, turned into the case as the Pi is."""
        return moved(mesh, turned_deg=self.middle_turned_deg)

    def empty(self) -> Iterator[Body]:
        yield from self.feet()
        yield Body(mesh_of("base"), CASE)

    def pi_in_place(self) -> Iterator[Body]:
        """The Pi with its card and its four screws."""
        yield from self.pi()
        pi, size = self.inside.blocks[0], self.size
        yield self.card()
        for x in (size["pi_hole_edge_mm"], size["pi_hole_edge_mm"] + size["pi_hole_x_mm"]):
            for y in (-size["pi_hole_y_mm"] / 2, size["pi_hole_y_mm"] / 2):
                place = self.turned(x - size["pi_length_mm"] / 2, y, pi.bottom + BOARD_MM - 6)
                yield Body(screw(2.5, 6, place), STEEL)

    def card(self) -> Body:
        pi = self.inside.blocks[0]
        return Body(self.slab(-pi.length / 2, 0, 6, 11, pi.bottom - 1.4, 1), CARD)

    @property
    def lead_z(self) -> float:
        return self.floor + self.size["clamp_post_mm"]

    def supply(self) -> Iterator[Body]:
        """The supply's lead: through the notch, under the clamp, to the Pi's USB-C socket."""
        x, pi = self.size["lead_x_mm"], self.inside.blocks[0]
        z = pi.bottom + BOARD_MM + 1.6
        socket = -31.0
        edge = -self.size["pi_width_mm"] / 2
        plug_end = self.turned(socket, edge - self.size["pi_plug_mm"] * 0.6, z)
        inside = (x, -self.half + 26, self.lead_z)
        way = bent(inside, (x, -self.half + 50, self.lead_z), self.turned(socket, edge - 55, z), plug_end)
        yield Body(tube([(x, -self.half - 34, self.lead_z), *way], self.size["lead_mm"]), BLACK)
        yield Body(
            self.slab(socket, edge - self.size["pi_plug_mm"] * 0.3, 11, self.size["pi_plug_mm"] * 0.6, z - 3, 6), BLACK
        )

    def ribbon_on_pi(self) -> Iterator[Body]:
        """Its socket on the Pi's header, and the ribbon up to where it will be bent over the board."""
        yield self.socket_on_pi()
        start, out = way_in_base(self.kit)[:2]
        yield from self.ribbon([start, (34, out[1]), (46, out[1] + 3)])

    def socket_on_pi(self) -> Body:
        return self.socket(*HEADER_AT, self.inside.blocks[0].bottom + BOARD_MM + ON_PI_MM)

    def socket_on_j1(self) -> Body:
        return self.socket(*j1_at(self.kit), self.inside.blocks[1].bottom + BOARD_MM + ON_J1_MM)

    def socket(self, x: float, y: float, ribbon_z: float) -> Body:
        """A socket under the ribbon that leads to it."""
        return Body(self.slab(x, y, RIBBON_MM + 4, 6, ribbon_z - 9, 9), BLACK)

    def ribbon(self, profile: Profile, slant: float = 0) -> Iterator[Body]:
        left = HEADER_AT[0] - RIBBON_MM / 2
        yield Body(self.in_middle(band(profile, left + 2, left + RIBBON_MM, slant)), RIBBON)
        yield Body(self.in_middle(band(profile, left, left + 2, slant)), RED)

    def ribbon_over_board(self) -> Iterator[Body]:
        """From the Pi's header out to the side, up past the board, over J1, and folded back onto it."""
        yield self.socket_on_pi()
        yield self.socket_on_j1()
        yield from self.ribbon(way_in_base(self.kit), self.aside)

    @property
    def aside(self) -> float:
        """How far J1 is to the right of the Pi's header."""
        return j1_at(self.kit)[0] - HEADER_AT[0]

    def board_in_place(self) -> Iterator[Body]:
        yield from self.board()
        size, board = self.size, self.inside.blocks[1]
        for x in (-size["board_hole_x_mm"] / 2, size["board_hole_x_mm"] / 2):
            for y in (-size["board_hole_y_mm"] / 2, size["board_hole_y_mm"] / 2):
                yield Body(screw(2.5, 6, self.turned(x, y, board.bottom + BOARD_MM - 6)), STEEL)

    def standing_lid(self) -> Iterator[Body]:
        """The lid with its seats, on its east edge beside the base."""
        pose = (
            translation_matrix((self.half + GAP_MM, 0, self.half - FEET_MM))
            @ rotation_matrix(radians(90), (0, 1, 0))
            @ translation_matrix((0, 0, -self.rim))
        )
        flat = [Body(moved(mesh_of(f"lid-{self.seats}"), (0, 0, self.rim)), LID)]
        for colour, turn in zip(SEAT_PAINT, self.turns, strict=False):
            flat += [Body(moved(mesh, turned_deg=turn), paint) for mesh, paint in self.seat(colour)]
        for body in flat:
            mesh = body.mesh.copy()
            mesh.apply_transform(pose)
            yield Body(mesh, body.colour)


class OnTable(Inner):
    """Pi and board beside each other, joined by the ribbon; both lie on z = 0."""

    middle_turned_deg = 0.0

    def bodies(self) -> Iterator[Body]:
        pi, board = (block.bottom for block in self.inside.blocks[:2])
        away = board_on_table(self.size)
        yield from self.at((0, 0, -pi), [*self.pi(), self.card(), self.socket_on_pi()])
        yield from self.at((0, away, -board), [*self.board(), self.socket_on_j1()])
        yield from self.ribbon(way_on_table(self.kit), self.aside)

    @staticmethod
    def at(place: Place, bodies: Iterable[Body]) -> Iterator[Body]:
        yield from (Body(moved(body.mesh, place), body.colour) for body in bodies)


SEAT_PAINT: tuple[Colour, ...] = ((214, 70, 60), (60, 110, 210), (70, 160, 80), (235, 200, 60))


# ---------------------------------------------------------------- the pictures


def printed() -> bytes:
    """What comes off the printer for one console, side by side."""
    size = read_kit().enclosure
    console = Inner(size)
    lid = moved(mesh_of("lid-4"), (0, size["case_mm"] + 44, 0))
    hood = moved(mesh_of(f"hood-{PANEL}"), (size["case_mm"] / 2 + 70, 20, 0), turned_deg=0)
    clamp = moved(mesh_of("clamp"), (size["case_mm"] / 2 + 70, 90, 0))
    bodies = [Body(mesh_of("base"), CASE), Body(lid, LID), Body(hood, BLACK), Body(clamp, CASE)]
    half = console.half
    labels = [
        Label("base, one", (half, 0, 30)),
        Label("lid, one, with a hole for each seat", (half - 6, size["case_mm"] + 80, 3)),
        Label("hood with its face plate, black, one a seat", (half + 80, -20, 30)),
        Label("clamp, one", (half + 80, 90, 5)),
    ]
    return drawn(bodies, labels, view=View(24, 42), width_px=WIDTH_PX)


def strain_relief() -> bytes:
    """Notch, ridge, lead and clamp from inside, the clamp lifted off."""
    console = Inner(read_kit().enclosure)
    size, half, z = console.size, console.half, console.lead_z
    x, y = size["lead_x_mm"], 14 - console.half
    up = 20
    lead = [(x, -half - 40, z), (x, -half + 48, z), (x - 4, -half + 60, z - 2), (x - 16, -half + 70, z - 4)]
    bodies = [
        Body(mesh_of("base"), CASE),
        Body(tube(lead, size["lead_mm"]), BLACK),
        Body(moved(mesh_of("clamp"), (x, y, z + up)), LID),
        *(Body(screw(3, 12, (x + aside, y, z + up + size["clamp_mm"] + 6)), STEEL) for aside in (-9, 9)),
    ]
    labels = [
        Label("notch in the front wall", (x, -half + 3, 58)),
        Label("2 screws M3 x 12", (x - 9, y, z + up + size["clamp_mm"] + 16)),
        Label("clamp, groove down", (x + 12, y + 5, z + up + 4)),
        Label("ridge with a groove: the lead lies in it", (x - 7, -half + 19, z - 3)),
        Label("lead of the supply, 15 cm of it inside", (x, -half + 40, z)),
        Label("front wall from inside, holes for the sound", (x - 34, -half + 3, 36)),
    ]
    frame = ((x - 46, -half, 0.0), (x + 36, -half + 62, z + 48))
    return drawn(bodies, labels, view=View(205, 36), width_px=WIDTH_PX, frame=frame)


def pi_in_base() -> bytes:
    """The base with the Pi from straight above, seat 1 at the lower edge."""
    console = Inner(read_kit().enclosure)
    size, half = console.size, console.half
    bodies = [*console.empty(), *console.front(), *console.pi_in_place(), *console.supply(), *console.ribbon_on_pi()]
    pi = console.inside.blocks[0]
    top, z = pi.bottom + 10, console.lead_z
    labels = [
        Label("4 screws of the Pi", console.turned(-39, -24.5, top)),
        Label("card slot, towards the shutdown button", console.turned(-44, 0, top)),
        Label("red edge of the ribbon: pin 1", console.turned(-35, 36, top)),
        Label("ribbon, here cut off: it goes on to J1", console.turned(0, 40, top)),
        Label("HDMI and sound, on the side of the lead", console.turned(-3, -28, top)),
        Label("USB-C with the supply's plug", console.turned(-31, -38, top)),
        Label("USB and network, towards the corner without anything", console.turned(44, 0, top)),
        Label("clamp over the lead", (size["lead_x_mm"] + 10, 14 - half, z)),
        Label("notch in the front wall: seat 1 is here", (size["lead_x_mm"], -half - 6, z)),
        Label("tall posts of the board", console.turned(size["board_hole_x_mm"] / 2, size["board_hole_y_mm"] / 2, 30)),
        Label("shutdown button", (size["shutdown_x_mm"], 8 - half, 30)),
        Label("host button", (size["host_x_mm"], 8 - half, 30)),
        Label("piezo", console.piezo_at),
    ]
    frame = ((-half, -half - 36, 0.0), (half, 66.0, console.rim))
    return drawn(bodies, labels, view=View(0, 90), width_px=WIDTH_PX, frame=frame)


def on_the_table() -> bytes:
    """Pi and board as they lie for the tests, before they come into the case."""
    console = OnTable(read_kit().enclosure)
    away, (j1_x, j1_y) = board_on_table(console.size), j1_at(console.kit)
    half = RIBBON_MM / 2
    labels = [
        Label("board, parts up; row A with JB1 to JB4 is away from the Pi", (-38, away + 27, 8)),
        Label("J1, its notch towards the Pi", (j1_x + half + 2, away + j1_y, 15)),
        Label("multiplexer, below the ribbon", (-30, away - 10, 12)),
        Label("JD1 to JD4, towards the Pi; lift the ribbon to reach them", (-33, away - 27, 9)),
        Label("ribbon, flat, without a twist or a fold", (5, away - 52, 20)),
        Label("red edge: pin 1 of both", (HEADER_AT[0] - half + 1, 36, 16)),
        Label(
            "header: the ribbon leaves it outwards, the socket's bump points to the middle of the Pi", (15, 24.5, 15)
        ),
        Label("card slot", (-44, 0, 1)),
        Label("USB-C for the supply, HDMI", (-31, -27, 3)),
        Label("USB and network", (42, -1, 14)),
    ]
    return drawn([*console.bodies()], labels, view=View(-16, 48), width_px=WIDTH_PX)


def board_in_base() -> bytes:
    """Pi and board above each other, the ribbon between them."""
    console = Inner(read_kit().enclosure)
    size, half = console.size, console.half
    board = console.inside.blocks[1]
    bodies = [
        *console.empty(),
        *console.front(),
        *console.pi_in_place(),
        *console.supply(),
        *console.board_in_place(),
        *console.ribbon_over_board(),
    ]
    top = board.bottom + 10
    labels = [
        Label("red edge of the ribbon: pin 1 of both", console.turned(-31, 42, top)),
        Label("row A with JB1 to JB4: on the side where the ribbon leaves the Pi", console.turned(-36, 28, top)),
        Label("ribbon, from row A over J1; lift it to reach JB1 to JB4", console.turned(14, 18, top + 13)),
        Label("here it is folded back, into J1 below it", console.turned(-12, -7, top + 10)),
        Label("JD1 to JD4, displays", console.turned(-2, -27, top)),
        Label("multiplexer", console.turned(-20, -15, top + 3)),
        Label("Raspberry Pi, below the board", console.turned(-40, -18, 10)),
        Label("4 screws of the board, on the tall posts", console.turned(42, 32, board.bottom + 3)),
        Label("the supply's lead, to the notch", (size["lead_x_mm"] - 20, 34 - half, console.lead_z)),
    ]
    frame = ((-66.0, -half + 30, 0.0), (74.0, 56.0, 62.0))
    return drawn(bodies, labels, view=View(-14, 56), width_px=WIDTH_PX, frame=frame)


def display_in_hood() -> bytes:
    """A display behind the face plate: the hood lies on its front, one looks at its back."""
    kit = read_kit()
    console = Inner(kit.enclosure)
    figures = {name: figure.value for name, figure in console.size.panels[PANEL].items()}
    width, height = figures["board_w_mm"], figures["board_h_mm"]
    middle = (height + FACE_MARGIN_MM) / 2
    upper, back = middle + height / 2 - PIN_MM, -5.5 - BOARD_MM / 2
    shapes = [*display_parts(figures, middle)]
    reads, colours = kit.parts["oled"].reads, lead_colours("WD{seat}")
    for number, name in enumerate(reads):
        x = (number - (len(reads) - 1) / 2) * 2.54
        socket = trimesh.creation.box((2.3, 2.3, SOCKET_MM))
        socket.apply_translation((x, upper, back - 3.5 - SOCKET_MM / 2))
        start = (x, upper, back - 3.5 - SOCKET_MM)
        way = bent(
            start, (x, upper, start[2] - 9), (x - 6, upper + 4, start[2] - 12), (x - 26, upper + 6, start[2] - 12)
        )
        shapes += [
            (cylinder(0.9, 5, (x, upper, back - 5)), BRASS),
            (socket, BLACK),
            (tube(way, 1.7), colour_of(colours[name])),
        ]
    lying = rotation_matrix(radians(180 - console.size["screen_tilt_deg"]), (1, 0, 0))

    def laid(mesh: Any) -> Any:
        copy = mesh.copy()
        copy.apply_transform(lying)
        return copy

    def place(point: Place) -> Place:
        x, y, z = laid(console.on_face(trimesh.PointCloud([point]))).vertices[0]
        return float(x), float(y), float(z)

    def at_lid(x: float, y: float = -console.size["hood_screw_y_mm"]) -> Place:
        x, y, z = laid(trimesh.PointCloud([(x, y, 0)])).vertices[0]
        return float(x), float(y), float(z)

    bodies = [Body(laid(mesh_of(f"hood-{PANEL}")), (150, 152, 160))]
    bodies += [Body(laid(console.on_face(mesh)), colour) for mesh, colour in shapes]
    hole_x, hole_y = figures["hole_x_mm"] / 2, figures["hole_y_mm"] / 2
    labels = [
        Label(
            f"pins at the upper edge; seen from behind here {', '.join(reversed(reads))}: go by the names",
            place((3.8, upper, back)),
        ),
        Label("sockets of the display's lead", place((-3.8, upper, back - 14))),
        Label("back of the display; its glass is in the window", place((5, middle - 2, back))),
        Label("flat flex of the glass at the lower edge", place((-4, middle - height / 2 - 0.6, -6))),
        Label("4 screws M2 x 4, not tight", place((hole_x, middle - hole_y, back - 3))),
        Label("upper edge of the display", place((-7.2, middle + height / 2, back))),
        Label("2 holes for the hood's screws, from below the lid", at_lid(-console.size["hood_screw_x_mm"])),
        Label("these edges stand on the lid", at_lid(-width / 2 - 2, -44)),
    ]
    return drawn(bodies, labels, view=View(196, 58), width_px=WIDTH_PX)


def display_parts(figures: Mapping[str, float], middle: float) -> Iterator[tuple[Any, Colour]]:
    """Board, glass, flex and screws of a display, in the plane of its face."""
    width, height = figures["board_w_mm"], figures["board_h_mm"]
    board = trimesh.creation.box((width, height, BOARD_MM))
    board.apply_translation((0, middle, -5.5))
    yield board, (45, 85, 150)
    flex = trimesh.creation.box((width * 0.45, 3, 2.6))
    flex.apply_translation((0, middle - height / 2 - 0.6, -4.9))
    yield flex, FLEX
    header = trimesh.creation.box((10.2, 2.5, 2.5))
    header.apply_translation((0, middle + height / 2 - PIN_MM, -5.5 - BOARD_MM / 2 - 1.25))
    yield header, BLACK
    for x in (-figures["hole_x_mm"] / 2, figures["hole_x_mm"] / 2):
        for y in (-figures["hole_y_mm"] / 2, figures["hole_y_mm"] / 2):
            yield screw(2, 4, (x, middle + y, -5.5 - BOARD_MM / 2 + 4), up=True), STEEL


def lead_colours(name: str) -> Mapping[str, str]:
    """Pin at the far end of a lead → its wire's colour."""
    [cable] = [cable for cable in read_kit().cables if cable.name == name]
    return {wire.end.partition(".")[2]: wire.colour for wire in cable.conductors}


def open_console() -> bytes:
    """How the console is tested: the lid on its edge beside the base, all leads plugged in."""
    kit = read_kit()
    console = Inner(kit.enclosure)
    half = console.half
    bodies = [
        *console.empty(),
        *console.front(),
        *console.pi_in_place(),
        *console.board_in_place(),
        *console.ribbon_over_board(),
        *console.supply(),
        *console.standing_lid(),
        *weights(half),
    ]
    for lead in leads(kit, Build(WHOLE.seats)):
        (x, y, z), (ex, ey, ez) = lead.start, lead.end
        way = bent(lead.start, (x + 20, y * 1.2, z + 50), (ex - 45, ey, max(ez, 80) + 20), lead.end)
        bodies.append(Body(tube(way, 2.2), colour_of(lead.colour)))
    labels = [
        Label("lid, on its right edge, its underside to the base", (half + GAP_MM, -90, 190)),
        Label("hoods and buttons are on the other side", (half + GAP_MM + 45, -52, 112)),
        Label("leads stay plugged in", (60, -20, 90)),
        Label("base, seat 1 at its front", (-60, -half, 30)),
        Label("books on both sides hold its lower corners", (half + GAP_MM - 20, -95, 30)),
    ]
    return drawn(bodies, labels, view=View(-38, 34), width_px=WIDTH_PX)


def table_display() -> bytes:
    """The table display on its stand beside the closed console."""
    kit = read_kit()
    console = Inner(kit.enclosure)
    half, (x, y) = console.half, (console.half + 66, -70)
    figures = {name: figure.value for name, figure in console.size.panels[TABLE_PANEL].items()}
    middle = (figures["board_h_mm"] + FACE_MARGIN_MM) / 2
    width, height = figures["active_w_mm"], figures["active_h_mm"]
    lit = trimesh.creation.box((width, height, 4))
    lit.apply_translation((0, middle + figures["active_up_mm"], -2.6))
    bodies = [*console.bodies(), Body(moved(mesh_of("stand"), (x, y, -FEET_MM)), (110, 112, 120))]
    shapes = [(lit, GLASS), *display_parts(figures, middle)]
    bodies += [Body(moved(console.on_face(mesh), (x, y, -FEET_MM)), colour) for mesh, colour in shapes]
    back = (x - 8, y - console.size["face_y_mm"] + 44, 2.0)
    notch = (console.size["lead_x_mm"], -half - 4, 40.0)
    for number, letters in enumerate(lead_colours("WT").values()):
        aside = 2.4 * number
        way = bent((back[0] + aside, *back[1:]), (x - 34, back[1] + 30, 0), (notch[0] + 20, -half - 60, 0), notch)
        bodies.append(Body(tube([*way, (notch[0], 30 - half, 40.0)], 2), colour_of(letters)))
    labels = [
        Label("table display on its stand", (x + 26, y - 38, 14)),
        Label("its lead, 30 cm", way[8]),
        Label("through the notch, above the supply's lead", notch),
    ]
    return drawn(bodies, labels, view=View(24, 34), width_px=WIDTH_PX)


def weights(half: float) -> Iterator[Body]:
    """Books before and behind the lower corners of the standing lid."""
    for x, width in ((half + GAP_MM - 24, 40), (half + GAP_MM + 30, 46)):
        for y in (-86, 86):
            book = trimesh.creation.box((width, 34, 56))
            book.apply_translation((x, y, 28 - FEET_MM))
            yield Body(book, TAN)


def step_pictures() -> Mapping[str, Callable[[], bytes]]:
    """File name → how to draw it."""
    return {
        "printed.png": printed,
        "strain-relief.png": strain_relief,
        "on-the-table.png": on_the_table,
        "pi-in-base.png": pi_in_base,
        "board-in-base.png": board_in_base,
        "display-in-hood.png": display_in_hood,
        "open-console.png": open_console,
        "table-display.png": table_display,
    }

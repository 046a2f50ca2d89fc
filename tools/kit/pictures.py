"""Pictures of the enclosure: each part alone, the whole console, and all parts above each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from trimesh.transformations import rotation_matrix, translation_matrix

from tools.kit import shaded
from tools.kit.board import HOLE_MM, SIZES, Board, holes_of
from tools.kit.build import SEATS, Build
from tools.kit.enclosure import PRINTED, Inside, mesh_of
from tools.kit.open_lid import BOARD_MM, FACE_MARGIN_MM, PANEL, SEAT_TURNS, around
from tools.kit.ribbon import HEADER_AT
from tools.kit.shaded import Body, Colour, Label, Point, View, drawn
from tools.kit.source import Enclosure, read_kit

CASE: Colour = (176, 190, 205)
LID: Colour = (205, 214, 224)
BLACK: Colour = (70, 70, 76)
GREEN: Colour = (70, 150, 95)
TAN: Colour = (214, 188, 140)
SILVER: Colour = (200, 200, 200)
STEEL: Colour = (150, 152, 158)
BRASS: Colour = (212, 175, 85)
MODULE: Colour = (45, 85, 150)
GLASS: Colour = (120, 200, 255)
SEAT_COLOURS: tuple[Colour, ...] = ((214, 70, 60), (60, 110, 210), (70, 160, 80), (235, 200, 60))
# Footprint → how high its part stands above the board, and its colour.
PARTS_ON_BOARD: Mapping[str, tuple[float, Colour]] = {
    "row2": (9, GREEN),
    "row4": (9, GREEN),
    "header2x20": (9, BLACK),
    "rows2x12": (12, MODULE),
    "dip16": (7, BLACK),
    "axial4": (2.5, TAN),
    "radial2": (6, BRASS),
}
# On a Pi 4, as one looks at it with the card at the left: middle x and y, length, width, height, colour.
PARTS_ON_PI: tuple[tuple[float, float, float, float, float, Colour], ...] = (
    (*HEADER_AT, 51, 5, 8.5, BLACK),  # header
    (33, 17.7, 21, 16, 13.5, SILVER),  # network
    (35, -1, 18, 15, 16, SILVER),  # USB
    (35, -19, 18, 15, 16, SILVER),
    (-31, -24.5, 9, 7, 3.2, SILVER),  # USB-C
    (-16.5, -25, 7, 7, 3, SILVER),  # HDMI
    (-3, -25, 7, 7, 3, SILVER),
    (11, -23, 7, 13, 6, BLACK),  # sound
    (-13, 4, 15, 15, 2.4, STEEL),
)

# Hoods and stand are black in life; drawn so, one would not see how they are made.
GREY: Colour = (138, 141, 150)
PART_COLOURS: Mapping[str, Colour] = {"base": CASE, "lid": LID, "hood": GREY, "stand": GREY}
PART_VIEWS: Mapping[str, View] = {
    "hood": View(35, 30),
    "stand": View(35, 30),
    "lid": View(25, 50),
}
FROM_THE_FRONT = View(32, 38)
BESIDE_HOOD_MM = 12.0  # from there the far seat's hood covers the middle of its button


def versions() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("trimesh", "numpy", "pillow"))


def code() -> bytes:
    """The programs that draw; they decide how a picture comes out, as its parts do."""
    return Path(__file__).read_bytes() + Path(shaded.__file__).read_bytes()


def part_picture(name: str, kind: str) -> bytes:
    """One part to print."""
    view = PART_VIEWS.get(kind, View(30, 40))
    body = Body(mesh_of(name), PART_COLOURS.get(kind, CASE))
    labels = hood_labels(name.removeprefix("hood-")) if kind == "hood" else ()
    return drawn([body], labels, view=view, width_px=900 if labels else 640)


def hood_labels(panel: str) -> Sequence[Label]:
    """The names of a hood's sides; it stands as for seat 1."""
    size = read_kit().enclosure
    figures = {name: figure.value for name, figure in size.panels[panel].items()}
    half, high, front = figures["board_w_mm"] / 2, figures["hood_height_mm"], size["hood_front_mm"]
    sill = (figures["board_h_mm"] + FACE_MARGIN_MM - figures["active_h_mm"]) / 2 + figures["active_up_mm"]
    up, tilt = sill - size["window_margin_mm"], radians(size["screen_tilt_deg"])
    return (
        Label("visor, towards the middle of the console", (-half / 2, -36, high)),
        Label(
            "window for the display, which sits behind it",
            (0, up * cos(tilt) - size["face_y_mm"], size["face_z_mm"] + up * sin(tilt)),
        ),
        Label("face plate", (-half + 2, 3 - size["face_y_mm"], size["face_z_mm"] + 3)),
        Label("cheek", (half + 3, -front / 2 - 10, high / 2)),
        Label("this side to the player", (4, -front, 1.5)),
    )


def moved(mesh: Any, at: Point = (0, 0, 0), *, turned_deg: float = 0) -> Any:
    """A copy, turned around the console's axis, then moved."""
    copy = mesh.copy()
    copy.apply_transform(rotation_matrix(radians(turned_deg), (0, 0, 1)))
    copy.apply_transform(translation_matrix(at))
    return copy


def cylinder(diameter: float, height: float, at: Point = (0, 0, 0)) -> Any:
    """One that stands on a point."""
    mesh = trimesh.creation.cylinder(diameter / 2, height, sections=40)
    mesh.apply_transform(translation_matrix((at[0], at[1], at[2] + height / 2)))
    return mesh


@dataclass(frozen=True, slots=True)
class Layers:
    """How far each layer is lifted off its place; all 0 in the closed console."""

    feet: float = 0
    pi: float = 0
    board: float = 0
    lid: float = 0
    displays: float = 0
    hoods: float = 0
    buttons: float = 0
    aside: float = 0  # what is pulled out of the front wall
    screws: float = 0  # off what they hold; 0: not drawn


CLOSED = Layers()
APART = Layers(feet=-34, pi=78, board=146, lid=232, displays=296, hoods=352, buttons=470, aside=46, screws=14)


class Console:
    """The bodies of a console in its layers."""

    middle_turned_deg = 45.0  # Pi and board

    def __init__(self, enclosure: Enclosure, seats: int = 4, layers: Layers = CLOSED) -> None:
        self.size = enclosure
        self.seats = seats
        self.layers = layers
        self.inside = Inside(enclosure)
        self.half = enclosure["case_mm"] / 2
        self.corner = self.half - enclosure["post_from_edge_mm"]
        self.floor = enclosure["wall_mm"]
        self.rim = enclosure["wall_mm"] + enclosure["inner_height_mm"]
        self.away = self.half - enclosure["button_from_edge_mm"]

    @property
    def turns(self) -> Sequence[int]:
        return SEAT_TURNS[self.seats]

    def bodies(self) -> Iterator[Body]:
        yield from self.feet()
        yield Body(mesh_of("base"), CASE)
        yield from self.front()
        yield from self.pi()
        yield from self.board()
        yield Body(moved(mesh_of(f"lid-{self.seats}"), (0, 0, self.rim + self.layers.lid)), LID)
        for colour, turn in zip(SEAT_COLOURS, self.turns, strict=False):
            yield from (Body(moved(mesh, turned_deg=turn), paint) for mesh, paint in self.seat(colour))
        if self.layers.screws:
            yield from (Body(mesh, STEEL) for mesh in self.screws())

    def feet(self) -> Iterator[Body]:
        at = self.corner - 8
        foot = mesh_of("foot").copy()
        foot.apply_transform(rotation_matrix(radians(180), (1, 0, 0)))
        yield from (Body(moved(foot, (x, y, self.layers.feet)), BLACK) for x in (-at, at) for y in (-at, at))

    def front(self) -> Iterator[Body]:
        """Clamp, host and shutdown button, piezo."""
        yield Body(moved(mesh_of("clamp"), self.clamp_at), CASE)
        for x in (self.size["host_x_mm"], self.size["shutdown_x_mm"]):
            for diameter, start, length, colour in ((15, 0, 2, SILVER), (9, 2, 3, BLACK), (11.5, -16, 16, SILVER)):
                mesh = cylinder(diameter, length, (0, 0, start))
                mesh.apply_transform(rotation_matrix(radians(90), (1, 0, 0)))
                yield Body(moved(mesh, (x, -self.half - self.layers.aside, self.rim / 2)), colour)
        disc = cylinder(self.size["piezo_mm"], 4)
        disc.apply_transform(rotation_matrix(radians(90), (1, 0, 0)))
        yield Body(moved(disc, self.piezo_at), BRASS)

    @property
    def clamp_at(self) -> Point:
        up = self.floor + self.size["clamp_post_mm"] + self.layers.aside * 1.6
        return (self.size["lead_x_mm"], 14 - self.half, up)

    @property
    def piezo_at(self) -> Point:
        return (self.size["piezo_x_mm"], self.floor + 5 - self.half, self.rim / 2 + self.layers.aside * 1.2)

    def slab(self, x: float, y: float, length: float, width: float, bottom: float, height: float) -> Any:
        """A box in the middle of the case, turned like Pi and board."""
        box = trimesh.creation.box((length, width, height))
        box.apply_transform(translation_matrix((x, y, bottom + height / 2)))
        box.apply_transform(rotation_matrix(radians(self.middle_turned_deg), (0, 0, 1)))
        return box

    def pi(self) -> Iterator[Body]:
        block = self.inside.blocks[0]
        bottom = block.bottom + self.layers.pi
        yield Body(self.slab(0, 0, block.length, block.width, bottom, BOARD_MM), GREEN)
        for x, y, length, width, height, colour in PARTS_ON_PI:
            yield Body(self.slab(x, y, length, width, bottom + BOARD_MM, height), colour)

    def board(self) -> Iterator[Body]:
        """The board of a console of as many seats, each part where it is soldered."""
        block = self.inside.blocks[1]
        bottom = block.bottom + self.layers.board
        yield Body(self.slab(0, 0, block.length, block.width, bottom, BOARD_MM), TAN)
        columns, rows = SIZES["console"]
        for placed in Board(read_kit(), Build(self.seats)).placed:
            height, colour = PARTS_ON_BOARD[placed.part.footprint or ""]
            across = [(column - (columns + 1) / 2) * HOLE_MM for column, _ in holes_of(placed)]
            along = [((rows + 1) / 2 - row) * HOLE_MM for _, row in holes_of(placed)]
            middle = (min(across) + max(across)) / 2, (min(along) + max(along)) / 2
            spans = max(across) - min(across) + HOLE_MM, max(along) - min(along) + HOLE_MM
            yield Body(self.slab(*middle, *spans, bottom + BOARD_MM, height), colour)

    def seat(self, colour: Colour) -> Iterator[tuple[Any, Colour]]:
        """Hood, display and button of seat 1."""
        lid, layers = self.inside.lid_z, self.layers
        yield moved(mesh_of(f"hood-{PANEL}"), (0, 0, lid + layers.hoods)), BLACK
        for mesh, paint in self.display():
            yield moved(mesh, (0, 0, lid + layers.displays)), paint
        top, depth = lid + layers.buttons, self.size["button_depth_mm"]
        bezel, hole = self.size["button_bezel_mm"], self.size["button_hole_mm"]
        for diameter, bottom, height, paint in (
            (bezel, top, 3.0, colour),
            (hole - 6, top + 3, 5.0, colour),
            (hole - 1, top - depth * 0.6, depth * 0.6, colour),
            (hole - 12, top - depth, depth * 0.4, BLACK),
        ):
            yield cylinder(diameter, height, (0, -self.away, bottom)), paint
        ring = trimesh.creation.annulus(hole / 2, bezel / 2, 5, sections=48)
        down = self.rim - 3 + (layers.lid - 20 if layers.screws else 0)
        yield moved(ring, (0, -self.away, down)), colour

    def display(self) -> Iterator[tuple[Any, Colour]]:
        """Seat 1's display behind its window: board, lit part, and its screws if they are drawn."""
        figures = {name: figure.value for name, figure in self.size.panels[PANEL].items()}
        middle = (figures["board_h_mm"] + FACE_MARGIN_MM) / 2
        board = trimesh.creation.box((figures["board_w_mm"], figures["board_h_mm"], BOARD_MM))
        board.apply_transform(translation_matrix((0, middle, -5.5)))
        lit = trimesh.creation.box((figures["active_w_mm"], figures["active_h_mm"], 4))
        lit.apply_transform(translation_matrix((0, middle + figures["active_up_mm"], -2.6)))
        shapes = [(board, MODULE), (lit, GLASS)]
        if self.layers.screws:
            for x in (-figures["hole_x_mm"] / 2, figures["hole_x_mm"] / 2):
                for y in (-figures["hole_y_mm"] / 2, figures["hole_y_mm"] / 2):
                    shapes += [(screw(2, 4, (x, middle + y, -20), up=True), STEEL)]
        yield from ((self.on_face(mesh), colour) for mesh, colour in shapes)

    def on_face(self, mesh: Any) -> Any:
        """A copy of what is drawn on the plane of seat 1's screen, where it is when the hood stands on z = 0."""
        copy = mesh.copy()
        copy.apply_transform(rotation_matrix(radians(self.size["screen_tilt_deg"]), (1, 0, 0)))
        return moved(copy, (0, -self.size["face_y_mm"], self.size["face_z_mm"]))

    def screws(self) -> Iterator[Any]:
        """Those of lid, clamp, Pi, board and hoods, each off its hole."""
        off, size = self.layers.screws, self.size
        for x in (-self.corner, self.corner):
            for y in (-self.corner, self.corner):
                yield screw(3, 12, (x, y, self.inside.lid_z + self.layers.lid + off))
        x, y, up = self.clamp_at
        yield from (screw(3, 12, (x + aside, y, up + size["clamp_mm"] + off)) for aside in (-9, 9))
        pi, board = self.inside.blocks[:2]
        for local_x in (size["pi_hole_edge_mm"], size["pi_hole_edge_mm"] + size["pi_hole_x_mm"]):
            for local_y in (-size["pi_hole_y_mm"] / 2, size["pi_hole_y_mm"] / 2):
                height = pi.bottom + BOARD_MM + self.layers.pi + off
                yield screw(2.5, 6, self.turned(local_x - size["pi_length_mm"] / 2, local_y, height))
        for local_x in (-size["board_hole_x_mm"] / 2, size["board_hole_x_mm"] / 2):
            for local_y in (-size["board_hole_y_mm"] / 2, size["board_hole_y_mm"] / 2):
                yield screw(2.5, 6, self.turned(local_x, local_y, board.bottom + BOARD_MM + self.layers.board + off))
        for turn in self.turns:
            for x in (-size["hood_screw_x_mm"], size["hood_screw_x_mm"]):
                at = (x, -size["hood_screw_y_mm"], self.rim + self.layers.lid - off)
                yield moved(screw(2.5, 6, at, up=True), turned_deg=turn)

    def turned(self, x: float, y: float, z: float) -> Point:
        """A place in the middle of the case, turned like Pi and board."""
        return around((x, y, z), self.middle_turned_deg)


def screw(diameter: float, length: float, at: Point, *, up: bool = False) -> Any:
    """A screw whose point is at a place; it points down, or up. Thicker than in life, or nobody would see it."""
    thick = diameter * 1.4
    both = trimesh.util.concatenate([cylinder(thick, length), cylinder(2 * thick, thick * 0.7, (0, 0, length))])
    if up:
        both.apply_transform(rotation_matrix(np.pi, (1, 0, 0)))
    return moved(both, at)


# ---------------------------------------------------------------- pictures with labels


def base() -> bytes:
    """The base from above, its posts and openings named."""
    size = read_kit().enclosure
    console = Console(size)
    half, middle = console.half, console.rim / 2
    post = console.floor + size["board_standoff_mm"]
    pi_y, pi_x = size["pi_hole_y_mm"] / 2, size["pi_hole_edge_mm"] - size["pi_length_mm"] / 2
    labels = [
        Label("4 posts of the lid", (console.corner, console.corner, console.rim)),
        Label(
            "4 tall posts of the board", console.turned(size["board_hole_x_mm"] / 2, size["board_hole_y_mm"] / 2, post)
        ),
        Label("4 low posts of the Pi", console.turned(pi_x + size["pi_hole_x_mm"], -pi_y, 8)),
        Label("vents", (half, 48, middle + 10)),
        Label("shutdown button", (size["shutdown_x_mm"], -half, middle)),
        Label("host button", (size["host_x_mm"], -half, middle)),
        Label("seven holes for the sound", (size["piezo_x_mm"], -half, middle)),
        Label("notch for the supply's lead", (size["lead_x_mm"], -half, 25)),
    ]
    return drawn([Body(mesh_of("base"), CASE)], labels, view=View(20, 50), width_px=1000)


def assembly(seats: int) -> bytes:
    """The closed console."""
    size = read_kit().enclosure
    console = Console(size, seats)
    half, lid, away = console.half, console.inside.lid_z, console.away
    places = {0: (0.0, -away), -90: (-away, 0.0), 180: (BESIDE_HOOD_MM, away), 90: (away, 0.0)}
    labels = [
        Label(f"button of seat {seat}", (*places[turn], lid + 8)) for seat, turn in enumerate(console.turns, start=1)
    ]
    if seats == max(SEATS):
        labels += [
            Label("hood over the display of seat 1", (0, -50, lid + 12)),
            Label("shutdown button", (size["shutdown_x_mm"], -half, lid / 2)),
            Label("host button", (size["host_x_mm"], -half, lid / 2)),
            Label("holes for the sound", (size["piezo_x_mm"], -half, lid / 2)),
            Label("notch for the supply's lead", (size["lead_x_mm"], -half, 18)),
        ]
    width = 1000 if seats == max(SEATS) else 760
    return drawn(list(console.bodies()), labels, view=FROM_THE_FRONT, width_px=width)


def exploded() -> bytes:
    """All parts above each other, with their names."""
    size = read_kit().enclosure
    console = Console(size, layers=APART)
    layers, half, lid, away = APART, console.half, console.inside.lid_z, console.away
    corner, off = console.corner, APART.screws
    pi, board = console.inside.blocks[:2]
    deep = -half - layers.aside
    clamp_x, clamp_y, clamp_z = console.clamp_at
    labels = [
        Label("4 arcade buttons with lamps", (away, 0, lid + 6 + layers.buttons)),
        Label("4 hoods, from above", (55, 8, lid + 30 + layers.hoods)),
        Label("4 displays, into the hoods", (48, -6, lid + 14 + layers.displays)),
        Label("each held by 4 screws M2 x 4", (-12, -34, lid - 3 + layers.displays)),
        Label("4 screws M3 x 12 of the lid", (corner, corner, lid + layers.lid + off + 10)),
        Label("lid", (half - 4, -30, lid + layers.lid)),
        Label("2 screws M2.5 x 6 a hood, from below", (-27, -10, lid + layers.lid - off - 8)),
        Label("4 rings of the buttons", (away + 12, 0, console.rim + layers.lid - 22)),
        Label("4 screws M2.5 x 6 of the board", console.turned(42, 32, board.bottom + layers.board + off + 6)),
        Label("board with multiplexer", console.turned(40, -20, board.bottom + 2 + layers.board)),
        Label("4 screws M2.5 x 6 of the Pi", console.turned(-39, -24.5, pi.bottom + layers.pi + off + 6)),
        Label("Raspberry Pi", console.turned(42, -10, pi.bottom + 8 + layers.pi)),
        Label("2 screws M3 x 12 of the clamp", (clamp_x + 9, clamp_y, clamp_z + 30)),
        Label("clamp, groove down", (clamp_x + 12, clamp_y, clamp_z + 3)),
        Label("piezo, behind the seven holes", console.piezo_at),
        Label("base", (half, 0, 30)),
        Label("host button", (size["host_x_mm"], deep, console.rim / 2)),
        Label("shutdown button", (size["shutdown_x_mm"], deep, console.rim / 2)),
        Label("4 feet", (corner - 8, 8 - corner, layers.feet - 3)),
    ]
    return drawn(list(console.bodies()), labels, view=View(32, 26), width_px=1200)


def pictures() -> Mapping[str, Callable[[], bytes]]:
    """File name → how to draw it."""
    parts = {f"{part.name}.png": partial(part_picture, part.name, part.part) for part in PRINTED if part.name != "base"}
    smaller = {f"assembly-{seats}.png": partial(assembly, seats) for seats in SEATS if seats != max(SEATS)}
    whole: Mapping[str, Callable[[], bytes]] = {"assembly.png": partial(assembly, max(SEATS)), "exploded.png": exploded}
    return {"base.png": base, **parts, **smaller, **whole}

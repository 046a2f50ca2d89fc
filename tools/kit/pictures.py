"""Pictures of the enclosure: each part alone, the whole console, and all parts above each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.metadata import version
from math import radians
from pathlib import Path
from typing import Any

import trimesh
from trimesh.transformations import rotation_matrix, translation_matrix

from tools.kit import shaded
from tools.kit.enclosure import PRINTED, Inside, mesh_of
from tools.kit.shaded import Body, Colour, Label, View, drawn
from tools.kit.source import Enclosure, read_kit

CASE: Colour = (176, 190, 205)
LID: Colour = (205, 214, 224)
BLACK: Colour = (70, 70, 76)
GREEN: Colour = (70, 150, 95)
TAN: Colour = (214, 188, 140)
SILVER: Colour = (200, 200, 200)
GLASS: Colour = (60, 120, 190)
SEAT_COLOURS: tuple[Colour, ...] = ((214, 70, 60), (60, 110, 210), (70, 160, 80), (235, 200, 60))
SEAT_TURNS = (0, -90, 180, 90)
PANEL = "0.96"
FACE_MARGIN_MM = 6

PART_COLOURS: Mapping[str, Colour] = {"base": CASE, "lid": LID, "hood": BLACK, "stand": BLACK}
PART_VIEWS: Mapping[str, View] = {
    "base": View(25, 55),
    "hood": View(35, 30),
    "stand": View(35, 30),
    "lid": View(25, 50),
}


def versions() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("trimesh", "numpy", "pillow"))


def code() -> bytes:
    """The programs that draw; they decide how a picture comes out, as its parts do."""
    return Path(__file__).read_bytes() + Path(shaded.__file__).read_bytes()


def part_picture(name: str, kind: str) -> bytes:
    """One part to print."""
    view = PART_VIEWS.get(kind, View(30, 40))
    return drawn([Body(mesh_of(name), PART_COLOURS.get(kind, CASE))], view=view, width_px=640)


def moved(mesh: Any, *, up: float = 0, turned_deg: float = 0) -> Any:
    """A copy, turned around the console's axis and lifted."""
    copy = mesh.copy()
    copy.apply_transform(rotation_matrix(radians(turned_deg), (0, 0, 1)))
    copy.apply_transform(translation_matrix((0, 0, up)))
    return copy


class Console:
    """The bodies of a whole console of four seats; `spread` lifts each layer off the one below."""

    def __init__(self, enclosure: Enclosure, spread: float = 0) -> None:
        self.size = enclosure
        self.inside = Inside(enclosure)
        self.spread = spread

    def up(self, layer: int) -> float:
        return layer * self.spread

    def bodies(self) -> Iterator[Body]:
        yield from self.feet()
        yield Body(mesh_of("base"), CASE)
        yield from self.electronics()
        yield Body(moved(mesh_of("lid-4"), up=self.lid_bottom + self.up(3)), LID)
        for colour, turn in zip(SEAT_COLOURS, SEAT_TURNS, strict=True):
            yield Body(moved(mesh_of(f"hood-{PANEL}"), up=self.inside.lid_z + self.up(4), turned_deg=turn), BLACK)
            yield Body(moved(self.display(), up=self.inside.lid_z + self.up(4), turned_deg=turn), GLASS)
            yield from (Body(moved(mesh, up=self.up(5), turned_deg=turn), colour) for mesh in self.button())

    @property
    def lid_bottom(self) -> float:
        return self.inside.lid_z - self.size["lid_mm"]

    def feet(self) -> Iterator[Body]:
        at = self.size["case_mm"] / 2 - self.size["post_from_edge_mm"] - 8
        foot = mesh_of("foot").copy()
        foot.apply_transform(rotation_matrix(radians(180), (1, 0, 0)))
        for x in (-at, at):
            for y in (-at, at):
                copy = foot.copy()
                copy.apply_transform(translation_matrix((x, y, -self.up(1))))
                yield Body(copy, BLACK)

    def electronics(self) -> Iterator[Body]:
        pi, board = self.inside.blocks[:2]
        yield Body(self.slab(pi.length, pi.width, 1.6, pi.bottom + self.up(1)), GREEN)
        yield Body(self.slab(20, 52, 14, pi.bottom + 1.6 + self.up(1), shift=pi.length / 2 - 8), SILVER)
        yield Body(self.slab(board.length, board.width, 1.6, board.bottom + self.up(2)), TAN)
        yield Body(self.slab(50, 6, 9, board.bottom + 1.6 + self.up(2)), BLACK)

    def slab(self, length: float, width: float, height: float, bottom: float, shift: float = 0) -> Any:
        """A box in the middle of the case, turned by 45° like Pi and board."""
        box = trimesh.creation.box((length, width, height))
        box.apply_transform(translation_matrix((shift, 0, bottom + height / 2)))
        box.apply_transform(rotation_matrix(radians(45), (0, 0, 1)))
        return box

    def display(self) -> Any:
        """The lit part of seat 1's display, just behind its window."""
        figures = self.size.panels[PANEL]
        tilt = self.size["screen_tilt_deg"]
        box = trimesh.creation.box((figures["active_w_mm"].value, figures["active_h_mm"].value, 0.4))
        middle = (figures["board_h_mm"].value + FACE_MARGIN_MM) / 2 + figures["active_up_mm"].value
        box.apply_transform(translation_matrix((0, middle, -0.6)))
        box.apply_transform(rotation_matrix(radians(tilt), (1, 0, 0)))
        box.apply_transform(translation_matrix((0, -self.size["face_y_mm"], self.size["face_z_mm"])))
        return box

    def button(self) -> Iterator[Any]:
        """Rim, plunger and body of seat 1's button."""
        y = -(self.size["case_mm"] / 2 - self.size["button_from_edge_mm"])
        lid, depth = self.inside.lid_z, self.size["button_depth_mm"]
        shapes = (
            (self.size["button_bezel_mm"], lid, 3.0),
            (self.size["button_hole_mm"] - 6, lid + 3, 5.0),
            (self.size["button_hole_mm"] - 1, lid - depth, depth),
        )
        for diameter, bottom, height in shapes:
            mesh = trimesh.creation.cylinder(diameter / 2, height, sections=48)
            mesh.apply_transform(translation_matrix((0, y, bottom + height / 2)))
            yield mesh


def assembly() -> bytes:
    """The closed console with four seats."""
    enclosure = read_kit().enclosure
    console = Console(enclosure)
    away = enclosure["case_mm"] / 2 - enclosure["button_from_edge_mm"]
    lid = console.inside.lid_z
    labels = [
        Label("button with lamp, seat 1", (0, -away, lid + 8)),
        Label("hood with the display of seat 1", (10, -45, lid + 20)),
        Label("seat 4 sits at this side", (away, 0, lid + 8)),
        Label("lead to the supply", (enclosure["lead_x_mm"], -enclosure["case_mm"] / 2, 18)),
        Label("host and shutdown button (optional)", (-58, -enclosure["case_mm"] / 2, lid / 2)),
    ]
    return drawn(list(console.bodies()), labels, view=View(32, 38), width_px=1000)


def exploded() -> bytes:
    """All parts above each other, with their names."""
    enclosure = read_kit().enclosure
    console = Console(enclosure, spread=75)
    half, lid = enclosure["case_mm"] / 2, console.inside.lid_z
    away = half - enclosure["button_from_edge_mm"]
    labels = [
        Label("4 buttons, through the lid", (away, 0, lid + 8 + console.up(5))),
        Label("4 hoods, 2 screws M2.5 each from below", (45, 0, lid + 40 + console.up(4))),
        Label("lid, 4 screws M3", (half - 15, -10, lid + console.up(3))),
        Label("board on 4 tall posts, 4 screws M2.5", (45, 20, console.inside.blocks[1].bottom + console.up(2))),
        Label("Raspberry Pi on 4 posts, 4 screws M2.5", (40, 30, console.inside.blocks[0].bottom + console.up(1))),
        Label("base", (half, 0, 30)),
        Label("4 feet", (half - 19, half - 19, -console.up(1))),
    ]
    return drawn(list(console.bodies()), labels, view=View(32, 28), width_px=1000)


def pictures() -> Mapping[str, Callable[[], bytes]]:
    """File name → how to draw it."""
    # Lids differ in the number of their holes only: one of them is shown.
    shown = [part for part in PRINTED if part.name not in ("lid-2", "lid-3")]
    parts = {f"{part.name}.png": partial(part_picture, part.name, part.part) for part in shown}
    return {**parts, "assembly.png": assembly, "exploded.png": exploded}

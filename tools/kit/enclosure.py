"""The enclosure: which parts OpenSCAD makes of console.scad, its parameters, and whether what comes out is sound."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from math import hypot
from pathlib import Path
from typing import Any

import ezdxf
import trimesh

from tools.kit.build import SEATS
from tools.kit.made import HARDWARE
from tools.kit.open_lid import lead_faults
from tools.kit.source import Enclosure, Kit, read_kit
from tools.markdown import markdown_table

FOLDER = HARDWARE / "enclosure"
MODEL = FOLDER / "console.scad"
SEAT_PANELS = ("0.96", "1.3")
TABLE_PANEL = "2.42"
PLA_G_PER_CM3 = 1.24


@dataclass(frozen=True, slots=True)
class Printed:
    """A part to print: its file, and what is told to console.scad."""

    name: str
    part: str
    seats: int = 4
    panel: str = SEAT_PANELS[0]
    note: str = ""


PRINTED = (
    Printed("base", "base", note="as it is, open side up"),
    *(Printed(f"lid-{seats}", "lid", seats=seats, note="flat") for seats in SEATS),
    *(Printed(f"hood-{panel}", "hood", panel=panel, note="standing as on the lid; black") for panel in SEAT_PANELS),
    Printed("clamp", "clamp", note="groove down, as it is used"),
    Printed("stand", "stand", panel=TABLE_PANEL, note="standing as it is used"),
    Printed("foot", "foot", note="soft filament; or stick rubber feet on"),
)
SHEETS = (
    *(Printed(f"lid-{seats}", "lid-sheet", seats=seats) for seats in SEATS),
    Printed("bottom", "bottom-sheet"),
    Printed(
        "south-wall",
        "south-wall-sheet",
        note="seat 1: notch for the lead, two holes for buttons, seven small ones for the piezo",
    ),
    Printed("north-wall", "north-wall-sheet", note="opposite"),
    Printed("side-wall", "side-wall-sheet", note="two of them, left and right"),
)


def parameters() -> str:
    """parameters.scad: every figure of the enclosure."""
    enclosure = read_kit().enclosure
    lines = ["// Made from parts.yaml by python -m tools.generated; all lengths in mm.", ""]
    lines += [f"{name} = {figure.value:g};" for name, figure in enclosure.figures.items()]
    lines += ["", "// One row for each size of panel."]
    lines += ["panels = ["]
    for panel, figures in enclosure.panels.items():
        pairs = ", ".join(f'["{name}", {figure.value:g}]' for name, figure in figures.items())
        lines.append(f'    ["{panel}", [{pairs}]],')
    lines += ["];", "", "function look_up(rows, key) = [for (row = rows) if (row[0] == key) row[1]][0];"]
    lines += ["function panel_figure(panel, name) = look_up(look_up(panels, panel), name);"]
    return "\n".join(lines) + "\n"


def source_of(printed: Printed) -> bytes:
    """Everything that decides how a part comes out."""
    code = Path(__file__).read_text(encoding="utf-8")
    return "\n".join([repr(printed), parameters(), MODEL.read_text(encoding="utf-8"), code]).encode()


@cache
def openscad_version() -> str:
    done = subprocess.run(["openscad", "--version"], check=True, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip()


def mesh_version() -> str:
    return f"{openscad_version()}, trimesh {version('trimesh')}"


def rendered(printed: Printed, kind: str) -> bytes:
    """What OpenSCAD makes of a part: stl, dxf or svg. Raises RuntimeError with what it complains about."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("parameters.scad", parameters()), (MODEL.name, MODEL.read_text(encoding="utf-8"))):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        out = Path(folder) / f"part.{kind}"
        told = {"part": f'"{printed.part}"', "seats": printed.seats, "panel": f'"{printed.panel}"'}
        settings = [word for name, value in told.items() for word in ("-D", f"{name}={value}")]
        command = ["openscad", "-q", *settings, "-o", str(out), str(Path(folder) / MODEL.name)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode or "WARNING" in done.stderr:
            raise RuntimeError(f"{printed.name}: {done.stderr.strip()}")
        return out.read_bytes()


def stl(printed: Printed) -> bytes:
    """A part as binary STL."""
    return binary_stl(rendered(printed, "stl"))


def binary_stl(text: bytes) -> bytes:
    """A text STL as a binary one, its triangles in order: OpenSCAD writes them in another one every time."""
    triangles = trimesh.load_mesh(io.BytesIO(text), file_type="stl", process=False).triangles
    # Each begins with its smallest corner; turning it round would turn it inside out.
    corners = [tuple(map(tuple, triangle.tolist())) for triangle in triangles]
    ordered = sorted(min(c[n:] + c[:n] for n in range(3)) for c in corners)
    mesh = trimesh.Trimesh(
        vertices=[corner for triangle in ordered for corner in triangle],
        faces=[(n, n + 1, n + 2) for n in range(0, 3 * len(ordered), 3)],
        process=False,
    )
    return bytes(mesh.export(file_type="stl"))


@cache
def mesh_of(name: str) -> Any:
    """The mesh of a part as it lies in the folder."""
    return trimesh.load_mesh(FOLDER / "stl" / f"{name}.stl")


# ---------------------------------------------------------------- checks


def mesh_faults(kit: Kit, name: str, mesh: Any) -> Iterator[str]:
    """Of a part to print: an open surface, more than one body, or too big for the bed."""
    if not mesh.is_watertight:
        yield f"{name}: its surface is open"
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        yield f"{name}: its surface is inside out"
    bodies = trimesh.graph.connected_components(mesh.face_adjacency, engine="networkx")
    if len(bodies) != 1:
        yield f"{name}: is {len(bodies)} bodies"
    bed = kit.enclosure["bed_mm"]
    if max(mesh.extents[:2]) > bed:
        yield f"{name}: is {mesh.extents[0]:.0f} × {mesh.extents[1]:.0f} mm, the bed {bed:g}"


def loops(content: bytes) -> list[list[tuple[float, float]]]:
    """The closed outlines of a DXF. Raises ValueError where a line ends in nothing."""
    document = ezdxf.read(io.StringIO(content.decode()))
    after: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for entity in document.modelspace():
        if entity.dxftype() != "LINE":
            raise ValueError(f"a {entity.dxftype()} in a sheet")
        start, end = ((round(p.x, 3), round(p.y, 3)) for p in (entity.dxf.start, entity.dxf.end))
        after.setdefault(start, []).append(end)
        after.setdefault(end, []).append(start)
    odd = [point for point, others in after.items() if len(others) != 2]
    if odd:
        raise ValueError(f"the outline is open or touches itself at {odd[0]}")
    return list(_walked(after))


def _walked(after: dict[tuple[float, float], list[tuple[float, float]]]) -> Iterator[list[tuple[float, float]]]:
    left = set(after)
    while left:
        loop = [min(left)]
        while True:
            left.discard(loop[-1])
            following = [point for point in after[loop[-1]] if point in left]
            if not following:
                break
            loop.append(following[0])
        yield loop


def circles(found: list[list[tuple[float, float]]]) -> list[tuple[float, float, float]]:
    """The round ones among outlines: x, y and diameter."""
    round_ones = []
    for loop in found:
        x, y = (sum(point[axis] for point in loop) / len(loop) for axis in (0, 1))
        radii = [hypot(px - x, py - y) for px, py in loop]
        if len(loop) > 12 and max(radii) - min(radii) < 0.02:
            round_ones.append((x, y, 2 * max(radii)))
    return round_ones


@dataclass(frozen=True, slots=True)
class Block:
    """Something inside the case: a box turned by 45°, or a cylinder (`length` its diameter, `width` 0)."""

    name: str
    x: float
    y: float
    length: float
    width: float
    bottom: float
    top: float

    def overlaps(self, other: Block) -> bool:
        """Whether two of them are in the same place; of two cylinders or a box and a cylinder."""
        if self.top <= other.bottom or other.top <= self.bottom:
            return False
        if not self.width and not other.width:
            return hypot(self.x - other.x, self.y - other.y) < (self.length + other.length) / 2
        box, round_one = (self, other) if self.width else (other, self)
        return not round_one.width and box.distance(round_one.x, round_one.y) < round_one.length / 2

    def distance(self, x: float, y: float) -> float:
        """How far a point is from this box; boxes are turned by 45°."""
        across, along = ((x - self.x) + (y - self.y)) / 2**0.5, ((y - self.y) - (x - self.x)) / 2**0.5
        return hypot(max(abs(across) - self.length / 2, 0), max(abs(along) - self.width / 2, 0))


class Inside:
    """What is inside the case, and whether it fits."""

    def __init__(self, enclosure: Enclosure) -> None:
        self.size = enclosure

    @cached_property
    def blocks(self) -> list[Block]:
        """Pi, board, the four buttons, the posts of the board and those of the lid."""
        size = self.size
        floor = size["wall_mm"]
        ceiling = floor + size["inner_height_mm"]
        pi_bottom = floor + size["pi_standoff_mm"]
        board_bottom = floor + size["board_standoff_mm"]
        away = size["case_mm"] / 2 - size["button_from_edge_mm"]
        corner = size["case_mm"] / 2 - size["post_from_edge_mm"]
        sides = ((0, -1), (-1, 0), (0, 1), (1, 0))
        body, depth = size["button_body_mm"], size["button_depth_mm"]
        return [
            Block("Pi", 0, 0, size["pi_length_mm"], size["pi_width_mm"], pi_bottom, pi_bottom + size["pi_height_mm"]),
            Block("board", 0, 0, size["board_length_mm"], size["board_width_mm"], board_bottom,
                  board_bottom + size["board_parts_mm"]),
            *(Block(f"button {number}", x * away, y * away, body, 0, ceiling - depth, ceiling)
              for number, (x, y) in enumerate(sides, start=1)),
            *(Block("post of the lid", x * corner, y * corner, size["post_mm"], 0, 0, ceiling)
              for x in (-1, 1) for y in (-1, 1)),
            *(Block("post of the clamp", size["lead_x_mm"] + x, 14 - size["case_mm"] / 2, 7, 0, 0,
                    floor + size["clamp_post_mm"] + size["clamp_mm"])
              for x in (-9, 9)),
            *(Block("piezo", size["piezo_x_mm"] + x, size["wall_mm"] + (size["piezo_deep_mm"] - size["case_mm"]) / 2,
                    size["piezo_deep_mm"], 0, ceiling / 2 - size["piezo_mm"] / 2, ceiling / 2 + size["piezo_mm"] / 2)
              for half in [(size["piezo_mm"] - size["piezo_deep_mm"]) / 2] for x in (-half, 0, half)),
            *(Block("post of the board", (x - y) / 2**0.5, (x + y) / 2**0.5, 7, 0, 0, board_bottom - 0.1)
              for x in (-size["board_hole_x_mm"] / 2, size["board_hole_x_mm"] / 2)
              for y in (-size["board_hole_y_mm"] / 2, size["board_hole_y_mm"] / 2)),
        ]  # fmt: skip

    def faults(self) -> Iterator[str]:
        """What is in whose way."""
        for number, one in enumerate(self.blocks):
            for other in self.blocks[number + 1 :]:
                if {one.name, other.name} not in ({"Pi", "board"}, {"piezo"}) and one.overlaps(other):
                    yield f"{one.name} and {other.name} are in each other's way"
        pi, board = self.blocks[:2]
        if pi.top > board.bottom:
            yield f"the Pi is {pi.top - board.bottom:g} mm into the board"
        ceiling = self.size["wall_mm"] + self.size["inner_height_mm"]
        if board.top > ceiling:
            yield f"the board's parts are {board.top - ceiling:g} mm into the lid"
        if self.size["button_depth_mm"] > self.size["inner_height_mm"]:
            yield "the buttons are deeper than the case"
        if self.size["hood_front_mm"] > self.bezel_starts:
            yield f"a hood is {self.size['hood_front_mm'] - self.bezel_starts:g} mm into the button's rim"

    @property
    def bezel_starts(self) -> float:
        """How far from the middle a button's rim begins."""
        away = self.size["case_mm"] / 2 - self.size["button_from_edge_mm"]
        return away - self.size["button_bezel_mm"] / 2

    @property
    def lid_z(self) -> float:
        """The upper side of the lid."""
        return self.size["wall_mm"] + self.size["inner_height_mm"] + self.size["lid_mm"]


LEAST_BITE_MM = 2


def screw_faults(kit: Kit) -> Iterator[str]:
    """Screws that would come out at the other end, or that hardly hold: length less what they go through."""
    size = kit.enclosure
    board = size["thinnest_board_mm"]
    places = (  # which, through what, how deep the hole is
        ("screw_m3", "lid", size["lid_mm"], size["inner_height_mm"]),
        ("screw_m3", "clamp", size["clamp_mm"], size["clamp_post_mm"]),
        ("screw_m25", "Pi", board, size["pi_standoff_mm"]),
        ("screw_m25", "board", board, size["board_standoff_mm"]),
        ("screw_m25", "hood", size["lid_mm"], size["hood_pilot_depth_mm"]),
        ("screw_m2", "display", board, size["panel_pilot_depth_mm"]),
    )
    for part, what, through, depth in places:
        bite = kit.parts[part].figures["length_mm"].value - through
        if bite > depth:
            yield f"the screw of the {what} is {bite - depth:.2g} mm longer than its hole"
        if bite < LEAST_BITE_MM:
            yield f"the screw of the {what} holds in {bite:.2g} mm only"
    for part in ("screw_m3", "screw_m25", "screw_m2"):
        length = f"× {kit.parts[part].figures['length_mm'].value:g},"
        if length not in kit.parts[part].name:
            yield f"{kit.parts[part].name} is ordered, but the case wants {length.rstrip(',')}"


def enclosure_faults(kit: Kit) -> list[str]:
    return [
        *Inside(kit.enclosure).faults(),
        *lead_faults(kit),
        *screw_faults(kit),
    ]


def size_table() -> str:
    """Sizes that bought parts must have for the case as it is, and the figures to change where they have others."""
    size = read_kit().enclosure
    panel = size.panels[SEAT_PANELS[0]]

    def by(x: str, y: str) -> str:
        across, along = (panel[name].value if name in panel else size[name] for name in (x, y))
        return f"{across:g} × {along:g} mm"

    play = f"{size['panel_play_mm']:g} mm"
    rows = (
        ("Button, hole in the lid", f"{size['button_hole_mm']:g} mm", "button_hole_mm"),
        ("Button, rim above the lid", f"at most {size['button_bezel_mm']:g} mm wide", "button_bezel_mm"),
        ("Button, body below the lid", f"at most {size['button_body_mm']:g} mm wide", "button_body_mm"),
        ("Button, lid to plugged connectors", f"at most {size['button_depth_mm']:g} mm deep", "button_depth_mm"),
        ("Display, board", f"{by('board_w_mm', 'board_h_mm')}, up to {play} more each side", "board_w_mm, board_h_mm"),
        ("Display, holes apart", f"{by('hole_x_mm', 'hole_y_mm')}, for M2", "hole_x_mm, hole_y_mm"),
        ("Display, lit part", by("active_w_mm", "active_h_mm"), "active_w_mm, active_h_mm"),
        ("Perforated board, outside", by("board_length_mm", "board_width_mm"), "board_length_mm, board_width_mm"),
        ("Perforated board, mounting holes apart", by("board_hole_x_mm", "board_hole_y_mm"),
         "board_hole_x_mm, board_hole_y_mm"),
        ("Perforated board, from the head of a screw to the nearest pad with solder",
         f"at least {size['screw_free_mm']:g} mm", "screw_free_mm"),
        ("Perforated board, parts and ribbon on it", f"at most {size['board_parts_mm']:g} mm high", "board_parts_mm"),
        ("Supply, its lead", f"{size['lead_mm']:g} mm thick, round", "lead_mm"),
        ("Supply, plug and bend of its lead", f"at most {size['pi_plug_mm']:g} mm from the Pi's edge", "pi_plug_mm"),
        ("Host and shutdown button, hole", f"{size['push_button_hole_mm']:g} mm", "push_button_hole_mm"),
        ("Piezo", f"at most {size['piezo_mm']:g} mm wide, {size['piezo_deep_mm']:g} mm deep",
         "piezo_mm, piezo_deep_mm"),
    )  # fmt: skip
    return markdown_table(("What", "Must be", "If yours is not: figure in parts.yaml"), rows)


def file_table() -> str:
    """Every part to print with its size, as it lies in the folder."""
    rows = []
    for printed in PRINTED:
        mesh = mesh_of(printed.name)
        x, y, z = mesh.extents
        size, grams = f"{x:.0f} × {y:.0f} × {z:.0f} mm", f"{mesh.volume / 1000 * PLA_G_PER_CM3:.0f} g"
        rows.append((f"[{printed.name}.stl](stl/{printed.name}.stl)", size, grams, printed.note))
    return markdown_table(("File", "Size", "PLA, if filled whole", "How it lies"), rows)

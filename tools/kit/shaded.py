"""Bodies drawn as in a manual: seen from a corner, shaded by direction, with dark outlines and labels.

Orthographic, by a depth buffer over numpy arrays. No graphics card and no X server is needed, and the place of every
point is known, so that labels can point at it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, radians, sin
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Array = NDArray[np.float64]
Colour = tuple[int, int, int]
Point = tuple[float, float, float]

FINER = 2  # pixels drawn for one that is kept, each way
MARGIN_PX = 24
LABEL_PX = 17
LABEL_LETTERS = 24  # in a row
ROW_PX, GAP_PX = 21, 7  # of a label's rows, and between labels
COLOURS = 96
LIGHT = np.array([-0.35, -0.6, 0.72]) / np.linalg.norm([-0.35, -0.6, 0.72])


@dataclass(frozen=True, slots=True)
class Body:
    """A mesh in its place, and its colour."""

    mesh: Any
    colour: Colour


@dataclass(frozen=True, slots=True)
class Label:
    """Words at one side of the picture with a line to a point of it."""

    words: str
    at: Point

    @property
    def rows(self) -> list[str]:
        """Its words in short rows; a size like "M3 x 12" stays together."""
        return [row.replace("_", " ") for row in wrap(self.words.replace(" x ", "_x_"), LABEL_LETTERS)]


@dataclass(frozen=True, slots=True)
class View:
    """From where one looks: degrees around the console (0: from the south) and up."""

    around_deg: float = 30
    up_deg: float = 35

    @property
    def axes(self) -> Array:
        """Rows: to the right, up, and towards the eye."""
        a, e = radians(self.around_deg), radians(self.up_deg)
        right = (cos(a), sin(a), 0)
        towards = (sin(a) * cos(e), -cos(a) * cos(e), sin(e))
        return np.array([right, np.cross(towards, right), towards])


def drawn(
    bodies: Sequence[Body],
    labels: Sequence[Label] = (),
    *,
    view: View,
    width_px: int,
    frame: tuple[Point, Point] | None = None,
) -> bytes:
    """A PNG of the bodies on white, `width_px` wide with its labels; of what is in a `frame`, two corners of a box."""
    axes = view.axes
    whole = np.concatenate([body.mesh.triangles.reshape(-1, 3) for body in bodies])
    corners = (whole if frame is None else np.array(list(product(*zip(*frame, strict=True))))) @ axes.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = (low[0] + high[0]) / 2
    sides = [
        [label for label in labels if bool(axes[0] @ np.array(label.at) > middle) is right] for right in (False, True)
    ]
    left, right = (_label_room(side) for side in sides)
    scale = (width_px - 2 * MARGIN_PX - left - right) / (high[0] - low[0]) * FINER
    height_px = round((high[1] - low[1]) * scale / FINER) + 2 * MARGIN_PX
    canvas = _Canvas(round((width_px - left - right) * FINER), height_px * FINER)
    origin = np.array([low[0] - MARGIN_PX * FINER / scale, high[1] + MARGIN_PX * FINER / scale])
    for number, body in enumerate(bodies, start=1):
        canvas.add(body, number, axes, origin, scale)
    picture = canvas.image().resize((width_px - left - right, height_px), Image.Resampling.LANCZOS)
    page = Image.new("RGB", (width_px, height_px), "white")
    page.paste(picture, (left, 0))
    for side, column, anchor in zip(sides, (left - 8, width_px - right + 8), ("rm", "lm"), strict=True):
        points = [_on_page(label.at, axes, origin, scale / FINER, left) for label in side]
        _write_labels(page, side, points, column, anchor)
    out = io.BytesIO()
    page.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


class _Canvas:
    """Depth, colour, direction and owner of every pixel."""

    def __init__(self, width: int, height: int) -> None:
        self.depth = np.full((height, width), -np.inf)
        self.colour = np.full((height, width, 3), 255.0)
        self.normal = np.zeros((height, width, 3))
        self.owner = np.zeros((height, width), dtype=np.int32)

    def add(self, body: Body, number: int, axes: Array, origin: Array, scale: float) -> None:
        normals = body.mesh.face_normals
        points = body.mesh.triangles @ axes.T
        points[..., 0] = (points[..., 0] - origin[0]) * scale
        points[..., 1] = (origin[1] - points[..., 1]) * scale
        light = 0.42 + 0.58 * np.clip(normals @ LIGHT, 0, 1)
        facing = normals @ axes[2] > 1e-6
        for triangle, normal, bright in zip(points[facing], normals[facing], light[facing], strict=True):
            self._fill(triangle, normal, np.array(body.colour) * bright, number)

    def _fill(self, triangle: Array, normal: Array, colour: Array, number: int) -> None:
        height, width = self.depth.shape
        left, top = np.floor(triangle[:, :2].min(axis=0)).astype(int)
        right, bottom = np.ceil(triangle[:, :2].max(axis=0)).astype(int) + 1
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left >= right or top >= bottom:
            return
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            return
        x = np.arange(left, right) + 0.5
        y = (np.arange(top, bottom) + 0.5)[:, None]
        b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        depth = az + b * (bz - az) + c * (cz - az)
        part = (slice(top, bottom), slice(left, right))
        shown = (b >= 0) & (c >= 0) & (b + c <= 1) & (depth > self.depth[part])
        self.depth[part][shown] = depth[shown]
        self.colour[part][shown] = colour
        self.normal[part][shown] = normal
        self.owner[part][shown] = number

    def image(self) -> Image.Image:
        """The picture, with a dark line wherever owner, direction or depth change at once."""
        edge = np.zeros(self.depth.shape, dtype=bool)
        for axis in (0, 1):
            one, other = (slice(None, -1), slice(1, None))
            a = (one, slice(None)) if axis == 0 else (slice(None), one)
            b = (other, slice(None)) if axis == 0 else (slice(None), other)
            turned = np.einsum("ijk,ijk->ij", self.normal[a], self.normal[b]) < 0.86
            with np.errstate(invalid="ignore"):
                stepped = np.abs(self.depth[a] - self.depth[b]) > 2.5
            both = (self.owner[a] > 0) & (self.owner[b] > 0)
            edge[a] |= (self.owner[a] != self.owner[b]) | (both & (turned | stepped))
        colour = self.colour.copy()
        colour[edge] = (40, 40, 46)
        return Image.fromarray(colour.clip(0, 255).astype(np.uint8))


def _font() -> Any:
    return ImageFont.load_default(LABEL_PX)


def _label_room(labels: Sequence[Label]) -> int:
    """How much of the width the words of one side take."""
    widest = max((_font().getlength(row) for label in labels for row in label.rows), default=0)
    return round(widest) + 2 * MARGIN_PX if labels else 0


def _write_labels(
    page: Image.Image, labels: Sequence[Label], points: Sequence[tuple[float, float]], column: int, anchor: str
) -> None:
    """Labels in a column, in the order of the points they name, so that lines do not cross."""
    pen = ImageDraw.Draw(page)
    ordered = sorted(zip(points, labels, strict=True), key=lambda each: each[0][1])
    heights = [ROW_PX * len(label.rows) + GAP_PX for _, label in ordered]
    y = 0.0
    for number, ((point_x, point_y), label) in enumerate(ordered):
        y = max(y, min(point_y - heights[number] / 2, page.height - sum(heights[number:])))
        middle, edge = y + heights[number] / 2, column - 6 if anchor == "lm" else column + 6
        pen.line([(point_x, point_y), (edge, middle)], fill="white", width=4)
        pen.line([(point_x, point_y), (edge, middle)], fill=(60, 60, 60), width=2)
        pen.ellipse([point_x - 4, point_y - 4, point_x + 4, point_y + 4], fill=(200, 30, 30), outline="white")
        for row, words in enumerate(label.rows):
            at = middle + (row - (len(label.rows) - 1) / 2) * ROW_PX
            pen.text((column, at), words, fill=(20, 20, 20), font=_font(), anchor=anchor)
        y += heights[number]


def _on_page(point: Point, axes: Array, origin: Array, scale: float, left: int) -> tuple[float, float]:
    across, up, _ = axes @ np.array(point)
    return left + float((across - origin[0]) * scale), float((origin[1] - up) * scale)

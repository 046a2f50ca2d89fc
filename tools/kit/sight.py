"""Sight lines: whose eyes see which dots of a display, past the hood as it was really made.

Every line from a dot to an eye is followed through the mesh of the seat's own hood. The other hoods can only hide more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.kit.enclosure import SEAT_PANELS, Inside, mesh_of
from tools.kit.source import Enclosure, Kit
from tools.markdown import markdown_table

Points = NDArray[np.float64]

DOTS_ACROSS, DOTS_DOWN = 7, 4
STEPS = 4  # eyes along each side of the space where they may be
# Whoever looks at a display from more than this beside its axis sees its glass, but no number on it.
READABLE_DEG = 80
# Where the eyes of others are, seen from seat 1: turned around the console by this much.
TURNED_DEG: Mapping[str, tuple[float, ...]] = {"own": (0,), "neighbour": (-90, 90), "opposite": (180,)}


def dots(enclosure: Enclosure, panel: str) -> Points:
    """A grid of dots over the lit area of seat 1's display, corners included; z = 0 is the lid."""
    size, figures = enclosure, enclosure.panels[panel]
    tilt = radians(size["screen_tilt_deg"])
    middle = (figures["board_h_mm"].value + 6) / 2 + figures["active_up_mm"].value
    width, height = figures["active_w_mm"].value, figures["active_h_mm"].value
    behind = size["hood_wall_mm"]
    points = [
        (
            x * width,
            -size["face_y_mm"] + (middle + y * height) * cos(tilt) + behind * sin(tilt),
            size["face_z_mm"] + (middle + y * height) * sin(tilt) - behind * cos(tilt),
        )
        for x, y in product(np.linspace(-0.5, 0.5, DOTS_ACROSS), np.linspace(-0.5, 0.5, DOTS_DOWN))
    ]
    return np.array(points)


def eyes(enclosure: Enclosure, whose: str) -> Points:
    """Where the eyes of somebody may be, z = 0 the lid."""
    space, lid = enclosure.eyes[whose], Inside(enclosure).lid_z
    away, sideways, height = (np.linspace(*space[key], STEPS) for key in ("away", "sideways", "above_table"))
    local = np.array([(x, -y, z - lid) for y, x, z in product(away, sideways, height)])
    return np.concatenate([local @ _turn(degrees).T for degrees in TURNED_DEG[whose]])


def _turn(degrees: float) -> Points:
    a = radians(degrees)
    return np.array([(cos(a), -sin(a), 0), (sin(a), cos(a), 0), (0, 0, 1)])


def seen(enclosure: Enclosure, panel: str, whose: str, mesh: Any = None) -> float:
    """The share of lines between dots and eyes that nothing is in the way of, from 0 to 1."""
    hood = mesh_of(f"hood-{panel}") if mesh is None else mesh
    targets, lookers = dots(enclosure, panel), eyes(enclosure, whose)
    lines = [(dot, eye) for dot, eye in product(targets, lookers)]
    starts, ends = (np.array([line[side] for line in lines]) for side in (0, 1))
    tilt = radians(enclosure["screen_tilt_deg"])
    axis = np.array([0, -sin(tilt), cos(tilt)])
    directions = ends - starts
    in_front = directions @ axis / np.linalg.norm(directions, axis=1) > cos(radians(READABLE_DEG))
    free = ~blocked(starts, directions, mesh=hood) & in_front
    return float(free.mean())


def blocked(starts: Points, directions: Points, *, mesh: Any) -> NDArray[np.bool_]:
    """Whether each line, start to start + direction, meets a triangle of the mesh (Möller and Trumbore's test)."""
    hit = np.zeros(len(starts), dtype=bool)
    for corner, first, second in _triangles(mesh):
        p = np.cross(directions, second)
        determinant = p @ first
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = 1 / determinant
            offset = starts - corner
            u = np.einsum("ij,ij->i", offset, p) * inverse
            q = np.cross(offset, first)
            v = np.einsum("ij,ij->i", directions, q) * inverse
            t = (q @ second) * inverse
            hit |= (np.abs(determinant) > 1e-9) & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-6) & (t < 1)
    return hit


def _triangles(mesh: Any) -> Iterator[tuple[Points, Points, Points]]:
    for a, b, c in mesh.triangles:
        yield a, b - a, c - a


def sight_faults(kit: Kit) -> Iterator[str]:
    """A player who does not see all of their own display, or anybody else who sees any of it."""
    for panel in SEAT_PANELS:
        own = seen(kit.enclosure, panel, "own")
        if own < 1:
            yield f"hood {panel}: of their own display players see {own:.0%}"
        for whose in ("neighbour", "opposite"):
            others = seen(kit.enclosure, panel, whose)
            if others > 0:
                yield f"hood {panel}: the {whose} sees {others:.1%} of the display"


def sight_table(kit: Kit) -> str:
    """Who sees how much, for each hood."""
    rows = []
    for whose in TURNED_DEG:
        space = kit.enclosure.eyes[whose]
        where = (
            f"{space['away'][0]:g} to {space['away'][1]:g} mm from the middle, up to {space['sideways'][1]:g} mm "
            f"sideways, {space['above_table'][0]:g} to {space['above_table'][1]:g} mm above the table"
        )
        rows.append((whose, where, *(f"{seen(kit.enclosure, panel, whose):.0%}" for panel in SEAT_PANELS)))
    return markdown_table(("Whose eyes", "Where", *(f"sees, {panel} inch" for panel in SEAT_PANELS)), rows)

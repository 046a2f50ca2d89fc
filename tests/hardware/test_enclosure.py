"""The case: closed bodies that fit the printer, closed outlines that fit each other, room inside, and privacy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import trimesh

from tests.hardware.kits import kit_with
from tools.kit.build import SEATS
from tools.kit.enclosure import (
    FOLDER,
    PRINTED,
    SEAT_PANELS,
    SHEETS,
    Printed,
    circles,
    enclosure_faults,
    loops,
    mesh_faults,
    mesh_of,
)
from tools.kit.sight import DOTS_ACROSS, DOTS_DOWN, blocked, dots, eyes, seen, sight_faults
from tools.kit.source import read_kit

Outline = Sequence[tuple[float, float]]

SIZE = read_kit().enclosure


def outlines(sheet: str) -> list[list[tuple[float, float]]]:
    return loops((FOLDER / "laser" / f"{sheet}.dxf").read_bytes())


def contains(outline: Outline, x: float, y: float) -> bool:
    """Whether a point is inside an outline: a ray to the right crosses it an odd number of times."""
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) is not (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def solid(sheet: str, x: float, y: float) -> bool:
    """Whether there is material at a point of a sheet."""
    return sum(contains(outline, x, y) for outline in outlines(sheet)) % 2 == 1


@pytest.mark.parametrize("part", PRINTED, ids=lambda part: part.name)
def test_parts_are_closed_bodies_that_fit_the_bed(part: Printed) -> None:
    assert list(mesh_faults(read_kit(), part.name, mesh_of(part.name))) == []


def test_an_open_or_a_large_body_is_found_out() -> None:
    box = trimesh.creation.box((230, 10, 10))
    assert any("the bed" in fault for fault in mesh_faults(read_kit(), "box", box))

    box.update_faces(np.arange(len(box.faces)) > 0)
    assert any("open" in fault for fault in mesh_faults(read_kit(), "box", box))

    two = trimesh.util.concatenate(
        [trimesh.creation.box((1, 1, 1)), trimesh.creation.icosphere().apply_translation((9, 0, 0))]
    )
    assert any("2 bodies" in fault for fault in mesh_faults(read_kit(), "two", two))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_sheets_have_closed_outlines(sheet: Printed) -> None:
    assert outlines(sheet.name)


def test_an_open_outline_is_found_out() -> None:
    content = (FOLDER / "laser" / "lid-2.dxf").read_text(encoding="utf-8")
    first = content.index("LINE\n")
    second = content.index("LINE\n", first + 1)

    with pytest.raises(ValueError, match="open"):
        loops((content[:first] + content[second:]).encode())


@pytest.mark.parametrize("seats", SEATS)
def test_a_lid_has_a_button_hole_of_the_right_size_for_each_seat(seats: int) -> None:
    found = circles(outlines(f"lid-{seats}"))
    away = SIZE["case_mm"] / 2 - SIZE["button_from_edge_mm"]
    buttons = [(x, y) for x, y, diameter in found if diameter == pytest.approx(SIZE["button_hole_mm"], abs=0.01)]

    assert len(buttons) == seats
    assert all(np.hypot(x, y) == pytest.approx(away) for x, y in buttons)
    assert sum(1 for _, _, diameter in found if diameter == pytest.approx(SIZE["screw_m25_mm"], abs=0.01)) == 2 * seats
    assert sum(1 for _, _, diameter in found if diameter == pytest.approx(SIZE["screw_m3_mm"], abs=0.01)) == 4


def test_fingers_of_neighbouring_walls_interlock() -> None:
    """At every height of a corner exactly one of the two walls has material."""
    height = SIZE["inner_height_mm"] + SIZE["sheet_mm"] + SIZE["tab_from_edge_mm"]
    middle = SIZE["sheet_mm"] / 2

    for z in np.arange(0.6, height, 2.0):
        for x in (middle, SIZE["case_mm"] - middle):
            for wall in ("south-wall", "north-wall"):
                assert solid(wall, x, z) is not solid("side-wall", x, z), (wall, x, z)


def test_tabs_of_the_bottom_meet_slots_of_every_wall() -> None:
    half, quarter = SIZE["case_mm"] / 2, SIZE["case_mm"] / 4
    slot = SIZE["tab_from_edge_mm"] + SIZE["sheet_mm"] / 2

    for x in (-quarter, quarter):
        assert solid("bottom", x, -half + SIZE["sheet_mm"] / 2)
        for wall in ("south-wall", "north-wall", "side-wall"):
            assert not solid(wall, half + x, slot)
            assert solid(wall, half + x, slot + SIZE["sheet_mm"])


def test_everything_inside_has_room() -> None:
    assert enclosure_faults(read_kit()) == []


BUTTON_LEAD = "each: direct_seat\n    length_mm: "
DISPLAY_LEAD = "made_of: jumper_socket\n    length_mm: "
OF_M2 = "a drop of hot glue at two corners\n    figures:\n      length_mm: {value: "
TOO_TIGHT = (
    ("button_body_mm: {value: 40", "button_body_mm: {value: 60", "board and button 1 are in each other's way"),
    ("pi_height_mm: {value: 18", "pi_height_mm: {value: 30", "the Pi is 3 mm into the board"),
    ("board_parts_mm: {value: 24", "board_parts_mm: {value: 40", "into the lid"),
    ("button_depth_mm: {value: 58", "button_depth_mm: {value: 64", "deeper than the case"),
    ("button_bezel_mm: {value: 36", "button_bezel_mm: {value: 50", "into the button's rim"),
    ("piezo_x_mm: {value: 38", "piezo_x_mm: {value: 20", "button 1 and piezo are in each other's way"),
    ("piezo_x_mm: {value: 38", "piezo_x_mm: {value: 56", "post of the clamp and piezo are in each other's way"),
    ("lead_x_mm: {value: 68", "lead_x_mm: {value: 80", "post of the lid and post of the clamp are in each other's way"),
    (OF_M2 + "4, ", OF_M2 + "6, ", "the screw of the display is 1.3 mm longer than its hole"),
    (OF_M2 + "4, ", OF_M2 + "3, ", "the screw of the display holds in 1.8 mm only"),
    ("Screw M2 × 4, ", "Screw M2 × 5, ", "the case wants × 4"),
    ("pi_standoff_mm: {value: 5", "pi_standoff_mm: {value: 4", "the screw of the Pi is 0.8 mm longer than its hole"),
    (BUTTON_LEAD + "{value: 300", BUTTON_LEAD + "{value: 200", "the open lid needs"),
    (DISPLAY_LEAD + "{value: 250", DISPLAY_LEAD + "{value: 100", "the open lid needs"),
)


@pytest.mark.parametrize(("old", "new", "said"), TOO_TIGHT)
def test_what_does_not_fit_is_found_out(old: str, new: str, said: str) -> None:
    assert any(said in fault for fault in enclosure_faults(kit_with(old, new)))


def test_the_clamp_has_something_to_press_the_lead_against() -> None:
    """Between clamp and base there is less room than the lead takes, all along the clamp."""
    base, top = mesh_of("base"), SIZE["wall_mm"] + SIZE["clamp_post_mm"]
    starts = np.array([(SIZE["lead_x_mm"] + 0.1, y - SIZE["case_mm"] / 2, top) for y in (10.0, 14.0, 18.0)])
    downwards = np.array([(0, 0, -SIZE["lead_mm"] / 2)] * len(starts))

    assert blocked(starts, downwards, mesh=base).all()


@pytest.mark.slow
def test_players_see_their_own_display_and_nobody_else_does() -> None:
    assert list(sight_faults(read_kit())) == []


@pytest.mark.parametrize("panel", SEAT_PANELS)
def test_without_a_hood_neighbours_would_look_in(panel: str) -> None:
    nothing = trimesh.creation.box((1, 1, 1)).apply_translation((0, 0, -500))

    assert seen(SIZE, panel, "neighbour", nothing) > 0.3
    assert seen(SIZE, panel, "own", nothing) == 1


@pytest.mark.slow
def test_half_a_hood_hides_too_little_and_a_closed_one_too_much() -> None:
    low = mesh_of("hood-0.96").copy()
    low.vertices[:, 2] = np.minimum(low.vertices[:, 2], 26)
    lid = trimesh.creation.box((60, 60, 1)).apply_translation((0, -45, 60))

    assert seen(SIZE, "0.96", "neighbour", low) > 0
    assert seen(SIZE, "0.96", "own", lid) < 1


def test_lines_are_blocked_by_what_is_between() -> None:
    wall = trimesh.creation.box((0.1, 10, 10))
    starts = np.array([(-5.0, 0, 0), (-5.0, 0, 20), (5.0, 0, 0)])
    directions = np.array([(10.0, 0, 0), (10.0, 0, 0), (10.0, 0, 0)])

    assert blocked(starts, directions, mesh=wall).tolist() == [True, False, False]


def test_eyes_are_where_the_source_says() -> None:
    own, others = eyes(SIZE, "own"), eyes(SIZE, "neighbour")

    assert own[:, 1].max() == -SIZE.eyes["own"]["away"][0]
    assert np.abs(others[:, 0]).min() == pytest.approx(SIZE.eyes["neighbour"]["away"][0])
    assert len(dots(SIZE, "0.96")) == DOTS_ACROSS * DOTS_DOWN

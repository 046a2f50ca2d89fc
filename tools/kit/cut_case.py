"""A case that is cut from sheets: whether its standoffs, washers and screws fit each other and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from tools.kit.enclosure import LEAST_BITE_MM
from tools.kit.open_lid import BOARD_MM
from tools.kit.source import Kit

CORNERS, CLAMP_SCREWS = 4, 2
LEFT_OF_THREAD_MM = 1  # at the bottom of a standoff's thread
LEAST_OFF_TABLE_MM = 1  # how high the walls' lower edges stand on the feet


def washers(kit: Kit) -> tuple[int, int]:
    """How many are under each standoff of the lid, and under the lower clamp on each of its screws."""
    size, parts = kit.enclosure, kit.parts
    high = parts["washer_m3"].figures["high_mm"].value
    lid = size["inner_height_mm"] - parts["standoff_lid"].figures["length_mm"].value
    clamp = size["clamp_post_mm"] - size["clamp_mm"]
    return round(lid / high), round(clamp / high)


def cut_case_faults(kit: Kit) -> Iterator[str]:
    """What is too long or too short, and washers that do not add up."""
    for what, value, least, most in _limits(kit):
        if not least <= value <= most:
            yield f"cut case: {what} is {value:g} mm, it must be {least:g} to {most:g} mm"
    [ordered] = [need.count for need in kit.cut_case if need.part == "washer_m3"]
    wanted = CORNERS * washers(kit)[0] + CLAMP_SCREWS * washers(kit)[1]
    if ordered != wanted:
        yield f"cut case: {ordered} washers are ordered, {wanted} are needed"


def _limits(kit: Kit) -> Iterator[tuple[str, float, float, float]]:
    """What, how much it is, and between which bounds it must be, in mm."""
    size = kit.enclosure

    def figure(part: str, name: str = "length_mm") -> float:
        return kit.parts[part].figures[name].value

    inner, post, clamp = (size[name] for name in ("inner_height_mm", "clamp_post_mm", "clamp_mm"))
    sheet, case, below = (size[name] for name in ("sheet_mm", "case_mm", "tab_from_edge_mm"))
    feet, head = figure("case_foot", "high_mm"), figure("machine_m3", "head_mm")
    pi, above_pi = size["pi_standoff_mm"], size["pi_standoff_mm"] + size["pi_height_mm"]
    under_lid, under_clamp = (count * figure("washer_m3", "high_mm") for count in washers(kit))
    through = sheet + under_clamp + 2 * clamp + figure("nut_m3", "high_mm")
    wall = inner + sheet + below
    yield "the lid's height", figure("standoff_lid") + under_lid, inner, inner
    yield "the clamp's height", clamp + under_clamp, post, post
    yield "the lid's screw in its standoff", figure("machine_m3") - size["lid_mm"], LEAST_BITE_MM, inf
    yield "the standoff's screw from below", figure("machine_m3") - sheet - under_lid, LEAST_BITE_MM, inf
    yield "the clamp's screw beyond its nut", figure("machine_clamp") - through, 0, inf
    yield "the Pi's standoff", figure("standoff_pi"), pi, pi
    yield "the board's standoff", figure("standoff_board"), above_pi, size["board_standoff_mm"]
    yield "the height of the feet", feet, below + LEAST_OFF_TABLE_MM, inf
    yield "a screw's head below the bottom", head, 0, below
    bite, deep = figure("machine_m25") - BOARD_MM, figure("standoff_pi") - LEFT_OF_THREAD_MM
    yield "the Pi's screw in its standoff", bite, LEAST_BITE_MM, deep
    for part in ("standoff_pi", "standoff_board"):
        thread = figure(part, "thread_mm") - sheet - figure("nut_m25", "high_mm")
        yield f"the thread of {part} beyond its nut", thread, 0, below - figure("nut_m25", "high_mm")
    yield "the sheet's length", figure("sheet"), 2 * case, inf
    yield "the sheet's width", figure("sheet", "width_mm"), case + 2 * wall, inf

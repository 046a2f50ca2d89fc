"""A case that is cut from sheets: whether its standoffs, washers and screws fit each other and what they hold."""

from __future__ import annotations

from collections.abc import Iterator

from tools.kit.source import Kit

CORNERS, CLAMP_SCREWS = 4, 2
LEAST_BITE_MM = 2
WALL_ABOVE_BOTTOM_MM = 4  # as tab_from_edge_mm: what is below the bottom has so much room
BOARD_MM = 1.6


def washers(kit: Kit) -> tuple[int, int]:
    """How many are under each standoff of the lid, and under the lower clamp on each of its screws."""
    size, parts = kit.enclosure, kit.parts
    high = parts["washer_m3"].figures["high_mm"].value
    lid = size["inner_height_mm"] - parts["standoff_lid"].figures["length_mm"].value
    clamp = size["clamp_post_mm"] - size["clamp_mm"]
    return round(lid / high), round(clamp / high)


def cut_case_faults(kit: Kit) -> Iterator[str]:
    """What is too long or too short, and washers that do not add up."""
    size, parts = kit.enclosure, kit.parts

    def figure(part: str, name: str = "length_mm") -> float:
        return parts[part].figures[name].value

    sheet, washer = size["sheet_mm"], figure("washer_m3", "high_mm")
    under_lid, under_clamp = (count * washer for count in washers(kit))
    held = 2 * size["clamp_mm"] + under_clamp
    limits = (
        ("the lid's height", figure("standoff_lid") + under_lid, size["inner_height_mm"], size["inner_height_mm"]),
        ("the clamp's height", size["clamp_mm"] + under_clamp, size["clamp_post_mm"], size["clamp_post_mm"]),
        ("the lid's screw in its standoff", figure("machine_m3") - size["lid_mm"], LEAST_BITE_MM, None),
        ("the standoff's screw from below", figure("machine_m3") - sheet - under_lid, LEAST_BITE_MM, None),
        (
            "the clamp's screw beyond its nut",
            figure("machine_clamp") - sheet - held - figure("nut_m3", "high_mm"),
            0,
            None,
        ),
        ("the Pi's screw in its standoff", figure("machine_m25") - BOARD_MM, LEAST_BITE_MM, figure("standoff_pi") - 1),
        ("the Pi's standoff", figure("standoff_pi"), size["pi_standoff_mm"], size["pi_standoff_mm"]),
        (
            "the board's standoff",
            figure("standoff_board"),
            size["pi_standoff_mm"] + size["pi_height_mm"],
            size["board_standoff_mm"],
        ),
        *(
            (
                f"the thread of {part} below its nut",
                figure(part, "thread_mm") - sheet - figure("nut_m25", "high_mm"),
                0,
                WALL_ABOVE_BOTTOM_MM,
            )
            for part in ("standoff_pi", "standoff_board")
        ),
        ("the sheet's length", figure("sheet"), 2 * size["case_mm"], None),
        (
            "the sheet's width",
            figure("sheet", "width_mm"),
            size["case_mm"] + 2 * (size["inner_height_mm"] + sheet + size["tab_from_edge_mm"]),
            None,
        ),
    )
    for what, value, least, most in limits:
        if value < least or (most is not None and value > most):
            yield f"cut case: {what} is {value:g} mm, it must be {least:g} mm or more, and at most {most or 'any'}"
    [ordered] = [need.count for need in kit.cut_case if need.part == "washer_m3"]
    wanted = CORNERS * washers(kit)[0] + CLAMP_SCREWS * washers(kit)[1]
    if ordered != wanted:
        yield f"cut case: {ordered} washers are ordered, {wanted} are needed"

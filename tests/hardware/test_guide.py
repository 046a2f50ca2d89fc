"""The building guide tells everything that must be done to the parts it needs."""

from __future__ import annotations

import re
from math import dist

import pytest

from mindbuzz.screens.lettering import BIG_HEIGHT_PX
from tools.kit.board import BOARD_WIRE, board_of, hole_name
from tools.kit.build import WHOLE, Build
from tools.kit.colours import COLOURS
from tools.kit.electrics import display_bus, first_light_bus, parallel
from tools.kit.enclosure import mesh_of
from tools.kit.header import pi_pin
from tools.kit.made import HARDWARE
from tools.kit.netlist import Netlist
from tools.kit.source import read_kit

GUIDE = (HARDWARE / "build.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## \d\. (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
SECTIONS = {found[1].lower(): found[2] for found in SECTION.finditer(GUIDE)}
# Step of the source → the title of its section.
TITLES = {"board-displays": "the board: displays", "board-lamps": "the board: lamps", "pod": "the pod (optional)"}
IN_SOCKETS = {
    "U1": "multiplexer into its sockets",
    "U2": "ULN2003A, into its socket",
    "U3": "ULN2003A, into its socket",
}


@pytest.mark.parametrize("ref", IN_SOCKETS)
def test_what_has_a_socket_is_put_into_it_in_its_own_step(ref: str) -> None:
    placed = {**Netlist(read_kit(), WHOLE).placed, **Netlist(read_kit(), Build(4, pod=True)).placed}[ref]

    assert IN_SOCKETS[ref] in SECTIONS[TITLES[placed.component.step]]


def page(name: str) -> str:
    return " ".join((HARDWARE / name).read_text(encoding="utf-8").split())


def test_pages_name_the_figures_that_the_source_has() -> None:
    kit = read_kit()
    reach_mm = kit.enclosure["case_mm"] - kit.enclosure["button_from_edge_mm"]

    assert f"about {reach_mm / 10:.0f} cm from the opposite edge" in page("care.md")
    assert f"The big number is {BIG_HEIGHT_PX} dots high" in page("care.md")
    assert f"takes up to {kit.parts['uln2003a'].figures['drop_v'].value:g} V" in page("trouble.md")


def test_pages_name_the_lengths_that_the_source_has() -> None:
    kit = read_kit()
    ribbon, size = kit.parts["ribbon"].figures, kit.enclosure
    [test_wire] = [need for need in kit.needed if need.part == BOARD_WIRE]

    span = f"{ribbon['least_mm'].value:g} to {ribbon['length_mm'].value:g} mm from socket to socket"
    assert span in page("order.md")
    assert f"cut a black board wire of {test_wire.count} mm" in page("build.md")
    assert f"The bottom lies {size['tab_from_edge_mm']:g} mm above the walls' lower edges" in page(
        "enclosure/README.md"
    )
    for part in ("machine_m3", "machine_clamp", "machine_m25"):
        assert kit.parts[part].name.removeprefix("Machine screw ") in page("enclosure/README.md")


def test_what_the_guide_says_of_pull_ups_is_what_the_bus_allows() -> None:
    """Alone between its bounds; with ours beside it, above what both together must not go below."""
    bus, ours = display_bus(read_kit()), read_kit().parts["r_3k9"].figures["ohm"].value
    [(alone_least, alone_most)] = re.findall(r"\*\*([\d.]+) to ([\d.]+) kΩ\*\*", page("build.md"))
    [beside_least] = re.findall(r"\*\*([\d.]+) kΩ or more, or nothing\*\*", page("build.md"))

    assert bus.channel_least <= float(alone_least) * 1000
    assert float(alone_most) * 1000 <= bus.channel_most
    assert bus.channel_least <= parallel(ours, float(beside_least) * 1000)


def test_substitutes_of_the_pull_up_fit_every_module_beside_which_it_is_soldered() -> None:
    bus, part = display_bus(read_kit()), read_kit().parts["r_3k9"]
    [beside_least] = re.findall(r"\*\*([\d.]+) kΩ or more, or nothing\*\*", page("build.md"))
    ohms = [float(found) * 1000 for found in re.findall(r"([\d.]+) kΩ", part.substitute)]

    assert ohms
    assert all(bus.fits(ohm) and bus.fits(parallel(ohm, float(beside_least) * 1000)) for ohm in ohms)


def test_the_pins_that_5v_must_not_reach_are_those_beside_its_own() -> None:
    """Before power: what a bridge of solder would join with 5 V on the header, and where to look for it."""
    board = board_of(WHOLE, "board-displays")
    at = {end.pin: hole for end, hole in board.holes.items() if end.ref == "J1"}
    own = {end.pin for end in board.netlist.nets["5V"] if end.ref == "J1"}
    beside = {pin for pin, hole in at.items() if any(dist(hole, at[each]) < 2 for each in own)} - own
    bus = sorted((at["3"], at["5"], *(at[pin] for pin in own)))
    rows, columns = ({hole[axis] for hole in bus} for axis in (1, 0))
    letters = [hole_name((1, row))[0] for row in sorted(rows)]

    assert f"J1 pin {min(own)} (5V) beeps to pin {max(own)} and to no other pin of J1" in page("build.md")
    assert own == {"2", "4"}
    assert beside == {"1", "3", "5", "6"}
    assert "above all not to pins 1, 3, 5 and 6: go along both rows" in page("build.md")
    assert f"a bridge between rows {' and '.join(letters)} at columns {min(columns)} to {max(columns)}" in page(
        "trouble.md"
    )


def test_what_to_look_at_in_first_light_is_where_its_tables_put_it() -> None:
    kit = read_kit()
    first, trouble = kit.first_light, page("trouble.md")
    holes = {plugged.ref: plugged.holes for plugged in first.components}
    leads = {jumper.start: jumper.end for jumper in first.jumpers}
    blacks = [jumper.end for jumper in first.jumpers if jumper.stage == "buttons" and COLOURS[jumper.colour] == "black"]
    pins = {use: pi_pin(kit, use) for use in ("button_1", "button_2")}
    white = [leads[f"PI.{use}"] for use in pins]

    assert f"white at {white[0]} (seat 2: {white[1]}) and on pin {pins['button_1']} ({pins['button_2']})" in trouble
    spans = ["–".join(holes[ref].values()) for ref in ("R11", "R21")]
    assert f"resistor {spans[0]} ({spans[1]}); black in {blacks[0]} ({blacks[1]})" in trouble
    legs = [f"{holes[ref]['B1']} {{}} {black}" for ref, black in zip(("S1", "S2"), blacks, strict=True)]
    assert f"{legs[0].format('beeps to')} ({legs[1].format('to')})" in trouble
    red, black = (start.removeprefix("PI.") for start, end in leads.items() if end[:2] in ("+L", "-L"))
    assert f"red on pin {red}, black on pin {black}, counted from the card slot" in trouble


def test_the_feet_are_as_high_as_the_pages_and_the_printed_ones_are() -> None:
    high_mm = read_kit().parts["case_foot"].figures["high_mm"].value

    assert f"at least {high_mm:g} mm high" in read_kit().parts["case_foot"].spec
    assert f"at least {high_mm:g} mm high" in page("enclosure/README.md")
    assert mesh_of("foot").extents[2] == pytest.approx(high_mm)


def test_what_first_light_says_of_pull_ups_is_what_its_bus_allows() -> None:
    [least] = re.findall(r"\*\*([\d.]+) kΩ or more, or nothing at all\*\*", page("first-light.md"))

    assert float(least) * 1000 >= first_light_bus(read_kit()).module_least


@pytest.mark.parametrize("name", ["build.md", "first-light.md"])
def test_settings_of_a_display_are_shown_where_they_belong(name: str) -> None:
    """Inside its braces: anywhere else the console would not take them."""
    for key, value in re.findall(r"`(rotate|address|driver|column_offset) = ([^`]+)`", page(name)):
        assert f"{key} = {value}" in "".join(re.findall(r"display = \{([^}]+)\}", page(name)))


def test_every_tool_that_a_test_of_first_light_uses_is_on_its_list() -> None:
    tools = page("first-light.md").partition("Tools:")[2].partition("## 1.")[0]

    assert "multimeter" in tools.lower()


@pytest.mark.parametrize("name", ["build.md", "first-light.md"])
def test_after_every_test_with_the_pi_it_is_powered_off(name: str) -> None:
    """Whoever goes on to the next step pulls wires."""
    text = (HARDWARE / name).read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    tested = re.compile(r"mindbuzz selftest|mindbuzz pod test|\*\*Check:\*\*")
    with_power = [each for each in sections if each[0].isdigit() and tested.search(each)]

    assert len(with_power) >= 4
    assert [each.splitlines()[0] for each in with_power if "ower off](#power-off)" not in each] == []
    assert "sudo poweroff" in next(each for each in sections if each.startswith("Power off"))


def test_the_ends_of_all_kinds_of_wires_are_told() -> None:
    ends = page("build.md").partition("## Ends of wires")[2].partition(" ## ")[0]

    assert all(word in ends for word in ("solid", "screw terminal", "quick connector", "lug", "jumper lead"))

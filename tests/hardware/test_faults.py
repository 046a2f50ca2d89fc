"""The kit has no fault, and a kit with one is told so."""

from __future__ import annotations

import pytest

from tests.hardware.kits import kit_with
from tools.kit.faults import faults
from tools.kit.source import BadSource, read_kit

# What is changed in parts.yaml: from, to, and a piece of what must be said about it.
BROKEN = {
    "an end that does not exist": (
        "ends: [J1.sda, U1.SDA]",
        "ends: [J1.sda, U1.SDA, U7.SDA]",
        "this build has no U7",
    ),
    "a pin that does not exist": (
        "ends: [J1.sda, U1.SDA]",
        "ends: [J1.sda, U1.SDAT]",
        "U1 has the pins VIN",
    ),
    "a use that does not exist": (
        "ends: [J1.sda, U1.SDA]",
        "ends: [J1.sad, U1.SDA]",
        "no pin of the Pi is for 'sad'",
    ),
    "a pin wired twice": (
        "ends: [J1.scl, U1.SCL]",
        "ends: [J1.scl, U1.SCL, U1.SDA]",
        "U1.SDA is wired 2 times",
    ),
    "a pin not wired": (
        "ends: [J1.mux_reset, U1.RST, R91.2]",
        "ends: [J1.mux_reset, R91.2]",
        "U1.RST",
    ),
    "a net with one end": (
        "ends: [R92.1, JC.1]",
        "ends: [R92.1]",
        "starts at a pin that is in no net",
    ),
    "a supply in the wrong net": (
        "ends: [J1.2, J1.4, U2.9]",
        "ends: [J1.2, J1.4, J1.25, U2.9]",
        "J1.25 is GND",
    ),
    "3V3 where 5V belongs": (
        "ends: [J1.1, J1.17, U1.VIN, R91.1]",
        "ends: [J1.1, J1.4, U1.VIN, R91.1]",
        "J1.4 is 5V",
    ),
    "a reserved pin": (
        "shutdown: {what: Shutdown button (optional), bcm: 17",
        "shutdown: {what: Shutdown button (optional), bcm: 1",
        "reserved",
    ),
    "two uses of one pin": (
        "shutdown: {what: Shutdown button (optional), bcm: 17",
        "shutdown: {what: Shutdown button (optional), bcm: 4",
        "are both on GPIO4",
    ),
    "a mux held in reset at start": (
        '{what: "Display mux, RESET", bcm: 4',
        '{what: "Display mux, RESET", bcm: 17',
        "which is low at start",
    ),
    "two parts in one hole": (
        "each: direct, at: [22, 9]",
        "each: direct, at: [22, 8]",
        "hole E28 is used 2 times",
    ),
    "a part off the board": (
        "each: console, at: [6, 12]}",
        "each: console, at: [16, 12]}",
        "J1.31 is off the board",
    ),
    "a part that nothing needs": (
        "- {part: psu, step: first-light, each: first_light}",
        "- {part: sd_cart, step: first-light, each: first_light}",
        "sd_cart, which is no part",
    ),
    "a step that does not exist": (
        "{part: case_stand, step: table,",
        "{part: case_stand, step: tabel,",
        "tabel, which is no step",
    ),
    "a part that could only be put in from behind": (
        "around: [VIN, SC1, SD2, SC7]",
        "around: [SC7, SD2, SC1, VIN]",
        "U1 (TCA9548A or PCA9548A module, eight channels) is mirrored",
    ),
    "a part with two rows that does not say its hand": (
        "    around: [VIN, SC1, SD2, SC7]\n",
        "",
        "U1 (TCA9548A or PCA9548A module, eight channels) has two rows",
    ),
    "a display on its glass": (
        "holes: {GND: j6, VCC: j5, SCL: j4, SDA: j3}",
        "holes: {GND: j3, VCC: j4, SCL: j5, SDA: j6}",
        "D1 is mirrored",
    ),
    "a pull-up too weak": (
        "ohm: {value: 3900, source: ours}",
        "ohm: {value: 12000, source: ours}",
        "the pull-ups of the channels do not fit",
    ),
    "a pull-up too strong": (
        "ohm: {value: 3900, source: ours}",
        "ohm: {value: 2200, source: ours}",
        "the pull-ups of the channels do not fit",
    ),
    "a lead too long": (
        "made_of: jumper_socket\n    length_mm: {value: 300",
        "made_of: jumper_socket\n    length_mm: {value: 3000",
        "the pull-ups of the channels do not fit",
    ),
    "a capacitor that blurs who was first": (
        "farad: {value: 1.0e-7",
        "farad: {value: 1.0e-6",
        "a press's delay is 1.63 ms",
    ),
    "a pull-up that the Pi's pull-down beats": (
        "ohm: {value: 10000, source: ours}\n  r_3k9",
        "ohm: {value: 47000, source: ours}\n  r_3k9",
        "a resting button's level at start",
    ),
    "a pin that gives too much": (
        "base_ohm: {value: 2700, source: uln}",
        "base_ohm: {value: 100, source: uln}",
        "a pin's current is 20 mA",
    ),
    "pins that give too much together": (
        "base_ohm: {value: 2700, source: uln}",
        "base_ohm: {value: 130, source: uln}",
        "the pins give",
    ),
    "lamps that the supply cannot feed": (
        "lamp_ma: {value: 40, source: to check}",
        "lamp_ma: {value: 480, source: to check}",
        "Raspberry Pi 4 needs",
    ),
    "a jumper in the wrong hole": (
        "from: PI.sda, to: g3}",
        "from: PI.sda, to: g7}",
        "SDA is in 2 pieces",
    ),
    "a jumper that shorts": (
        "from: PI.scl, to: g4}",
        "from: PI.scl, to: g3}",
        "SCL and SDA are joined",
    ),
    "a lead in the lower half of a rail that may be split": (
        'from: "-L11", to: g24}',
        'from: "-L13", to: g24}',
        "hole -L13 is in the lower half of its rail",
    ),
    "a push button that would be pressed all the time if it is turned by a quarter": (
        'from: "-L11", to: g24}',
        'from: "-L11", to: a24}',
        "CONTACT_2 and GND are joined",
    ),
    "a board wire without a colour": (
        'on the board)", nets: [MUX_RESET]}',
        'on the board)", nets: []}',
        "MUX_RESET has no colour",
    ),
    "a board wire of a colour that nobody knows": (
        "  PK: {means",
        "  XX: {means",
        "MUX_RESET: XX is no colour",
    ),
    "a lead in the colour of another supply": (
        "{colour: GY, from: JC.3",
        "{colour: OG, from: JC.3",
        "WO: OG from JC.3 is not the colour of SHUTDOWN_CONTACT, GY",
    ),
    "a jumper in the colour of another supply": (
        'colour: RD, from: "+L4"',
        'colour: OG, from: "+L4"',
        "the lead from +L4 is OG, but 3V3 is RD",
    ),
    "modules too strong for first light": (
        "pullup_ohm: {value: 10000, source: to check}",
        "pullup_ohm: {value: 3900, source: to check}",
        "first light's pull-up is 936",
    ),
    "leads too long for first light": (
        "length_mm: {value: 200, source: ours}",
        "length_mm: {value: 2000, source: ours}",
        "first light's rise time is",
    ),
    "a piezo that takes too much": (
        "ohm: {value: 1000, source: ours}",
        "ohm: {value: 150, source: ours}",
        "the piezo's current is 22 mA",
    ),
    "a driver that a pin can't switch on": (
        "on_v: {value: 2.0, source: uln-input}",
        "on_v: {value: 4.4, source: uln-input}",
        "the driver's input is 3.3 V, at least 4.4 V",
    ),
    "two legs in one hole": (
        'from: "-L5", to: g6}',
        'from: "-L5", to: j6}',
        "hole j6 is used twice",
    ),
    "a ribbon too short for its way": (
        "least_mm: {value: 120",
        "least_mm: {value: 110",
        "a ribbon of 110 mm is ordered, in the base it takes 113",
    ),
    "a ribbon whose order tells other lengths": (
        "substitute: 120 to 150 mm",
        "substitute: 100 to 150 mm",
        "its order does not say so",
    ),
    "a ribbon higher than planned": (
        "board_parts_mm: {value: 24",
        "board_parts_mm: {value: 22",
        "the ribbon is 22.6 mm above the board's underside, planned are 22",
    ),
    "a pad under the head of a screw": (
        "screw_m25_head_mm: {value: 5",
        "screw_m25_head_mm: {value: 6",
        "the pad A30 is 1.9 mm from the head of a screw",
    ),
    "a wire on a post": (
        "board_hole_x_mm: {value: 84",
        "board_hole_x_mm: {value: 74",
        "mm on a post of the board",
    ),
    "a part under the shroud of the header": (
        "shroud_width_mm: {value: 9",
        "shroud_width_mm: {value: 13",
        "U1.SD4 is under the shroud of J1",
    ),
    "washers that do not add up": (
        "{part: washer_m3, step: case, each: console, count: 28}",
        "{part: washer_m3, step: case, each: console, count: 24}",
        "24 washers are ordered, 28 are needed",
    ),
    "a screw of the cut case's clamp that its nut does not fit on": (
        "length_mm: {value: 25, source: ours}",
        "length_mm: {value: 20, source: ours}",
        "the clamp's screw beyond its nut is -0.4 mm",
    ),
    "feet that the walls of the cut case are longer than": (
        "high_mm: {value: 6, source: ours}",
        "high_mm: {value: 4, source: ours}",
        "the height of the feet is 4 mm, it must be 5 to inf mm",
    ),
    "a head that reaches below the walls of the cut case": (
        "head_mm: {value: 3, source: to check}",
        "head_mm: {value: 5, source: to check}",
        "a screw's head below the bottom is 5 mm",
    ),
    "sheets too small for the case": (
        "width_mm: {value: 400, source: ours}",
        "width_mm: {value: 300, source: ours}",
        "the sheet's width is 300 mm",
    ),
}

UNREADABLE = {
    "a key that is not known": (
        "each: console, at: [6, 12]}",
        "each: console, att: [6, 12]}",
        "att",
    ),
    "a figure without a source": (
        "bed_mm: {value: 220, source: ours}",
        "bed_mm: {value: 220}",
        "source",
    ),
    "a source that is not listed": (
        "bed_mm: {value: 220, source: ours}",
        "bed_mm: {value: 220, source: hearsay}",
        "hearsay",
    ),
    "no YAML": (
        "sources:\n",
        "sources: [\n",
        "is not YAML",
    ),
}


def test_the_kit_has_none() -> None:
    assert faults(read_kit()) == []


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_kit_is_found_out(case: str) -> None:
    old, new, said = BROKEN[case]

    assert any(said in fault for fault in faults(kit_with(old, new))), faults(kit_with(old, new))


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_source_that_cannot_be_used_is_one_line(case: str) -> None:
    old, new, said = UNREADABLE[case]

    with pytest.raises(BadSource, match=said) as found:
        kit_with(old, new)
    assert "\n" not in str(found.value)

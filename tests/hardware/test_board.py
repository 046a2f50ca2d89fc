"""The board: its wires join what the nets join, and nothing else."""

from __future__ import annotations

import math
import re

import pytest

from tools.kit.board import (
    SIZES,
    Board,
    board_of,
    board_wire_needed,
    hole_name,
    place_table,
    ribbon_table,
    wire_table,
)
from tools.kit.board_pictures import board_picture, board_pictures, picture_name, steps_of
from tools.kit.build import ALL_BUILDS, WHOLE, Build
from tools.kit.colours import COLOURS
from tools.kit.netlist import End, Netlist
from tools.kit.source import read_kit
from tools.kit.units import bands


def pieces(board: Board, net: str) -> int:
    """Into how many pieces a net's holes fall with its wires."""
    group = {board.holes[end]: board.holes[end] for end in board.netlist.board[net] if end in board.holes}

    def root(hole: tuple[int, int]) -> tuple[int, int]:
        while group[hole] != hole:
            hole = group[hole]
        return hole

    for wire in board.wires:
        if wire.net == net:
            group[root(wire.start)] = root(wire.end)
    return len({root(hole) for hole in group})


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_every_net_on_the_board_is_in_one_piece(build: Build) -> None:
    for name in SIZES:
        board = Board(read_kit(), build, name)
        nets = {net for net, ends in board.netlist.board.items() if any(end in board.holes for end in ends)}

        assert {net: pieces(board, net) for net in nets} == dict.fromkeys(nets, 1)


def test_no_net_is_on_both_boards() -> None:
    boards = [Board(read_kit(), Build(4, pod=True), name) for name in SIZES]
    console, pod = ({wire.net for wire in board.wires} for board in boards)

    assert pod
    assert not console & pod


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_no_wire_joins_two_nets(build: Build) -> None:
    board = Board(read_kit(), build)
    net_of = {board.holes[end]: net for net, ends in board.netlist.board.items() for end in ends if end in board.holes}

    assert all(net_of[wire.start] == net_of[wire.end] == wire.net for wire in board.wires)


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_a_wire_waits_for_both_its_parts(build: Build) -> None:
    board = Board(read_kit(), build)
    order = list(read_kit().steps)
    step_of = {hole: order.index(board.netlist.placed[end.ref].component.step) for end, hole in board.holes.items()}

    assert all(order.index(wire.step) == max(step_of[wire.start], step_of[wire.end]) for wire in board.wires)


def test_a_smaller_table_is_wired_as_the_larger_one_is() -> None:
    """Whoever adds a seat later solders more, and unsolders nothing."""
    for smaller, larger in ((Build(2), Build(3)), (Build(3), Build(4)), (Build(4), WHOLE), (Build(3, pod=True), WHOLE)):
        small, large = Board(read_kit(), smaller), Board(read_kit(), larger)

        assert small.holes.items() <= large.holes.items()
        assert set(small.wires) <= set(large.wires)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_table_of_wires_says_which_ones_a_smaller_table_does_without(seats: int) -> None:
    needed = set(Board(read_kit(), Build(seats, table=True)).wires)

    assert {wire for wire in Board(read_kit(), WHOLE).wires if wire.seat <= seats} == needed


def test_the_header_has_the_hand_of_the_one_on_the_pi() -> None:
    """Seen from the parts, pin 1 turned to the upper left: odd pins run down at the left, even ones beside them."""
    holes = {int(end.pin): hole for end, hole in Board(read_kit(), WHOLE).holes.items() if end.ref == "J1"}
    down = (holes[3][0] - holes[1][0], holes[3][1] - holes[1][1])
    right = (down[1], -down[0])  # rows are counted downwards

    for odd in range(1, 40, 2):
        assert (holes[odd + 1][0] - holes[odd][0], holes[odd + 1][1] - holes[odd][1]) == right


def test_the_ribbon_brings_each_supply_to_its_screw() -> None:
    assert "| **1** (3V3) | **JD1 screw 1** |\n| **2** (5V) | no screw at all |" in ribbon_table("board-displays")
    assert "| **2** (5V) | **JB1 screw 3** |\n| **6** (GND) | **JD1 screw 2** |" in ribbon_table("board-buttons")


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_a_sheet_has_every_wire_of_its_console_and_no_other(build: Build) -> None:
    """Numbered from 1 in each step, in its colour, cut longer than its way; and a picture with as many numbers."""
    for step in steps_of(build):
        board = board_of(build, step)
        rows = [row.split(" | ") for row in wire_table(build, step).splitlines()[2:]]

        assert [int(row[0].removeprefix("| ")) for row in rows] == list(range(1, len(board.wires_of(step)) + 1))
        for row, wire in zip(rows, board.wires_of(step), strict=True):
            assert int(row[2].removesuffix(" mm")) >= math.dist(wire.start, wire.end) * 2.54 + 10
            assert hole_name(wire.start) in row[4]
            assert hole_name(wire.end) in row[5]
        drawn = board_picture(build, step, solder_side=True).decode()
        assert drawn.count(' stroke-width="1"/') == len(rows)


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_every_console_has_its_own_drawings(build: Build) -> None:
    """Each shows all parts that the console has by then, and none that it has not."""
    names = {placed.ref for placed in Netlist(read_kit(), build).placed.values()}
    for step in steps_of(build):
        drawn = board_pictures()[picture_name(build, step, solder_side=False)].decode()
        there = [placed.ref for placed in board_of(build, step).placed if placed.component.step == step]

        assert all(re.search(rf">{ref}\b", drawn) for ref in there)
        assert set(re.findall(r">((?:R|C|J[BDP])\d+)\b", drawn)) <= names


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_the_wire_of_each_colour_is_enough(build: Build) -> None:
    kit = read_kit()
    boards = [Board(kit, build, name) for name in SIZES]
    cut_mm = sum(board.cut_mm(wire) for board in boards for wire in board.wires)
    for_tests_mm = 0 if build.pod else 100 * build.seats

    assert sum(board_wire_needed(build).values()) == cut_mm + for_tests_mm


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_what_has_a_socket_is_in_the_table_with_it_in_the_same_holes(build: Build) -> None:
    for step in steps_of(build):
        rows = [row.strip("| ").split(" | ") for row in place_table(build, step).splitlines()[2:]]
        for placed in board_of(build, step).placed:
            if placed.component.step == step and placed.component.socket:
                [socket] = [row for row in rows if row[0] == f"{placed.ref}, socket"]
                [part] = [row for row in rows if row[0] == placed.ref]
                assert rows.index(socket) < rows.index(part)
                assert socket[-1] == part[-1]


def test_the_address_of_the_multiplexer_hangs_on_no_module_s_own_resistors() -> None:
    """All three address pins are at GND, which is 0x70."""
    [ground] = [ends for net, ends in Netlist(read_kit(), WHOLE).board.items() if net == "GND"]

    assert {f"U1.A{number}" for number in range(3)} <= {str(end) for end in ground}


def test_a_module_without_the_address_pins_needs_no_other_wire() -> None:
    """They are the ends of a branch: no wire goes on from there to anything else."""
    board = Board(read_kit(), WHOLE)
    address = {board.holes[End("U1", f"A{number}")] for number in range(3)}
    touching = [wire for wire in board.wires if {wire.start, wire.end} & address]

    assert len(touching) == len(address)


@pytest.mark.parametrize(
    ("ohm", "rings"),
    [
        (1_000, "brown black red"),
        (3_900, "orange white red"),
        (10_000, "brown black orange"),
        (47, "yellow violet black"),
    ],
)
def test_rings_are_those_of_the_value(ohm: float, rings: str) -> None:
    assert " ".join(COLOURS[colour] for colour in bands(ohm)) == f"{rings} gold"

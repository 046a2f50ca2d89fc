"""What can be left out: the console without it is the same console, with fewer parts and wires."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from tools.kit.board import Board
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.faults import build_faults
from tools.kit.options import fallen_cables, fallen_parts, fallen_wires, kit_without, option_table
from tools.kit.source import read_kit

CHOICES = [
    set(chosen)
    for chosen in chain.from_iterable(combinations(read_kit().options, size) for size in range(len(read_kit().options)))
]


@pytest.mark.parametrize("left_out", CHOICES, ids=lambda chosen: "+".join(sorted(chosen)) or "nothing")
@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_whatever_is_left_out_the_rest_is_wired_as_it_is_with_it(build: Build, left_out: set[str]) -> None:
    less = kit_without(read_kit(), left_out)

    assert set(Board(less, build).wires) <= set(Board(read_kit(), build).wires)
    assert [fault for fault in build_faults(less, build) if "is not wired" not in fault] == []


def test_nothing_falls_away_with_nothing() -> None:
    assert fallen_parts(read_kit(), []) == []
    assert fallen_cables(read_kit(), []) == []
    assert fallen_wires(read_kit(), Build(3), []) == []


def test_a_terminal_that_two_share_stays_while_one_of_them_is_there() -> None:
    alone, both = (
        {part.ref for part in fallen_parts(read_kit(), chosen)} for chosen in ({"host"}, {"host", "shutdown"})
    )

    assert "JC" not in alone
    assert "JC" in both


def test_the_table_names_wires_by_their_numbers() -> None:
    kit = read_kit()
    nets = {number: wire.net for number, wire in enumerate(Board(kit, Build(3)).wires_of("board-buttons"), start=1)}
    rows = [row.strip("| ").split(" | ") for row in option_table(Build(3)).splitlines()[2:]]
    named = {row[0]: {nets[int(number)] for number in row[2].split(", ")} for row in rows}

    assert named["host button"] == {"HOST", "HOST_CONTACT"}
    assert named["shutdown button"] == {"SHUTDOWN", "SHUTDOWN_CONTACT"}
    assert named["piezo"] == {"SOUND", "SOUND_OUT", "GND"}

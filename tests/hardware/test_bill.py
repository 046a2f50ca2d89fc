"""Orders: what a build takes is what its steps take, and what its drawings show."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest

from tools.kit.bill import Item, amounts, bills, build_table, counts, first_light_amounts, steps_of, still_to_buy
from tools.kit.board import board_wire_needed
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.colours import COLOURS
from tools.kit.netlist import Netlist
from tools.kit.source import read_kit


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_the_order_is_the_sum_of_the_steps(build: Build) -> None:
    kit = read_kit()
    total: Counter[Item] = Counter()
    for step in kit.steps:
        total.update(amounts(kit, build, step))

    assert dict(total) == dict(amounts(kit, build))


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_every_component_of_the_drawings_is_ordered(build: Build) -> None:
    drawn = Counter(placed.component.part for placed in Netlist(read_kit(), build).placed.values())
    ordered = counts(read_kit(), build)

    assert all(ordered[part] >= count for part, count in drawn.items())


def test_seats_times_parts() -> None:
    kit = read_kit()

    assert [counts(kit, Build(seats))["button"] for seats in (2, 3, 4)] == [2, 3, 4]
    assert [counts(kit, Build(seats))["r_3k9"] for seats in (2, 3, 4)] == [4, 6, 8]
    assert counts(kit, Build(3, table=True))["r_3k9"] == 8


def test_a_pod_saves_the_parts_of_the_button_inputs_and_no_button() -> None:
    plain, pod = counts(read_kit(), Build(4)), counts(read_kit(), Build(4, pod=True))

    assert "c_100n" not in pod
    assert pod["button"] == plain["button"] == 4
    assert pod["uln2003a"] == 1
    assert "pico" not in plain


def test_first_light_needs_no_solder() -> None:
    taken = first_light_amounts(read_kit())

    assert taken[Item("oled")] == taken[Item("oled_3d")] == 1
    assert taken[Item("tact_button")] == 2
    assert not {item.part for item in taken} & {"mux", "uln2003a", "perfboard", "button", "solder"}


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_wire_is_ordered_in_whole_metres_of_every_colour_that_is_laid(build: Build) -> None:
    kit = read_kit()
    leads = Counter[str]()
    for laid in Netlist(kit, build).cables:
        for wire in laid.conductors if laid.cable.made_of == "lead_wire" else ():
            leads[COLOURS[wire.colour]] += int(laid.cable.length_mm.value)
    rows = list(csv.DictReader(io.StringIO(bills()[f"{build.name}.csv"])))
    for part, laid_mm in (("board_wire", board_wire_needed(build)), ("lead_wire", leads)):
        ordered = {row["colour"]: row for row in rows if row["part"] == kit.parts[part].name}

        assert ordered.keys() == laid_mm.keys()
        for colour, row in ordered.items():
            assert row["unit"] == "m"
            assert laid_mm[colour] * 1.1 <= int(row["count"]) * 1000 < laid_mm[colour] * 1.1 + 1000


def test_after_first_light_only_what_it_did_not_bring_is_bought() -> None:
    kit = read_kit()
    whole, rest = amounts(kit, Build(3)), still_to_buy(kit, Build(3))
    saved = {item.part: whole[item] - rest[item] for item in whole if whole[item] != rest[item]}

    assert saved == {"pi": 1, "psu": 1, "sd_card": 1, "oled": 2, "r_1k": 2}


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_the_file_of_an_order_says_what_is_still_to_buy_after_first_light_as_its_sheet_does(build: Build) -> None:
    rows = list(csv.DictReader(io.StringIO(bills()[f"{build.name}.csv"])))
    on_sheet = [line.split(" | ")[:2] for line in build_table(build).splitlines()[2:]]

    assert [[row["count"], row["after first light"]] for row in rows] == [
        [cell.strip("| ").removesuffix(" m") for cell in cells] for cells in on_sheet
    ]


def test_every_item_says_what_it_is_used_for() -> None:
    kit = read_kit()

    assert all(steps_of(kit, item.part) for build in ALL_BUILDS for item in amounts(kit, build))


@pytest.mark.parametrize("name", bills())
def test_a_bill_has_a_line_for_every_part_with_specification_source_and_substitute(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(bills()[name])))

    assert rows
    assert all(row["part"] and row["specification"] and row["source"] and row["substitute"] for row in rows)
    assert all(int(row["count"]) > 0 for row in rows)
    assert all(bool(row["manufacturer"]) is bool(row["number"]) for row in rows)

"""Orders: what a build takes is what its steps take, and what its drawings show."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest

from tools.kit.bill import bills, counts, first_light_counts
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.netlist import Netlist
from tools.kit.source import read_kit


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_the_order_is_the_sum_of_the_steps(build: Build) -> None:
    kit = read_kit()
    total: Counter[str] = Counter()
    for step in kit.steps:
        total.update(counts(kit, build, step))

    assert dict(total) == dict(counts(kit, build))


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
    amounts = first_light_counts(read_kit())

    assert amounts["oled"] == amounts["oled_3d"] == 1
    assert amounts["tact_button"] == 2
    assert not amounts.keys() & {"mux", "uln2003a", "perfboard", "button"}


@pytest.mark.parametrize("name", bills())
def test_a_bill_has_a_line_for_every_part_with_specification_source_and_substitute(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(bills()[name])))

    assert rows
    assert all(row["part"] and row["specification"] and row["source"] and row["substitute"] for row in rows)
    assert all(int(row["count"]) > 0 for row in rows)
    assert all(bool(row["manufacturer"]) is bool(row["number"]) for row in rows)

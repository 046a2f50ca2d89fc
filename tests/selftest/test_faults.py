"""The self-test names exactly the wire that is wrong, whichever it is, and nothing where nothing is."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.selftest.plan import Group
from mindbuzz.selftest.verdict import Fault, Finding
from mindbuzz.selftest.wire import Part, Wire
from tests.selftest.faults import (
    ALL_FAULTS,
    DECIDABLE,
    Expected,
    button,
    display,
    open_button,
    same_address,
    short_button,
    swapped_buttons,
)
from tests.selftest.rig import Rig, walked, wired, without_mux


def found(findings: tuple[Finding, ...]) -> set[Expected]:
    assert len(set(findings)) == len(findings)
    return {(finding.fault, finding.wires) for finding in findings}


@pytest.mark.parametrize("types", [False, True], ids=["pressing", "typing"])
def test_a_console_without_fault_has_none(types: bool) -> None:
    findings, _, maker = walked(Rig(), types=types)

    assert findings == ()
    assert len(maker.steps) == len(set(maker.steps)) == 1 + 5 + 1 + 4 + 1 + 5


@pytest.mark.parametrize("name", ALL_FAULTS)
def test_every_fault_is_found_and_nothing_else(name: str) -> None:
    fault, rig = ALL_FAULTS[name], Rig()
    fault.inject(rig)
    findings, _, _ = walked(rig)

    assert found(findings) == set(fault.expected)


@pytest.mark.slow
@given(st.lists(st.sampled_from(sorted(DECIDABLE)), min_size=2, max_size=4, unique=True), st.booleans())
def test_faults_of_different_wires_are_all_found(names: list[str], types: bool) -> None:
    rig = Rig()
    touched: frozenset[Wire] = frozenset()
    expected: set[Expected] = set()
    for name in names:
        fault = DECIDABLE[name]
        if not touched & fault.wires:
            fault.inject(rig)
            touched |= fault.wires
            expected |= set(fault.expected)
    findings, _, _ = walked(rig, types=types)

    assert found(findings) == expected


@pytest.mark.parametrize("order", [order for order in permutations((1, 2, 3, 4)) if order != (1, 2, 3, 4)], ids=str)
@pytest.mark.parametrize("part", [Part.BUTTON, Part.LAMP, Part.DISPLAY])
def test_any_exchange_of_wires_names_those_that_were_exchanged(part: Part, order: tuple[int, ...]) -> None:
    rig = Rig()
    plugged = dict(rig.plugged)
    for place, other in zip((1, 2, 3, 4), order, strict=True):
        if part is Part.BUTTON:
            rig.closes[place] = {other}
        elif part is Part.LAMP:
            rig.lights[place] = {other}
        else:
            rig.plugged[other] = plugged[place]
    findings, _, _ = walked(rig)

    assert {finding.fault for finding in findings} == {Fault.SWAPPED}
    named = [wire for finding in findings for wire in finding.wires]
    assert sorted(wire.place for wire in named) == [place for place in (1, 2, 3, 4) if order[place - 1] != place]
    assert {wire.part for wire in named} == {part}


# --- where it was found, and what hides what ---


def test_a_display_at_another_address_or_channel_is_told_where() -> None:
    for name, words in (("wrong address, seat 2", "0x3D"), ("wrong channel, seat 2", "channel=5")):
        rig = Rig()
        DECIDABLE[name].inject(rig)
        [finding], _, _ = walked(rig)
        assert words in str(finding.at).replace("address=61", "0x3D")


def test_two_displays_of_one_address_without_a_multiplexer() -> None:
    rig = Rig(without_mux())
    same_address(rig)
    findings, _, _ = walked(rig)

    assert found(findings) == {(Fault.SAME_PLACE, (display(2), display(1)))}


def test_a_console_without_a_bus_is_told_so_once() -> None:
    rig = Rig(without_mux())
    rig.bus_error = 2
    findings, _, _ = walked(rig)

    assert found(findings) == {(Fault.NO_BUS, (display(1), display(2)))}


def test_lamps_are_told_by_buttons_that_are_swapped_themselves() -> None:
    """Which finger pressed is known from the buttons' own steps."""
    rig = Rig()
    swapped_buttons(1, 2).inject(rig)
    findings, notes, _ = walked(rig)

    assert found(findings) == {(Fault.SWAPPED, (button(1), button(2)))}
    assert notes.lamps == {seat: frozenset({seat}) for seat in (1, 2, 3, 4)}


def test_a_lamp_whose_button_is_dead_is_told_by_typing() -> None:
    rig = Rig()
    for make in (open_button, short_button):
        make(1 if make is open_button else 2).inject(rig)
    findings, notes, _ = walked(rig)

    assert found(findings) == {(Fault.SILENT, (button(1),)), (Fault.ALWAYS_ON, (button(2),))}
    assert set(notes.lamps.values()) == {frozenset({seat}) for seat in (1, 2, 3, 4)}


# --- a part of it ---


@pytest.mark.parametrize("group", list(Group))
def test_only_one_kind_of_part_is_tested_if_that_is_asked(group: Group) -> None:
    rig = Rig(wired(sound_pin=12), mute=True)
    for name in ("open button, seat 1", "dead lamp, seat 2", "missing display, seat 3"):
        DECIDABLE[name].inject(rig)
    findings, _, _ = walked(rig, frozenset({group}))
    [finding] = findings

    parts = {
        Group.BUTTONS: Part.BUTTON, Group.LAMPS: Part.LAMP, Group.PANELS: Part.DISPLAY, Group.SOUND: Part.SOUND,
    }  # fmt: skip
    assert finding.wires[0].part is parts[group]


def test_what_is_not_there_is_not_tested() -> None:
    seats = {seat: type(parts)(parts.button) for seat, parts in wired().seats.items() if seat <= 2}
    rig = Rig(wired(seats=seats, table_display=None, host_button=None))
    findings, _, maker = walked(rig)

    assert findings == ()
    assert len(maker.steps) == 3

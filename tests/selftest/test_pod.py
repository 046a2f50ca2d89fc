"""Seats on a pod, whose real firmware runs under MicroPython: its wires are named like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from mindbuzz.config import Config, SeatConfig
from mindbuzz.selftest.notes import NOWHERE, Notes
from mindbuzz.selftest.plan import ALL, Group, Light, Press, all_wires, next_step
from mindbuzz.selftest.run import plan_of
from mindbuzz.selftest.verdict import Fault, verdict
from mindbuzz.selftest.wire import where
from mindbuzz.selftest.words import told
from tests.pod.lockstep import LockstepPod
from tests.selftest.faults import button, dead_lamp, lamp, open_button, short_button, swapped_buttons, swapped_lamps
from tests.selftest.rig import MakePod, Rig, walked, wired
from tools.pin_table import read_pod_pins

ON_POD = (3, 4)


def on_a_pod() -> Config:
    """Two seats on pins, two on the pod; no displays, to be quick."""
    config = replace(wired(table_display=None), audit_ms=50)
    seats = {seat: replace(parts, display=None) for seat, parts in config.seats.items()}
    places = {seat: SeatConfig(f"pod:{number}", f"pod:{number}") for number, seat in enumerate(ON_POD, start=1)}
    return replace(config, seats={**seats, **places})


@pytest.fixture
def make_pod(need_program: Callable[[str], str]) -> Iterator[MakePod]:
    pods: list[LockstepPod] = []

    def make(now_us: Callable[[], int]) -> LockstepPod:
        pins = {seat: read_pod_pins().BUTTONS[number] for number, seat in enumerate(ON_POD, start=1)}
        pods.append(LockstepPod(need_program("micropython"), now_us, pins, turn_us=4_000))
        return pods[-1]

    yield make
    for pod in pods:
        assert pod.faults == 0
        pod.close()


FAULTS = {
    "none": None,
    "open button": open_button(3),
    "short button": short_button(4),
    "swapped buttons": swapped_buttons(3, 4),
    "one swapped with a pin": swapped_buttons(1, 3),
    "dead lamp": dead_lamp(4),
    "swapped lamps": swapped_lamps(2, 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_a_pod_are_found_and_nothing_else(name: str, make_pod: MakePod) -> None:
    fault, rig = FAULTS[name], Rig(on_a_pod())
    if fault is not None:
        fault.inject(rig)
    findings, _, _ = walked(rig, make_pod=make_pod)

    assert {(each.fault, each.wires) for each in findings} == set(fault.expected if fault is not None else ())


def test_a_pod_that_is_not_there_is_named_once_and_nobody_is_asked_for_its_buttons() -> None:
    rig = Rig(on_a_pod())
    rig.config = replace(rig.config, pod=replace(rig.config.pod, device="/dev/no-such-pod"))
    findings, _, maker = walked(rig)

    on_the_pod = (button(3), button(4), lamp(3), lamp(4))
    assert [(each.fault, each.wires) for each in findings] == [(Fault.NO_POD, on_the_pod)]
    assert "button, seat 3 (green): the pod's number 1, terminal JP1.1" in told(findings[0], rig.config)
    assert len(maker.steps) == 1 + 3 + 1 + 2


def on_pins_or_pod(places: int) -> Config:
    """Two seats; each of their four wires is on the pod if its bit is set, at the next number there."""
    numbers = count(1)
    wires = [f"pod:{next(numbers)}" if places & 1 << bit else pin for bit, pin in enumerate((5, 6, 22, 23))]
    seats = {1: SeatConfig(wires[0], wires[2]), 2: SeatConfig(wires[1], wires[3])}
    return wired(seats=seats, table_display=None, host_button=None)


GONE = Notes(closed_at_rest=NOWHERE, looked_at_rest=True, lit_at_rest=NOWHERE, pod_trouble="no pod is plugged in")


@pytest.mark.parametrize("groups", [ALL, {Group.BUTTONS}, {Group.LAMPS}], ids=["all", "buttons", "lamps"])
@pytest.mark.parametrize("places", range(16))
def test_without_the_pod_every_wire_on_it_is_named_and_every_other_is_tested(
    places: int, groups: frozenset[Group]
) -> None:
    config = on_pins_or_pod(places)
    plan, notes = plan_of(config, groups), GONE
    tested = []
    while (step := next_step(plan, notes)) is not None:
        if isinstance(step, Press):
            tested.append(button(step.place))
            notes = replace(notes, presses={**notes.presses, step.place: None})
        else:
            assert isinstance(step, Light)
            tested.append(lamp(step.place))
            notes = replace(notes, lamps={**notes.lamps, step.place: None})
    findings = [each for each in verdict(plan, notes, config.settings) if each.fault is Fault.NO_POD]
    named = [wire for each in findings for wire in each.wires]

    assert tested == [wire for wire in all_wires(plan) if "GPIO" in where(wire, config)]
    assert named == [wire for wire in all_wires(plan) if "pod" in where(wire, config)]
    for each in findings:
        assert told(each, config).startswith("No pod is plugged in; look at its cable")


def test_a_wire_on_the_pod_is_at_the_terminal_of_its_number_there() -> None:
    config = on_pins_or_pod(0b1001)

    assert "number 1, terminal JP1.1, white" in where(button(1), config)
    assert "number 2, terminal JP2.4, brown lead (5 V is JP2.3, orange)" in where(lamp(2), config)
    assert "GPIO22, header pin 15, terminal JB1.4" in where(lamp(1), config)

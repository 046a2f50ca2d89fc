"""Seats on a pod, whose real firmware runs under MicroPython: its wires are named like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from mindbuzz.config import Config, SeatConfig
from mindbuzz.selftest.verdict import Fault
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

    assert [(each.fault, each.wires) for each in findings] == [(Fault.NO_POD, (button(3), button(4)))]
    assert "terminal JP3.1" in told(findings[0], rig.config)
    assert lamp(3) not in [wire for each in findings for wire in each.wires]
    assert len(maker.steps) == 1 + 3 + 1 + 2

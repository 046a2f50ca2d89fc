"""Lamps on a pod: each is told its pattern, in lines that fit, early enough, and again from time to time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from mindbuzz.outputs.pod import AHEAD_US, SAY_AGAIN_US, PodLamps
from mindbuzz.pod.frames import LampKey, LampPattern, encode
from mindbuzz.screens import lamp
from mindbuzz.screens.lamp import LAMPS
from mindbuzz.screens.pattern import Pattern, following
from tests.table import Table

START_US = 90_000_000


@dataclass
class Listener:
    """A pod that notes what it is told, and when; it must be possible to say it on the wire."""

    met: bool = True
    now_us: int = START_US
    told: list[tuple[int, LampPattern]] = field(default_factory=list)
    flushed: int = 0

    def play(self, number: int, began_us: int, loop_us: int, keys: tuple[LampKey, ...]) -> None:
        pattern = LampPattern(number, began_us // 1000, loop_us // 1000, keys)
        encode(pattern)
        self.told.append((self.now_us, pattern))

    def flush(self) -> None:
        self.flushed += 1

    def percent(self, number: int, at_us: int) -> float:
        """How bright a lamp of the pod is, by what it was told up to then."""
        pattern = [said for when_us, said in self.told if said.lamp == number and when_us <= at_us][-1]
        into_ms = at_us // 1000 - pattern.began_ms
        if pattern.loop_ms:
            into_ms %= pattern.loop_ms
        here = pattern.keys[0]
        for key in pattern.keys:
            if key.at_ms > into_ms:
                if not here.glides or into_ms < here.at_ms:
                    return here.percent
                return here.percent + (key.percent - here.percent) * (into_ms - here.at_ms) / (key.at_ms - here.at_ms)
            here = key
        return here.percent


@pytest.fixture
def pod() -> Listener:
    return Listener()


def lamps_on(pod: Any, seats: tuple[int, ...] = (1, 2), **options: float) -> PodLamps:
    return PodLamps({seat: seat + 1 for seat in seats}, pod, **options)


def show(lamps: PodLamps, table: Table, pod: Listener) -> None:
    lamps.show({seat: table.view(seat) for seat in table.seats}, table.table_view, [], pod.now_us)


def run(lamps: PodLamps, pod: Listener, duration_us: int) -> None:
    until_us = pod.now_us + duration_us
    while (due_us := lamps.due_us) is not None and due_us <= until_us:
        assert due_us > pod.now_us - SAY_AGAIN_US
        pod.now_us = max(due_us, pod.now_us + 1)
        lamps.refresh(pod.now_us)
    pod.now_us = until_us


def test_a_press_is_answered_at_once(pod: Listener) -> None:
    lamps = lamps_on(pod)
    lamps.pressed(frozenset({2, 4}))

    assert [(said.lamp, said.keys) for _, said in pod.told] == [(3, (LampKey(0, 100, False),))]
    assert pod.flushed == 1
    lamps.pressed(frozenset({2, 4}))
    assert len(pod.told) == 1


def test_every_lamp_is_told_again_from_time_to_time(pod: Listener) -> None:
    table, lamps = Table(2), lamps_on(pod)
    show(lamps, table, pod)
    told = len(pod.told)
    run(lamps, pod, 3 * SAY_AGAIN_US)

    assert told == 2
    assert len(pod.told) == told + 6


def test_what_has_not_changed_is_not_told_anew_at_every_show(pod: Listener) -> None:
    table, lamps = Table(2), lamps_on(pod)
    for _ in range(10):
        show(lamps, table, pod)

    assert len(pod.told) == 2


def test_without_a_pod_nothing_is_due(pod: Listener) -> None:
    lamps = lamps_on(pod)
    show(lamps, Table(2), pod)
    pod.met = False

    assert lamps.due_us is None


PATTERNS = [it for it in vars(lamp).values() if isinstance(it, Pattern)] + [lamp._sweep(place, 4) for place in range(4)]
LONG = following(lamp.THREE_FLASHES, lamp._sweep(3, 4), 30_000_000)


@pytest.mark.parametrize("pattern", [*PATTERNS, LONG], ids=lambda pattern: pattern.name)
def test_the_pod_plays_every_pattern_as_it_is_meant(
    pattern: Pattern, pod: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = pattern.after(START_US)
    monkeypatch.setattr("mindbuzz.outputs.pod.lamp", lambda view: began)
    lamps = lamps_on(pod, (1,))
    show(lamps, Table(2), pod)
    run(lamps, pod, 40_000_000)

    for at_us in range(START_US, START_US + 40_000_000, 13_000):
        meant = began.level(at_us) * 100
        step = 16 if not began.steady and any(key.glides for key in began.keys) else 1
        assert abs(pod.percent(2, at_us) - meant) <= step, at_us - START_US


def test_a_pattern_of_many_keys_comes_in_pieces_each_early_enough(
    pod: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = lamp.THREE_FLASHES.after(START_US)
    monkeypatch.setattr("mindbuzz.outputs.pod.lamp", lambda view: began)
    lamps = lamps_on(pod, (1,))
    show(lamps, Table(2), pod)
    run(lamps, pod, 2_000_000)

    (_, first), (second_us, second), *_ = pod.told
    assert len(first.keys) < len(began.keys)
    assert second_us <= START_US + first.keys[-1].at_ms * 1000 - AHEAD_US + 1
    assert second.keys[0].at_ms > 0


def test_full_is_as_bright_as_the_owner_wants_it(pod: Listener) -> None:
    lamps_on(pod, brightness=0.5).pressed(frozenset({1}))

    assert pod.told[0][1].keys == (LampKey(0, 50, False),)


def test_all_are_dark_in_the_end(pod: Listener) -> None:
    lamps = lamps_on(pod)
    lamps.pressed(frozenset({1, 2}))
    pod.now_us += 1
    lamps.close()

    assert [pod.percent(number, pod.now_us) for number in (2, 3)] == [0, 0]
    assert LAMPS

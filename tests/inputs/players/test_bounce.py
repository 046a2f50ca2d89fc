"""A press bounces, and yet is one press: what the model gives is what the input stage must see through."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event, TimePassed
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.players.bounce import LONGEST_SETTLE_US, SPIKE_US, Edge, closing, opening
from mindbuzz.inputs.players.hand import Gesture, Hand

SEAT = 1
BEGIN_US = 1_000_000
MANY = 300


def edges_of(gesture: Gesture, seed: int) -> list[Edge]:
    hand = Hand(SEAT, DEFAULTS, Random(seed))
    hand.make(gesture, BEGIN_US)
    edges = []
    while hand.due_us is not None:
        edges.append(hand.next_edge())
    return edges


def staged(edges: list[Edge]) -> list[Event]:
    stage = Stage([SEAT], DEFAULTS, watchful=True)
    events = [event for edge in edges for event in stage.contact(Contact(edge.at_us, SEAT, edge.closed))]
    events += stage.pass_time(edges[-1].at_us + BEGIN_US)
    return [event for event in events if not isinstance(event, TimePassed)]


def test_a_contact_closes_first_at_the_press_and_settles_closed() -> None:
    for seed in range(MANY):
        edges = closing(BEGIN_US, Random(seed))
        assert edges[0] == Edge(BEGIN_US, True)
        assert edges[-1].closed
        assert all(later.closed is not earlier.closed for earlier, later in pairwise(edges))
        assert edges[-1].at_us - BEGIN_US <= LONGEST_SETTLE_US


def test_closing_contacts_bounce_for_about_as_long_as_measured_ones() -> None:
    bursts = [closing(0, Random(seed)) for seed in range(MANY)]
    settled_us = sorted(edges[-1].at_us for edges in bursts if len(edges) > 1)
    # 572 µs is the one published trace of an arcade microswitch; 0.3-2 ms is what most switches of any sort take.
    assert 500 <= settled_us[len(settled_us) // 2] <= 1_000
    assert settled_us[len(settled_us) // 20] >= 100
    assert settled_us[-len(settled_us) // 20] <= 2_500
    assert 1 <= sum(len(edges) // 2 for edges in bursts) / MANY <= 3


def test_some_releases_are_followed_by_a_spike_too_short_to_be_believed() -> None:
    spikes = [edges[-2:] for edges in (opening(0, Random(seed)) for seed in range(MANY)) if edges[-1].at_us > 20_000]
    assert 0 < len(spikes) < MANY / 20
    for begin, end in spikes:
        assert (begin.closed, end.closed) == (True, False)
        assert SPIKE_US[0] <= end.at_us - begin.at_us <= SPIKE_US[1] < 1_000


@pytest.mark.parametrize(
    ("gesture", "shortest_ms", "longest_ms"),
    [(Gesture.TAP, 60, 205), (Gesture.TOGGLE, 500, 850), (Gesture.HOLD, 700, 1_150)],
)
def test_a_gesture_is_one_press_of_its_length(gesture: Gesture, shortest_ms: int, longest_ms: int) -> None:
    for seed in range(MANY):
        pressed, released = staged(edges_of(gesture, seed))
        assert pressed == ButtonPressed(BEGIN_US, SEAT)
        assert isinstance(released, ButtonReleased)
        assert shortest_ms <= (released.at_us - BEGIN_US) / 1000 <= longest_ms


def test_a_hand_laid_down_stays_there() -> None:
    for seed in range(MANY):
        assert staged(edges_of(Gesture.LAY, seed)) == [ButtonPressed(BEGIN_US, SEAT)]

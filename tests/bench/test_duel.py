"""The duels judge fairly, and ours are never decided wrongly: small ones, on a virtual clock."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mindbuzz.core.settings import DEFAULTS, us
from tests.bench.duel.__main__ import LEADS_US, SEED
from tests.bench.duel.bounce import BEYOND, USUAL, Bounce
from tests.bench.duel.heard import HOLD_US, Account, Heard
from tests.bench.duel.judge import judged
from tests.bench.duel.peers.gpiozero import LGPIO, MOCK, Gpiozero, attach_recipe
from tests.bench.duel.peers.lgpio_debounce import debounced
from tests.bench.duel.peers.mindbuzz import Mindbuzz
from tests.bench.duel.trace import FIRST_US, Edge, Finger, Trace, duels, long_presses, sparks

COUNT = 100
MS = 1000


@pytest.mark.parametrize("lead_us", LEADS_US)
@pytest.mark.parametrize("bounce", [USUAL.scaled(0.5), USUAL, USUAL.scaled(2)], ids=["half", "usual", "double"])
def test_ours_knows_the_first_and_loses_and_invents_no_tap(lead_us: int, bounce: Bounce) -> None:
    trace = duels(COUNT, lead_us, SEED, bounce)
    verdict = judged(trace, Mindbuzz().listen(trace))

    assert (verdict.wrong_first, verdict.missed, verdict.extra) == (0, 0, 0)
    assert max(verdict.stamp_errors_us) == 0
    assert verdict.presses == 2 * verdict.duels == 2 * COUNT


def test_ours_tells_taps_from_holds_and_hears_no_spark() -> None:
    long, noise = long_presses(COUNT, SEED), sparks(COUNT, SEED)
    verdict = judged(long, Mindbuzz().listen(long))

    assert verdict.long_presses > COUNT / 2
    assert (verdict.confused, verdict.missed, verdict.extra) == (0, 0, 0)
    assert Mindbuzz().listen(noise).heard == []


def test_gaps_beyond_the_limits_cost_no_tap_but_may_move_a_stamp() -> None:
    trace = duels(COUNT, MS, SEED, BEYOND)
    verdict = judged(trace, Mindbuzz().listen(trace))

    assert (verdict.missed, verdict.extra) == (0, 0)
    assert max(verdict.stamp_errors_us) > 0


def test_the_model_of_bounce_keeps_its_limits_and_bounces() -> None:
    trace = duels(COUNT, MS, SEED)
    assert len(trace.edges) > 6 * 2 * COUNT
    for finger in (finger for fingers in trace.duels for finger in fingers):
        burst = [e for e in trace.edges if e.button == finger.button and 0 <= e.at_us - finger.at_us < 50 * MS]
        assert burst[0].closed
        assert burst[-1].closed
        assert burst[-1].at_us - finger.at_us <= USUAL.burst_us
        opened = [b.at_us - a.at_us for a, b in pairwise(burst) if not a.closed]
        assert all(gap_us < us(DEFAULTS.press_gap_ms) for gap_us in opened)


def edges(button: int, *changes_ms: float) -> list[Edge]:
    """Closed, opened, closed, ... at these times."""
    return [Edge(round(at_ms * MS), button, number % 2 == 0) for number, at_ms in enumerate(changes_ms)]


def test_lgpio_s_debounce_inverts_a_duel_and_swallows_a_short_tap() -> None:
    bouncing = edges(1, 100, 101, 102, 104, 106, 200)
    clean = edges(2, 103, 200)

    assert debounced(bouncing + clean, 10 * MS)[:2] == [Edge(113 * MS, 2, True), Edge(116 * MS, 1, True)]
    assert debounced(edges(1, 100, 108), 10 * MS) == []


FINGERS = (Finger(1, FIRST_US, FIRST_US + 100 * MS), Finger(2, FIRST_US + MS, FIRST_US + 90 * MS))


def verdict_on(*heard: Heard) -> tuple[int, int, int]:
    trace = Trace()
    trace.add(FINGERS, [])
    verdict = judged(trace, Account(list(heard), 0.0))
    return verdict.wrong_first, verdict.missed, verdict.extra


def tap(button: int, after_ms: float) -> Heard:
    at_us = round(FIRST_US + after_ms * MS)
    return Heard(button, False, at_us, at_us)


def test_the_judge_counts_what_went_wrong() -> None:
    assert verdict_on(tap(1, 0), tap(2, 1)) == (0, 0, 0)
    assert verdict_on(tap(2, 1), tap(1, 3)) == (1, 0, 0)
    assert verdict_on(tap(2, 1)) == (1, 1, 0)
    assert verdict_on(tap(1, 0), tap(1, 4), tap(2, 1)) == (0, 0, 1)
    assert verdict_on() == (0, 2, 0)


def test_peers_are_heard_as_they_are() -> None:
    trace = duels(COUNT, MS, SEED)
    bare = judged(trace, Gpiozero(0, MOCK).listen(trace))
    recipe = judged(trace, Gpiozero(0, MOCK, attach_recipe).listen(trace))
    slow = judged(trace, Gpiozero(10, LGPIO).listen(trace))

    assert bare.wrong_first == 0
    assert bare.extra > COUNT
    assert recipe.wrong_first > COUNT / 10
    assert slow.wrong_first > COUNT / 10
    assert (slow.missed, slow.extra) == (0, 0)


def test_a_mock_pin_does_not_debounce() -> None:
    trace = duels(COUNT, MS, SEED)
    assert Gpiozero(50, MOCK).listen(trace).heard == Gpiozero(0, MOCK).listen(trace).heard


def test_the_recipe_knows_a_clean_hold() -> None:
    trace = Trace(edges(1, 1000, 1000 + HOLD_US / MS + 50))
    assert [one.held for one in Gpiozero(0, MOCK, attach_recipe).listen(trace).heard] == [True]

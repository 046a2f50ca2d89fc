"""Stamps are those of CLOCK_MONOTONIC, or the console says so and does not start."""

from __future__ import annotations

import pytest

from mindbuzz.pins.stamps import MOST_AGE_S, MOST_AHEAD_S, DoubtfulTicks, believable, wrong_clock

NOW_S = 5_000.0


@pytest.mark.known_bug(14)
@pytest.mark.parametrize(
    "stamp_s",
    [1.7e18, 1.7e9, 1.7e9 - 3_600, NOW_S - 3_600, NOW_S + 3_600, -1.0],
    ids=["nanoseconds", "the wall clock", "an hour wrong", "an hour ago", "in an hour", "before the start"],
)
def test_a_stamp_of_another_clock_is_not_believed(stamp_s: float) -> None:
    assert not believable(stamp_s, NOW_S)


@pytest.mark.parametrize("stamp_s", [NOW_S, NOW_S - 0.3, NOW_S - MOST_AGE_S, NOW_S + MOST_AHEAD_S])
def test_a_stamp_of_this_clock_is_believed_however_late_it_is_read(stamp_s: float) -> None:
    assert believable(stamp_s, NOW_S)


def test_the_refusal_is_one_line_with_both_clocks_and_the_remedy() -> None:
    line = str(wrong_clock(1.7e9, NOW_S))
    assert len(line.splitlines()) == 1
    assert "1700000000.000" in line
    assert "5000.000" in line
    assert "Linux 5.10" in line


def test_a_doubtful_stamp_says_since_when() -> None:
    stamp = DoubtfulTicks(NOW_S, NOW_S - 0.2)
    assert (stamp, stamp.since_s) == (NOW_S, NOW_S - 0.2)

"""The truth lies in the interval, whatever the network does and however the clocks drift."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.web.sync import DRIFT_PPM, FINE_US, Synchronisation

LONGEST_WAY_US = 400_000


class Exchange(NamedTuple):
    """A message each way: how long nothing is said before, how long each took, how ours was rounded."""

    pause_us: int
    there_us: int
    back_us: int
    rounding_us: int


exchanges = st.lists(
    st.builds(
        Exchange,
        st.integers(0, 20_000_000),
        st.integers(0, LONGEST_WAY_US),
        st.integers(0, LONGEST_WAY_US),
        st.integers(-FINE_US, FINE_US),
    ),
    min_size=1,
    max_size=12,
)


class Theirs:
    """A browser's clock: off by anything, faster or slower by no more than is assumed."""

    def __init__(self, offset_us: int, drift_ppm: int) -> None:
        self._offset_us = offset_us
        self._drift_ppm = drift_ppm

    def at(self, ours_us: int) -> int:
        return ours_us + self._offset_us + ours_us * self._drift_ppm // 1_000_000


def exchanged(theirs: Theirs, said: list[Exchange], start_us: int) -> tuple[Synchronisation, int]:
    """What is known after these exchanges, and when the last one was over."""
    known = Synchronisation(FINE_US)
    now_us = start_us
    for exchange in said:
        now_us += exchange.pause_us
        sent_us, now_us = now_us, now_us + exchange.there_us
        known.echoed(sent_us, theirs.at(now_us) + exchange.rounding_us)
        sent_theirs_us = theirs.at(now_us) + exchange.rounding_us
        now_us += exchange.back_us
        known.heard(sent_theirs_us, now_us)
    return known, now_us


@given(
    said=exchanges,
    offset_us=st.integers(-(10**12), 10**12),
    drift_ppm=st.integers(-DRIFT_PPM + 2, DRIFT_PPM - 2),
    start_us=st.integers(0, 10**9),
    age_us=st.integers(0, 500_000),
    way_us=st.integers(0, LONGEST_WAY_US),
    rounding_us=st.integers(-FINE_US, FINE_US),
)
def test_the_truth_lies_in_the_interval(
    said: list[Exchange], offset_us: int, drift_ppm: int, start_us: int, age_us: int, way_us: int, rounding_us: int
) -> None:
    theirs = Theirs(offset_us, drift_ppm)
    known, now_us = exchanged(theirs, said, start_us)
    true_us = now_us + age_us
    stamp = known.stamp(theirs.at(true_us) + rounding_us, true_us + way_us)

    assert stamp.at_us <= true_us + way_us
    assert stamp.at_us - stamp.uncertainty_us - 2 <= true_us <= stamp.at_us + stamp.uncertainty_us + 2


def test_the_quickest_messages_draw_the_interval_tight() -> None:
    """Of many slow ways one quick one each is enough, not even in the same exchange."""
    slow = [Exchange(50_000, 80_000, 90_000, 0)] * 5
    theirs = Theirs(123_456_789, 0)
    quick = [Exchange(50_000, 300, 90_000, 0), Exchange(50_000, 80_000, 500, 0)]
    loose, _ = exchanged(theirs, slow, 0)
    tight, now_us = exchanged(theirs, slow + quick, 0)

    assert loose.stamp(theirs.at(now_us), now_us + 10_000).uncertainty_us > 5_000
    assert tight.stamp(theirs.at(now_us), now_us + 10_000).uncertainty_us < 1_200


def test_a_clock_that_stood_still_is_believed_anew() -> None:
    """A page's clock may stop while its machine sleeps: what was known is worth nothing then."""
    known, now_us = exchanged(Theirs(0, 0), [Exchange(0, 500, 500, 0)] * 3, 10**8)
    asleep_us = 3_600_000_000
    for _ in range(2):
        now_us += 1_000_000
        known.heard(now_us, now_us + asleep_us)
        known.echoed(now_us + asleep_us, now_us + 500)
    stamp = known.stamp(now_us, now_us + asleep_us + 2_000)

    assert abs(stamp.at_us - (now_us + asleep_us)) <= stamp.uncertainty_us < 4_000


def test_without_a_message_from_us_only_the_arrival_is_known() -> None:
    known = Synchronisation()
    known.heard(1_000, 500_000)

    assert not known.known
    assert known.stamp(900, 500_000).at_us == 500_000

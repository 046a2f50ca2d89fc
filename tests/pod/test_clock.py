"""The pod's clock by the console's: whatever the delays, the truth lies in the interval."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from mindbuzz.pod.clock import MOST_SKEW, ClockMap

SECOND_US = 1_000_000
OFFSET_US = 7_000_000_000
ROUNDING_US = 2


def exchanged(seconds: int, skew: float, delays_us: list[int], seed: int) -> tuple[ClockMap, int]:
    """A clock that was listened to for so long; and what time it is by the pod."""
    random = Random(seed)
    clock, pod_us = ClockMap(), 5 * SECOND_US

    def true_us(at_us: int) -> float:
        return OFFSET_US + at_us / (1 + skew)

    for number in range(seconds * 50):
        clock.came(pod_us, round(true_us(pod_us) + random.choice(delays_us)))
        if number % 12 == 0:
            heard_us = pod_us + 7_000
            clock.went(round(true_us(heard_us) - random.choice(delays_us)), heard_us)
            clock.came(heard_us, round(true_us(heard_us) + random.choice(delays_us)))
            assert clock.known_within_us is not None, "a clock that runs evenly was taken for one that jumped"
            off_us = clock.console_us(heard_us) - true_us(heard_us)
            assert abs(off_us) <= clock.half_width_us(heard_us) + ROUNDING_US
        pod_us += 20_000
    return clock, pod_us


@given(
    st.integers(1, 90),
    st.floats(-200e-6, 200e-6),
    st.lists(st.integers(0, 20_000), min_size=1, max_size=8),
    st.integers(0, 1000),
)
def test_the_truth_lies_in_the_interval_whatever_the_delays(
    seconds: int, skew: float, delays_us: list[int], seed: int
) -> None:
    exchanged(seconds, skew, delays_us, seed)


@settings(max_examples=10)
@given(st.floats(-100e-6, 100e-6), st.integers(0, 100))
def test_it_is_known_to_a_fraction_of_what_usb_takes(skew: float, seed: int) -> None:
    clock, pod_us = exchanged(60, skew, list(range(0, 5_000, 50)), seed)

    assert clock.half_width_us(pod_us) < 700


def test_one_way_that_is_always_slower_is_in_the_interval_too() -> None:
    """What a clock that halves round trips gets wrong."""
    clock = ClockMap()
    for number in range(500):
        pod_us = 1_000_000 + number * 20_000
        clock.came(pod_us, pod_us + OFFSET_US + 9_000)
        clock.went(pod_us + OFFSET_US - 100, pod_us)

    assert abs(clock.console_us(pod_us) - pod_us - OFFSET_US) <= clock.half_width_us(pod_us)
    assert 4_000 < clock.half_width_us(pod_us) < 5_100


def test_both_ways_lead_to_the_same_moment() -> None:
    clock, pod_us = exchanged(30, 80e-6, [0, 1000], 1)

    assert abs(clock.pod_us(clock.console_us(pod_us)) - pod_us) <= ROUNDING_US


def test_a_clock_that_jumps_is_forgotten_and_known_anew() -> None:
    """A machine that was asleep: its clock stood, and the pod's went on."""
    clock, pod_us = exchanged(20, 0, [500], 1)
    for number in range(20):
        pod_us += 20_000
        late_us = round(OFFSET_US + pod_us) - 60 * SECOND_US
        clock.went(late_us - 500, pod_us)
        clock.came(pod_us, late_us + 500)
        if number == 1:
            assert clock.known_within_us is None

    assert abs(clock.console_us(pod_us) - late_us) <= 500


def test_nothing_is_known_at_first() -> None:
    clock = ClockMap()
    clock.came(1_000, 2_000)

    assert clock.known_within_us is None
    assert MOST_SKEW >= 200e-6

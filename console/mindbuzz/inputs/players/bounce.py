"""What a contact does when a hand presses a button, lets go of it, or when nobody touches it.

The one published raw trace of an arcade microswitch that we found closes, opens three times again and is quiet
after 572 µs; its release is clean (KQ button tester, making.arantius.com, 2017). Over 18 switches of all sorts
contacts took 1.6 ms on average and 6.2 ms at worst to settle (J. Ganssle, "A Guide to Debouncing", 2004). So here:
0.3-2 ms usually, never over 4 ms, and far fewer bounces on opening than on closing.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple


class Edge(NamedTuple):
    """The contact closes or opens at `at_us`."""

    at_us: int
    closed: bool


class Bounciness(NamedTuple):
    """How many bounces, by weight from none upwards, and how long a contact that bounces takes to settle."""

    weights: tuple[int, ...]
    settle_median_us: float


CLOSING = Bounciness(weights=(10, 30, 30, 20, 10), settle_median_us=800)
OPENING = Bounciness(weights=(50, 30, 15, 5), settle_median_us=600)
SETTLE_LOG_SD = 0.6
SHORTEST_SETTLE_US = 100
LONGEST_SETTLE_US = 4_000

# A spike of noise is far shorter than any press that is believed; the one whose report gives figures took 150 µs
# (makerspace-auth, pull request 52). How often one comes is a guess.
SPIKE_US = (20, 200)
SPIKE_AFTER_US = (25_000, 120_000)
SPIKE_PROBABILITY = 0.02


def closing(at_us: int, dice: Random) -> list[Edge]:
    """The contact closes, first at `at_us`."""
    return _burst(at_us, True, CLOSING, dice)


def opening(at_us: int, dice: Random) -> list[Edge]:
    """The contact opens, first at `at_us`; now and then a spike of noise comes after it."""
    edges = _burst(at_us, False, OPENING, dice)
    return edges + _spike(edges[-1].at_us, dice) if dice.random() < SPIKE_PROBABILITY else edges


def _burst(at_us: int, closed: bool, bounciness: Bounciness, dice: Random) -> list[Edge]:
    weights = bounciness.weights
    bounces = dice.choices(range(len(weights)), weights)[0]
    moments = _moments(_settle_us(bounciness, dice), 2 * bounces, dice)
    return [Edge(at_us + after_us, closed ^ bool(number % 2)) for number, after_us in enumerate(moments)]


def _settle_us(bounciness: Bounciness, dice: Random) -> int:
    settle_us = round(bounciness.settle_median_us * dice.lognormvariate(0, SETTLE_LOG_SD))
    return max(SHORTEST_SETTLE_US, min(LONGEST_SETTLE_US, settle_us))


def _moments(settle_us: int, changes: int, dice: Random) -> Iterable[int]:
    """When the contact changes, counted from the first edge, the last time when it settles."""
    return (0, *sorted(dice.sample(range(1, settle_us), changes - 1)), settle_us) if changes else (0,)


def _spike(after_us: int, dice: Random) -> list[Edge]:
    begin_us = after_us + dice.randint(*SPIKE_AFTER_US)
    return [Edge(begin_us, True), Edge(begin_us + dice.randint(*SPIKE_US), False)]

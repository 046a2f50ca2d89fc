"""Dimming in software: a share of the time, and no thread when nothing is dimmed."""

from __future__ import annotations

import threading
import time

import pytest

from mindbuzz.pins.dimmer import Dimmer
from tests.waiting import wait_until

PERIOD_S = 0.002


class Lamp:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[bool] = []

    def write(self, on: bool) -> None:
        self.told.append(on)


def dimmers() -> int:
    """How many threads dim lamps, of whichever dimmer."""
    return [thread.name for thread in threading.enumerate()].count("dimmer")


@pytest.fixture
def dimmer() -> Dimmer:
    return Dimmer(PERIOD_S)


def test_a_dimmed_lamp_goes_on_and_off_in_turn(dimmer: Dimmer) -> None:
    lamp = Lamp()
    write = lamp.write
    dimmer.dim(write, 0.5)
    wait_until(lambda: len(lamp.told) > 10)
    dimmer.steady(write, False)

    assert lamp.told[:10] == [True, False] * 5
    assert lamp.told[-1] is False


def test_several_lamps_keep_their_own_shares(dimmer: Dimmer) -> None:
    order: list[str] = []
    short, long = (lambda on: order.append(f"short {on}")), (lambda on: order.append(f"long {on}"))
    dimmer.dim(short, 0.1)
    dimmer.dim(long, 0.9)
    wait_until(lambda: len(order) > 30)
    dimmer.leave(short)
    dimmer.leave(long)

    period = ["short True", "long True", "short False", "long False"]
    assert order[-24:-4].count("short True") == order[-24:-4].count("long True")
    first = order.index("long True") + 3  # the second lamp came in the middle of a period
    whole = order[order.index("short True", first) :][:8]
    assert whole == period * 2


def test_a_steady_lamp_is_written_once_and_costs_no_thread(dimmer: Dimmer) -> None:
    before = threading.active_count()
    lamp = Lamp()
    dimmer.steady(lamp.write, True)

    assert (lamp.told, threading.active_count(), dimmer.at_work) == ([True], before, False)


def test_the_thread_ends_with_the_last_dimmed_lamp_and_comes_back_with_the_next(dimmer: Dimmer) -> None:
    lamp = Lamp()
    write = lamp.write
    wait_until(lambda: dimmers() == 0)
    for _ in range(2):
        dimmer.dim(write, 0.3)
        assert dimmers() == 1
        dimmer.steady(write, True)
        wait_until(lambda: dimmers() == 0)
        assert lamp.told[-1] is True


def test_a_lamp_that_left_is_never_written_again(dimmer: Dimmer) -> None:
    lamp = Lamp()
    write = lamp.write
    dimmer.dim(write, 0.5)
    wait_until(lambda: len(lamp.told) > 3)
    dimmer.leave(write)
    told = len(lamp.told)
    time.sleep(5 * PERIOD_S)

    assert len(lamp.told) == told

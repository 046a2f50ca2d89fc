"""A pin that somebody else holds: waited for, and named."""

from __future__ import annotations

import logging

import pytest

from mindbuzz.errors import PinError
from mindbuzz.pins.claim import PAUSES_S, wait_until_free


def test_a_free_pin_is_not_waited_for() -> None:
    paused: list[float] = []
    wait_until_free("GPIO5", lambda: None, paused.append)

    assert paused == []


@pytest.mark.known_bug(25)
def test_a_pin_that_is_let_go_of_is_had_and_meanwhile_its_holder_is_named(caplog: pytest.LogCaptureFixture) -> None:
    holders = iter(["gpioset", "gpioset", None])
    paused: list[float] = []
    with caplog.at_level(logging.WARNING):
        wait_until_free("GPIO5", lambda: next(holders), paused.append)

    assert paused == list(PAUSES_S[:2])
    assert [record.getMessage() for record in caplog.records] == [
        'GPIO5 is held by "gpioset"; trying again in 0.1 s',
        'GPIO5 is held by "gpioset"; trying again in 0.2 s',
    ]


def test_a_pin_that_is_never_let_go_of_is_an_error_of_one_line_with_its_holder() -> None:
    paused: list[float] = []
    with pytest.raises(PinError) as caught:
        wait_until_free("GPIO5", lambda: "gpioset", paused.append)

    assert str(caught.value) == 'GPIO5 is held by "gpioset"; end that program, or choose another pin'
    assert paused == list(PAUSES_S)


def test_waiting_grows_and_ends_before_systemd_loses_patience() -> None:
    assert list(PAUSES_S) == sorted(PAUSES_S)
    assert sum(PAUSES_S) < 30

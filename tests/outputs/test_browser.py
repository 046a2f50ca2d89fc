"""What browsers may be shown: the hardware's own pictures, covered ones without a secret, lamps as they are."""

from __future__ import annotations

import pytest

from mindbuzz.core.views import SeatView
from mindbuzz.outputs.browser import Change, Showcase
from mindbuzz.screens.lamp import lamp
from mindbuzz.screens.picture import picture
from mindbuzz.screens.samples import samples
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import texts_of

ENGLISH = texts_of("en")
SAMPLES = samples()
FRAME_BYTES = 128 * 64 // 8


def shown(name: str) -> tuple[Showcase, SeatView, int]:
    view, now_us = SAMPLES[name]
    showcase = Showcase([view.seat], ENGLISH)
    showcase.show({view.seat: view}, view.table, (), now_us)
    return showcase, view, now_us


@pytest.mark.parametrize("name", SAMPLES)
def test_an_open_frame_is_the_picture_of_the_hardware(name: str) -> None:
    showcase, view, now_us = shown(name)
    frame = showcase.frame(view.seat, is_open=True)

    assert frame == picture(view, ENGLISH, now_us).tobytes()
    assert len(frame) == FRAME_BYTES


@pytest.mark.parametrize("name", SAMPLES)
def test_a_covered_frame_is_made_of_what_everyone_may_know(name: str) -> None:
    showcase, view, now_us = shown(name)
    alone = picture(SeatView(view.seat, view.table), ENGLISH, now_us).tobytes()
    table = table_picture(view.table, ENGLISH, now_us).tobytes()

    assert showcase.frame(view.seat, is_open=False) == (table if showcase.has_secret(view.seat) else alone)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_hand_is_a_secret(name: str) -> None:
    showcase, view, _ = shown(name)

    assert showcase.has_secret(view.seat) or not view.hand


@pytest.mark.parametrize("name", SAMPLES)
def test_lamps_are_as_bright_as_the_hardware(name: str) -> None:
    showcase, view, now_us = shown(name)

    assert showcase.levels == {view.seat: lamp(view).level(now_us)}


def test_a_press_lights_its_lamp_at_once() -> None:
    showcase, view, _ = shown("lobby, two")
    changes: list[Change] = []
    showcase.watch(changes.append)
    showcase.pressed(frozenset({view.seat, 9}))

    assert showcase.levels == {view.seat: 1.0}
    assert changes == [Change.LAMPS]


def test_without_watchers_nothing_moves() -> None:
    showcase, _, now_us = shown("attract")
    end = showcase.watch(lambda change: None)
    watched_due_us = showcase.due_us
    end()

    assert watched_due_us is not None
    assert watched_due_us >= now_us
    assert showcase.due_us is None


def test_a_moving_lamp_draws_no_picture_anew() -> None:
    showcase, _, _ = shown("focus, hand missing")
    showcase.watch(lambda change: None)
    version, levels = showcase.version, showcase.levels
    while showcase.levels == levels:
        due_us = showcase.due_us
        assert due_us is not None
        showcase.refresh(due_us)

    assert showcase.version == version

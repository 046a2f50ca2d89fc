"""Burn-in care: bright, dim, moved, dark, by how long nobody has touched anything; never in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import views
from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.rest import STAGES, Rest, Stage, care_at, care_due_us, rest_stages
from tests.games import Run, Setup

HOUR_US = 3600 * SECOND_US


class Tended(Panels[int]):
    """Panels that remember what they were given."""

    given: list[Care]

    def take_care(self, care: Care) -> None:
        self.given.append(care)
        super().take_care(care)


@pytest.fixture
def panels() -> Iterator[Tended]:
    with Tended({1: PanelSpec(driver="dummy")}) as panels:
        panels.given = []
        yield panels


def show(rest: Rest, game: Game, now_us: int) -> None:
    seats, table = views(game)
    rest.show(seats, table, (), now_us)


def lobby() -> Game:
    return Run(Setup(seats=(1, 2))).game


def run_until(rest: Rest, until_us: int) -> list[int]:
    """Refreshes whenever it is due; answers the moments, in seconds."""
    moments = []
    while rest.due_us is not None and rest.due_us <= until_us:
        moments.append(rest.due_us // SECOND_US)
        rest.refresh(rest.due_us)
    return moments


def test_the_table() -> None:
    lights = [care_at(Phase.LOBBY, seconds * SECOND_US).light for seconds in (0, 59, 60, 599, 600, 86_400)]

    assert lights == [Light.BRIGHT, Light.BRIGHT, Light.DIM, Light.DIM, Light.OFF, Light.OFF]
    assert care_at(Phase.LOBBY, -1).light is Light.BRIGHT
    assert [stage.after_s for stage in STAGES] == sorted({stage.after_s for stage in STAGES})


@pytest.mark.parametrize("stages", [STAGES, rest_stages(10, 86_400), rest_stages(60, 100), rest_stages(0.5, 900.25)])
def test_no_row_of_dots_is_lit_at_one_place_for_more_than_two_minutes_once_it_is_dim(stages: tuple[Stage, ...]) -> None:
    dim = [stage for stage in stages if stage.care.light is Light.DIM]
    ends_s = [stage.after_s for stage in stages[2:]]

    assert all(end_s - stage.after_s <= 120 for stage, end_s in zip(dim, ends_s, strict=True))
    assert all(one.care != other.care for one, other in pairwise(dim))


def test_panels_that_are_to_be_dark_before_they_are_dim_are_never_dim() -> None:
    assert [stage.care.light for stage in rest_stages(60, 30)] == [Light.BRIGHT, Light.OFF]


def test_when_panels_rest_can_be_configured(panels: Tended) -> None:
    rest = Rest(panels, rest_stages(5, 7))
    show(rest, lobby(), 0)

    assert run_until(rest, HOUR_US) == [5, 7]


@pytest.mark.parametrize("idle_us", [0, 61 * SECOND_US, HOUR_US])
def test_never_in_play(idle_us: int) -> None:
    assert care_at(Phase.PLAY, idle_us) == Care()
    assert care_due_us(Phase.PLAY, idle_us) is None


def test_panels_that_nobody_touches_go_dim_and_dark(panels: Tended) -> None:
    rest = Rest(panels)
    show(rest, lobby(), 0)

    assert run_until(rest, HOUR_US) == [60, 180, 300, 420, 540, 600]
    assert panels.given == [stage.care for stage in STAGES[1:]]
    assert rest.due_us is None


def test_a_touch_brightens_at_once_and_begins_anew(panels: Tended) -> None:
    rest = Rest(panels)
    show(rest, lobby(), 0)
    run_until(rest, HOUR_US)
    rest.pressed(frozenset({1}))

    assert panels.given[-1] == Care()
    rest.refresh(HOUR_US)
    assert rest.due_us == HOUR_US + 60 * SECOND_US


def test_something_new_on_show_is_bright(panels: Tended) -> None:
    """As when nobody has moved for minutes in play, and the screens ask whether anybody is there."""
    game = lobby()
    rest = Rest(panels)
    show(rest, replace(game, phase=Phase.PLAY), 0)
    assert rest.due_us is None

    show(rest, replace(game, phase=Phase.STILL_THERE), HOUR_US)
    assert panels.given == []
    assert rest.due_us == HOUR_US + 60 * SECOND_US

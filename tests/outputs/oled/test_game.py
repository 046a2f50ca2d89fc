"""A whole game of simulated players on panels that come and go: at its end each shows what it should."""

from __future__ import annotations

import random

import pytest

from mindbuzz.outputs.oled.health import State
from mindbuzz.simulation import Plan
from tests.bench.played_game import Shown, played_game
from tests.outputs.oled.test_bus import Table

# sdnotify leaves a socket open where no systemd listens.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")

SECOND_US = 1_000_000


@pytest.fixture(scope="module")
def game() -> list[Shown]:
    return played_game(Plan(seats=3, seed=4, challenge=False))


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_panels_come_and_go_and_the_game_goes_on(game: list[Shown], driver: str) -> None:
    chance = random.Random(1)
    seats = sorted(game[0].pictures)
    table = Table(len(seats), driver)
    away: set[int] = set()
    now_us = game[0].at_us
    for shown in game:
        table.wait((shown.at_us - now_us) / SECOND_US)
        now_us = shown.at_us
        if chance.random() < 0.1:
            turn_over(table, away, chance.randrange(len(seats)))
        for index, seat in enumerate(seats):
            table.panels[index].post(shown.pictures[seat])
        table.run()
        present = [index for index in range(len(seats)) if table.panels[index].health.ok]
        assert all(table.shows(index, shown.pictures[seats[index]]) for index in present)

    for index in list(away):
        turn_over(table, away, index)
    table.wait(5)

    assert table.states() == [State.OK] * len(seats)
    assert all(table.shows(index, game[-1].pictures[seat]) for index, seat in enumerate(seats))


def turn_over(table: Table, away: set[int], index: int) -> None:
    """Unplugs a panel, or plugs it in."""
    if index in away:
        table.plug_in(index)
    else:
        table.unplug(index)
    away ^= {index}

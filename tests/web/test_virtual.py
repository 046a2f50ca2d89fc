"""An evening of simulated players."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from mindbuzz import virtual
from mindbuzz.config import Config
from mindbuzz.core.events import ButtonPressed, ButtonReleased, EndAsked, Event, TimePassed
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.step import step
from mindbuzz.virtual import Evening
from mindbuzz.web.address import EVERYWHERE
from tests.web.live import LiveConsole

SPEED = 60.0
TAPS = (
    (3_000_000, ButtonPressed, 1),
    (3_100_000, ButtonReleased, 1),
    (4_000_000, ButtonPressed, 2),
    (4_100_000, ButtonReleased, 2),
)


@pytest.mark.parametrize(("people", "simulated", "offered"), [(4, 0, True), (1, 3, False), (0, 4, True)])
def test_who_plays_with_simulated_players_is_offered_no_games_with_own_cards(
    people: int, simulated: int, offered: bool
) -> None:
    assert virtual._config(Evening(people, simulated)).settings.own_cards is offered


@pytest.mark.parametrize("desktop", [False, True])
def test_where_no_browser_opens_it_says_what_to_do(desktop: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine without a desktop, or without a browser on it."""
    told: list[str] = []
    monkeypatch.setattr(virtual, "_has_desktop", lambda: desktop)
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    with LiveConsole(Evening(port=0)) as live:
        asyncio.run(virtual._invite(Evening(), live.site, told.append, open_browser=True))
        assert told[-1].startswith("no browser opens here")
        assert "--host 0.0.0.0" in told[-1]
        for host in EVERYWHERE:
            asyncio.run(virtual._invite(Evening(host=host), live.site, told.append, open_browser=True))
            assert (told[-1].startswith("no browser opens here"), "--host" in told[-1]) == (True, False)
        asyncio.run(virtual._invite(Evening(), live.site, told.append, open_browser=False))
    assert told[-1] == "Ctrl-C ends it"


def test_a_table_without_people_plays_what_it_came_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where another game is chosen in the lobby, as by a hand that held alone since the others were late."""
    config_of = virtual._config

    def other(evening: Evening) -> Config:
        return replace(config_of(evening), game=Kind.CLASSIC.value)

    monkeypatch.setattr(virtual, "_config", other)
    with LiveConsole(Evening(0, 2, Kind.BLIND, seed=1, port=0), SPEED) as live:
        game = live.wait_for_phase(Phase.PLAY)

    assert game.kind is Kind.BLIND


def test_a_game_that_goes_on_is_named_before_the_one_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with LiveConsole(Evening(0, 2, Kind.BLIND, seed=1, journal=file, port=0), SPEED) as live:
        assert virtual.what_goes_on(live.game) == []
        live.wait_for_phase(Phase.PLAY)
    with LiveConsole(Evening(2, kind=Kind.EXTREME, journal=file, port=0)) as live:
        [line] = virtual.what_goes_on(live.game)
        resumed = live.game
    hold: list[Event] = [
        ButtonPressed(resumed.at_us + 1, 1),
        ButtonPressed(resumed.at_us + 2, 2),
        TimePassed(resumed.at_us + 2_000_000),
    ]
    lift = [ButtonReleased(resumed.at_us + 2_000_001, 1), ButtonReleased(resumed.at_us + 2_000_002, 2)]
    tap: list[Event] = [make(resumed.at_us + at_us, seat) for at_us, make, seat in TAPS]
    ended = resumed
    for event in (*hold, *lift, EndAsked(resumed.at_us + 2_100_000), *tap):
        ended, _ = step(ended, event)

    assert (resumed.kind, ended.phase, ended.kind) == (Kind.BLIND, Phase.LOBBY, Kind.EXTREME)
    assert line.startswith("a game of blind practice goes on; to begin anew: ")

"""Whole games, from the lobby to their end: they always get there, and end about as often well as people's do."""

from __future__ import annotations

from functools import cache

import pytest

from mindbuzz.core.outcomes import ColourArmed, StarAsked, StarRefused, Stopped
from mindbuzz.core.rules import Kind
from mindbuzz.inputs.players.skill import SKILLS
from tests.inputs.players.tally import Played, clean, mean, mistakes, play

SEATS = {2: (1, 4), 3: (1, 2, 4), 4: (1, 2, 3, 4)}
GAMES = {"novice": 8, "normal": 8, "expert": 5}


@cache
def games(kind: Kind, skill: str, seat_count: int) -> tuple[Played, ...]:
    """The first few games of a table: `play` raises if one does not end in two hours."""
    return tuple(play(kind, skill, SEATS[seat_count], seed) for seed in range(GAMES[skill]))


@pytest.mark.parametrize("seat_count", SEATS)
@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize("kind", [Kind.BLIND, Kind.EXTREME])
def test_every_game_ends(kind: Kind, skill: str, seat_count: int) -> None:
    for seed in range(2):
        # Lobby and level 1 alone take most of a minute.
        assert play(kind, skill, SEATS[seat_count], seed).ends_us > 30_000_000


# Shares of classic games won. Simulated at a constant tempo (600 games a cell, 2/3/4 players): .00 at sigma .30 and
# mismatch .34; .10/.03/.04 at .20 and .15; about .9 at .08 and 0, where drift brings an expert's tempi. The ranges
# leave room for what so few games can show.
WON = {"novice": (0.0, 0.1), "normal": (0.0, 0.5), "expert": (0.4, 1.0)}
# Lives lost per completed level. Simulated likewise at .20 and .15: 2 players .37 at level 3, 1.2 at level 12;
# 4 players .97 at level 3, 2.4 at level 8. Levels that were not completed are not counted here, hence rather less.
MISTAKES = {"novice": (0.25, 1.3), "normal": (0.2, 1.0), "expert": (0.08, 0.5)}
# Levels without a mistake; of 168 recorded ones, 2 players and 6 cards each time, 70 % were clean.
CLEAN = {"novice": (0.15, 0.8), "normal": (0.35, 0.8), "expert": (0.65, 0.95)}


@pytest.mark.parametrize("seat_count", [2, 4])
@pytest.mark.parametrize("skill", SKILLS)
def test_classic_goes_as_well_as_it_does_for_people(skill: str, seat_count: int) -> None:
    played = list(games(Kind.CLASSIC, skill, seat_count))

    assert WON[skill][0] <= mean(game.won for game in played) <= WON[skill][1]
    assert MISTAKES[skill][0] <= mistakes(played, 1, 12) <= MISTAKES[skill][1]
    assert CLEAN[skill][0] <= clean(played) <= CLEAN[skill][1]


def test_better_players_get_further() -> None:
    reached = [mean(game.reached for game in games(Kind.CLASSIC, skill, 4)) for skill in SKILLS]
    assert reached == sorted(reached)


def test_games_show_everything_that_a_table_can_do() -> None:
    told = [outcome for game in games(Kind.CLASSIC, "normal", 4) for outcome in game.outcomes]
    extreme = play(Kind.EXTREME, "normal", SEATS[4], 0).outcomes

    assert any(isinstance(outcome, StarAsked) for outcome in told)
    assert any(isinstance(outcome, StarRefused) for outcome in told)
    assert sum(isinstance(outcome, Stopped) for outcome in told) > sum(
        isinstance(outcome, StarAsked) for outcome in told
    )
    assert sum(game.stars_thrown for game in games(Kind.CLASSIC, "normal", 4)) > 0
    assert any(isinstance(outcome, ColourArmed) for outcome in extreme)

"""Simulated tables: they do as people do, and know no more than people know."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import mean

import pytest

import mindbuzz.inputs.players as players_package
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.dealing import Hands
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event, GameBegun, TimePassed
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.core.step import step
from mindbuzz.core.views import SeatView, view
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import Plan, Tally, plans, played, simulated
from mindbuzz.spectacle import summary
from tests.games import Setup

# Few games a cell: enough to tell a table that always wins, never gets anywhere or plays like a clock from people, and
# not enough to tell 20 % from 30 %. How often each table wins is printed by tests/inputs/players/tally.py, over
# hundreds of games.
GAMES = 4


@cache
def table_of(kind: Kind, skill: str, seats: int, games: int = GAMES) -> tuple[Tally, ...]:
    return tuple(simulated(plan) for plan in plans(games, kind, [skill], [seats], seed=500))


def levels(kind: Kind, skill: str, seats: int) -> float:
    return mean(tally.levels for tally in table_of(kind, skill, seats))


def mistakes_per_level(kind: Kind, skill: str, seats: int) -> float:
    return mean(tally.mistakes_per_level for tally in table_of(kind, skill, seats))


# --- how well they do ---


@pytest.mark.parametrize("seats", [2, 4])
def test_novices_and_normal_players_seldom_win(seats: int) -> None:
    """People tell of about three wins in dozens of classic games; a model with their sense of time wins 0 to 20 %."""
    for skill in ("novice", "normal"):
        assert sum(tally.won for tally in table_of(Kind.CLASSIC, skill, seats)) <= GAMES // 2


def test_experts_win_most_classic_games_but_not_the_blind_ones() -> None:
    """Waits off by 8 %, tempi apart by 5 %: with that the model of a constant tempo wins 9 games of 10."""
    assert sum(tally.won for tally in table_of(Kind.CLASSIC, "expert", 3)) >= GAMES // 2
    assert sum(tally.won for tally in table_of(Kind.BLIND, "expert", 3)) <= GAMES // 2


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: str(kind.value))
def test_everybody_gets_past_the_first_level_or_two(kind: Kind) -> None:
    """In the one recorded experiment 70 % of all levels with three cards each were clean."""
    assert levels(kind, "novice", 2) >= 1
    assert levels(kind, "normal", 2) >= 1.5


def test_better_players_get_further_and_make_fewer_mistakes() -> None:
    assert levels(Kind.CLASSIC, "expert", 3) > levels(Kind.CLASSIC, "novice", 3) + 1
    assert mistakes_per_level(Kind.CLASSIC, "expert", 3) < mistakes_per_level(Kind.CLASSIC, "novice", 3)


def test_mistakes_are_people_s() -> None:
    """Between a clock, which makes none, and pressing at random, which makes one in nearly every pair of cards."""
    for skill in ("novice", "normal"):
        assert 0.1 < mistakes_per_level(Kind.CLASSIC, skill, 3) < 2.5


def test_a_game_takes_about_as_long_as_people_take() -> None:
    """A clean level takes people 24 s in the middle; a whole game at most the box's 20 minutes."""
    for skill in SKILLS:
        for tally in table_of(Kind.CLASSIC, skill, 3):
            assert 5 < tally.seconds / max(1, tally.level_reached) < 120
            assert tally.seconds < 20 * 60


def test_stars_are_thrown_now_and_then() -> None:
    everyone = [tally for skill in SKILLS for tally in table_of(Kind.CLASSIC, skill, 3)]

    assert any(tally.stars_thrown for tally in everyone)


# --- what they know ---


def test_players_know_views_and_nothing_else_of_a_game() -> None:
    """No file of theirs imports the game, its step, a deal or a clock."""
    forbidden = {
        "mindbuzz.core.game", "mindbuzz.core.step", "mindbuzz.core.table", "mindbuzz.core.dealing", "mindbuzz.runtime",
        "mindbuzz.app", "mindbuzz.daemon", "time", "datetime", "asyncio",
    }  # fmt: skip
    folder = Path(str(players_package.__file__)).parent
    imported = {
        (module.name, name)
        for module in folder.glob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        for name in _imported(node)
    }

    assert imported
    assert [place for place in imported if any((place[1] + ".").startswith(f"{name}.") for name in forbidden)] == []


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


@pytest.mark.parametrize("level", [1, 3])
def test_what_a_player_is_shown_is_the_same_whatever_the_others_hold(level: int) -> None:
    """All that a simulated player ever gets is this view and the time: it can't know more than this holds."""
    mine = tuple(Card(Pile.CLASSIC, 10 * number) for number in range(1, level + 1))
    others = [tuple(Card(Pile.CLASSIC, first + number) for number in range(level)) for first in (41, 91)]
    shown = [shown_to_seat_1({1: mine, 2: cards}, level) for cards in others]

    assert shown[0] == shown[1]
    assert Phase.PLAY in {seat_view.table.phase for seat_view in shown[0]}


def shown_to_seat_1(hands: Hands, level: int) -> list[SeatView]:
    """A deal, a focus, the hands lifted, a press of the other that is still down: every view on the way."""
    game = Setup(seats=(1, 2)).console
    events: list[Event] = [
        GameBegun(0, Kind.CLASSIC, (1, 2), DEFAULTS, deals={level: hands}, level=level),
        ButtonPressed(100_000, 1),
        ButtonPressed(120_000, 2),
        TimePassed(700_000),
        ButtonReleased(800_000, 1),
        ButtonReleased(810_000, 2),
        ButtonPressed(2_000_000, 2),
    ]
    shown = []
    for event in events:
        game, _ = step(game, event)
        shown.append(view(game, 1))
    return shown


# --- counting ---


def test_the_same_plan_is_the_same_game() -> None:
    plan = Plan(2, Kind.EXTREME, "novice", seed=4, challenge=False)

    assert simulated(plan) == simulated(plan)
    assert simulated(plan) != simulated(replace(plan, seed=5))


def test_screens_and_a_journal_change_nothing_in_a_game(tmp_path: Path) -> None:
    plan = Plan(2, Kind.BLIND, "novice", seed=4)
    bare = played(plan, None, (), Journal(None), screens=False)

    assert played(plan, None, (), Journal(tmp_path / "games.sqlite")) == bare


def test_every_game_of_a_plan_has_a_seed_of_its_own() -> None:
    all_plans = list(plans(3, Kind.CLASSIC, ["novice", "expert"], [2, 4], seed=10))

    assert len(all_plans) == 12
    assert {(plan.skill, plan.seats, plan.seed) for plan in all_plans} == {
        (skill, seats, seed) for skill in ("novice", "expert") for seats in (2, 4) for seed in (10, 11, 12)
    }


def test_mistakes_per_level_counts_every_level_that_was_begun() -> None:
    assert Tally(levels=2, mistakes=6).mistakes_per_level == 2
    assert Tally(won=True, levels=12, mistakes=6).mistakes_per_level == 0.5
    assert Tally(won=True, won_challenge=True, levels=12, blind_levels=12, mistakes=6).mistakes_per_level == 0.25
    assert Tally(won=True, lost_challenge=True, levels=12, blind_levels=3, mistakes=8).mistakes_per_level == 0.5
    assert Tally().mistakes_per_level == 0
    assert Tally(won=True, lost_challenge=True, levels=12, mistakes=13).mistakes_per_level == 1


ENDS = {
    "victory": Tally(over=True, won=True),
    "total victory": Tally(over=True, won=True, won_challenge=True),
    "victory, then the blind challenge lost in level 5": Tally(
        over=True, won=True, lost_challenge=True, blind_levels=4, level_reached=5
    ),
    "defeat": Tally(over=True),
    "stopped": Tally(),
}


@pytest.mark.parametrize("verdict", ENDS)
def test_a_game_that_was_won_stays_won_whatever_came_of_the_challenge(verdict: str) -> None:
    assert f" (expert): {verdict}; " in summary(Plan(2, skill="expert"), ENDS[verdict])


def test_one_is_not_told_in_the_plural() -> None:
    told = summary(Plan(), Tally(levels=1, mistakes=1, stars_thrown=1, lives=1))
    assert "; 1 level completed, 1 mistake, 1 star thrown, 1 life left, " in told

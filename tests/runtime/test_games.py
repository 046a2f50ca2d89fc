"""Whole games of simulated players through bouncing mock pins: exported and replayed, they tell the same."""

from __future__ import annotations

from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.rules import Kind
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import Plan, played
from tests.runtime.desk import journalled, replayed

SEATS = (2, 3, 4)
TABLES = list(product(Kind, SEATS))
SEEDS = range(100, 104)
FEW = [
    Plan(2, Kind.CLASSIC, "expert", seed=0),
    Plan(3, Kind.CLASSIC, "novice", seed=1),
    Plan(4, Kind.CLASSIC, "normal", seed=2),
    Plan(2, Kind.BLIND, "normal", seed=3),
    Plan(4, Kind.BLIND, "novice", seed=4),
    Plan(2, Kind.EXTREME, "normal", seed=5),
    Plan(3, Kind.EXTREME, "novice", seed=6),
    Plan(4, Kind.EXTREME, "normal", seed=7),
]


def check(plan: Plan, path: Path) -> None:
    """Play a game, and hold its journal against a replay of its export."""
    tally = played(plan, None, (), Journal(path), screens=False)
    with closing(Journal(path, flush=False)) as journal:
        row = journal.games()[-1]
        told = journalled(journal, row.id)
        contacts = [news for news in journal.news(row.id) if isinstance(news, Contact)]

        assert tally.over
        assert row.ended == ("won" if tally.won else "lost")
        assert (row.kind, len(row.seats)) == (plan.kind, plan.seats)
        assert len(contacts) > len(told)
        assert not any(contact.made_up for contact in contacts)
        assert replayed(journal, row.id) == told


@pytest.mark.parametrize("plan", FEW, ids=lambda plan: f"{plan.kind.value}-{plan.seats}-{plan.skill}")
def test_a_game_that_was_played_replays_to_the_same_outcomes(plan: Plan, tmp_path: Path) -> None:
    check(plan, tmp_path / "games.sqlite")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seats"), TABLES, ids=lambda value: getattr(value, "value", str(value)))
def test_a_hundred_games_replay_to_the_same_outcomes(kind: Kind, seats: int, tmp_path: Path) -> None:
    """A hundred and eight over all tables, in one journal for each."""
    assert len(TABLES) * len(SKILLS) * len(SEEDS) >= 100
    for skill, seed in product(SKILLS, SEEDS):
        check(Plan(seats, kind, skill, seed), tmp_path / "games.sqlite")


def test_a_game_that_went_into_the_challenge_replays_too(tmp_path: Path) -> None:
    """Experts win the most; one of a few tables gets there."""
    for seed in range(10):
        check(Plan(4, Kind.CLASSIC, "expert", seed), tmp_path / "games.sqlite")
        with closing(Journal(tmp_path / "games.sqlite", flush=False)) as journal:
            row = journal.games()[-1]
            if "challenge_started" in {line["event"] for line in journalled(journal, row.id)}:
                assert row.ended == "won"
                return
    pytest.fail("ten tables of experts, and none of them won")

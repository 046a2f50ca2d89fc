"""Whole games of simulated players through bouncing mock pins: exported and replayed, they tell the same."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import DEALT, Kind
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.inputs.source import News, in_acting_order
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan, played
from tests.every_game import SEATS, WINNING_SEEDS, Cell, Extent, Way, plays
from tests.runtime.cuts import party_of
from tests.runtime.desk import Desk, config_of, journalled, replayed

TABLES = list(product(DEALT, SEATS))
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
    Plan(2, Kind.COMPANION_CLASSIC, "normal", seed=8),
    Plan(3, Kind.COMPANION_CLASSIC, "expert", seed=9),
    Plan(4, Kind.COMPANION_BLIND, "normal", seed=10),
    Plan(3, Kind.COMPANION_EXTREME, "novice", seed=11),
]


def check(plan: Plan, path: Path) -> None:
    """Play a game, and hold its journal against a replay of its export."""
    tally = played(plan, None, (), Journal(path), screens=False)
    with reading(path) as journal:
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


def plan_of(cell: Cell) -> Plan:
    """Novices lose and are done; whoever is to see the challenge has to win first."""
    kind, challenge = cell.game
    if challenge:
        return Plan(cell.seats, kind, "expert", WINNING_SEEDS[kind, cell.seats])
    return Plan(cell.seats, kind, "novice", seed=cell.seats, challenge=False)


@plays(Way.MOCK, Extent.WHOLE)
def test_every_game_is_played_on_mock_pins_from_the_lobby_to_its_end(cell: Cell, tmp_path: Path) -> None:
    """The same table of games is played in a real browser, see tests/browser/test_every_game.py."""
    file = tmp_path / "games.sqlite"
    tally = played(plan_of(cell), None, (), Journal(file), screens=False)
    assert tally.over
    assert tally.won == cell.game.challenge
    with reading(file) as journal:
        told = [line["event"] for line in journalled(journal, 1)]
        assert journal.game(1).ended == ("won" if tally.won else "lost")
        assert ("challenge_started" in told) == cell.game.challenge
        assert told[-1] in ("game_won", "game_lost")


@plays(Way.REPLAY, Extent.WHOLE)
def test_every_game_is_replayed_to_the_same_outcomes(cell: Cell, tmp_path: Path) -> None:
    check(plan_of(cell), tmp_path / "games.sqlite")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seats"), TABLES, ids=lambda value: getattr(value, "value", str(value)))
def test_a_hundred_games_replay_to_the_same_outcomes(kind: Kind, seats: int, tmp_path: Path) -> None:
    """A hundred and eight over all tables, in one journal for each."""
    assert len(TABLES) * len(SKILLS) * len(SEEDS) >= 100
    for skill, seed in product(SKILLS, SEEDS):
        check(Plan(seats, kind, skill, seed), tmp_path / "games.sqlite")


class Stalling:
    """Edges of mock pins that arrive late, now and then by far more than the console waits for."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self._desk = desk
        self._chance = random.Random(seed)
        self._take_all = desk.parts.mailbox.take_all
        self._arrivals: list[tuple[int, News]] = []
        desk.parts.mailbox.take_all = self.take_all  # type: ignore[method-assign]

    def take_all(self) -> list[News]:
        now_us = self._desk.clock.now_us()
        chance = self._chance
        for news in self._take_all():
            stall_us = chance.randrange(40_000) if chance.random() < 0.1 else chance.randrange(2_000)
            self._arrivals.append((max(now_us + stall_us, self._last_us), news))
        arrived = [news for at_us, news in self._arrivals if at_us <= now_us]
        self._arrivals = [(at_us, news) for at_us, news in self._arrivals if at_us > now_us]
        return in_acting_order(arrived)

    @property
    def _last_us(self) -> int:
        """One driver thread: nothing overtakes."""
        return self._arrivals[-1][0] if self._arrivals else 0

    def run_until_over(self) -> None:
        while self._desk.phase() not in (Phase.VICTORY, Phase.DEFEAT):
            self._desk.turn()
            loop_us = self._desk.parts.loop.due_us
            dues = [at_us for at_us, _ in self._arrivals] + ([] if loop_us is None else [loop_us])
            self._desk.clock.jump_to(min(dues))
        self._desk.turn()


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: str(kind.value))
def test_a_game_on_a_machine_that_stalls_replays_to_what_people_saw(kind: Kind) -> None:
    """Contacts that come too late count as now; the journal must tell of the game that was played, not of another."""
    for seed in range(3):
        desk = Desk(config=config_of(3, game=kind.value), party=party_of(kind, 3, "novice", seed))
        Stalling(desk, seed).run_until_over()
        [row] = desk.journal.games()

        assert desk.parts.console.late_contacts > 0
        assert replayed(desk.journal, row.id) == journalled(desk.journal, row.id)
        desk.close()

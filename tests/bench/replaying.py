"""How many whole games are replayed a second, and which layer takes which share of the time."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import Event
from mindbuzz.core.game import Game, new_console
from mindbuzz.runtime.export import export
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.outcome_lines import is_of_scenario, outcome_line
from mindbuzz.runtime.referee import Referee
from mindbuzz.runtime.replay import replay
from mindbuzz.runtime.resume import staged
from mindbuzz.runtime.scenario import Scenario, read_scenario
from mindbuzz.simulation import Plan, played
from tests.bench.row import Row

GAMES = 12
SEATS = 4
ROUNDS = 3


def exported_games() -> list[bytes]:
    """Whole 4-player games of experts, bounce and all, as scenario files."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        for seed in range(GAMES):
            played(Plan(SEATS, skill="expert", seed=seed, challenge=False), None, (), Journal(file), screens=False)
        journal = Journal(file)
        games = ["".join(f"{line}\n" for line in export(journal, row.id)).encode() for row in journal.games()]
        journal.close()
    return games


def rows() -> Iterator[Row]:
    games = exported_games()
    contacts = sum(game.count(b"\n") - 1 for game in games) / len(games)
    reading_s = _best(lambda: [read_scenario(game) for game in games])
    scenarios = [read_scenario(game) for game in games]
    staging_s = _best(lambda: [_staged(scenario) for scenario in scenarios])
    staged = [_staged(scenario) for scenario in scenarios]
    stepping_s = _best(lambda: [_stepped(scenario, events) for scenario, events in zip(scenarios, staged, strict=True)])
    whole_s = _best(lambda: [_printed(game) for game in games])
    writing_s = max(0.0, whole_s - reading_s - staging_s - stepping_s)
    shares = {"reading": reading_s, "contacts": staging_s, "core": stepping_s, "printing": writing_s}
    parts = ", ".join(f"{name} {seconds / whole_s:.0%}" for name, seconds in shares.items())
    yield Row(f"whole 4-player games replayed a second ({contacts:.0f} contacts each)", f"{len(games) / whole_s:.0f}")
    yield Row("of that time", parts)


def _staged(scenario: Scenario) -> list[Event]:
    stage = Stage(scenario.begun.seats, scenario.begun.settings)
    return [event for line in scenario.lines for event in staged(stage, line)]


def _stepped(scenario: Scenario, events: list[Event]) -> Game:
    referee = Referee(new_console(scenario.begun.seats, attended=False))
    referee.judge_all((scenario.begun, *events))
    return referee.game


def _printed(game: bytes) -> str:
    outcomes = replay(read_scenario(game))
    return "".join(f"{outcome_line(outcome)}\n" for outcome in outcomes if is_of_scenario(outcome))


def _best(work: object) -> float:
    assert callable(work)
    taken = []
    for _ in range(ROUNDS):
        began_s = time.process_time()
        work()
        taken.append(time.process_time() - began_s)
    return min(taken)

"""The log of a console: what an owner wants to know, and nothing that only a player may."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

import pytest

from mindbuzz.core import outcomes as told
from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.rules import Kind
from mindbuzz.outputs.log import ROWS, GameLog
from mindbuzz.runtime.journal import Journal
from tests.runtime.cuts import party_of
from tests.runtime.desk import Desk, config_of

SEED = 0x5EC2E7C0FFEE
QUIET = (told.GameStarted, told.GameWon, told.GameLost)


@pytest.fixture(params=[(Kind.CLASSIC, 4), (Kind.BLIND, 3), (Kind.EXTREME, 2)], ids=lambda param: param[0].value)
def played(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> tuple[Desk, list[logging.LogRecord]]:
    """A whole game, and everything that any of our modules said about it, even at its most talkative."""
    kind, seats = request.param
    journal = Journal(None)
    log = GameLog(lambda: journal.game_id)
    party = party_of(kind, seats, "novice", 3)
    with caplog.at_level(logging.DEBUG, "mindbuzz"):
        desk = Desk(
            journal, config=config_of(seats, game=kind.value), party=party, sinks=[log], seed=SEED, screens=True
        )
        desk.run_until_over()
        desk.close()
    return desk, list(caplog.records)


def said(outcomes: Iterable[Outcome], caplog: pytest.LogCaptureFixture) -> list[tuple[str, Any]]:
    """What the log says of them."""
    caplog.clear()
    with caplog.at_level(logging.DEBUG, "mindbuzz"):
        GameLog(lambda: 1).show({}, None, list(outcomes), 0)  # type: ignore[arg-type]
    return [(record.getMessage(), getattr(record, "fields", None)) for record in caplog.records]


def with_other_secrets(value: Any) -> Any:
    """The same with every card and every seed another one."""
    if isinstance(value, Card):
        return Card(value.pile, value.value % 50 + 1)
    if isinstance(value, dict):
        return {key: with_other_secrets(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        changed = [with_other_secrets(inner) for inner in value]
        return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)
    return value


def disguised(outcome: Outcome) -> Outcome:
    values = {field.name: with_other_secrets(getattr(outcome, field.name)) for field in fields(outcome)}
    if "seed" in values:
        values["seed"] = SEED + 1
    return replace(outcome, **values)


def test_a_whole_game_s_log_is_the_same_whatever_cards_were_played(
    played: tuple[Desk, list[logging.LogRecord]], caplog: pytest.LogCaptureFixture
) -> None:
    desk, _ = played
    outcomes = desk.witness.outcomes
    others = [disguised(outcome) for outcome in outcomes]

    assert sum(ours != theirs for ours, theirs in zip(outcomes, others, strict=True)) > 10
    lines = said(outcomes, caplog)
    assert len(lines) >= 5
    assert said(others, caplog) == lines


def test_no_seed_is_in_it(played: tuple[Desk, list[logging.LogRecord]]) -> None:
    _, records = played
    text = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in records)

    assert records
    for seed in (str(SEED), f"{SEED:x}", f"{SEED:X}"):
        assert seed not in text


def test_quiet_it_tells_how_a_game_begins_and_ends(
    played: tuple[Desk, list[logging.LogRecord]], caplog: pytest.LogCaptureFixture
) -> None:
    desk, _ = played
    loud = [record for record in played[1] if record.levelno > logging.DEBUG]

    assert 2 <= len(loud) <= 4
    assert {type(outcome) for outcome in desk.witness.outcomes if type(outcome) in QUIET} <= ROWS.keys()
    assert "begins" in loud[0].getMessage()


def test_every_line_of_a_game_carries_its_number_in_the_journal_and_no_other_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    number: int | None = 7
    log = GameLog(lambda: number)
    with caplog.at_level(logging.INFO, "mindbuzz"):
        log.show({}, None, [told.GameStarted(1, Kind.EXTREME, (1, 4), SEED)], 1)  # type: ignore[arg-type]
        number = None
        log.show({}, None, [told.GameAbandoned(2, 3)], 2)  # type: ignore[arg-type]
        log.show({}, None, [told.PauseCaused(3, "pod", (1,))], 3)  # type: ignore[arg-type]
        number = 8
        log.show({}, None, [told.GameStarted(4, Kind.CLASSIC, (1, 4), SEED)], 4)  # type: ignore[arg-type]

    assert [record.__dict__["fields"] for record in caplog.records] == [
        {"GAME": 7, "KIND": "extreme", "SEAT": "1 4"},
        {"GAME": 7, "LEVEL": 3},
        {"SOURCE": "pod", "SEAT": "1"},
        {"GAME": 8, "KIND": "classic", "SEAT": "1 4"},
    ]

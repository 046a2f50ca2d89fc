"""What the tests of the rules share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mindbuzz.core.phases import Trigger
from mindbuzz.core.turn import Turn
from tests.table import laid_tables

MOST_PHASES_A_STEP = 20


@pytest.fixture(autouse=True)
def _no_step_goes_round_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that changes the phase again and again would never end; let it fail instead."""
    go = Turn.go
    changes: list[Turn] = []

    def counted(turn: Turn, trigger: Trigger, at_us: int, **others: Any) -> None:
        if changes and changes[-1] is not turn:
            changes.clear()
        changes.append(turn)
        assert len(changes) <= MOST_PHASES_A_STEP, f"{turn.game.phase.value}, {trigger.value}, and so on for ever"
        go(turn, trigger, at_us, **others)

    monkeypatch.setattr(Turn, "go", counted)


@pytest.fixture(autouse=True)
def _everybody_goes_away_in_the_end(_no_step_goes_round_in_circles: None) -> Iterator[None]:
    """Leave every table of a test for five minutes, so that a timer that was left over shows."""
    laid_tables.clear()
    yield
    tables = list(laid_tables)
    laid_tables.clear()
    for table in tables:
        table.leave_for_five_minutes()

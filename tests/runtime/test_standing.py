"""Records count what stands: the outcomes of a game without what was taken back."""

from __future__ import annotations

import pytest
from hypothesis import given

from mindbuzz.core.companion.outcomes import MistakeCounted, StarSpent, Undone
from mindbuzz.core.outcomes import LevelCompleted
from mindbuzz.core.rules import PLAYED_BESIDE
from mindbuzz.runtime.outcome_lines import outcome_fields
from mindbuzz.runtime.standing import Line, standing
from tests.games import HANDS_NAMES, Run, runs
from tests.table import RealCards


def events(lines: list[Line]) -> list[str]:
    return [line["event"] for line in lines]


def stands(table: RealCards) -> list[str]:
    counted = ("mistake", "star_thrown", "level_completed", "game_won", "game_lost")
    return [event for event in events(standing(map(outcome_fields, table.outcomes))) if event in counted]


def test_a_mistake_that_was_the_end_goes_with_it() -> None:
    table = RealCards(lives=1)
    table.make_mistake()
    assert stands(table) == ["mistake", "game_lost"]

    table.take_back()
    assert stands(table) == []


@pytest.mark.parametrize("errors", [0, 2])
def test_a_level_that_was_taken_back_takes_its_guide_along(errors: int) -> None:
    table = RealCards("blind", lives=5)
    table.finish_level(errors=errors)
    table.take_back()

    assert stands(table) == []
    assert events(standing(map(outcome_fields, table.outcomes)))[-1] in ("check_started", "error_counted")


@given(runs(attended=False, kinds=tuple(PLAYED_BESIDE), names=HANDS_NAMES + ("hold_alone",) * 4))
def test_as_many_actions_stand_as_the_game_can_take_back(run: Run) -> None:
    lines = standing(outcome_fields(outcome) for outcome in run.outcomes)
    actions = [event for event in events(lines) if event in ("mistake", "star_thrown", "level_completed")]
    told = [outcome for outcome in run.outcomes if isinstance(outcome, MistakeCounted | StarSpent | LevelCompleted)]
    undone = sum(isinstance(outcome, Undone) for outcome in run.outcomes)

    assert len(told) - undone <= len(actions) <= len(told)
    if events(lines).count("game_started") == 1:
        lost_in_check = sum(
            event == "game_lost" and before != "mistake"
            for before, event in zip(["", *events(lines)], events(lines), strict=False)
        )
        assert len(run.game.ledger.entries) == len(actions) + lost_in_check

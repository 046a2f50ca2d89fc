"""What every day has counted is ready when somebody looks, and counting holds up no game, however long it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindbuzz.core.phases import Phase
from mindbuzz.runtime import day_tally
from mindbuzz.runtime.day_tally import DayTally
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.rows import DayRow
from tests.runtime.careful import play_on
from tests.runtime.desk import Desk
from tests.waiting import wait_until


def counts(rows: list[DayRow]) -> tuple[int, int]:
    """Games that began, and that have ended."""
    return sum(row.started for row in rows), sum(row.won + row.lost + row.abandoned for row in rows)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[Desk, DayTally]]:
    path = tmp_path / "games.sqlite"
    counted = DayTally(path)
    made = Desk(Journal(path), sinks=[counted])
    yield made, counted
    made.close()


def finish(desk: Desk) -> None:
    for _ in play_on(desk):
        continue


def leave(desk: Desk) -> None:
    desk.wait_ms(4_200)
    desk.tap(1)
    assert desk.phase() is Phase.LOBBY


def test_a_game_is_counted_when_it_begins_and_when_it_has_ended(desk: tuple[Desk, DayTally]) -> None:
    console, counted = desk
    console.begin()
    wait_until(lambda: counts(counted.rows) == (1, 0))
    finish(console)
    leave(console)
    wait_until(lambda: counts(counted.rows) == (1, 1))
    counted.forget()
    assert counted.rows == []


def test_counting_that_takes_for_ever_holds_up_no_game(
    desk: tuple[Desk, DayTally], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything here happens on the game's thread, while the tally's stands still."""
    console, counted = desk
    count: Callable[[Path], list[DayRow]] = day_tally._days
    began, goes_on = threading.Event(), threading.Event()

    def for_ever(path: Path) -> list[DayRow]:
        began.set()
        goes_on.wait(20)
        return count(path)

    monkeypatch.setattr(day_tally, "_days", for_ever)
    console.begin()
    assert began.wait(20)
    finish(console)
    leave(console)
    assert counted.rows == []
    goes_on.set()
    wait_until(lambda: counts(counted.rows) == (1, 1))

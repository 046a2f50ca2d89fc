"""What every day has counted: by whom nobody knows, pruned games included, and gone when it is forgotten."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, fields
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.cli import main
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.history.days import CSV_HEAD, by_day, days_csv, days_json, summed
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.rows import DayRow
from mindbuzz.runtime.storage.database import opened
from mindbuzz.runtime.storage.pruning import MOST_DAYS, prune
from mindbuzz.runtime.storage.rescue import opened_or_rescued
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from tests.zone import living_in

MINUTE_US = 60_000_000
GAMES = (
    ("2026-01-30T20:15:00+00:00", Kind.CLASSIC, "won", 21),
    ("2026-01-30T21:15:00+00:00", Kind.CLASSIC, "lost", 7),
    ("2026-01-30T22:30:00+00:00", Kind.EXTREME, "abandoned", 3),
    ("2026-01-30T23:30:00+00:00", Kind.COMPANION_BLIND, "won", 30),
    ("2026-02-01T10:00:00+00:00", Kind.CLASSIC, None, 5),
)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where the last game of the evening is one of the next day."""
    with living_in("Europe/Berlin", monkeypatch):
        yield


def kept(file: Path) -> Journal:
    """A journal of GAMES, each as long as it says."""
    journal = Journal(file)
    for began_at, kind, ended, minutes in GAMES:
        began_us = 1_000_000
        journal.begin_game(began_us, began_at, kind, (1, 2), 7, Settings(), 0, ())
        journal._write(
            "INSERT INTO outcomes (game_id, at_us, decided_us, event, line) VALUES (?, ?, ?, 'x', '{}')",
            journal.game_id,
            began_us + minutes * MINUTE_US,
            0,
        )
        if ended is not None:
            journal.end_game(ended)
            journal.leave_game()
    journal.commit()
    return journal


@pytest.fixture
def file(tmp_path: Path, berlin: None) -> Path:
    kept(tmp_path / "games.sqlite").close()
    return tmp_path / "games.sqlite"


def days_of(file: Path) -> list[DayRow]:
    with reading(file) as journal:
        return journal.days()


def test_games_are_counted_by_local_day_and_kind(file: Path) -> None:
    assert days_of(file) == [
        DayRow("2026-01-30", "classic", 2, 1, 1, 0, 28 * MINUTE_US),
        DayRow("2026-01-30", "extreme", 1, 0, 0, 1, 3 * MINUTE_US),
        DayRow("2026-01-31", "companion-blind", 1, 1, 0, 0, 30 * MINUTE_US),
        DayRow("2026-02-01", "classic", 1, 0, 0, 0, 5 * MINUTE_US),
    ]


def test_pruned_games_stay_counted(file: Path) -> None:
    before = days_of(file)
    with closing(opened(file)) as db:
        assert prune(db, 1) == len(GAMES) - 1
        assert [row["kind"] for row in db.execute("SELECT kind FROM games")] == ["classic"]
    assert days_of(file) == before


def test_counts_do_not_grow_for_ever(file: Path) -> None:
    with closing(opened(file)) as db:
        for day in range(MOST_DAYS + 30):
            db.execute(f"INSERT INTO pruned_days VALUES (date('2020-01-01', '+{day} days'), 'classic', 1, 0, 0, 0, 0)")
        prune(db, 1)
        days = [row["day"] for row in db.execute("SELECT DISTINCT day FROM pruned_days ORDER BY day")]
    assert len(days) == MOST_DAYS
    assert days[0] > "2020-01-30"
    assert days[-1] == "2026-01-31"


def test_all_of_it_is_forgotten_but_the_game_that_goes_on(file: Path) -> None:
    with closing(opened(file)) as db:
        prune(db, 1)
    journal = Journal(file)
    journal.continue_game(len(GAMES))
    journal.forget_ended()
    journal.close()
    assert [(row.day, row.started) for row in days_of(file)] == [("2026-02-01", 1)]

    journal = Journal(file)
    journal.abandon_games()
    journal.forget_ended()
    journal.close()
    assert days_of(file) == []


def test_a_damaged_journal_s_days_are_saved(file: Path) -> None:
    with closing(opened(file)) as db:
        prune(db, 1)
        before = [tuple(row) for row in db.execute("SELECT * FROM pruned_days ORDER BY day, kind")]
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'presses'").fetchone()[0]
        page_bytes = db.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(file.read_bytes())
    content[(root - 1) * page_bytes : root * page_bytes] = b"\xff" * page_bytes
    file.write_bytes(content)

    db, rescue = opened_or_rescued(file)
    with closing(db):
        assert rescue is not None
        assert [tuple(row) for row in db.execute("SELECT * FROM pruned_days ORDER BY day, kind")] == before


def test_a_wall_clock_that_says_nothing_hides_no_game(file: Path) -> None:
    with closing(opened(file)) as db:
        db.execute("UPDATE games SET began_at = 'soon' WHERE id = 3")
    assert ("unknown", 1) in [(row.day, row.started) for row in days_of(file)]


def test_what_is_counted_tells_of_no_seat_no_card_and_no_hour() -> None:
    """A new column has to be thought about."""
    assert [field.name for field in fields(DayRow)] == [
        "day", "kind", "started", "won", "lost", "abandoned", "played_us",
    ]  # fmt: skip


ROWS = st.builds(
    DayRow,
    st.dates().map(str),
    st.sampled_from(Kind).map(lambda kind: kind.value),
    *[st.integers(0, 1000)] * 4,
    st.integers(0, 10**12),
)


@given(st.lists(ROWS, unique_by=lambda row: (row.day, row.kind)))
def test_the_total_is_the_sum_of_its_days_and_the_sum_of_its_kinds(rows: list[DayRow]) -> None:
    rows.sort(key=lambda row: (row.day, row.kind))
    total, days = summed(rows), by_day(rows).values()

    assert total.started == sum(day.started for day in days)
    assert total.ended == sum(day.ended for day in days) == sum(total.kinds.values())
    assert total.played_us == sum(day.played_us for day in days)
    assert (total.won, total.lost) == (sum(day.won for day in days), sum(day.lost for day in days))


def test_files_say_what_the_rows_say(file: Path) -> None:
    rows = days_of(file)
    head, *lines = csv.reader(StringIO(days_csv(rows)))
    assert tuple(head) == CSV_HEAD
    assert lines[0] == ["2026-01-30", "classic", "2", "1", "1", "0", "28.0"]
    assert [{**asdict(row), "played_us": None} for row in rows] == [
        {**{name: value for name, value in day.items() if name != "played_min"}, "played_us": None}
        for day in json.loads(days_json(rows))
    ]


def run(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def test_the_command_prints_a_line_for_each_day_and_a_total(file: Path) -> None:
    status, text = run("history", "--days", "--file", file)
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines()}
    assert status == 0
    assert lines["2026-01-30"] == ["3", "3", "1", "1", "1", "31", "2", "classic,", "1", "extreme"]
    assert lines["2026-02-01"] == ["1", "0", "0", "0", "0", "5", "–"], "it goes on"
    assert lines["total"][:6] == ["5", "4", "2", "1", "1", "66"]
    assert run("history", "--days", "--file", file, "--export", "csv") == (0, days_csv(days_of(file)))


def test_days_are_about_all_games(file: Path) -> None:
    status, text = run("history", "1", "--days", "--file", file)
    assert status == 2
    assert "leave out the number" in text


def test_no_games_no_days(tmp_path: Path) -> None:
    Journal(tmp_path / "games.sqlite").close()
    assert run("history", "--days", "--file", tmp_path / "games.sqlite") == (0, "no games yet\n")


def test_a_played_game_is_counted_with_its_minutes(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    watch_game(Plan(2, Kind.CLASSIC, "novice", 3), None, file)
    [day] = days_of(file)
    assert (day.kind, day.started, day.won + day.lost) == ("classic", 1, 1)
    with reading(file) as journal:
        [game] = journal.games()
        assert day.played_us == journal.outcomes(1)[-1]["at_us"] - game.began_us > 2 * MINUTE_US

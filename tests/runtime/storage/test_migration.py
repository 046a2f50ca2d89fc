"""From every version of the journal to this one: nothing lost, all steps or none, and nothing newer is touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.errors import JournalError
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.storage.database import Damaged, opened, rows_of_game
from mindbuzz.runtime.storage.schema import MIGRATIONS, SCHEMA_VERSION, TABLES
from mindbuzz.simulation import Plan, played
from tests.runtime.desk import Desk, config_of, journalled, replayed


def of_version(file: Path, version: int) -> list[str]:
    """A journal as that version left it, with a game in it; what came of that game."""
    played(Plan(2, Kind.CLASSIC, "novice", 1, challenge=False), None, (), Journal(file), screens=False)
    old = file.with_name("old")
    with closing(opened(old, migrations=MIGRATIONS[:version])) as db, closing(sqlite3.connect(file)) as new:
        new.row_factory = sqlite3.Row
        for table in TABLES:
            known = {row["name"] for row in db.execute(f"PRAGMA table_info({table})")}
            for columns, values in rows_of_game(new, table, 1) if known else ():
                kept = [(name, value) for name, value in zip(columns, values, strict=True) if name in known]
                names = ", ".join(name for name, _ in kept)
                places = ", ".join("?" * len(kept))
                db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", [value for _, value in kept])
    old.replace(file)
    with reading(file) as records:
        return list(records.outcome_lines(1))


def version_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_a_journal_of_any_version_is_brought_to_this_one_and_played_on(version: int, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    lines = of_version(file, version)
    desk = Desk(Journal(file, alone=True, insist=True), config=config_of(2))
    desk.begin()
    assert desk.journal.game_id == 2
    desk.close()

    assert version_of(file) == SCHEMA_VERSION
    with reading(file) as records:
        assert list(records.outcome_lines(1)) == lines
        assert replayed(records, 1) == journalled(records, 1)


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_reading_an_old_journal_leaves_it_old(version: int, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    lines = of_version(file, version)

    assert lines
    assert version_of(file) == version


def test_a_new_journal_is_what_an_old_one_becomes(tmp_path: Path) -> None:
    """One way to every version: tables, views and indexes are the same."""

    def shape(file: Path) -> list[tuple[str, str]]:
        with closing(sqlite3.connect(file)) as db:
            return list(db.execute("SELECT name, sql FROM sqlite_master ORDER BY name"))

    of_version(tmp_path / "old.sqlite", 1)
    opened(tmp_path / "old.sqlite").close()
    opened(tmp_path / "new.sqlite").close()
    assert shape(tmp_path / "old.sqlite") == shape(tmp_path / "new.sqlite")


def test_a_step_that_fails_half_way_leaves_the_version_before(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    lines = of_version(file, SCHEMA_VERSION)
    steps = (*MIGRATIONS, "CREATE TABLE extra (id); DROP TABLE contacts;", "CREATE TABLE games (id);")
    with pytest.raises((sqlite3.OperationalError, Damaged)):
        opened(file, migrations=steps)

    assert version_of(file) == SCHEMA_VERSION
    with reading(file) as records:
        assert list(records.outcome_lines(1)) == lines
        assert records.news(1)
        assert records._db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'extra'").fetchone()[0] == 0


def test_one_of_a_newer_version_is_refused_by_every_way_in(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    opened(file, migrations=(*MIGRATIONS, "CREATE TABLE news (id);")).close()
    before = file.read_bytes()
    refused = f"is of version {SCHEMA_VERSION + 1}; .* update it$"
    for insist in (False, True):
        with pytest.raises(JournalError, match=refused):
            Journal(file, alone=True, insist=insist)
    with pytest.raises(JournalError, match=refused), reading(file):
        pass

    assert file.read_bytes() == before


def test_people_can_ask_for_levels_mistakes_and_stars(tmp_path: Path) -> None:
    """With nothing but sqlite3; also of games that an older version kept."""
    file = tmp_path / "games.sqlite"
    of_version(file, 1)
    opened(file).close()
    with closing(sqlite3.connect(file)) as db, reading(file) as records:
        outcomes = records.outcomes(1)
        levels = db.execute("SELECT level, took_us, mistakes FROM levels WHERE game_id = 1").fetchall()
        assert [level for level, _, _ in levels] == [
            line["level"] for line in outcomes if line["event"] == "level_dealt"
        ]
        assert sum(mistakes for _, _, mistakes in levels) == sum(line["event"] == "mistake" for line in outcomes)
        assert all(took_us > 0 for _, took_us, _ in levels[:-1])
        lives = [left for (left,) in db.execute("SELECT lives FROM mistakes WHERE game_id = 1")]
        assert lives == [line["lives"] for line in outcomes if line["event"] == "mistake"]
        thrown = db.execute("SELECT count(*) FROM stars WHERE became = 'thrown'").fetchone()[0]
        assert thrown == sum(line["event"] == "star_thrown" for line in outcomes)

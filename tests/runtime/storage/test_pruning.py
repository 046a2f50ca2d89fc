"""The journal stays small: the oldest games go, never the one that goes on, nor one that may go on tomorrow."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.storage.pruning import ROOM, prune, used_bytes
from mindbuzz.runtime.storage.schema import TABLES
from mindbuzz.simulation import Plan, played
from tests.runtime.desk import Desk, config_of, journalled, replayed

MEGABYTE = 1_000_000
GAMES = 6


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of six games, and one that was cut off."""
    file = tmp_path_factory.mktemp("evening") / "games.sqlite"
    for seed in range(GAMES):
        played(Plan(2, Kind.CLASSIC, "expert", seed, challenge=False), None, (), Journal(file), screens=False)
    desk = Desk(Journal(file), config=config_of(2))
    desk.begin()
    desk.close()
    return file.read_bytes()


@pytest.fixture
def file(evening: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite"
    file.write_bytes(evening)
    return file


def connected(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


def test_enough_room_and_nothing_goes(file: Path) -> None:
    with closing(connected(file)) as db:
        assert prune(db, used_bytes(db)) == 0
        assert len(db.execute("SELECT * FROM games").fetchall()) == GAMES + 1


def test_the_oldest_go_first_and_leave_nothing_behind(file: Path) -> None:
    with closing(connected(file)) as db:
        most = round(used_bytes(db) * 0.7)
        gone = prune(db, most)
        left = [row["id"] for row in db.execute("SELECT id FROM games ORDER BY id")]
        assert 0 < gone < GAMES
        assert left == list(range(gone + 1, GAMES + 2))
        assert used_bytes(db) <= most
        for table in TABLES[1:]:
            strays = f"SELECT count(*) FROM {table} WHERE game_id NOT IN (SELECT id FROM games)"
            assert db.execute(strays).fetchone()[0] == 0
    assert file.stat().st_size <= most
    with reading(file) as records:
        for game_id in left[:-1]:
            assert replayed(records, game_id) == journalled(records, game_id)


def test_the_game_that_may_go_on_stays_however_little_room_there_is(file: Path) -> None:
    with closing(connected(file)) as db:
        assert prune(db, 1) == GAMES
        assert [row["ended"] for row in db.execute("SELECT ended FROM games")] == [None]
    desk = Desk(Journal(file), config=config_of(2))
    assert desk.game.table is not None
    desk.close()


def test_a_finished_newest_game_stays_too(file: Path) -> None:
    """Its players may look at it right now."""
    with closing(connected(file)) as db:
        db.execute("UPDATE games SET ended = 'lost' WHERE ended IS NULL")
        prune(db, 1)
        assert [row["id"] for row in db.execute("SELECT id FROM games")] == [GAMES + 1]


def test_presses_between_games_do_not_fill_it_either(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    desk = Desk(Journal(file), config=config_of(2))
    for _ in range(60):
        desk.tap(1)
    desk.close()
    with closing(connected(file)) as db:
        prune(db, 1)
        assert 0 < db.execute("SELECT count(*) FROM presses").fetchone()[0] <= 31


def test_the_console_prunes_by_itself_between_games(file: Path) -> None:
    most_mb = len(file.read_bytes()) / MEGABYTE
    for seed in range(3):
        played(
            Plan(2, Kind.CLASSIC, "expert", seed + 50, challenge=False),
            None,
            (),
            Journal(file, most_mb=most_mb),
            screens=False,
        )
    with reading(file) as records:
        ids = [row.id for row in records.games()]
        assert ids[-1] >= GAMES + 2
        assert ids[0] > 1
        assert replayed(records, ids[-1]) == journalled(records, ids[-1])
    assert file.stat().st_size <= most_mb * MEGABYTE * (1 + ROOM / 2)

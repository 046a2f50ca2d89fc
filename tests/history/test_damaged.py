"""One damaged row hides one game, and no other."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.history.reading import records
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game

DAMAGES = {
    "an outcome": "UPDATE outcomes SET line = substr(line, 2) WHERE event = 'level_dealt' AND game_id = 2",
    "a level": "UPDATE outcomes SET line = replace(line, 'card\"', 'carp\"') WHERE game_id = 2",
    "the kind": "UPDATE games SET kind = 'x' WHERE id = 2",
    "the settings": "UPDATE games SET settings = '{}' WHERE id = 2",
    "the seed": "UPDATE games SET seed = 'zz' WHERE id = 2",
    "the seats": "UPDATE games SET seats = '[1' WHERE id = 2",
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games that were played."""
    file = tmp_path_factory.mktemp("damaged") / "games.sqlite"
    for seed in (3, 4, 5):
        watch_game(Plan(2, Kind.CLASSIC, "novice", seed), None, file)
    return file


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_the_other_games_can_be_read(file: Path, tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    copy = tmp_path / file.name
    copy.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(damage)

    with reading(copy) as journal:
        assert [record.number for record in records(journal)] == [1, 3]
        journal.last_kind()
    assert "game 2" in caplog.text

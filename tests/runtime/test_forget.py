"""Forgetting: games that are over are gone, from the file and from every file that was set aside."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.aside import Aside, aside_name, free_name
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.runtime.ended import WON
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.storage import database, writer
from mindbuzz.runtime.storage.database import read_only
from mindbuzz.runtime.storage.rescue import set_aside
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from tests.waiting import wait_until

SEED = 0xFEEDFACE_CAFEBEEF_12345678_90ABCDEF


def played(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    watch_game(Plan(2, Kind.CLASSIC, "novice", 3), None, path)
    return path


def test_games_that_are_over_are_gone_and_so_is_what_was_set_aside(tmp_path: Path) -> None:
    path = played(tmp_path)
    for why in (*Aside, Aside.DAMAGED):
        free_name(path, why).write_bytes(path.read_bytes())
    aside_name(path, Aside.BEFORE, "0.1.0").write_bytes(path.read_bytes())
    other = tmp_path / "holiday.before-1.sqlite"
    other.touch()
    journal = Journal(path)
    seed = f"{journal.games()[0].seed:032x}".encode()
    journal.forget_ended()
    assert journal.games() == []
    journal.close()
    assert sorted(tmp_path.glob("*.sqlite")) == [path, other]
    assert seed not in path.read_bytes()


@pytest.mark.parametrize("reads_on", [False, True], ids=["alone", "while somebody reads"])
def test_a_console_that_runs_on_has_nothing_of_them_in_any_file(
    reads_on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the write-ahead log either, where the pages of before lie until they are written over."""
    monkeypatch.setattr(writer, "RETRY_S", 0.01)
    monkeypatch.setattr(database, "BUSY_S", 0.01)
    path = played(tmp_path)
    journal = Journal(path)
    journal.begin_game(0, "2026-01-01T00:00:00+00:00", Kind.CLASSIC, (1, 2), SEED, DEFAULTS, 0, ())
    journal.end_game(WON)
    journal.leave_game()
    journal.commit()
    with closing(read_only(path)) as reader:
        if reads_on:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM games").fetchone()
        journal.forget_ended()
        assert journal.games() == []
    wait_until(lambda: not any(f"{SEED:032x}".encode() in file.read_bytes() for file in tmp_path.iterdir()))
    journal.close()


def test_names_of_files_set_aside_are_known(tmp_path: Path) -> None:
    path = played(tmp_path)
    aside = set_aside(path)
    Journal(path).forget_ended()
    assert not aside.exists()


def test_a_journal_in_memory_has_nothing_beside_it() -> None:
    journal = Journal(None)
    journal.forget_ended()
    assert journal.games() == []

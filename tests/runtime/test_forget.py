"""Forgetting: games that are over are gone, from the file and from every file that was set aside."""

from __future__ import annotations

from pathlib import Path

from mindbuzz.aside import Aside, aside_name, free_name
from mindbuzz.core.rules import Kind
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.storage.rescue import set_aside
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game


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


def test_names_of_files_set_aside_are_known(tmp_path: Path) -> None:
    path = played(tmp_path)
    aside = set_aside(path)
    Journal(path).forget_ended()
    assert not aside.exists()


def test_a_journal_in_memory_has_nothing_beside_it() -> None:
    journal = Journal(None)
    journal.forget_ended()
    assert journal.games() == []

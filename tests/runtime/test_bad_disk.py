"""A disk that is full, a journal that somebody else writes: the game goes on, or one line says what is the matter."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindbuzz.errors import JournalError
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import Plan, played

PLAN = Plan(seats=2, skill="expert", seed=7, challenge=False)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system with room for a journal's schema and not for a game."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system takes root")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_a_full_disk_does_not_end_the_game(small_disk: Path) -> None:
    journal = Journal(small_disk / "games.sqlite")
    tally = played(PLAN, None, (), journal, screens=False)

    assert tally.over
    assert journal.trouble is not None
    assert "full" in journal.trouble


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    first = Journal(tmp_path / "games.sqlite", alone=True)
    with pytest.raises(JournalError, match="in use by another console"):
        Journal(tmp_path / "games.sqlite", alone=True)
    first.close()
    Journal(tmp_path / "games.sqlite", alone=True).close()

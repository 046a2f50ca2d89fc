"""The journal on the way to another release and back: two that know different tables, each a program of its own.

tests/appliance/test_life.py does the same with the whole service.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.appliance import journal
from mindbuzz.appliance.journal import JournalReady
from mindbuzz.appliance.release import STAMP, Release, system_python
from mindbuzz.appliance.step import carry_out, preview
from mindbuzz.aside import Aside, set_aside_for
from mindbuzz.core.rules import Kind
from mindbuzz.errors import InstallError
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from tests.appliance.releases import change_the_tables, copy_of_the_project
from tools.project_files import ROOT

pytestmark = pytest.mark.slow


class House:
    """A machine with a state folder, and an old and a new release that are installed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.state = folder / "state"
        self.state.mkdir()
        self.file = self.state / "mindbuzz.sqlite"
        monkeypatch.setattr(journal, "STATE", self.state)
        monkeypatch.setattr(journal, "stop", lambda: None)
        monkeypatch.setattr("mindbuzz.appliance.release.HOME", folder / "opt")
        clone = copy_of_the_project(folder / "clone", "9.0.0")
        change_the_tables(clone)
        self.old = self.installed(folder, "0.1.0-old", ROOT)
        self.new = self.installed(folder, "9.0.0-new", clone)

    def installed(self, folder: Path, name: str, clone: Path) -> Release:
        release = Release(name)
        release.program.parent.mkdir(parents=True)
        for program, words in ((release.program, "-m mindbuzz"), (release.python, "")):
            program.write_text(f'#!/bin/sh\nPYTHONPATH={clone}/console exec {sys.executable} {words} "$@"\n')
            program.chmod(0o755)
        (release.folder / STAMP).write_text(f'{{"python": "{system_python()}"}}', encoding="utf-8")
        return release

    def switch(self, release: Release) -> None:
        """As an installation does; then its console has run."""
        steps = [JournalReady(release)]
        preview(steps)
        carry_out(steps)
        assert carry_out(steps) == 0
        self.play(release)

    def play(self, release: Release) -> None:
        """One more game."""
        words = ["play", "--watch", "--speed", "max", "--seats", "2", "--seed", "5", "--skill", "novice"]
        subprocess.run([release.program, *words, "--journal", self.file], check=True, capture_output=True)

    def games(self, file: Path | None = None) -> int:
        with closing(sqlite3.connect(file or self.file)) as db:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])

    def version(self) -> int:
        with closing(sqlite3.connect(self.file)) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    return House(tmp_path, monkeypatch)


def test_there_and_back_and_there_again_no_game_is_lost(house: House) -> None:
    watch_game(Plan(2, Kind.CLASSIC, "novice", 3), None, house.file)
    before = house.version()
    house.switch(house.old)
    assert list(set_aside_for(house.file, *Aside)) == []

    house.switch(house.new)
    assert (house.version(), house.games()) == (before + 1, 3)
    refused = subprocess.run(
        [house.old.program, "journal", "--file", house.file, "list"], capture_output=True, text=True, check=False
    )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith(f"is of version {before + 1}; this mindbuzz knows {before}: update it\n")

    house.switch(house.old)
    assert (house.version(), house.games()) == (before, 3), "two from before the update, and one since"
    assert house.games(house.state / "mindbuzz.newer-1.sqlite") == 3

    house.switch(house.new)
    house.switch(house.old)
    assert (house.version(), house.games()) == (before, 4), "what was played after the first rollback is there, too"
    assert house.games(house.state / "mindbuzz.newer-2.sqlite") == 4


def test_without_a_copy_there_is_no_way_back_and_nothing_is_touched(house: House) -> None:
    house.play(house.new)
    content = house.file.read_bytes()
    with pytest.raises(InstallError, match="journal: it is from a newer mindbuzz than this release; update instead"):
        carry_out([JournalReady(house.old)])
    assert house.file.read_bytes() == content


def test_what_is_forgotten_is_gone_from_these_copies_too(house: House) -> None:
    house.play(house.old)
    house.switch(house.new)
    house.switch(house.old)
    assert all(list(set_aside_for(house.file, why)) for why in (Aside.BEFORE, Aside.NEWER))
    with closing(Journal(house.file)) as kept:
        kept.forget_ended()

    assert list(set_aside_for(house.file, *Aside)) == []

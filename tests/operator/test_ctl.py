"""`mindbuzz ctl` against a real console: its own process, mock pins, a real socket."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from tests.waiting import wait_until

CONFIG = """\
pin_factory = "mock"
display_driver = "dummy"
staff_file = ""
journal = "games.sqlite"
"""
MINDBUZZ = (sys.executable, "-m", "mindbuzz")


class House:
    """A console that runs in `folder`, with one game in its journal that is over."""

    def __init__(self, folder: Path, session: Mapping[str, str] | None = None) -> None:
        self._environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            **({"XDG_RUNTIME_DIR": str(folder)} if session is None else session),
            "STATE_DIRECTORY": str(folder),
            "HOME": str(folder),
        }
        self.journal = folder / "games.sqlite"
        self.own = folder / "mindbuzz-settings.txt"
        watch_game(Plan(2, Kind.CLASSIC, "novice", 3), None, self.journal)
        file = folder / "mindbuzz.toml"
        file.write_text(CONFIG, encoding="utf-8")
        self._process = subprocess.Popen(
            [*MINDBUZZ, "run", "--config", str(file)],
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
            cwd=folder,
        )
        self.wait_until_it_runs()

    def wait_until_it_runs(self) -> None:
        """The line that a console says when everything is there; also after it was put together anew."""
        assert self._process.stdout is not None
        assert self._process.stdout.readline().startswith("mindbuzz ")

    @property
    def pid(self) -> int:
        return self._process.pid

    def asked(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*MINDBUZZ, *words], capture_output=True, text=True, env=self._environment, check=False)

    def ctl(self, *words: str) -> tuple[int, str]:
        done = self.asked("ctl", *words)
        return done.returncode, done.stdout + done.stderr

    def games(self) -> int:
        with reading(self.journal) as journal:
            return len(journal.games())

    def wait_until_forgotten(self) -> None:
        """The journal is written beside the game, a moment later."""
        wait_until(lambda: not self.games())

    def close(self) -> int:
        self._process.terminate()
        status = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    assert house.close() == 0


@pytest.mark.slow
def test_an_operator_s_evening(house: House) -> None:
    status, shown = house.ctl("show")
    assert status == 0
    assert "language" in shown
    assert "(default)" in shown

    assert house.ctl("set", "language", "DE") == (0, "language = DE; it holds now\n")
    house.wait_until_it_runs()
    assert f"= de  ({house.own}, line 2)" in house.ctl("show")[1]

    assert house.ctl("set", "language", "tlh")[0] == 2
    assert house.ctl("end-game") == (0, "no game goes on\n")
    told = "no power-off: the console does not run as a service here; switch the machine itself off\n"
    assert house.ctl("power-off") == (2, told)

    assert house.games() == 1
    status, counted = house.ctl("days")
    assert status == 0
    assert counted.splitlines()[-1].split()[:2] == ["total", "1"]
    assert house.ctl("forget", "--yes") == (0, "all games that are over are forgotten, and what was counted\n")
    house.wait_until_forgotten()
    assert house.ctl("days") == (0, "no games yet\n")

    assert house.ctl("reset")[0] == 0
    house.wait_until_it_runs()
    assert not house.own.exists()


def test_without_a_console_it_says_so_in_one_line(tmp_path: Path) -> None:
    words = [*MINDBUZZ, "ctl", "--socket", str(tmp_path / "control.sock"), "show"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_who_wants_to_forget_is_asked_only_if_a_console_would_hear_the_answer(tmp_path: Path) -> None:
    words = [*MINDBUZZ, "ctl", "--socket", str(tmp_path / "control.sock"), "forget"]
    done = subprocess.run(words, capture_output=True, text=True, input="y\n", check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert "no console answers" in done.stderr


@pytest.mark.slow
def test_a_console_that_was_started_by_hand_without_any_session_is_found(tmp_path: Path) -> None:
    """As from `su`, cron or a container: neither systemd nor a login has named a folder for sockets."""
    house = House(tmp_path, session={})
    try:
        status, shown = house.ctl("show")
        assert (status, "language" in shown) == (0, True)
        told = house.asked("status", "--json")
        assert json.loads(told.stdout)["pid"] == house.pid
    finally:
        assert house.close() == 0

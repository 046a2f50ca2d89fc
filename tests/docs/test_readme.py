"""Every command in the README works as it stands there, and every configuration in it is one."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from mindbuzz.cli import main
from mindbuzz.config import config_of
from mindbuzz.config.staff import staff_settings_in
from mindbuzz.core.rules import Kind
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import Plan, played
from tools.project_files import ROOT

BLOCK_OF_STAFF = re.compile(r"^```ini\n(.*?)^```$", re.DOTALL | re.MULTILINE)
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(sh|toml)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FOLDER_ROW = re.compile(r"^\| `console/mindbuzz/(\w+/.*?) \|", re.MULTILINE)
COMMAND_ROW = re.compile(r"^\| `mindbuzz (\w+)", re.MULTILINE)

SHELL_BLOCKS = [text for kind, text in BLOCK.findall(README) if kind == "sh"]
# Not run here, with the reason.
LEFT_OUT = {
    "./check": "it runs this very test",
    "sudo ./install": "it changes the system; tests/appliance does it, on a Debian of its own",
    "./play": "it goes on until somebody ends it; test_play_ends_on_ctrl_c does",
    "./play --watch --speed 10 --seats 3 --game extreme": "as long as a game; see test_watching_ends_on_ctrl_c",
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a checkout to the README's commands, but in which they may leave files behind."""
    folder = tmp_path_factory.mktemp("checkout")
    commands = folder / ".venv" / "bin"
    commands.mkdir(parents=True)
    (commands / "mindbuzz").symlink_to(Path(sys.executable).parent / "mindbuzz")
    (folder / "install").symlink_to(ROOT / "install")
    play = folder / "play"
    play.write_text(f'#!/bin/sh\nexec {commands}/mindbuzz play "$@"\n', encoding="utf-8")
    play.chmod(0o755)
    return folder


@pytest.mark.parametrize("block", SHELL_BLOCKS, ids=lambda block: block.splitlines()[0][:40])
def test_every_command_works(block: str, checkout: Path) -> None:
    for command in block.splitlines():
        if command in LEFT_OUT:
            continue
        done = subprocess.run(
            command, shell=True, cwd=checkout, capture_output=True, text=True, timeout=120, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), command


def test_every_question_to_the_journal_has_an_answer(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    played(Plan(2, Kind.EXTREME, "novice", seed=3, challenge=False), None, (), Journal(file), screens=False)
    [block] = re.findall(r"^```sql\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    with closing(sqlite3.connect(file)) as db:
        for question in block.splitlines():
            assert db.execute(question).fetchall() or "stars" in question


def test_the_tests_of_the_reliability_table_are_there() -> None:
    """Each line's command names files that are there, and words that a test in them has."""
    commands = re.findall(r"`pytest ([^`]+)`", README)
    assert len(commands) > 10
    for command in commands:
        files, _, words = command.partition(" -k ")
        tests = [name for file in files.split() for name in re.findall(r"def (test_\w+)", (ROOT / file).read_text())]
        wanted = words.strip('"').split(" or ")
        assert all(any(word in name for name in tests) for word in wanted), command


def test_what_its_commands_leave_behind_is_not_the_project_s(checkout: Path) -> None:
    """Nobody who tries them in a clone finds them among what is to be committed."""
    left = [path.name for path in checkout.iterdir() if path.is_file() and path.name not in ("install", "play")]
    by_a_console = ["mindbuzz-selftest.txt", "mindbuzz-settings.txt", "mindbuzz.toml", "mindbuzz.txt"]
    for name in [*left, *by_a_console]:
        done = subprocess.run(["git", "-C", str(ROOT), "check-ignore", "--quiet", name], check=False)
        assert done.returncode == 0, f"{name} is not in .gitignore"


def test_what_is_left_out_is_still_in_the_readme() -> None:
    commands = {command for block in SHELL_BLOCKS for command in block.splitlines()}

    assert set(LEFT_OUT) <= commands


def test_play_ends_on_ctrl_c(checkout: Path) -> None:
    command = [str(checkout / "play"), "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as console:
        assert console.stdout is not None
        address = console.stdout.readline().split()[-1]
        with urlopen(address, timeout=10) as page:
            assert b"mindbuzz" in page.read()
        console.send_signal(signal.SIGINT)
        rest = console.stdout.read()

    assert console.returncode == 0
    assert "Traceback" not in rest


def test_watching_ends_on_ctrl_c(checkout: Path) -> None:
    command = [str(checkout / "play"), "--watch", "--speed", "10", "--seats", "3", "--game", "extreme"]
    with subprocess.Popen(command, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as game:
        assert game.stdout is not None
        assert any("joins" in game.stdout.readline() for _ in range(5))
        game.send_signal(signal.SIGINT)
        rest = game.stdout.read()

    assert game.returncode == 0
    assert "Traceback" not in rest


def test_the_folders_of_the_table_are_those_there_are() -> None:
    told = [name for row in FOLDER_ROW.findall(README) for name in re.findall(r"(\w+)/", row)]

    assert sorted(told) == sorted(init.parent.name for init in (ROOT / "console" / "mindbuzz").glob("*/__init__.py"))


def test_the_commands_of_the_table_are_those_there_are() -> None:
    assert sorted(COMMAND_ROW.findall(README)) == sorted(main.commands)


def test_every_configuration_is_one() -> None:
    for kind, text in BLOCK.findall(README):
        if kind == "toml":
            config_of(tomllib.loads(text))


def test_the_staff_s_file_is_understood() -> None:
    [text] = BLOCK_OF_STAFF.findall(README)
    settings = staff_settings_in(text.encode())

    assert settings.notices == ()
    assert len(settings.values) == len(text.splitlines())

"""When ./play and ./check take the environment as it is, and when they make it anew."""

from __future__ import annotations

import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tools import setup_venv
from tools.setup_venv import Stamp, read_stamp, requirements_hash, serves, wanted_stamp, write_stamp

PLAYER = Stamp(python="cpython-311", root="/somewhere", requirements="abc", dev=False)
DEVELOPER = replace(PLAYER, dev=True)


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").touch()
    monkeypatch.setattr(setup_venv, "VENV", tmp_path)
    monkeypatch.setattr(setup_venv, "STAMP", tmp_path / "stamp.json")
    return tmp_path


def test_what_a_developer_needs_serves_a_player_but_not_the_other_way_round() -> None:
    assert serves(DEVELOPER, PLAYER)
    assert not serves(PLAYER, DEVELOPER)


@pytest.mark.parametrize("other", ["python", "root", "requirements"])
def test_another_python_place_or_list_does_not_serve(other: str) -> None:
    stamp = Stamp(**{**asdict(DEVELOPER), other: "another"})

    assert not serves(stamp, PLAYER)


def test_an_environment_that_was_never_finished_does_not_serve(venv: Path) -> None:
    assert read_stamp() is None
    assert not serves(None, PLAYER)


def test_a_stamp_is_read_as_it_was_written(venv: Path) -> None:
    write_stamp(DEVELOPER)

    assert read_stamp() == DEVELOPER


@pytest.mark.parametrize("damaged", ["", "{", "{}", '{"unheard": "of"}', "7"])
def test_a_damaged_stamp_is_none(venv: Path, damaged: str) -> None:
    (venv / "stamp.json").write_text(damaged, encoding="utf-8")

    assert read_stamp() is None


def test_a_python_that_is_gone_makes_the_environment_useless(venv: Path) -> None:
    write_stamp(DEVELOPER)
    (venv / "bin" / "python").unlink()
    (venv / "bin" / "python").symlink_to("gone")

    assert read_stamp() is None


def test_only_what_is_installed_counts() -> None:
    project = '[project]\ndependencies = ["a"]\n'

    assert requirements_hash(project) == requirements_hash(project + "[tool.ruff]\nline-length = 9\n")
    assert requirements_hash(project) != requirements_hash(project.replace('"a"', '"b"'))


def test_this_checkout_is_what_is_wanted() -> None:
    assert wanted_stamp(dev=True).root == str(setup_venv.ROOT)


def test_without_a_usable_python_one_line_says_what_to_install(tmp_path: Path) -> None:
    too_old = tmp_path / "python3"
    too_old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    too_old.chmod(0o755)

    told = subprocess.run(
        [setup_venv.ROOT / "tools" / "in-venv", "true"],
        env={"PATH": "/usr/bin:/bin", "MINDBUZZ_PYTHON": str(too_old)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "sudo apt install python3-venv" in told.stderr

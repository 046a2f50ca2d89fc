"""What is no ordinary file is told in one line, at once, wherever a configuration or a staff file is read."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mindbuzz.config import file, read_config, staff
from mindbuzz.config.content import MOST_BYTES, bytes_of
from mindbuzz.config.staff import read_staff_settings
from mindbuzz.errors import ConfigError


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))


def make_link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


STRANGE: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a socket": make_socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a terminal": lambda path: path.symlink_to("/dev/ptmx"),
    "a link to a pipe": make_link_to_a_pipe,
    "a link to itself": lambda path: path.symlink_to(path.name),
}
WORDS = ("it is no ordinary file", "it is a folder, not a file", "Too many levels of symbolic links")


@pytest.fixture(params=list(STRANGE.values()), ids=list(STRANGE))
def strange(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "mindbuzz"
    request.param(path)
    return path


def test_a_configuration_is_refused_in_one_line(strange: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        read_config(strange)

    assert str(refused.value).startswith(f"{strange}: can't be read: ")
    assert str(refused.value).endswith(tuple(f"{words}; {file.REMEDY}" for words in WORDS))


def test_a_staff_file_is_a_notice(strange: Path) -> None:
    [notice] = read_staff_settings(strange).notices

    assert str(notice).startswith("can't be read: ")
    assert str(notice).endswith(tuple(f"{words}; {staff.REMEDY}" for words in WORDS))


COMMANDS = (
    "run --config",
    "config check",
    "config show --config",
    "doctor --config",
    "selftest --config",
    "goodbye --config",
)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_waits_for_a_pipe(command: str, tmp_path: Path) -> None:
    pipe = tmp_path / "mindbuzz.toml"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "mindbuzz", *command.split(), str(pipe)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{pipe}: can't be read: it is no ordinary file; {file.REMEDY}\n"


def test_what_grows_is_read_no_further_than_a_configuration_can_be(tmp_path: Path) -> None:
    grown = tmp_path / "mindbuzz.toml"
    grown.write_bytes(b"#" * MOST_BYTES * 3)

    assert len(bytes_of(grown)) == MOST_BYTES + 1

"""Where the control socket is: a console and whoever asks it meet, whatever each of them was started from."""

from __future__ import annotations

import os
import stat
from itertools import product
from pathlib import Path

import pytest

from mindbuzz.errors import NotRunning
from mindbuzz.runtime import socket_path
from mindbuzz.runtime.control import ask
from mindbuzz.runtime.socket_path import socket_to_make, sockets_to_ask

# The session in which somebody starts a console, or asks it.
SESSIONS = ("login", "without one", "logged in elsewhere")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without the service, on which nobody has logged in."""
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    for name, folder in {"SERVICE_FOLDER": "service", "USERS_FOLDER": "user", "TEMPORARY": "tmp"}.items():
        monkeypatch.setattr(socket_path, name, tmp_path / folder)
    (tmp_path / "tmp").mkdir()
    return tmp_path


def begin(session: str, machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    folder = machine / "user" / str(os.getuid())
    if session != "without one":
        folder.mkdir(parents=True, exist_ok=True)
    if session == "login":
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))


@pytest.mark.parametrize(("started", "asked"), list(product(SESSIONS, SESSIONS)))
def test_who_asks_looks_where_the_console_has_its_socket(
    started: str, asked: str, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(started, machine, monkeypatch)
    made = socket_to_make()
    begin(asked, machine, monkeypatch)

    assert made is not None
    assert made in sockets_to_ask()


def test_a_folder_of_the_user_s_own_is_made_for_the_user_alone(machine: Path) -> None:
    assert sockets_to_ask() == []
    made = socket_to_make()

    assert made == machine / "tmp" / f"mindbuzz-{os.getuid()}" / "control.sock"
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert socket_to_make() == made


@pytest.mark.parametrize("whose", ["open to all", "a link", "a file", "another user's"])
def test_what_somebody_else_has_put_there_is_neither_used_nor_asked(
    whose: str, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = machine / "tmp" / f"mindbuzz-{os.getuid()}"
    if whose == "a link":
        (machine / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(machine / "elsewhere")
    elif whose == "a file":
        folder.touch()
    else:
        folder.mkdir(mode=0o700)
        folder.chmod(0o777 if whose == "open to all" else 0o700)
    if whose == "another user's":
        uid = os.getuid() + 1
        folder.rename(folder.with_name(f"mindbuzz-{uid}"))
        monkeypatch.setattr(os, "getuid", lambda: uid)

    assert socket_to_make() is None
    assert sockets_to_ask() == []
    with pytest.raises(NotRunning, match="no console answers here; name another --socket"):
        ask(None, "status")


def test_the_service_s_folder_is_asked_first_and_the_one_that_systemd_names_alone(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(machine))
    (machine / "service").mkdir()
    assert sockets_to_ask() == [machine / "service" / "control.sock", machine / "mindbuzz-control.sock"]

    monkeypatch.setenv("RUNTIME_DIRECTORY", str(machine / "service"))
    assert socket_to_make() == machine / "service" / "control.sock"
    assert sockets_to_ask() == [machine / "service" / "control.sock"]

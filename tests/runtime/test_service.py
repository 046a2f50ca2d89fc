"""The daemon as a service manager sees it: ready, alive, stopping; and gone at once when it is told to go."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import UUID

import pytest

from mindbuzz.runtime import service
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.service import Heartbeat, boot_id

CONFIG = """\
pin_factory = "mock"
display_driver = "dummy"
journal = "{folder}/games.sqlite"
staff_file = "{folder}/staff.txt"
"""
PATIENCE_S = 60


@contextmanager
def ears(path: Path) -> Iterator[socket.socket]:
    """The socket on which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(path))
        listening.settimeout(PATIENCE_S)
        yield listening


def heard_until(listening: socket.socket, word: str) -> list[str]:
    """What was said up to that word."""
    heard = [""]
    while heard[-1] != word:
        heard.append(listening.recv(200).decode())
    return heard[1:]


@contextmanager
def running(folder: Path, watchdog_us: int) -> Iterator[tuple[subprocess.Popen[str], socket.socket]]:
    """`mindbuzz run` without hardware, as systemd would start it."""
    config = folder / "mindbuzz.toml"
    config.write_text(CONFIG.format(folder=folder), encoding="utf-8")
    with ears(folder / "notify") as listening:
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(watchdog_us),
            "RUNTIME_DIRECTORY": str(folder),
        }
        command = [sys.executable, "-m", "mindbuzz", "run", "--config", str(config)]
        process = subprocess.Popen(
            command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )
        try:
            yield process, listening
        finally:
            process.kill()
            process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_console_says_that_it_is_ready_and_alive_and_leaves_when_told(number: signal.Signals, tmp_path: Path) -> None:
    with running(tmp_path, watchdog_us=300_000) as (process, listening):
        assert heard_until(listening, "READY=1") == ["READY=1"]
        assert heard_until(listening, "WATCHDOG=1") == ["WATCHDOG=1"]
        process.send_signal(number)
        assert set(heard_until(listening, "STOPPING=1")) <= {"WATCHDOG=1", "STOPPING=1"}
        told, complained = process.communicate(timeout=PATIENCE_S)

    assert (process.returncode, complained) == (0, "")
    assert len(told.splitlines()) == 1, "one line when everything is there, and then quiet"
    assert str(tmp_path / "games.sqlite") in told
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        assert journal.games() == []
    assert not (tmp_path / "games.sqlite-wal").exists()


def test_where_no_watchdog_is_asked_for_none_is_fed(tmp_path: Path) -> None:
    with running(tmp_path, watchdog_us=0) as (process, listening):
        heard_until(listening, "READY=1")
        process.terminate()
        assert heard_until(listening, "STOPPING=1") == ["STOPPING=1"]


def ctl(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "mindbuzz", "ctl", "--socket", str(folder / "control.sock"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_a_console_that_is_put_together_anew_is_ready_again_and_never_says_that_it_stops(tmp_path: Path) -> None:
    """Whatever says so is killed by systemd a moment later."""
    with running(tmp_path, watchdog_us=0) as (process, listening):
        heard_until(listening, "READY=1")
        for language in ("de", "fr"):
            ctl(tmp_path, "set", "language", language)
            assert heard_until(listening, "READY=1") == ["READY=1"]
        process.terminate()
        assert heard_until(listening, "STOPPING=1") == ["STOPPING=1"]


@pytest.mark.slow
def test_a_configuration_that_was_broken_meanwhile_stops_no_console(tmp_path: Path) -> None:
    with running(tmp_path, watchdog_us=0) as (process, listening):
        heard_until(listening, "READY=1")
        (tmp_path / "mindbuzz.toml").write_text("this is = = broken", encoding="utf-8")
        ctl(tmp_path, "set", "language", "de")
        assert heard_until(listening, "READY=1") == ["READY=1"]
        process.terminate()
        _, complained = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 0
    [line] = [line for line in complained.splitlines() if "mindbuzz.toml" in line]
    assert "until that is mended all stays as it was" in line


# --- the heart itself ---


@pytest.fixture
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    with ears(tmp_path / "notify") as socket_:
        yield socket_


def test_three_beats_fit_into_the_time_that_the_watchdog_allows(listening: socket.socket) -> None:
    heart = Heartbeat(now_us=5)
    for _ in range(3):
        assert heart.due_us is not None
        heart.act(heart.due_us)
    heart.stopping()
    heart.close()

    assert heart.due_us is not None
    assert heart.due_us <= 5 + 4 * 20_000_000 // 3
    assert [listening.recv(200) for _ in range(4)] == [b"WATCHDOG=1"] * 3 + [b"STOPPING=1"]


def test_a_loop_that_was_late_does_not_beat_twice_to_make_up_for_it(listening: socket.socket) -> None:
    heart = Heartbeat(now_us=0)
    heart.act(60_000_000)

    assert heart.due_us == 60_000_000 + 20_000_000 // 3
    heart.close()


def test_where_nobody_listens_the_heart_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    heart = Heartbeat(now_us=0)
    heart.ready()
    heart.act(7)
    heart.close()

    assert heart.due_us is None
    assert heart.closed() == frozenset()


def test_the_boot_is_told_apart_by_the_kernel_s_own_name_for_it() -> None:
    assert boot_id() == str(UUID(Path("/proc/sys/kernel/random/boot_id").read_text()[:36]))


def test_where_the_kernel_does_not_name_the_boot_it_has_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BOOT_ID", tmp_path / "boot_id")

    assert boot_id() == ""

"""`mindbuzz status`, asked of a console that runs, that is in trouble, that does not run."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

from mindbuzz.runtime.socket_path import SOCKET_NAME
from tests.runtime.test_service import PATIENCE_S, heard_until, running


def status(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mindbuzz", "status", "--socket", str(folder / SOCKET_NAME), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_a_console_that_runs_is_on_one_screen_and_ends_with_its_socket(tmp_path: Path) -> None:
    with running(tmp_path, watchdog_us=0) as (process, listening):
        heard_until(listening, "READY=1")
        told = status(tmp_path)
        report = json.loads(status(tmp_path, "--json").stdout)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)
    after = status(tmp_path)

    assert (told.returncode, told.stderr) == (0, "")
    assert len(told.stdout.splitlines()) <= 24
    for words in ("in order", "phase      lobby", "1 red", "4 yellow", "GPIO16 up", "GPIO25 lit", "games.sqlite"):
        assert words in told.stdout
    assert (report["ok"], len(report["seats"])) == (True, 4)
    assert (after.returncode, after.stdout) == (2, "")
    assert after.stderr.endswith("start an installed one with: sudo systemctl start mindbuzz; ./play has none\n")


def test_trouble_is_named_and_has_a_status_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "staff.txt").write_text("langauge = de\n", encoding="utf-8")
    with running(tmp_path, watchdog_us=0) as (_, listening):
        heard_until(listening, "READY=1")
        told = status(tmp_path)

    assert told.returncode == 1
    assert "TROUBLE" in told.stdout
    assert "staff's file: line 1: langauge is nothing that can be set here; did you mean language?" in told.stdout

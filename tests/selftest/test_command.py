"""`mindbuzz selftest` as a maker runs it: answers are typed, a report stays, and no console may run meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.test_service import PATIENCE_S, heard_until, running

CONFIG = 'pin_factory = "mock"\ndisplay_driver = "dummy"\nstaff_file = ""\n'
ASKS = ("press the", "where is one")


def command(folder: Path, *options: str) -> list[str]:
    (folder / "mindbuzz.toml").write_text(CONFIG, encoding="utf-8")
    return [sys.executable, "-m", "mindbuzz", "selftest", "--config", "mindbuzz.toml", *options]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "RUNTIME_DIRECTORY": str(folder)}


@pytest.mark.slow
def test_a_bench_without_buttons_and_lamps_is_told_wire_by_wire(tmp_path: Path) -> None:
    """On mock pins nobody can press and nothing is lit: every wire is silent, and that is what has to come out."""
    with subprocess.Popen(
        command(tmp_path), cwd=tmp_path, env=environment(tmp_path), text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as walk:  # fmt: skip
        assert walk.stdin is not None
        assert walk.stdout is not None
        told = []
        for line in walk.stdout:
            told.append(line)
            if any(words in line for words in ASKS):
                walk.stdin.write("\n")
                walk.stdin.flush()
        assert walk.stderr is not None
        assert walk.stderr.read() == ""
    report = (tmp_path / "mindbuzz-selftest.txt").read_text(encoding="utf-8")

    assert walk.returncode == 1
    assert told[-1] == "report: mindbuzz-selftest.txt\n"
    assert sum("No contact comes" in line for line in told) == 5
    assert sum("Stays dark" in line for line in told) == 4
    assert "button, seat 3 (green): GPIO26, header pin 37, terminal JB3.1, white lead" in report
    assert report.count("gives no sign") == 9


def test_who_stops_keeps_what_was_seen(tmp_path: Path) -> None:
    report = tmp_path / "half.txt"
    done = subprocess.run(
        command(tmp_path, "--only", "lamps", "--report", str(report)), cwd=tmp_path, env=environment(tmp_path),
        text=True, input="1\n1\n1 2\nq\n", capture_output=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (1, "")
    told = report.read_text(encoding="utf-8").splitlines()
    assert "STOPPED before the end" in told
    said = [line.split("  ")[0] for line in told[-4:]]
    assert said == ["is on all the time", "no fault seen", "was not tested", "was not tested"]
    assert "Lit though its pin is off" in done.stdout


@pytest.mark.parametrize("stdin", ["", "1\n", None], ids=["/dev/null", "Ctrl-D", "closed"])
def test_the_end_of_input_ends_it_and_leaves_its_report(stdin: str | None, tmp_path: Path) -> None:
    words = command(tmp_path, "--only", "lamps")
    closing = words if stdin is not None else ["sh", "-c", 'exec "$@" <&-', "sh", *words]
    done = subprocess.run(
        closing, cwd=tmp_path, env=environment(tmp_path), text=True, input=stdin or "", capture_output=True,
        timeout=PATIENCE_S, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (1, "")
    assert "end of input" in done.stdout
    assert done.stdout.endswith("report: mindbuzz-selftest.txt\n")
    assert "STOPPED before the end" in (tmp_path / "mindbuzz-selftest.txt").read_text(encoding="utf-8")


def test_ctrl_c_ends_it_without_a_traceback(tmp_path: Path) -> None:
    with subprocess.Popen(
        command(tmp_path, "--only", "lamps"), cwd=tmp_path, env=environment(tmp_path), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as walk:  # fmt: skip
        assert walk.stdout is not None
        while "where is one" not in walk.stdout.readline():
            pass
        walk.send_signal(signal.SIGINT)
        rest, complained = walk.communicate(timeout=PATIENCE_S)

    assert (walk.returncode, complained) == (1, "")
    assert "report: mindbuzz-selftest.txt" in rest


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--report", "nowhere/report.txt", "--only", "panels"], "the report can't be written"),
        (["--only", "pod"], "pod"),
    ],
)
def test_what_can_not_be_done_is_told_in_one_line(options: list[str], words: str, tmp_path: Path) -> None:
    done = subprocess.run(
        command(tmp_path, *options), cwd=tmp_path, env=environment(tmp_path), text=True, input="",
        capture_output=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, ""), "told before anybody has walked through anything"
    assert words in done.stderr.splitlines()[-1]


def test_beside_a_console_that_runs_it_does_not_start(tmp_path: Path) -> None:
    with running(tmp_path, watchdog_us=0) as (process, listening):
        heard_until(listening, "READY=1")
        done = subprocess.run(
            command(tmp_path), cwd=tmp_path, env=environment(tmp_path), text=True, input="", capture_output=True,
            timeout=PATIENCE_S, check=False,
        )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"the console is running, as process {process.pid}; stop it first: Ctrl-C where somebody started it, "
        "sudo systemctl stop mindbuzz where it is a service\n"
    )

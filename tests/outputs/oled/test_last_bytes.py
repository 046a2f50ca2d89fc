"""The last bytes on the wire, however the console ends: memory cleared, display off. A hand stays nobody's to see."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.signalled import SOCKET
from tests.waiting import wait_until
from tools.project_files import ROOT

PATIENCE_S = 60.0
CHANNELS = range(4)


@contextmanager
def console(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A console that runs and listens to signals, every panel lit."""
    with subprocess.Popen([*COMMAND, "run", str(folder)], cwd=ROOT) as process:
        try:
            wait_until((folder / SOCKET).is_socket, PATIENCE_S)
            wait_until(lambda: all(chip(folder, channel).on for channel in CHANNELS), PATIENCE_S)
            yield process
        finally:
            process.kill()


COMMAND = (sys.executable, "-m", "tests.outputs.oled.signalled")


def messages(folder: Path, channel: int) -> list[bytes]:
    path = folder / f"channel-{channel}"
    lines = path.read_text(encoding="ascii").splitlines(keepends=True) if path.exists() else []
    return [bytes.fromhex(line) for line in lines if line.endswith("\n")]


def chip(folder: Path, channel: int) -> Chip:
    """The panel's chip after all it was told."""
    told = Chip(KINDS["ssd1306"], seed=channel)
    for message in messages(folder, channel):
        told.start()
        for byte in message:
            told.feed(byte)
    return told


def dark_and_empty(folder: Path) -> bool:
    chips = [chip(folder, channel) for channel in CHANNELS]
    return not any(each.on or any(map(any, each.memory)) for each in chips)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_console_that_is_told_to_stop_leaves_all_panels_dark_and_empty(
    number: signal.Signals, tmp_path: Path
) -> None:
    with console(tmp_path) as process:
        process.send_signal(number)

        assert process.wait(PATIENCE_S) == 0
    assert dark_and_empty(tmp_path)


def test_one_that_is_killed_cannot_and_the_goodbye_does(tmp_path: Path) -> None:
    with console(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
    assert all(chip(tmp_path, channel).glass().getbbox() for channel in CHANNELS)

    subprocess.run([*COMMAND, "goodbye", str(tmp_path)], cwd=ROOT, check=True, timeout=PATIENCE_S)

    assert dark_and_empty(tmp_path)

"""Flashing through the real mpremote, onto a board on a pty: the firmware that runs there afterwards is the new one."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest
from click.testing import CliRunner, Result

from mindbuzz.cli import main
from mindbuzz.pod import flash
from mindbuzz.pod.flash import firmware_files, firmware_version
from mindbuzz.pod.visit import hello_of
from tests.pod.conftest import MakeBoard
from tests.pod.wired import VISITED_AFTER_S, Presses, WiredBoard
from tools.pin_table import read_pod_pins

pytestmark = pytest.mark.slow
LONG_S = 20
PINS = read_pod_pins().BUTTONS


@pytest.fixture
def old_firmware(tmp_path: Path) -> list[Path]:
    """The firmware, but for its version."""
    folder = tmp_path / "old"
    folder.mkdir()
    for file in firmware_files():
        text = file.read_text(encoding="utf-8").replace(f'"{firmware_version()}"', '"0.9.0"')
        (folder / file.name).write_text(text, encoding="utf-8")
    return sorted(folder.iterdir())


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["pod", *map(str, words)])


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("*.py")}


def test_a_pod_with_old_firmware_gets_the_new_one(
    make_board: MakeBoard, old_firmware: list[Path], tmp_path: Path
) -> None:
    board = make_board(old_firmware)
    before = contents(board.storage)
    hello = hello_of(board.port, LONG_S)
    assert hello is not None
    assert hello.version == "0.9.0"
    said = run("list", "--device", board.port).output
    assert "firmware is 0.9.0" in said
    assert "mindbuzz pod flash" in said

    done = run("flash", "--device", board.port, "--copies", tmp_path / "copies")

    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == f"pod {hello.unique_id} runs firmware {firmware_version()}"
    assert contents(board.storage) == {file.name: file.read_bytes() for file in firmware_files()}
    [copy] = (tmp_path / "copies").iterdir()
    assert contents(copy) == before
    assert firmware_version() in run("list", "--device", board.port).output


def test_a_new_board_gets_its_first_firmware(make_board: MakeBoard, tmp_path: Path) -> None:
    board = make_board([])
    done = run("flash", "--device", board.port, "--copies", tmp_path / "copies")

    assert done.exit_code == 0, done.output
    assert hello_of(board.port, LONG_S) is not None
    assert not (tmp_path / "copies").exists()


def test_a_wrong_board_is_refused_and_left_as_it_was(make_board: MakeBoard, tmp_path: Path) -> None:
    board = make_board([], machine="ESP32 module with ESP32")
    (board.storage / "boot.py").write_text("theirs\n")
    done = run("flash", "--device", board.port, "--copies", tmp_path / "copies")

    assert done.exit_code == 2
    assert (
        done.stderr == f"{board.port} is a ESP32 module with ESP32, no Raspberry Pi Pico; nothing on it was changed\n"
    )
    assert contents(board.storage) == {"boot.py": b"theirs\n"}


def test_what_does_not_answer_is_said_in_one_line(tmp_path: Path) -> None:
    done = run("flash", "--device", tmp_path / "nothing")

    assert done.exit_code == 2
    assert done.output == f"{tmp_path}/nothing is not there; plug the pod in, or name another port: mindbuzz pod list\n"


# --- the offer to flash ---

QUESTION = "shall I put it on now? [y/N]:"
YES, NO, END_OF_INPUT = b"y\n", b"n\n", b"\x04"


class Terminal:
    """A command at a terminal, where somebody reads and writes."""

    def __init__(self, folder: Path, *words: object) -> None:
        self.shown = ""
        self._fd, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mindbuzz", "pod", *map(str, words)],
            env={**os.environ, "HOME": str(folder)},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)

    def until(self, text: str) -> None:
        ends_s = time.monotonic() + LONG_S
        while text not in self.shown:
            assert time.monotonic() < ends_s, self.shown
            assert self._read(), self.shown

    def answer(self, typed: bytes) -> int:
        """Type it, and read until the command ends; its exit status."""
        os.write(self._fd, typed)
        while self._read():
            pass
        return self._process.wait(LONG_S)

    def _read(self) -> bool:
        """Whether there is still somebody who may write."""
        try:
            if select([self._fd], [], [], 0.1)[0]:
                self.shown += os.read(self._fd, 4096).decode().replace("\r\n", "\n")
        except OSError:
            return False
        return True

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._fd)


@pytest.fixture
def asked(make_board: MakeBoard, old_firmware: list[Path], tmp_path: Path) -> Iterator[tuple[WiredBoard, Terminal]]:
    """A pod with old firmware, and somebody who was asked whether to change that."""
    board = make_board(old_firmware)
    assert hello_of(board.port, LONG_S) is not None
    terminal = Terminal(tmp_path, "monitor", "--device", board.port, "--seconds", 0.3)
    terminal.until(QUESTION)
    assert f"its firmware is 0.9.0, that of this console is {firmware_version()}" in terminal.shown
    yield board, terminal
    terminal.close()


def test_whoever_says_yes_gets_the_new_firmware_and_goes_on(asked: tuple[WiredBoard, Terminal]) -> None:
    board, terminal = asked

    assert terminal.answer(YES) == 0
    assert f"runs firmware {firmware_version()}\npress buttons; Ctrl-C ends it\n" in terminal.shown
    assert contents(board.storage) == {file.name: file.read_bytes() for file in firmware_files()}


def test_whoever_says_no_goes_on_with_the_old_one(asked: tuple[WiredBoard, Terminal]) -> None:
    board, terminal = asked

    assert terminal.answer(NO) == 0
    assert "press buttons; Ctrl-C ends it\n" in terminal.shown
    assert board.resets == 0


def test_at_the_end_of_input_nothing_is_changed(asked: tuple[WiredBoard, Terminal]) -> None:
    board, terminal = asked

    assert terminal.answer(END_OF_INPUT) == 1
    assert "Traceback" not in terminal.shown
    assert board.resets == 0


@pytest.mark.parametrize("typed", [b"", YES])
def test_where_nobody_sits_at_a_terminal_nobody_is_asked(
    typed: bytes, make_board: MakeBoard, old_firmware: list[Path]
) -> None:
    board = make_board(old_firmware)
    assert hello_of(board.port, LONG_S) is not None
    done = CliRunner().invoke(main, ["pod", "monitor", "--device", str(board.port), "--seconds", "0.3"], input=typed)

    assert done.exit_code == 0
    assert QUESTION not in done.output
    assert "put it on with: mindbuzz pod flash\npress buttons" in done.output
    assert board.resets == 0


@pytest.fixture
def dead_port() -> Iterator[str]:
    """A port that opens, and at the other end nobody."""
    ours, its = os.openpty()
    yield os.ttyname(its)
    os.close(ours)
    os.close(its)


def test_a_port_at_which_nobody_answers_is_given_up_with_signs_of_life(
    dead_port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flash, "PROMPT_S", 1.0)
    monkeypatch.setattr(flash, "SIGN_OF_LIFE_S", 0.4)
    done = run("flash", "--device", dead_port)
    told = done.output.splitlines()

    assert done.exit_code == 2
    assert done.stderr.splitlines() == told[-1:]
    assert told[-1].startswith(f"{dead_port} does not answer within 1 s; hold the first button while you plug it in")
    assert sum("asking" in line for line in told) == 3
    assert sum("still at it" in line for line in told) >= 3


# --- the other commands ---


def test_monitor_shows_every_contact_and_how_long_it_bounced(make_board: MakeBoard) -> None:
    board = make_board(firmware_files())
    assert hello_of(board.port, LONG_S) is not None
    presses = Presses(board, [(1, True), (1, False), (1, True), (1, False)], PINS)
    done = run("monitor", "--device", board.port, "--seconds", 2 * VISITED_AFTER_S)
    presses.join()

    assert done.exit_code == 0, done.output
    assert "button 1 closed" in done.output
    assert "button 1 opened" in done.output
    assert "in 4 bursts" in done.output


def test_test_passes_a_pod_whose_buttons_are_where_they_belong(make_board: MakeBoard) -> None:
    board = make_board(firmware_files())
    assert hello_of(board.port, LONG_S) is not None
    presses = Presses(board, [(button, closed) for button in (2, 1, 2, 3, 4) for closed in (True, False)], PINS)
    done = run("test", "--device", board.port, "--seconds", LONG_S)
    presses.join()

    assert done.exit_code == 0, done.output
    assert "that was button 2: is lamp 1 at the right button?" in done.output
    assert done.output.endswith("all buttons work\n")


def test_test_names_the_buttons_that_nobody_could_press(make_board: MakeBoard) -> None:
    board = make_board(firmware_files())
    assert hello_of(board.port, LONG_S) is not None
    done = run("test", "--device", board.port, "--seconds", 0.1)

    assert done.exit_code == 1
    assert "not pressed: 1, 2, 3, 4; see the wiring in firmware/README.md" in done.output

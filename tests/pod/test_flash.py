"""Flashing through the real mpremote, onto a board on a pty: the firmware that runs there afterwards is the new one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mindbuzz.cli import main
from mindbuzz.pod.flash import firmware_files, firmware_version
from mindbuzz.pod.visit import hello_of
from tests.pod.conftest import MakeBoard
from tests.pod.wired import Presses
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
        done.output == f"{board.port} is a ESP32 module with ESP32, no Raspberry Pi Pico; nothing on it was changed\n"
    )
    assert contents(board.storage) == {"boot.py": b"theirs\n"}


def test_what_does_not_answer_is_said_in_one_line(tmp_path: Path) -> None:
    done = run("flash", "--device", tmp_path / "nothing")

    assert done.exit_code == 2
    assert done.output == f"{tmp_path}/nothing is not there; plug the pod in, or name another in pod.device\n"


# --- the other commands ---


def test_monitor_shows_every_contact_and_how_long_it_bounced(make_board: MakeBoard) -> None:
    board = make_board(firmware_files())
    assert hello_of(board.port, LONG_S) is not None
    presses = Presses(board, [(1, True), (1, False), (1, True), (1, False)], PINS)
    done = run("monitor", "--device", board.port, "--seconds", 3)
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

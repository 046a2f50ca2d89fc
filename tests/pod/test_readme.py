"""The README's way from an empty board to the first press, walked on a board on a pty: every command in its order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pod.conftest import MakeBoard
from tests.pod.test_flash import LONG_S, PINS, run
from tests.pod.wired import VISITED_AFTER_S, Presses
from tools.project_files import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
[SECTION] = re.findall(r"^## Pod\n(.*?)^## ", README, re.DOTALL | re.MULTILINE)
PRESSES = [(button, closed) for button in PINS for closed in (True, False)]
# What a command of the section takes so that it ends by itself, what is pressed meanwhile, and what it says in the end.
WALKED = {
    "flash": ((), [], "runs firmware"),
    "test": (("--seconds", LONG_S), PRESSES, "all buttons work"),
    "monitor": (("--seconds", 2 * VISITED_AFTER_S), PRESSES[:2], "in 2 bursts"),
    "list": ((), [], "4 buttons"),
}


@pytest.mark.slow
def test_from_an_empty_board_to_the_first_press(
    make_board: MakeBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    board = make_board([])
    told = re.findall(r"mindbuzz pod (\w+)", SECTION)
    assert list(dict.fromkeys(told)) == list(WALKED)
    for command, (words, pressed, said) in WALKED.items():
        presses = Presses(board, pressed, PINS)
        done = run(command, "--device", board.port, *words)
        presses.join()
        assert done.exit_code == 0, done.output
        assert said in done.output

"""Boards on a pty, for tests in real time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindbuzz.pod.flash import firmware_files
from tests.pod.wired import WiredBoard

MakeBoard = Callable[..., WiredBoard]


@pytest.fixture
def make_board(need_program: Callable[[str], str], tmp_path: Path) -> Iterator[MakeBoard]:
    """Boards with their power on, with the firmware on them unless they get other files."""
    boards: list[WiredBoard] = []

    def make(files: list[Path] | None = None, **options: str) -> WiredBoard:
        files = firmware_files() if files is None else files
        boards.append(WiredBoard(need_program("micropython"), tmp_path, files, **options))
        return boards[-1]

    yield make
    for board in boards:
        board.close()

"""Real MicroPython for the firmware's real files: the unix port, with a board that is not there under them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tools.project_files import ROOT

FIRMWARE = ROOT / "firmware"
BOARD = Path(__file__).parent / "board"


def environment(*folders: str) -> dict[str, str]:
    """Where MicroPython finds its modules: those folders of the board, the board, the firmware, its own."""
    path = ":".join(str(folder) for folder in (*(BOARD / name for name in folders), BOARD, FIRMWARE, ".frozen"))
    return {**os.environ, "MICROPYPATH": path}


def started(program: str, script: Path, *arguments: str, folders: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """A MicroPython that runs a script, with lines going both ways."""
    return subprocess.Popen(
        [program, str(script), *arguments],
        env=environment(*folders),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

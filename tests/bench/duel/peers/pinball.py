"""The Mission Pinball Framework's virtual platform, in an environment of its own: what it pins clashes with ours."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.bench.duel.heard import Account, Heard
from tests.bench.duel.trace import Trace
from tools.project_files import ROOT

VENV = ROOT / ".venv-mpf"
PYTHON = VENV / "bin" / "python"
PACKAGE = "mpf>=0.80"
PLAYER = Path(__file__).parent / "pinball_player.py"


class Mpf:
    """Switch handlers for active, inactive, and active for 600 ms; no platform of MPF's passes on a stamp."""

    name = "MPF switch handlers"
    seam = "virtual platform"
    knows_holds = True

    def listen(self, trace: Trace) -> Account:
        lines = "".join(f"{edge.at_us} {edge.button} {int(edge.closed)}\n" for edge in trace.edges)
        command = [str(PYTHON), "-W", "ignore", str(PLAYER)]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"MPF's player ended with status {done.returncode}: {done.stderr[-2000:]}")
        *heard, last = (json.loads(line) for line in done.stdout.splitlines())
        return Account([Heard(**one) for one in heard], last["cpu_s"])


def make_ready() -> None:
    """Install MPF unless it is there; about half a minute."""
    if PYTHON.exists():
        return
    print(f"installing {PACKAGE} ...", file=sys.stderr, flush=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(PYTHON), "-m", "pip", "install", "--quiet", PACKAGE], check=True)
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        raise

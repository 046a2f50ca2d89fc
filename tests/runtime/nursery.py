"""usage: python -m tests.runtime.nursery FOLDER, with one JSON object a line on standard input

Raises processes that play a game in words, as `mindbuzz play` does, and kills each with SIGKILL when it has printed so
many lines and some microseconds more. Forked from one that has everything imported, so that a kill takes a moment and
not a second. For each it prints a line of JSON: what was printed before the end.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from mindbuzz.core.rules import Kind
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game


def main() -> None:
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        order = json.loads(line)
        plan = Plan(order["seats"], Kind(order["kind"]), order["skill"], order["seed"], challenge=False)
        printed = raised_and_killed(plan, folder / order["file"], order["lines"], order["later_us"])
        sys.stdout.write(f"{json.dumps({**order, 'printed': printed})}\n")
        sys.stdout.flush()


def raised_and_killed(plan: Plan, journal: Path, lines: int, later_us: int) -> list[str]:
    """The whole lines that a game printed before it was killed."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(theirs, 1)
        os.close(ours)
        os.close(theirs)
        watch_game(plan, None, journal)
        os._exit(0)
    os.close(theirs)
    content = b""
    while content.count(b"\n") < lines and (more := os.read(ours, 4096)):
        content += more
    time.sleep(later_us / 1e6)
    os.kill(child, signal.SIGKILL)
    while more := os.read(ours, 65536):
        content += more
    os.waitpid(child, 0)
    os.close(ours)
    return content.decode().split("\n")[:-1]


if __name__ == "__main__":
    main()

"""Edges driven against a way to the pins, and what arrived of them."""

import json
import random
import subprocess
import time
from typing import Any

from tests.kernel.guest import pins, table

PYTHON = "/opt/mindbuzz/current/bin/python"
GAP_S = 0.005  # between two edges of a burst: faster ones melt into one in the kernel, whoever listens
BURSTS = 50
EDGES_A_BURST = 20
REST_S = 0.02


def measure(backend: str, quiet_s: float) -> dict[str, Any]:
    """What a backend costs at rest, and what became of a thousand edges."""
    command = [PYTHON, "-m", "tests.kernel.guest.backend", backend, str(quiet_s)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/root/bench"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for expected in ("ready\n", "go\n"):
            said = process.stdout.readline()
            assert said == expected, said
        driven = drive(random.Random(9))
        time.sleep(1)
        process.stdin.close()
        told = json.loads(process.stdout.readline())
    return {**told, "driven": driven}


def drive(chance: random.Random) -> list[list[float]]:
    """Bursts on all four contacts; answers (seat, closed, monotonic seconds before and after) for each edge."""
    driven: list[list[float]] = []
    for _ in range(BURSTS):
        seat = chance.choice(list(table.BUTTONS))
        for number in range(EDGES_A_BURST):
            closed = number % 2 == 0
            before_s = time.monotonic()
            (pins.close if closed else pins.open_)(table.BUTTONS[seat])
            after_s = time.monotonic()
            driven.append([seat, closed, before_s, after_s])
            while time.monotonic() < after_s + GAP_S:
                pass
        time.sleep(REST_S)
    return driven

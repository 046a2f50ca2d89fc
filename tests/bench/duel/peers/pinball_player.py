"""Runs in MPF's own environment: edges on standard input, what its switch handlers heard on standard output.

Needs nothing but the standard library and MPF, and must not import ours.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from mpf.tests.MpfTestCase import MpfTestCase

HOLD_MS = 600
CONFIG = "#config_version=6\nswitches:\n  s_1:\n    number: 1\n  s_2:\n    number: 2\n"


class Player(MpfTestCase):
    """MPF's own test harness: its real switch controller on its virtual platform, in virtual time."""

    machine_path = ""

    def get_config_file(self):
        return "duel.yaml"

    def get_absolute_machine_path(self):
        return self.machine_path

    def get_machine_path(self):
        return self.machine_path

    def get_platform(self):
        return "virtual"

    def runTest(self):  # noqa: N802 (unittest's name)
        self.heard = []
        self.pressed_us = {}
        for button in (1, 2):
            self._attach(button)
        edges = [tuple(int(word) for word in line.split()) for line in sys.stdin]
        origin_s = self.loop.time()
        self.origin_us = round(origin_s * 1_000_000)
        began_s = time.process_time()
        for at_us, button, closed in edges:
            self._wait_until(origin_s + at_us / 1_000_000)
            self.machine.switch_controller.process_switch(f"s_{button}", closed, logical=True)
        self._wait_until(self.loop.time() + 1)
        self.cpu_s = time.process_time() - began_s

    def _wait_until(self, at_s):
        delay_s = at_s - self.loop.time()
        if delay_s > 0:
            self.loop.run_until_complete(asyncio.sleep(delay_s))

    def _attach(self, button):
        controller = self.machine.switch_controller
        name = f"s_{button}"
        controller.add_switch_handler(name, lambda: self._active(button), state=1)
        controller.add_switch_handler(name, lambda: self._inactive(button), state=0)
        controller.add_switch_handler(name, lambda: self._held(button), state=1, ms=HOLD_MS)

    def _now_us(self):
        return round(self.loop.time() * 1_000_000) - self.origin_us

    def _active(self, button):
        self.pressed_us[button] = self._now_us()

    def _inactive(self, button):
        self._tell(button, False)

    def _held(self, button):
        self._tell(button, True)

    def _tell(self, button, held):
        at_us = self.pressed_us.pop(button, None)
        if at_us is not None:
            self.heard.append({"button": button, "held": held, "at_us": at_us, "told_us": self._now_us()})


def main():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "config").mkdir()
        (Path(folder) / "config" / "duel.yaml").write_text(CONFIG, encoding="utf-8")
        Player.machine_path = folder
        player = Player()
        player.setUp()
        player.runTest()
        for one in player.heard:
            print(json.dumps(one))
        print(json.dumps({"cpu_s": player.cpu_s}))


if __name__ == "__main__":
    main()

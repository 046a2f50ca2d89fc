"""The plug is pulled, twenty times, in the middle of a level: the journal is whole and the game goes on."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.kernel.console import Console
from tests.kernel.image import Image
from tests.kernel.machine import Machine, Picture, laid_keep

PLAYERS = [1, 2]
CUTS = 20
# A machine from the picture is there at once, but it is the same boot each time. Some go through a whole boot.
WHOLE_BOOT_EVERY = 7
WITHIN_S = 0.6  # of a press: before it, in it, when it was played, when that was written
WRITTEN_S = 0.5  # what was seen so long ago is on the disk
MOUNT = "mount /dev/vdc /var/lib/mindbuzz"


def test_no_power_cut_costs_a_game(image: Image, picture: tuple[Picture, Path], tmp_path: Path) -> None:
    cut = PowerCuts(image, picture, tmp_path)
    with cut.a_machine(whole_boot=False) as console:
        console.machine.call("table.start", PLAYERS)
        known = cut.play_until_the_plug_is_pulled(console)
    for number in range(1, CUTS + 1):
        with cut.a_machine(whole_boot=number % WHOLE_BOOT_EVERY == 0) as console:
            outcomes = console.machine.call("journal.outcomes")
            assert console.machine.call("journal.integrity") == "ok"
            assert outcomes[: len(known)] == known, f"cut {number}: what had been seen is gone"
            assert len(console.machine.call("journal.rows", "SELECT * FROM games")) == 1
            known = cut.play_until_the_plug_is_pulled(console)


class PowerCuts:
    """One disk that is kept, and machine after machine that is given it."""

    def __init__(self, image: Image, picture: tuple[Picture, Path], folder: Path) -> None:
        self._image = image
        self._shot, self._delivery = picture
        self._folder = folder
        self._keep = laid_keep(folder / "keep.ext4")
        self._machines = 0
        self._chance = random.Random(20)

    @contextmanager
    def a_machine(self, *, whole_boot: bool) -> Iterator[Console]:
        """A machine with the kept disk in it and the console running; in the end its plug is pulled."""
        self._machines += 1
        folder = self._folder / f"machine-{self._machines}"
        machine = Machine(self._image, folder, self._delivery, self._shot.disk, self._keep)
        try:
            machine.start(None if whole_boot else self._shot.memory)
            machine.run(MOUNT)
            console = Console(machine)
            console.start()
            yield console
        finally:
            machine.cut_power()

    def play_until_the_plug_is_pulled(self, console: Console) -> list[dict[str, Any]]:
        """Play on where the table stands; answers what had been seen, and had its time to be written, before a press
        that may or may not be."""
        call = console.machine.call
        if console.status()["phase"] == "resume":
            call("table.go_on", PLAYERS)
        call("table.focus", PLAYERS)
        time.sleep(WRITTEN_S)
        known: list[dict[str, Any]] = call("journal.outcomes")
        call("table.tap_lowest_meanwhile")
        time.sleep(self._chance.uniform(0, WITHIN_S))
        return known

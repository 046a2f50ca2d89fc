"""Lamps as their drivers see them: dark before the console has them and after it ends, however it ends."""

from __future__ import annotations

import pytest

from tests.kernel.console import Console, wait_for
from tests.kernel.guest.table import LAMPS

ALL = list(LAMPS.values())
DARK = [0] * len(ALL)


def lit(console: Console, tries: int = 40) -> list[int]:
    """Which lamps were seen lit: one that is dimmed is on only part of the time."""
    seen = [0] * len(ALL)
    for _ in range(tries):
        seen = [max(pair) for pair in zip(seen, console.machine.call("pins.levels", ALL), strict=True)]
    return seen


def is_steady(console: Console, lamp: int, looks: int = 10) -> bool:
    """Whether a lamp is on all the time."""
    return all(console.machine.call("pins.level", lamp) for _ in range(looks))


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_lamps_are_dark_but_while_the_console_runs(console: Console, backend: str) -> None:
    console.configure(f'pin_factory = "{backend}"')
    assert lit(console) == DARK

    console.start()
    console.machine.call("table.tap", 1)
    wait_for("light for who joined", lambda: is_steady(console, LAMPS[1]))
    console.stop()
    assert lit(console) == DARK


def test_a_killed_console_leaves_no_lamp_lit(console: Console) -> None:
    console.start()
    console.machine.call("table.tap", 2)
    wait_for("light for who joined", lambda: is_steady(console, LAMPS[2]))
    # Not started anew: what is left is what a dead console leaves.
    console.machine.run("mkdir -p /run/systemd/system/mindbuzz.service.d")
    console.machine.run("printf '[Service]\\nRestart=no\\n' > /run/systemd/system/mindbuzz.service.d/dead.conf")
    console.machine.run("systemctl daemon-reload")
    console.signal("SIGKILL")
    wait_for("end of the service", lambda: console.machine.run("systemctl is-failed mindbuzz || true") == "failed\n")

    assert lit(console) == DARK


def test_active_low_lamps_never_flash_at_the_start(console: Console) -> None:
    """A low pin would light them: it is high from the first moment that the console has it."""
    console.configure('pin_factory = "gpiod"\nlamps_active_high = false\nlamps_dimmable = false')
    console.start()
    held = dict(zip(ALL, console.machine.call("pins.levels", ALL), strict=True))

    assert held[LAMPS[4]] == 1, "nobody has joined there: dark"

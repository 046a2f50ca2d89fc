"""A console on a machine, for the tests."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.service import boot_id
from tests.appliance.debian import CLONE, GIVEN, HOUSE, Machine

INSTALL = f"{CLONE}/install --wheelhouse {HOUSE}"
NO_HARDWARE = 'pin_factory = "mock"\ndisplay_driver = "dummy"\n'
STATE = "/var/lib/mindbuzz"
MOST_TRIES = 300
BETWEEN_TRIES_S = 0.2


def configure_without_hardware(machine: Machine) -> None:
    """A console on a machine without pins; the owner's configuration is there before the installation."""
    machine.does(f"mkdir -p /etc/mindbuzz; printf '{NO_HARDWARE}' > /etc/mindbuzz/mindbuzz.toml")


def a_game_goes_on(machine: Machine, given: Path) -> None:
    """The console resumes a game that was cut off."""
    file = given / "mindbuzz.sqlite"
    file.unlink(missing_ok=True)
    with closing(Journal(file, boot_id=boot_id())) as journal:
        journal.begin_game(5_000_000, "2026-01-01T00:00:00+00:00", Kind.CLASSIC, (1, 2), 7, DEFAULTS, 0, ())
    machine.does(
        f"systemctl stop mindbuzz; rm -f {STATE}/mindbuzz.sqlite*;"
        f" install -o mindbuzz -g mindbuzz -m 600 {GIVEN}/mindbuzz.sqlite {STATE}/; systemctl start mindbuzz"
    )


def until(machine: Machine, script: str, answer: str) -> str:
    """Ask again and again until the answer has that in it."""
    told = ""
    for _ in range(MOST_TRIES):
        told = machine.tries(script)[1]
        if answer in told:
            return told
        time.sleep(BETWEEN_TRIES_S)
    raise AssertionError(f"{script}: {told!r} has no {answer!r}; {machine.tries('journalctl -u mindbuzz -n 20')[1]}")

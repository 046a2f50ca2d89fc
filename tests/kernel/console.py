"""The console as a service in the guest, and what can be asked about it there."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from tests.kernel.machine import Machine

CONFIG_FILE = "/etc/mindbuzz/mindbuzz.toml"
MINDBUZZ = "mindbuzz"
JOURNAL = "/var/lib/mindbuzz/mindbuzz.sqlite"
# The pins are those of the hardware page; what has no simulator is left out.
CONFIG = 'display_driver = "dummy"\n'
START_S = 300


def wait_for(what: str, condition: Callable[[], bool]) -> None:
    """Until it holds."""
    until_s = time.monotonic() + START_S
    while not condition():
        assert time.monotonic() < until_s, f"no {what} in {START_S} s"
        time.sleep(0.2)


class Console:
    """The service of a machine, configured with lines of TOML that go before the seats."""

    def __init__(self, machine: Machine, config: str = "") -> None:
        self.machine = machine
        self.configure(config)

    def configure(self, config: str) -> None:
        """What the service finds when it starts next."""
        self.machine.run(f"cat > {CONFIG_FILE} <<'END'\n{CONFIG}{config}\nEND")

    def start(self) -> None:
        """Started, and ready as systemd understands it."""
        self.machine.run("systemctl start mindbuzz", START_S)

    def stop(self) -> None:
        """Ended as at a shutdown, with SIGTERM."""
        self.machine.run("systemctl stop mindbuzz", START_S)

    def signal(self, name: str) -> None:
        """Send the service's process a signal."""
        self.machine.run(f"systemctl kill --kill-who=main --signal={name} mindbuzz")

    @property
    def pid(self) -> int:
        """Its process, or 0."""
        return int(self._show("MainPID"))

    @property
    def active(self) -> bool:
        """Whether systemd counts it as running."""
        return self._show("ActiveState") == "active"

    def _show(self, what: str) -> str:
        return self.machine.run(f"systemctl show --property={what} --value mindbuzz").strip()

    def await_restart(self, pid: int) -> None:
        """Wait until another process is ready in place of `pid`."""
        wait_for("a new console", lambda: self.active and self.pid not in (0, pid))

    def log(self) -> str:
        """What it has said."""
        return self.machine.run("journalctl --quiet --no-pager --output=cat --unit=mindbuzz")

    def said_at_s(self, words: str) -> float:
        """When a line with these words was logged, by systemd too, on the machine's monotonic clock."""
        log = self.machine.run("journalctl --quiet --no-pager --output=short-monotonic --unit=mindbuzz")
        [line, *_] = [line for line in log.splitlines() if words in line]
        return float(line.partition("]")[0].strip("[ "))

    def status(self) -> Any:
        """What `mindbuzz status` knows."""
        return json.loads(self.machine.run(f"{MINDBUZZ} status --json || true"))

    def cli(self, arguments: str) -> list[Any]:
        """What a command of mindbuzz prints, a JSON object a line."""
        return [json.loads(line) for line in self.machine.run(f"{MINDBUZZ} {arguments}").splitlines()]

    # --- what is written down ---

    def outcomes_shown(self, game: int) -> list[Any]:
        """What the journal says came of a game, with times counted from its deal."""
        began_us = self.machine.call("journal.rows", "SELECT began_us FROM games WHERE id = ?", game)[0][0]
        lines = self.cli(f"journal --file {JOURNAL} show {game}")
        return [{**line, "at_us": line["at_us"] - began_us} for line in lines]

    def outcomes_replayed(self, game: int) -> list[Any]:
        """What `mindbuzz replay` says comes of the same contacts."""
        self.machine.run(f"{MINDBUZZ} journal --file {JOURNAL} export {game} > /tmp/game.jsonl")
        return self.cli("replay /tmp/game.jsonl")

"""What works and what does not, for whoever watches over consoles."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from mindbuzz import __version__
from mindbuzz.core.events import HOST, POWER, SILENCE
from mindbuzz.core.views import TableView
from mindbuzz.inputs.browser import BrowserButtons

# People come, go and fall silent; nothing is broken then.
NO_PROBLEM = frozenset({HOST, POWER, SILENCE, BrowserButtons.name})

Problems = Mapping[str, str]


class HealthReport:
    """`problems` answers what does not work: what, and a line about it. What the table waits for is added."""

    def __init__(self, table: Callable[[], TableView], problems: Callable[[], Problems]) -> None:
        self._table = table
        self._problems = problems
        self._began_s = time.monotonic()

    def report(self, **counts: int) -> dict[str, Any]:
        """The report; `ok` says it all."""
        table = self._table()
        waits_for = {
            f"seat {seat}": source for source, seats in table.causes if source not in NO_PROBLEM for seat in seats
        }
        problems = {**self._problems(), **waits_for}
        return {
            "ok": not problems,
            "version": __version__,
            "up_s": round(time.monotonic() - self._began_s),
            "phase": table.phase.value,
            "problems": problems,
            **counts,
        }

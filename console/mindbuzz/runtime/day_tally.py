"""What every day has counted, kept ready: to count it is to read the whole journal, and the game waits for nobody."""

import asyncio
import logging
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import NO_GAME
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.errors import JournalError
from mindbuzz.outputs.quiet_sink import QuietSink
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.rows import DayRow

CLOSE_S = 5.0

log = logging.getLogger(__name__)


class DayTally(QuietSink):
    """A sink of the console: whenever a game has begun or ended, the journal at `path` is counted anew, on a thread."""

    def __init__(self, path: Path) -> None:
        self.rows: list[DayRow] = []
        self._path = path
        self._idle: bool | None = None
        self._closing = False
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tally", daemon=True)
        self._thread.start()

    async def counted(self) -> list[DayRow]:
        """What is counted now, for whoever can wait. Raises JournalError."""
        return await asyncio.to_thread(_days, self._path)

    def forget(self) -> None:
        """Everything that was counted was forgotten."""
        self.rows = []

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """See whether a game has begun or ended."""
        is_idle = table.phase in NO_GAME
        if is_idle != self._idle:
            self._idle = is_idle
            self._woken.set()

    def close(self) -> None:
        """Count no more; a disk that hangs is not waited for for long."""
        self._closing = True
        self._woken.set()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while True:
            self._woken.wait()
            self._woken.clear()
            if self._closing:
                return
            try:
                self.rows = _days(self._path)
            except JournalError as error:
                log.warning("the days can't be counted: %s", error)
            except Exception:
                log.exception("the days can't be counted")


def _days(path: Path) -> list[DayRow]:
    with reading(path) as journal:
        return journal.days()

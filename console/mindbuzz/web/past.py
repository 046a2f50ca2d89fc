"""The games that were played, for the web: their pages and pictures.

Reading takes a moment, so it happens on a thread of its own, with a connection that can't write. Of a game that still
goes on nothing is told.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from mindbuzz.errors import JournalError
from mindbuzz.history import reading as history
from mindbuzz.history.plot import plot
from mindbuzz.history.record import Record
from mindbuzz.runtime.records import reading
from mindbuzz.screens.texts import Texts
from mindbuzz.web.past_pages import Around, game_page, games_page, labels_in, unkept_page

NEWEST = 50
KEPT_S = 20.0
MOST_KEPT = 100


class Past:
    """The games of the journal at `path`; None: nothing is kept, and the page says so.

    Whoever looks on must cost the players nothing: one reads at a time, and what was read is shown for a while.
    """

    def __init__(self, path: Path | None, *, has_console: bool = False) -> None:
        """`has_console`: the virtual console is served beside these pages, and they lead there."""
        self._path = path
        self._has_console = has_console
        self._reading = asyncio.Lock()
        self._kept: dict[tuple[str, int, str], tuple[float, str | None]] = {}
        self._forgotten = 0  # how often

    def forget(self) -> None:
        """Show nothing of what was read before."""
        self._kept.clear()
        self._forgotten += 1

    def around(self, texts: Texts, query: str) -> Around:
        """What stands around these pages in a language. `query` goes on to the pages they lead to."""
        return Around(texts, query, self._has_console)

    async def games(self, around: Around) -> str:
        """The page of the newest games."""
        name = ("games", 0, around.texts.language + around.query)
        return str(await self._shown(name, lambda: self._games(around)))

    async def game(self, number: int, around: Around) -> str | None:
        """The page of one game; None if there is no such game, or while it goes on."""
        return await self._shown(
            ("game", number, around.texts.language + around.query),
            lambda: self._of(number, lambda record: game_page(record, around)),
        )

    async def picture(self, number: int, texts: Texts) -> str | None:
        """A game's rhythm in SVG; None if there is no such game, or while it goes on."""
        return await self._shown(
            ("picture", number, texts.language),
            lambda: self._of(number, lambda record: plot(record, labels_in(texts))),
        )

    async def _shown(self, name: tuple[str, int, str], make: Callable[[], str | None]) -> str | None:
        async with self._reading:
            made_s, content = self._kept.get(name, (-KEPT_S, None))
            if time.monotonic() - made_s >= KEPT_S:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                forgotten = self._forgotten
                content = await asyncio.to_thread(make)
                if forgotten != self._forgotten:  # meanwhile
                    return await asyncio.to_thread(make)
                self._kept[name] = (time.monotonic(), content)
            return content

    def _games(self, around: Around) -> str:
        if self._path is None:
            return unkept_page(around)
        try:
            with reading(self._path) as journal:
                days = [row for row in journal.days() if row.ended]
                records = history.records(journal, newest=NEWEST)
        except JournalError:
            days, records = [], []
        return games_page(records, days, around)

    def _of(self, number: int, make: Callable[[Record], str]) -> str | None:
        if self._path is None:
            return None
        try:
            with reading(self._path) as journal:
                record = history.record(journal, number)
        except JournalError:
            return None
        return make(record)

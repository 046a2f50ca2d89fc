"""The spectator board: one stream of public facts for everyone who looks on, in the language they ask for."""

import asyncio
import json
from collections.abc import Callable

from mindbuzz.outputs.browser import Change, Showcase
from mindbuzz.screens.texts import texts_of
from mindbuzz.web.facts import public_facts
from mindbuzz.web.outbox import Outbox

ALIVE_S = 15.0
ALIVE = '{"tell":"alive"}'
# Between two handfuls of spectators whoever plays has their turn.
HANDFUL = 8


class Spectator:
    """One page that looks on."""

    def __init__(self, outbox: Outbox, language: str) -> None:
        self.outbox = outbox
        self.language = language
        self.sent = ""


class Board:
    """Tells spectators the newest facts, a handful at a time, so that many of them delay nobody's press.

    Nothing is watched while nobody looks on. `wake` makes the loop see what is watched now.
    """

    def __init__(self, showcase: Showcase, wake: Callable[[], None]) -> None:
        self._showcase = showcase
        self._wake = wake
        self._unwatch: Callable[[], None] | None = None
        self._spectators: list[Spectator] = []
        self._changed = asyncio.Event()
        self._facts: dict[str, str] = {}
        self._facts_version = -1

    @property
    def spectators(self) -> int:
        """How many look on."""
        return len(self._spectators)

    def arrive(self, outbox: Outbox, language: str) -> Spectator:
        """A page begins to look on."""
        spectator = Spectator(outbox, language)
        self._spectators.append(spectator)
        if self._unwatch is None:
            self._unwatch = self._showcase.watch(self._note)
            self._wake()
        outbox.put("facts", lambda: self._news(spectator))
        return spectator

    def leave(self, spectator: Spectator) -> None:
        """A page has gone."""
        self._spectators.remove(spectator)
        if not self._spectators and self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    async def run(self) -> None:
        """Spread news, and signs of life where there are none: a page that hears nothing looks for a new connection."""
        while True:
            try:
                async with asyncio.timeout(ALIVE_S):
                    await self._changed.wait()
                self._changed.clear()
                await self._spread("facts", self._news)
            except TimeoutError:
                await self._spread("alive", lambda spectator: ALIVE)

    async def _spread(self, kind: str, make: Callable[[Spectator], str | None]) -> None:
        for place, spectator in enumerate(list(self._spectators), start=1):
            spectator.outbox.put(kind, lambda spectator=spectator: make(spectator))  # type: ignore[misc]
            if place % HANDFUL == 0:
                await asyncio.sleep(0)

    def _note(self, change: Change) -> None:
        if change is Change.PICTURES:
            self._changed.set()

    def _news(self, spectator: Spectator) -> str | None:
        """What is new for a spectator, or None."""
        text = self.facts(spectator.language)
        if text == spectator.sent:
            return None
        spectator.sent = text
        return text

    def facts(self, language: str) -> str:
        """The newest facts, made once for all who want them in that language."""
        showcase = self._showcase
        if self._facts_version != showcase.version:
            self._facts.clear()
            self._facts_version = showcase.version
        if language not in self._facts:
            facts = public_facts(showcase.table, texts_of(language), showcase.now_us)
            self._facts[language] = json.dumps({"tell": "facts", **facts}, separators=(",", ":"), ensure_ascii=False)
        return self._facts[language]

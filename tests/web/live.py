"""A console with its site, live on a thread of its own: what browsers and sockets in tests talk to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from mindbuzz.runtime.clock import RealClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.resume import AFTER_RESTART_US
from mindbuzz.virtual import Evening, assembled
from tests.waiting import wait_until

PATIENCE_S = 30.0
START_US = 1_000_000


class LiveConsole:
    """Runs an evening on any free port until the end of a `with` block. `speed` is for simulated players alone."""

    def __init__(self, evening: Evening, speed: float = 1.0) -> None:
        self._evening = evening
        self._speed = speed
        self._clock = RealClock(START_US, speed)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live console")
        self._stop: Callable[[], None] = lambda: None
        self.error: BaseException | None = None

    def _run(self) -> None:
        """Everything is made here, too: the journal belongs to one thread."""
        try:
            journal = Journal(self._evening.journal)
            known_us = journal.last_known_us()
            if known_us is not None:
                self._clock = RealClock(known_us + AFTER_RESTART_US, self._speed)
            self.parts, self.site = assembled(self._evening, self._clock, journal)
            try:
                asyncio.run(self._serve())
            finally:
                self.parts.close()
        except BaseException as error:
            self.error = error
            self._ready.set()

    async def _serve(self) -> None:
        events = asyncio.get_running_loop()
        self._stop = lambda: _call(events, self.parts.loop.stop)
        await self.site.start()
        self._ready.set()
        try:
            await self.parts.loop.run(self._clock)
        finally:
            await self.site.close()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        self.check()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread.is_alive():
            self._stop()
        self._thread.join(PATIENCE_S)
        self.check()

    def check(self) -> None:
        """Raise what went wrong on the console's thread."""
        if self.error is not None:
            raise self.error

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.site.port}"

    @property
    def game(self) -> Game:
        """The game as it is: a value, so it may be looked at from any thread."""
        return self.parts.console.game

    def now_us(self) -> int:
        """The console's clock."""
        return self._clock.now_us()

    def wait_for(self, what: Callable[[Game], bool], patience_s: float = PATIENCE_S) -> Game:
        """Wait until the game is so."""

        def look() -> Game | None:
            self.check()
            game = self.game
            return game if what(game) else None

        game = wait_until(look, patience_s, lambda: f"still {self.game.phase} after {patience_s} s")
        assert game is not None
        return game

    def wait_for_phase(self, *phases: Phase, patience_s: float = PATIENCE_S) -> Game:
        return self.wait_for(lambda game: game.phase in phases, patience_s)


def _call(events: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    events.call_soon_threadsafe(what)

"""What is on its way to one browser: at most one message of each kind waits, and it is made when its turn comes."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable

SLOW_S = 5.0

Message = str | bytes
Make = Callable[[], Message | None]


class Outbox:
    """Newest wins by construction: a message that waits is not there yet. `run` ends with TimeoutError if too slow."""

    def __init__(self, send: Callable[[Message], Awaitable[None]], slow_s: float = SLOW_S) -> None:
        self._send = send
        self._slow_s = slow_s
        self._waiting: dict[Hashable, Make] = {}
        self._filled = asyncio.Event()

    def put(self, kind: Hashable, make: Make) -> None:
        """Send what `make` answers then, unless that is None; a message of this kind that waits keeps its turn."""
        self._waiting[kind] = make
        self._filled.set()

    async def run(self) -> None:
        """Send for ever."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._waiting:
                await self._send_next()

    async def _send_next(self) -> None:
        message = self._waiting.pop(next(iter(self._waiting)))()
        if message is not None:
            async with asyncio.timeout(self._slow_s):
                await self._send(message)

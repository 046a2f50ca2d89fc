"""From a press in a browser to its lamp there, on loopback: with 200 spectators, beside none."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack

from aiohttp import ClientWebSocketResponse, WSMsgType

from mindbuzz.virtual import LAG_MS, Evening
from tests.bench.row import Row, percentile
from tests.web.live import LiveConsole
from tests.web.socket_client import connected, told

SPECTATORS = 200
A_HOME = 50  # of them come from one address
PRESSES = 150
DOWN_S = 0.06
UP_S = 0.2


def rows() -> Iterator[Row]:
    crowded, alone = (asyncio.run(_measured(spectators, PRESSES)) for spectators in (SPECTATORS, 0))
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        many, none = percentile(crowded, share), percentile(alone, share)
        yield Row(
            f"a press in a browser to its lamp, {SPECTATORS} look on, {LAG_MS:.0f} ms of patience included, {name}",
            f"{many * 1e3:.1f} ms",
            f"{none * 1e3:.1f} ms (no spectators)",
            f"{many / none:.2f} ×",
        )


async def _measured(spectators: int, presses: int) -> list[float]:
    """Seconds from sending a press to hearing of its lamp; every press changes the table, so all are told."""
    with LiveConsole(Evening(port=0)) as live:
        async with AsyncExitStack() as stack:
            crowd = [
                await stack.enter_async_context(
                    connected(live, "/board/socket", come_from=f"127.0.1.{1 + n // A_HOME}")
                )
                for n in range(spectators)
            ]
            listening = [asyncio.create_task(_listen(one)) for one in crowd]
            player = await stack.enter_async_context(connected(live, "/console/socket"))
            taken = await _pressed(player, presses)
            for task in listening:
                task.cancel()
    return taken


async def _listen(spectator: ClientWebSocketResponse) -> None:
    async for message in spectator:
        assert message.type is WSMsgType.TEXT


async def _pressed(player: ClientWebSocketResponse, presses: int) -> list[float]:
    await player.send_json({"say": "hello", "token": "bench", "fine": True})
    await _synchronise(player)
    await player.send_json({"say": "sit", "seat": 1})
    taken = []
    for _ in range(presses):
        began_s = time.perf_counter()
        await _touch(player, closed=True)
        await _lamp_is(player, 1.0)
        taken.append(time.perf_counter() - began_s)
        await asyncio.sleep(DOWN_S)
        await _touch(player, closed=False)
        await asyncio.sleep(UP_S)
        await _synchronise(player)
    return taken


async def _touch(player: ClientWebSocketResponse, closed: bool) -> None:
    now_ms = time.perf_counter() * 1e3
    await player.send_json({"say": "touch", "seat": 1, "closed": closed, "at": now_ms, "sent": now_ms})


async def _synchronise(player: ClientWebSocketResponse) -> None:
    """One exchange, and its echo."""
    await player.send_json({"say": "sync", "sent": time.perf_counter() * 1e3, "heard": None, "at": None})
    clock = await told(player, "clock")
    heard_ms = time.perf_counter() * 1e3
    await player.send_json({"say": "sync", "sent": heard_ms, "heard": clock["at"], "at": heard_ms})
    await told(player, "clock")


async def _lamp_is(player: ClientWebSocketResponse, level: float) -> None:
    async for message in player:
        if message.type is WSMsgType.TEXT and json.loads(message.data).get("levels", {}).get("1") == level:
            return

"""A plain client for the console's sockets: aiohttp's, with the headers that a browser would send."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from tests.web.live import LiveConsole


@asynccontextmanager
async def connected(
    live: LiveConsole, path: str, *, come_from: str = "127.0.0.1", **headers: str
) -> AsyncIterator[ClientWebSocketResponse]:
    """A socket to the console from an address of this machine, closed in the end."""
    sent = {"Origin": live.base, **headers}
    connector = TCPConnector(local_addr=(come_from, 0))
    async with (
        ClientSession(connector=connector) as session,
        session.ws_connect(live.base + path, headers=sent) as socket,
    ):
        yield socket


async def told(socket: ClientWebSocketResponse, what: str) -> dict[str, Any]:
    """The next message of a kind."""
    async for message in socket:
        if message.type is WSMsgType.TEXT:
            content: dict[str, Any] = json.loads(message.data)
            if content["tell"] == what:
                return content
    raise AssertionError(f"closed with {socket.close_code} before {what} was told")


async def close_code(socket: ClientWebSocketResponse) -> int | None:
    """How the console closes a socket."""
    async for _ in socket:
        pass
    return socket.close_code

"""Who is let in to the web server: so many connections in all, so many from one address, and none that is silent.

Every connection is a descriptor of the process, and the journal, the pins and /healthz need those, too. Whoever opens
connections by the hundred and says nothing must not use them up.
"""

import asyncio
from typing import NamedTuple, cast

from aiohttp import web

END_OF_HEAD = b"\r\n\r\n"


class Limits(NamedTuple):
    """What a web server of this size can take; a process may have 1024 descriptors where nobody says otherwise."""

    in_all: int = 400
    of_one_address: int = 64
    head_s: float = 10.0  # until the head of the first request is there
    head_bytes: int = 16_384  # a longer one is the web server's to refuse
    idle_s: float = 20.0  # between two requests


LIMITS = Limits()


class Door:
    """Makes the protocol of every connection that comes: it waits here until it has asked for something.

    `turned_away` counts those that were one too many.
    """

    def __init__(self, server: web.Server, limits: Limits) -> None:
        self.limits = limits
        self.turned_away = 0
        self._server = server
        self._waiting: dict[Caller, None] = {}  # the one that has waited longest comes first

    def __call__(self) -> asyncio.Protocol:
        return Caller(self)

    def arrive(self, caller: "Caller") -> bool:
        """Whether a connection may wait here. Where all places are taken, one that has been silent makes way."""
        addresses = self._addresses()
        if addresses.count(caller.address) >= self.limits.of_one_address:
            self.turned_away += 1
            return False
        if len(addresses) >= self.limits.in_all:
            self.turned_away += 1
            silent = next(iter(self._waiting), None)
            if silent is None:
                return False
            silent.send_away()
        self._waiting[caller] = None
        return True

    def leave(self, caller: "Caller") -> None:
        """It waits no more."""
        self._waiting.pop(caller, None)

    def inside(self) -> asyncio.Protocol:
        """The web server's own protocol, for a connection that has asked for something."""
        return cast(asyncio.Protocol, self._server())

    def close(self) -> None:
        """Send all away that wait."""
        for caller in tuple(self._waiting):
            caller.send_away()

    def _addresses(self) -> list[str]:
        """Where every connection comes from, those that wait here and those inside."""
        inside = (handler.transport for handler in self._server.connections)
        return [
            *(caller.address for caller in self._waiting),
            *(_address(transport) for transport in inside if transport is not None),
        ]


class Caller(asyncio.Protocol):
    """A connection until the head of its first request is there; then it is the web server's."""

    def __init__(self, door: Door) -> None:
        self.address = ""
        self._door = door
        self._head = b""
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait, or be turned away."""
        self._transport = cast(asyncio.Transport, transport)
        self.address = _address(transport)
        if not self._door.arrive(self):
            self._transport.abort()
            return
        self._patience = asyncio.get_running_loop().call_later(self._door.limits.head_s, self.send_away)

    def data_received(self, data: bytes) -> None:
        """Collect the head."""
        self._head += data
        if self._transport is None or self._transport.is_closing():
            return
        if END_OF_HEAD in self._head or len(self._head) > self._door.limits.head_bytes:
            self._go_in(self._transport)

    def _go_in(self, transport: asyncio.Transport) -> None:
        self._leave()
        inside = self._door.inside()
        transport.set_protocol(inside)
        inside.connection_made(transport)
        inside.data_received(self._head)

    def send_away(self) -> None:
        """It was silent for too long, or its place is needed."""
        self._leave()
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """It has gone by itself, or was sent away."""
        self._leave()

    def _leave(self) -> None:
        self._door.leave(self)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""

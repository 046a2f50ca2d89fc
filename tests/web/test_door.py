"""A flood of connections that say nothing, or too many that do: others get their answer, nothing is used up."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from mindbuzz.virtual import Evening
from mindbuzz.web.door import LIMITS, Caller, Door, Limits
from mindbuzz.web.site import MOST_SPECTATORS, MOST_VISITORS
from tests.web.live import LiveConsole
from tools.project_files import ROOT

FEW = Limits(in_all=12, of_one_address=5, head_s=60, head_bytes=200, idle_s=60)
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
PATIENCE_S = 10

README = (ROOT / "README.md").read_text(encoding="utf-8")

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class WatchedDoor(Door):
    """Counts who has come, and knows who waits."""

    def __init__(self, server: web.Server, limits: Limits) -> None:
        super().__init__(server, limits)
        self.came = 0
        self.waiting: set[Caller] = set()

    def arrive(self, caller: Caller) -> bool:
        self.came += 1
        if super().arrive(caller):
            self.waiting.add(caller)
            return True
        return False

    def leave(self, caller: Caller) -> None:
        self.waiting.discard(caller)
        super().leave(caller)


async def until(true: Callable[[], bool]) -> None:
    """Let everything else go on until it is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0)


class House:
    """A web server behind a door, and everyone who has come."""

    def __init__(self, server: web.Server, door: WatchedDoor, port: int) -> None:
        self.server = server
        self.door = door
        self.port = port
        self.come: list[Connection] = []

    async def comes(self, home: int = 1, words: bytes = b"") -> Connection:
        """Somebody comes from a home of their own, and says something."""
        before = self.door.came
        connection = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(f"127.0.2.{home}", 0))
        self.come.append(connection)
        connection[1].write(words)
        await until(lambda: self.door.came > before)
        return connection

    @property
    def empty(self) -> bool:
        """Whether all have gone."""
        return not self.door.waiting and not self.server.connections

    async def asks(self, home: int = 1) -> Connection:
        """Somebody comes, gets an answer, and stays."""
        connection = await self.comes(home, REQUEST % self.port)
        assert await answered(connection)
        return connection


async def answered(connection: Connection) -> bool:
    """Whether there is an answer, and not an end."""
    try:
        line = await asyncio.wait_for(connection[0].readline(), PATIENCE_S)
    except ConnectionError:
        return False
    return line.startswith(b"HTTP/1.1 200")


async def is_sent_away(connection: Connection) -> bool:
    """Whether it ends without a word."""
    try:
        return await asyncio.wait_for(connection[0].read(), PATIENCE_S) == b""
    except ConnectionError:
        return True


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@asynccontextmanager
async def house(limits: Limits) -> AsyncIterator[House]:
    async def hello(request: web.BaseRequest) -> web.Response:
        return web.Response(text="hello")

    server = web.Server(hello)
    door = WatchedDoor(server, limits)
    listening = await asyncio.get_running_loop().create_server(door, "127.0.0.1", 0)
    made = House(server, door, listening.sockets[0].getsockname()[1])
    try:
        yield made
    finally:
        listening.close()
        for _, writer in made.come:
            writer.close()
        door.close()
        await server.shutdown(1)


def test_one_address_takes_no_more_than_its_places_and_others_are_served() -> None:
    async def flood() -> None:
        async with house(FEW) as house_:
            for _ in range(FEW.of_one_address):
                await house_.comes(1)
            assert await is_sent_away(await house_.comes(1))
            await house_.asks(2)
            assert house_.door.turned_away == 1

    asyncio.run(flood())


def test_places_come_back_when_their_people_go() -> None:
    async def come_and_go() -> None:
        async with house(FEW) as house_:
            for _ in range(3 * FEW.of_one_address):
                silent, asked = await house_.comes(1), await house_.asks(1)
                for _, writer in (silent, asked):
                    writer.close()
                    await writer.wait_closed()
                await until(lambda: house_.empty)
            assert house_.door.turned_away == 0

    asyncio.run(come_and_go())


def test_where_all_places_are_taken_the_silent_make_way_for_whoever_asks() -> None:
    async def flood() -> None:
        async with house(FEW) as house_:
            first = await house_.comes(1)
            for n in range(1, FEW.in_all):
                await house_.comes(1 + n % 6)
            for _ in range(3):
                await house_.asks(9)
            assert await is_sent_away(first)

    asyncio.run(flood())


def test_where_all_have_asked_one_more_is_one_too_many() -> None:
    async def crowd() -> None:
        async with house(FEW) as house_:
            for n in range(FEW.in_all):
                await house_.asks(1 + n % 6)
            assert await is_sent_away(await house_.comes(9))

    asyncio.run(crowd())


@pytest.mark.parametrize("words", [b"", b"GET / HT"])
def test_whoever_asks_for_nothing_in_time_is_sent_away(words: bytes) -> None:
    async def silence() -> None:
        async with house(FEW._replace(head_s=0.1)) as house_:
            assert await is_sent_away(await house_.comes(1, words))

    asyncio.run(silence())


def test_a_request_in_pieces_is_a_request() -> None:
    async def slowly() -> None:
        async with house(FEW) as house_:
            reader, writer = await house_.comes(1)
            for byte in REQUEST % house_.port:
                writer.write(bytes([byte]))
                await writer.drain()
            assert await answered((reader, writer))

    asyncio.run(slowly())


def test_a_head_without_an_end_is_the_web_server_s_to_refuse() -> None:
    async def endless() -> None:
        async with house(FEW) as house_:
            reader, _ = await house_.comes(1, b"GET /" + b"x" * 9_000)
            assert (await asyncio.wait_for(reader.readline(), PATIENCE_S)).startswith(b"HTTP/1.0 400")

    asyncio.run(endless())


def test_the_console_answers_in_a_flood_and_has_descriptors_left() -> None:
    """The real limits, from four addresses more than they may hold."""

    async def flood(port: int) -> None:
        before = open_descriptors()
        come = []
        for home in range(1, 5):
            for _ in range(LIMITS.of_one_address + 10):
                come.append(await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.3.{home}", 0)))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST % port)
        assert await answered((reader, writer))
        theirs = open_descriptors() - before - len(come)
        assert theirs <= 4 * LIMITS.of_one_address + 2
        for _, one in (*come, (reader, writer)):
            one.close()

    with LiveConsole(Evening(port=0)) as live:
        asyncio.run(flood(live.site.port))


def test_the_readme_s_limits_are_those_that_hold() -> None:
    [table] = re.findall(r"^\| \| at most \|\n\|---\|---\|\n((?:\|.*\n)+)", README, re.MULTILINE)
    figures = [float(figure) for figure in re.findall(r"\d+", table)]
    assert figures == [
        LIMITS.in_all, LIMITS.of_one_address, MOST_SPECTATORS, MOST_VISITORS, LIMITS.head_s, LIMITS.idle_s,
    ]  # fmt: skip


def test_the_limits_leave_descriptors_for_everything_else() -> None:
    assert LIMITS.in_all < 1024 / 2
    assert LIMITS.of_one_address < LIMITS.in_all / 4

"""The web server: pages, sockets, health. It runs on the game's own event loop and waits for nobody."""

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import asdict, replace
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from mindbuzz.errors import WebError
from mindbuzz.runtime.health import HealthReport
from mindbuzz.screens.seats import SHAPES, seat_name
from mindbuzz.screens.texts import texts_of
from mindbuzz.web.bad_requests import REQUESTS
from mindbuzz.web.board import Board
from mindbuzz.web.desk import Desk, Visitor
from mindbuzz.web.door import LIMITS, Door, Limits
from mindbuzz.web.files import static_files
from mindbuzz.web.guard import HEADERS, MISDIRECTED, Guard
from mindbuzz.web.help import help_in
from mindbuzz.web.languages import language_or, words_of
from mindbuzz.web.messages import MOST_BYTES, Unacceptable, said
from mindbuzz.web.outbox import Message, Outbox
from mindbuzz.web.page import live_page, query_of
from mindbuzz.web.past import Past
from mindbuzz.web.past_pages import Around, missing_page

MOST_SPECTATORS = 300
MOST_VISITORS = 16
# A socket that does not answer a ping within half of this is closed.
PING_S = 20.0
CLOSING_S = 1.0
TAKEN_OVER = 4001
SHUT_DOWN_S = 1.0
READ_ONLY = frozenset({"GET", "HEAD"})

log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """Serves the board, the games of the `past`, and with a `desk` the virtual console.

    `opened` counts the sockets there ever were.
    """

    def __init__(
        self,
        board: Board,
        health: HealthReport,
        language: str,
        *,
        host: str,
        port: int,
        past: Past,
        desk: Desk | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self.port = port
        self.started = asyncio.Event()
        self.opened = 0
        self._board = board
        self._health = health
        self._language = language
        self._host = host
        self._desk = desk
        self._past = past
        self._limits = limits
        self._files = static_files()
        self._guard = Guard(port)
        self._sockets: set[web.WebSocketResponse] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._runner: web.AppRunner | None = None
        self._door: Door | None = None
        self._listening: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to serve. Raises WebError, one line, if the port of a virtual console can't be had."""
        application = web.Application(middlewares=[self._guarded], client_max_size=MOST_BYTES)
        application.on_response_prepare.append(_add_headers)
        for path, handler in self._routes().items():
            application.router.add_get(path, handler)
        runner = web.AppRunner(
            application,
            access_log=None,
            logger=REQUESTS,
            shutdown_timeout=SHUT_DOWN_S,
            keepalive_timeout=self._limits.idle_s,
        )
        await runner.setup()
        assert runner.server is not None
        self._door = Door(runner.server, self._limits)
        try:
            self._listening = await asyncio.get_running_loop().create_server(self._door, self._host, self.port)
        except OSError as error:
            await runner.cleanup()
            self._give_up(_unavailable(self._host, self.port, error))
            return
        self._runner = runner
        self.port = self.addresses[0][1]
        self._guard = Guard(self.port, {self._host.lower()})
        for part in (self._board, self._desk):
            if part is not None:
                self._begin(part.run())
        self.started.set()

    def _give_up(self, reason: str) -> None:
        """Without its virtual console a table of browsers is none; without a board a table is played all the same."""
        if self._desk is not None:
            raise WebError(f"{reason}; choose others with --host and --port")
        log.warning("no spectator board: %s; choose another web_port", reason)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on beside everything else, until it ends or the site does."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Where the site listens."""
        return [] if self._listening is None else [socket.getsockname()[:2] for socket in self._listening.sockets]

    def forget(self) -> None:
        """Games that are over were forgotten: nothing is shown of them any more."""
        self._past.forget()

    async def close(self) -> None:
        """Tell everyone, and stop."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._listening is not None:
            self._listening.close()
        for socket in tuple(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
        if self._door is not None:
            self._door.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _routes(self) -> dict[str, Handler]:
        routes: dict[str, Handler] = {
            "/": self._page("board"),
            "/history": self._history,
            "/history/{game:[1-9][0-9]{0,17}}": self._game,
            "/history/{game:[1-9][0-9]{0,17}}.svg": self._rhythm,
            "/board/socket": self._board_socket,
            "/static/{name}": self._static,
            "/healthz": self._healthz,
        }
        if self._desk is None:
            return routes
        return routes | {
            "/console": self._page("console"),
            "/console/socket": self._console_socket,
            "/console/words": self._words,
            "/console/help": self._help,
            "/console/help/secret": self._secret,
        }

    # --- every request ---

    @property
    def _guarded(self) -> Any:
        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            hosts = request.headers.getall("Host", [])
            if request.method not in READ_ONLY:
                raise web.HTTPMethodNotAllowed(request.method, READ_ONLY)
            if len(hosts) != 1 or not self._guard.knows(hosts[0]):
                raise web.HTTPMisdirectedRequest(text=MISDIRECTED)
            origin = request.headers.get("Origin")
            if (origin is not None or _is_socket(request)) and not self._guard.is_own(origin, hosts[0]):
                raise web.HTTPForbidden(text="only pages of this console may ask\n")
            return await handler(request)

        return guarded

    # --- pages ---

    def _page(self, name: str) -> Handler:
        async def page(request: web.Request) -> web.Response:
            return _html(live_page(name, self._language_of(request), _query(request)))

        return page

    async def _static(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self._files:
            raise web.HTTPNotFound
        content, content_type = self._files[name]
        return web.Response(body=content, content_type=content_type, charset="utf-8")

    async def _healthz(self, request: web.Request) -> web.Response:
        visitors = 0 if self._desk is None else self._desk.visitors
        turned_away = 0 if self._door is None else self._door.turned_away
        report = self._health.report(players=visitors, spectators=self._board.spectators, turned_away=turned_away)
        return _json_response(report, status=200 if report["ok"] else 503)

    async def _history(self, request: web.Request) -> web.Response:
        return _html(await self._past.games(self._around(request)))

    async def _game(self, request: web.Request) -> web.Response:
        around = self._around(request)
        content = await self._past.game(int(request.match_info["game"]), around)
        return _html(missing_page(around), status=404) if content is None else _html(content)

    def _around(self, request: web.Request) -> Around:
        return self._past.around(texts_of(self._language_of(request)), _query(request))

    async def _rhythm(self, request: web.Request) -> web.Response:
        texts = texts_of(self._language_of(request))
        picture = await self._past.picture(int(request.match_info["game"]), texts)
        if picture is None:
            raise web.HTTPNotFound
        return web.Response(text=picture, content_type="image/svg+xml", charset="utf-8")

    async def _words(self, request: web.Request) -> web.Response:
        language = self._language_of(request)
        names = {seat: seat_name(seat, texts_of(language)) for seat in SHAPES}
        return _json_response({"names": names, **words_of(language)})

    async def _help(self, request: web.Request) -> web.Response:
        """All of it but the secret, which takes a request of its own."""
        content = help_in(self._language_of(request))
        return _json_response(asdict(replace(content, spoiler=replace(content.spoiler, paragraphs=()))))

    async def _secret(self, request: web.Request) -> web.Response:
        return _json_response({"paragraphs": help_in(self._language_of(request)).spoiler.paragraphs})

    def _language_of(self, request: web.Request) -> str:
        return language_or(request.query.get("lang"), self._language)

    # --- sockets ---

    async def _board_socket(self, request: web.Request) -> web.WebSocketResponse:
        if self._board.spectators >= MOST_SPECTATORS:
            raise web.HTTPServiceUnavailable
        socket = await self._opened(request)
        outbox = Outbox(_sender(socket))
        spectator = self._board.arrive(outbox, self._language_of(request))
        try:
            await self._talk(request, socket, outbox, _say_nothing)
        finally:
            self._board.leave(spectator)
        return socket

    async def _console_socket(self, request: web.Request) -> web.WebSocketResponse:
        desk = self._desk
        assert desk is not None
        if desk.visitors >= MOST_VISITORS:
            raise web.HTTPServiceUnavailable
        socket = await self._opened(request)
        outbox = Outbox(_sender(socket))
        visitor = desk.arrive(outbox, lambda: self._part(socket))
        try:
            await self._talk(request, socket, outbox, lambda text: _hear(desk, visitor, text))
        finally:
            desk.leave(visitor)
        return socket

    async def _opened(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=PING_S, max_msg_size=MOST_BYTES, compress=False, timeout=CLOSING_S)
        await socket.prepare(request)
        self._sockets.add(socket)
        self.opened += 1
        return socket

    def _part(self, socket: web.WebSocketResponse) -> None:
        """Another page has taken over from this one."""
        self._begin(_close(socket, TAKEN_OVER))

    async def _talk(
        self, request: web.Request, socket: web.WebSocketResponse, outbox: Outbox, hear: Callable[[str], None]
    ) -> None:
        """Hear and send until one of the two ends. Whoever is too slow is cut off, not waited for."""
        reading = asyncio.create_task(_read(socket, hear))
        sending = asyncio.create_task(outbox.run())
        try:
            await asyncio.wait({reading, sending}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done() and request.transport is not None:
                request.transport.abort()
        finally:
            self._sockets.discard(socket)
            for task in (reading, sending):
                task.cancel()
            for failure in await asyncio.gather(reading, sending, return_exceptions=True):
                _tell_of(failure)


def _tell_of(failure: object) -> None:
    """Of what ends a talk, only a page that is gone or too slow is nothing to tell of."""
    if isinstance(failure, Exception) and not isinstance(failure, OSError):
        log.error("a page's socket failed; the page is to open another", exc_info=failure)


def _unavailable(host: str, port: int, error: OSError) -> str:
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return f"port {port} at {host} can't be had ({reason})"


def _is_socket(request: web.Request) -> bool:
    return request.headers.get("Upgrade", "").lower() == "websocket"


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


def _html(content: str, status: int = 200) -> web.Response:
    return web.Response(text=content, content_type="text/html", charset="utf-8", status=status)


def _query(request: web.Request) -> str:
    return query_of(request.query.get("lang"))


def _json_response(content: Mapping[str, Any], status: int = 200) -> web.Response:
    return web.Response(text=json.dumps(content, ensure_ascii=False), content_type="application/json", status=status)


def _sender(socket: web.WebSocketResponse) -> Callable[[Message], Awaitable[None]]:
    async def send(message: Message) -> None:
        if isinstance(message, bytes):
            await socket.send_bytes(message)
        else:
            await socket.send_str(message)

    return send


async def _read(socket: web.WebSocketResponse, hear: Callable[[str], None]) -> None:
    """Hear what comes; a message that is none of ours ends it."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            await _close(socket, WSCloseCode.UNSUPPORTED_DATA)
            return
        try:
            hear(message.data)
        except Unacceptable:
            await _close(socket, WSCloseCode.POLICY_VIOLATION)
            return


async def _close(socket: web.WebSocketResponse, code: int) -> None:
    await socket.close(code=code)


def _hear(desk: Desk, visitor: Visitor, text: str) -> None:
    desk.hear(visitor, said(text))


def _say_nothing(text: str) -> None:
    """Spectators look on."""
    raise Unacceptable("a spectator spoke")

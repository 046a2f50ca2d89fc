"""The site over real sockets: what it serves, whom it turns away, and that nothing said to it harms the game."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket as plain
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import cast

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindbuzz.app import Parts, run_in_real_time, site_of
from mindbuzz.core.phases import Phase
from mindbuzz.errors import WebError
from mindbuzz.outputs.browser import Showcase
from mindbuzz.runtime.clock import RealClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.virtual import Evening, assembled, invitation
from mindbuzz.web.desk import MESSAGES_AT_ONCE
from mindbuzz.web.files import static_files
from mindbuzz.web.guard import HEADERS
from mindbuzz.web.languages import words_of
from mindbuzz.web.messages import MOST_BYTES
from tests.web.live import LiveConsole
from tests.web.socket_client import close_code, connected, told

POLICY_VIOLATION = 1008
TOO_BIG = 1009
UNSUPPORTED = 1003
TAKEN_OVER = 4001
HANDSHAKE = (
    "GET /console/socket HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
HELLO = json.dumps({"say": "hello", "token": "test", "fine": True})


@pytest.fixture(scope="module")
def live() -> Iterator[LiveConsole]:
    with LiveConsole(Evening(port=0)) as console:
        yield console


async def got(live: LiveConsole, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    async with ClientSession() as session, session.request(method, live.base + path, headers=headers) as response:
        return response.status, dict(response.headers), await response.read()


# --- pages ---


@pytest.mark.parametrize(
    "path",
    ["/", "/console", "/history", "/healthz", "/console/help?lang=cs", *[f"/static/{name}" for name in static_files()]],
)
def test_every_answer_is_guarded(live: LiveConsole, path: str) -> None:
    status, headers, body = asyncio.run(got(live, path))

    assert status == 200
    assert body
    assert HEADERS.items() <= headers.items()


@pytest.mark.parametrize(
    "path",
    [
        "/static/", "/static/../site.py", "/static/%2e%2e/site.py", "/static/..%2fsite.py", "/static/%2fetc%2fpasswd",
        "/static//etc/passwd", "/static/console.js/", "/static/console.js%00", "/site.py", "/console/../static",
    ],
)  # fmt: skip
def test_no_path_leads_out(live: LiveConsole, path: str) -> None:
    """Sent as it stands; clients would tidy it up."""
    with plain.create_connection(("127.0.0.1", live.site.port), timeout=5) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost:{live.site.port}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: connection.recv(65536), b""))

    assert answer.split()[1] in (b"404", b"400")


def test_what_is_no_request_fills_no_log(live: LiveConsole, caplog: pytest.LogCaptureFixture) -> None:
    for nonsense in (
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01 hello\r\n\r\n",
        b"GET " + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    ):
        with plain.create_connection(("127.0.0.1", live.site.port)) as client:
            client.sendall(nonsense)
            client.recv(4096)

    assert caplog.records == []


@pytest.mark.parametrize(("method", "status"), [("POST", 405), ("PUT", 405), ("OPTIONS", 405), ("HEAD", 200)])
def test_the_site_is_for_reading(live: LiveConsole, method: str, status: int) -> None:
    assert asyncio.run(got(live, "/", method))[0] == status


def test_foreign_names_and_pages_are_turned_away(live: LiveConsole) -> None:
    status, _, said = asyncio.run(got(live, "/", Host="evil.example"))
    assert (status, b"by its address in figures" in said) == (421, True)
    assert plain.gethostname().encode() not in said
    assert asyncio.run(got(live, "/healthz", Origin="http://evil.example"))[0] == 403
    assert asyncio.run(got(live, "/healthz", Origin=live.base))[0] == 200


@pytest.mark.parametrize("path", ["/board/socket", "/console/socket"])
@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}])
def test_foreign_sockets_are_turned_away(live: LiveConsole, path: str, headers: dict[str, str]) -> None:
    async def attempt() -> None:
        async with connected(live, path, **headers):
            pass

    with pytest.raises(WSServerHandshakeError) as refused:
        asyncio.run(attempt())
    assert refused.value.status in (403, 421)


def test_health_says_what_works(live: LiveConsole) -> None:
    status, _, body = asyncio.run(got(live, "/healthz"))
    report = json.loads(body)

    assert status == 200
    assert report["ok"] is True
    assert report["phase"] == live.game.phase.value


def test_the_secret_is_not_in_the_help(live: LiveConsole) -> None:
    _, _, help_text = asyncio.run(got(live, "/console/help"))
    _, _, secret = asyncio.run(got(live, "/console/help/secret"))

    assert json.loads(help_text)["spoiler"]["paragraphs"] == []
    assert all(paragraph not in help_text.decode() for paragraph in json.loads(secret)["paragraphs"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words(language: str) -> None:
    words = words_of(language)

    assert words.keys() == words_of("en").keys()
    assert all(words.values())


@pytest.mark.parametrize("path", ["words", "help", "help/secret"])
def test_what_is_not_written_in_the_screens_language_is_in_english(
    live: LiveConsole, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language that has texts for the screens and no more."""
    monkeypatch.setattr("mindbuzz.web.languages.LANGUAGES", (*LANGUAGES, "xx"))
    monkeypatch.setattr("mindbuzz.web.site.texts_of", lambda language: texts_of("de" if language == "xx" else language))
    english = json.loads(asyncio.run(got(live, f"/console/{path}?lang=en"))[2])
    status, _, body = asyncio.run(got(live, f"/console/{path}?lang=xx"))
    told = json.loads(body)

    assert status == 200
    assert told.pop("names", {}).get("1") in (None, "Rot")
    assert told == {key: value for key, value in english.items() if key != "names"}


def test_a_port_that_is_taken_is_one_line() -> None:
    async def start() -> None:
        with plain.create_server(("127.0.0.1", 0)) as taken:
            evening = Evening(port=taken.getsockname()[1])
            clock = RealClock(1_000_000)
            parts, site = assembled(evening, clock, Journal(None))
            try:
                await run_in_real_time(parts, clock, site)
            finally:
                parts.close()

    with pytest.raises(
        WebError, match=r"^port \d+ at 127\.0\.0\.1 can't be had \(.*\); choose others with --host and --port$"
    ):
        asyncio.run(start())


@pytest.mark.parametrize(("host", "figures"), [("0.0.0.0", r"\d+\.\d+\.\d+\.\d+"), ("::", r"\[[0-9a-f:]+\]")])
def test_who_lets_everybody_in_is_told_an_address_of_the_same_kind(host: str, figures: str) -> None:
    play, look_on, *_ = invitation(host, 8765)

    assert re.fullmatch(rf"play at      http://{figures}:8765/console", play)
    assert re.fullmatch(rf"look on at   http://{figures}:8765/", look_on)


def test_nobody_from_elsewhere_is_let_in_unless_asked_to(live: LiveConsole) -> None:
    assert live.site.addresses == [("127.0.0.1", live.site.port)]


# --- what is said to it ---


def said(live: LiveConsole, *messages: str | bytes, path: str = "/console/socket") -> int | None:
    """Say all that; the code with which the console closes, or None if it does not."""

    async def talk() -> int | None:
        async with connected(live, path) as socket:
            for message in messages:
                await (socket.send_bytes(message) if isinstance(message, bytes) else socket.send_str(message))
            try:
                async with asyncio.timeout(0.3 if messages and messages[-1] == HELLO else 5):
                    return await close_code(socket)
            except TimeoutError:
                return None

    return asyncio.run(talk())


def test_a_proper_page_is_let_be(live: LiveConsole) -> None:
    assert said(live, HELLO) is None


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("x" * (MOST_BYTES + 1), TOO_BIG),
        (b"bytes", UNSUPPORTED),
        ("{", POLICY_VIOLATION),
        ('{"say":"sit","seat":1}', POLICY_VIOLATION),
    ],
)
def test_improper_ones_are_closed(live: LiveConsole, message: str | bytes, code: int) -> None:
    assert said(live, message) == code


def test_whoever_talks_too_much_is_closed(live: LiveConsole) -> None:
    assert said(live, HELLO, *['{"say":"sit","seat":1}'] * (MESSAGES_AT_ONCE + 20)) == POLICY_VIOLATION


def test_a_spectator_who_speaks_is_closed(live: LiveConsole) -> None:
    assert said(live, "hello?", path="/board/socket") == POLICY_VIOLATION


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(min_size=1, max_size=300))
def test_no_bytes_on_the_wire_harm_the_game(live: LiveConsole, content: bytes) -> None:
    """Raw bytes where frames belong: that socket may end, nothing else does."""
    with plain.create_connection(("127.0.0.1", live.site.port), timeout=5) as connection:
        connection.sendall(HANDSHAKE.format(port=live.site.port).encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
        connection.sendall(content)

    assert asyncio.run(got(live, "/healthz"))[0] == 200
    live.check()
    assert live.game.phase in (Phase.LOBBY, Phase.ATTRACT)


def test_the_page_that_was_taken_over_from_is_told_so(live: LiveConsole) -> None:
    async def story() -> int | None:
        async with connected(live, "/console/socket") as first, connected(live, "/console/socket") as second:
            await first.send_str(HELLO)
            await told(first, "welcome")
            await second.send_str(HELLO)
            await told(second, "welcome")
            return await close_code(first)

    assert asyncio.run(story()) == TAKEN_OVER


def test_a_slow_spectator_delays_nobody(live: LiveConsole) -> None:
    """One page reads nothing at all; another is told all the same."""

    async def story() -> None:
        async with connected(live, "/board/socket"), connected(live, "/board/socket?lang=fr") as awake:
            facts = await told(awake, "facts")
            assert facts["language"] == "fr"
            assert (await got(live, "/healthz"))[0] == 200

    asyncio.run(story())


# --- bugs that nobody thought of ---

A_BUG = "a bug that nobody thought of"


def fail(*_: object) -> None:
    raise RuntimeError(A_BUG)


@pytest.mark.parametrize(
    "where",
    ["board.Board.run", "board.Board.facts", "desk.Desk.run", "desk.Desk.hear", "desk.Desk._who_sits", "site._read"],
)
def test_what_fails_beside_the_requests_is_told_to_the_log(
    where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What goes on for ever, what reads a socket, and what writes to one; nobody else waits for their end."""

    async def fails(*_: object) -> None:
        fail()

    monkeypatch.setattr(f"mindbuzz.web.{where}", fails if where.endswith(("run", "_read")) else fail)

    async def story(live: LiveConsole) -> int:
        async with connected(live, "/board/socket") as spectator, connected(live, "/console/socket") as player:
            with suppress(ConnectionError):
                await player.send_str(HELLO)
            if not where.endswith("run"):
                await close_code(spectator if "board" in where else player)
        return (await got(live, "/healthz"))[0]

    with LiveConsole(Evening(port=0)) as live:
        assert asyncio.run(story(live)) == 200

    assert A_BUG in caplog.text


def test_pages_that_go_or_are_cut_off_fill_no_log(caplog: pytest.LogCaptureFixture) -> None:
    async def story(live: LiveConsole) -> None:
        async with connected(live, "/console/socket") as player:
            await player.send_str(HELLO)
            await told(player, "welcome")
        for path in ("/console/socket", "/board/socket"):
            with plain.create_connection(("127.0.0.1", live.site.port)) as client:
                client.sendall(HANDSHAKE.format(port=live.site.port).replace("/console/socket", path).encode())
                client.recv(4096)
                client.setsockopt(plain.SOL_SOCKET, plain.SO_LINGER, struct.pack("ii", 1, 0))  # it ends in a reset
        assert (await got(live, "/healthz"))[0] == 200

    with LiveConsole(Evening(port=0)) as live:
        asyncio.run(story(live))

    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


# --- the board alone ---


class NoHardware:
    """As much of a console's parts as a board needs."""

    panels = None
    journal = Journal(None)

    def trouble(self) -> dict[str, str]:
        return {}


def statuses(parts: NoHardware, *paths: str) -> list[int]:
    """What a console on hardware answers to each path."""
    site = site_of(cast(Parts, parts), Showcase((1, 2), texts_of("en")), "127.0.0.1", 0)

    async def asked() -> list[int]:
        await site.start()
        try:
            async with ClientSession(f"http://127.0.0.1:{site.port}") as session:
                return [(await session.get(path)).status for path in paths]
        finally:
            await site.close()

    return asyncio.run(asked())


def test_a_console_on_hardware_serves_the_board_and_no_seats() -> None:
    assert statuses(NoHardware(), "/", "/console") == [200, 404]


def test_the_games_that_were_played_are_shown_where_they_are_kept(tmp_path: Path) -> None:
    parts = NoHardware()
    with closing(Journal(tmp_path / "games.sqlite")) as parts.journal:
        paths = ("/history/1", "/history/1.svg", "/history/0.svg", "/history/x", f"/history/{'9' * 30}")
        assert statuses(parts, "/history?lang=de", *paths) == [200, *[404] * len(paths)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_every_page_leads_somewhere(live: LiveConsole, language: str) -> None:
    """From the board and the console on, and always on in the same language."""
    to_see, seen = [f"/?lang={language}", f"/console?lang={language}"], set()
    while to_see:
        path = to_see.pop()
        status, _, body = asyncio.run(got(live, path))
        assert status == 200, path
        seen.add(path)
        if not path.startswith("/static/"):
            assert f'<html lang="{language}">' in body.decode()
            to_see += set(re.findall(r'(?:href|src)="([^"]+)"', body.decode())) - seen
    assert f"/history?lang={language}" in seen


def test_without_its_board_a_console_on_hardware_is_played_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    async def start() -> None:
        with plain.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            site = site_of(cast(Parts, NoHardware()), Showcase((1, 2), texts_of("en")), "127.0.0.1", port)
            await site.start()
            await site.close()

    asyncio.run(start())

    assert "no spectator board: port" in caplog.text

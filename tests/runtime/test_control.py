"""The control socket: one line in, one line out, for owner and group alone; whatever is sent, it goes on answering."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.errors import ControlError, NotRunning
from mindbuzz.runtime import control
from mindbuzz.runtime.control import MOST_BYTES, MOST_CLIENTS, Control, Request, ask


def echo(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"heard": arguments.get("word")}


def fail(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    raise RuntimeError("a fault of ours")


def refuse(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    raise ControlError("not now")


REQUESTS: dict[str, Request] = {"echo": echo, "fail": fail, "refuse": refuse}


def served(path: Path, what: Callable[[], Awaitable[Any]], requests: Mapping[str, Request] = REQUESTS) -> Any:
    """What comes of something that is done while the socket is served."""

    async def everything() -> Any:
        server = Control(path, requests)
        await server.start()
        try:
            return await what()
        finally:
            await server.close()

    return asyncio.run(everything())


async def exchange(path: Path, content: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(str(path))
    writer.write(content)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    return answer


def answered(path: Path, content: bytes) -> dict[str, Any]:
    answer = served(path, lambda: exchange(path, content))
    assert answer.count(b"\n") == 1
    result: dict[str, Any] = json.loads(answer)
    return result


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "control.sock"


def test_a_request_is_answered_in_one_line(path: Path) -> None:
    assert answered(path, b'{"request": "echo", "word": "hi"}\n') == {"ok": True, "answer": {"heard": "hi"}}


def test_asking_is_one_call(path: Path) -> None:
    assert served(path, lambda: asyncio.to_thread(ask, path, "echo", word="hi")) == {"heard": "hi"}


def test_a_request_that_takes_long_holds_up_no_other(path: Path) -> None:
    async def both() -> tuple[bytes, bytes]:
        asked, echoed = asyncio.Event(), asyncio.Event()

        async def count(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
            asked.set()
            await echoed.wait()
            return {"counted": 1}

        requests["count"] = count
        slow = asyncio.create_task(exchange(path, b'{"request": "count"}\n'))
        await asked.wait()
        quick = await exchange(path, b'{"request": "echo"}\n')
        echoed.set()
        return quick, await slow

    requests = dict(REQUESTS)
    quick, slow = served(path, both, requests)
    assert json.loads(quick)["ok"]
    assert json.loads(slow)["answer"] == {"counted": 1}


BAD = {
    "nothing": (b"", "one line of JSON"),
    "no JSON": (b"status\n", "one line of JSON"),
    "a list": (b"[]\n", "one line of JSON"),
    "no request": (b"{}\n", "there are echo, fail, refuse"),
    "a request that is not there": (b'{"request": "deal"}\n', "there are echo, fail, refuse"),
    "a list for a request": (b'{"request": []}\n', "one line of JSON"),
    "nested deep": (b"[" * 4000 + b"\n", "one line of JSON"),
    "no UTF-8": (b"\xff\xfe\n", "one line of JSON"),
    "a line too long": (b"x" * (MOST_BYTES * 3), "at most 4096 bytes"),
    "what fails": (b'{"request": "fail"}\n', "fail failed; the console's log says why"),
    "what is refused": (b'{"request": "refuse"}\n', "not now"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_can_not_be_answered_is_told_why(name: str, path: Path) -> None:
    content, words = BAD[name]
    answer = answered(path, content)

    assert not answer["ok"]
    assert words in answer["error"]


@given(st.lists(st.binary(max_size=60), min_size=1, max_size=3))
def test_whatever_is_sent_the_next_one_is_answered(tmp_path_factory: pytest.TempPathFactory, sent: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("run") / "c"

    async def all_of_it() -> bytes:
        for content in sent:
            json.loads(await exchange(path, content + b"\n"))
        return await exchange(path, b'{"request": "echo"}\n')

    assert json.loads(served(path, all_of_it))["ok"]


def test_it_is_open_to_owner_and_group_alone_and_gone_in_the_end(path: Path) -> None:
    async def mode() -> int:
        return stat.S_IMODE(path.stat().st_mode)

    assert served(path, mode) == 0o660
    assert not path.exists()


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_it_is_open_to_nobody_else_at_any_moment(umask: int, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor before its mode is set by name; and whatever the umask, its group may ask in the end."""
    modes: list[int] = []
    chmod = Path.chmod

    def noting(self: Path, mode: int) -> None:
        modes.append(stat.S_IMODE(self.stat().st_mode))
        chmod(self, mode)
        modes.append(stat.S_IMODE(self.stat().st_mode))

    monkeypatch.setattr(Path, "chmod", noting)
    before = os.umask(umask)
    try:
        answered(path, b'{"request": "echo"}\n')
    finally:
        os.umask(before)
    assert modes == [0o660 & ~umask, 0o660]


def test_a_socket_that_a_killed_console_left_makes_way(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))

    assert answered(path, b'{"request": "echo"}\n')["ok"]


def test_a_console_that_answers_keeps_its_socket(path: Path) -> None:
    async def second() -> Any:
        other = Control(path, {})
        await other.start()
        await other.close()
        return await asyncio.to_thread(ask, path, "echo")

    assert served(path, second) == {"heard": None}


def test_without_room_for_a_socket_a_console_is_played_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def nothing() -> str:
        return "played"

    assert served(tmp_path / "nowhere" / "control.sock", nothing) == "played"
    assert "no control socket" in caplog.text


def test_who_says_nothing_is_left_alone_and_who_comes_in_crowds_is_sent_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "PATIENCE_S", 0.5)

    async def crowd() -> tuple[bytes, bytes, bytes]:
        silent = [await asyncio.open_unix_connection(str(path)) for _ in range(MOST_CLIENTS)]
        refused = await exchange(path, b"")
        ends = [await reader.read() for reader, _ in silent]
        for _, writer in silent:
            writer.close()
        return refused, b"".join(ends), await exchange(path, b'{"request": "echo"}\n')

    refused, to_the_silent, later = served(path, crowd)
    assert "too many" in json.loads(refused)["error"]
    assert to_the_silent == b""
    assert json.loads(later)["ok"]


# --- the other side ---


def test_a_console_that_does_not_run_is_told_from_one_that_can_not_be_asked(path: Path) -> None:
    with pytest.raises(NotRunning, match=r"no console answers at .*systemctl start mindbuzz; ./play has none$"):
        ask(path, "status")
    path.mkdir()
    with pytest.raises(ControlError) as caught:
        ask(path / "x" / "y", "status")
    assert isinstance(caught.value, NotRunning)


def test_a_console_that_hangs_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "PATIENCE_S", 0.05)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(path))
        deaf.listen()
        with pytest.raises(ControlError, match="is it hanging"):
            ask(path, "status")

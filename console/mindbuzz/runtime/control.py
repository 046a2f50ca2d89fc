"""The control socket: who may open it asks one thing in one line of JSON, and gets one line back.

It is a Unix socket, open to its owner and group alone; socket_path.py says where. The requests are a table that the
composition root fills; nothing in it may tell a hand or a seed.
"""

import asyncio
import json
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from inspect import isawaitable
from pathlib import Path
from typing import Any

from mindbuzz.errors import ControlError, NotRunning
from mindbuzz.runtime.socket_path import sockets_to_ask

Arguments = Mapping[str, Any]
Answer = Mapping[str, Any]
Request = Callable[[Arguments], Answer | Awaitable[Answer]]

SOCKET_MODE = 0o660
MOST_BYTES = 4096
MOST_ANSWER_BYTES = 1024 * 1024
MOST_CLIENTS = 8
PATIENCE_S = 5.0
TRIES = 15
BETWEEN_TRIES_S = 0.1

log = logging.getLogger(__name__)


class Control:
    """Answers requests on the game's own loop: each is a function that is done at once, or else awaits what is not."""

    def __init__(self, path: Path, requests: Mapping[str, Request]) -> None:
        self._path = path
        self._requests = requests
        self._server: asyncio.Server | None = None
        self._clients = 0

    async def start(self) -> None:
        """Begin to answer. A socket that can't be made is told in the log: a console is played without one."""
        try:
            self._server = await asyncio.start_unix_server(self._serve, sock=_bound(self._path), limit=MOST_BYTES)
        except OSError as error:
            log.warning("no control socket at %s: %s; `mindbuzz status` will find nobody", self._path, error.strerror)

    async def close(self) -> None:
        """Stop, and leave no socket behind."""
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients += 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                if self._clients > MOST_CLIENTS:
                    answer = _refusal("too many ask at once; try again")
                else:
                    answer = await self._answer(await reader.readline())
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except (OSError, TimeoutError):
            pass  # whoever asked is gone, or too slow
        except ValueError:
            writer.write(json.dumps(_refusal(f"a request has at most {MOST_BYTES} bytes")).encode() + b"\n")
        finally:
            self._clients -= 1
            writer.close()

    async def _answer(self, line: bytes) -> Answer:
        """The answer to one line; whatever goes wrong in it must not end the game."""
        try:
            arguments = json.loads(line)
            name = arguments["request"]
            request = self._requests[name]
        except (ValueError, RecursionError, TypeError):
            return _refusal('a request is one line of JSON: {"request": "status"}')
        except KeyError:
            return _refusal(f"there is no such request; there are {', '.join(sorted(self._requests))}")
        try:
            answer = request(arguments)
            return {"ok": True, "answer": await answer if isawaitable(answer) else answer}
        except ControlError as error:
            return _refusal(str(error))
        except Exception:
            log.exception("the request %s failed", name)
            return _refusal(f"{name} failed; the console's log says why")


def _refusal(error: str) -> Answer:
    return {"ok": False, "error": error}


def _bound(path: Path) -> socket.socket:
    """A socket at the path, for owner and group. One that a killed console left behind makes way. Raises OSError."""
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket() and not _answers(path):
            path.unlink()
        os.fchmod(server.fileno(), SOCKET_MODE)  # from the first moment on it is open to nobody else
        server.bind(str(path))
        path.chmod(SOCKET_MODE)  # which the umask may have narrowed
    except BaseException:
        server.close()
        raise
    return server


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        try:
            client.connect(str(path))
        except OSError:
            return False
        return True


# --- the other side ---


def ask(path: Path | None, request: str, **arguments: Any) -> Answer:
    """Ask the console whose socket is at `path`, or the one that runs here.

    Raises NotRunning if none does, ControlError for whatever else goes wrong.
    """
    paths = sockets_to_ask() if path is None else [path]
    answer = _patiently(paths, json.dumps({"request": request, **arguments}).encode() + b"\n")
    if answer is None:
        where = f" at {' or '.join(map(str, paths))}" if paths else " here"
        raise NotRunning(
            f"no console answers{where}; name another --socket, or start an installed one with: sudo systemctl start "
            "mindbuzz; ./play has none"
        )
    if not answer["ok"]:
        raise ControlError(answer["error"])
    result: Answer = answer["answer"]
    return result


def _patiently(paths: Sequence[Path], line: bytes) -> Answer | None:
    """What the first says that answers. A console that is just being put together anew is there again in a moment."""
    for attempt in range(TRIES):
        for path in paths:
            answer = _exchanged(path, line)
            if answer is not None:
                return answer
        if not any(path.parent.is_dir() for path in paths):
            break
        if attempt < TRIES - 1:
            time.sleep(BETWEEN_TRIES_S)
    return None


def _exchanged(path: Path, line: bytes) -> Answer | None:
    """What a console says; None: there is none. Raises ControlError."""
    try:
        answer: Answer = json.loads(_exchange(path, line))
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
        return None
    except PermissionError:
        group = "you have to be root or in the group mindbuzz: sudo usermod -aG mindbuzz $USER, and log in anew"
        raise ControlError(f"{path}: no permission; {group}") from None
    except (OSError, ValueError) as error:
        raise ControlError(
            f"{path}: the console gives no answer: {error}; is it hanging? see: mindbuzz doctor"
        ) from error
    return answer


def _exchange(path: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(PATIENCE_S)
        client.connect(str(path))
        client.sendall(line)
        with client.makefile("rb") as answer:
            return answer.readline(MOST_ANSWER_BYTES)

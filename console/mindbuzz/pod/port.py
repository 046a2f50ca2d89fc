"""The port: bytes to and from a pod on USB serial, found by its name, opened anew whenever it comes back."""

import errno
import logging
import os
import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from threading import Event, Lock, Thread
from typing import Protocol

from serial import Serial, SerialException

from mindbuzz.errors import PodError

BY_ID = Path("/dev/serial/by-id")
BAUD = 115_200  # means nothing on USB
LOOK_AGAIN_S = 0.5
STOP_LOOK_S = 0.5
CHUNK_BYTES = 4096
GONE = (errno.ENODEV, errno.EIO, errno.ENXIO)
REPLY = b"$R,"
STATUS = re.compile(rb"\$S,[0-9A-F]{4},[0-9]+(,[0-9,]+)\*[0-9A-F]{4}\r?")  # the group is what it says but for the time


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """The port is open; whoever is at the other end is new."""

    at_us: int


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes came in; `at_us` was just after."""

    at_us: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The port is gone, or can't be opened, and why."""

    at_us: int
    reason: str


Item = Opened | Received | Closed


class Port(Protocol):
    """Something that bytes go through, like SerialPort. Nothing here ever waits.

    `urgent`: whether somebody waits for the next bytes, whatever is in them.
    """

    urgent: bool

    @property
    def waiting(self) -> bool:
        """Whether there is something to take."""

    def take(self) -> list[Item]:
        """What came since this was asked last."""

    def send(self, line: bytes) -> None:
        """Send a line if there is room for it; a part of it, or none, if not."""

    def close(self) -> None: ...


def find(device: str) -> Path:
    """The port of the one pod whose name in /dev/serial/by-id has `device` in it; a path is taken as it is.

    Raises PodError if there is none, or more than one.
    """
    if device.startswith("/"):
        try:
            Path(device).stat()
        except PermissionError as error:
            raise PodError(f"{device} can't be reached: its folder is closed to you; name another port") from error
        except OSError as error:
            raise PodError(
                f"{device} is not there; plug the pod in, or name another port: mindbuzz pod list"
            ) from error
        return Path(device)
    found = all_found(device)
    if not found:
        raise PodError(none_found(device))
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise PodError(f"there is more than one pod: {names}; name the right one")
    return found[0]


def all_found(device: str) -> list[Path]:
    """Every port whose name in /dev/serial/by-id has `device` in it."""
    return sorted(path for path in BY_ID.glob("*") if device in path.name)


def none_found(device: str) -> str:
    """That there is no such port, and what there is instead."""
    others = ", ".join(path.name for path in all_found(""))
    instead = f"there is {others}" if others else "a new Pico needs MicroPython first"
    return f'no pod is plugged in: nothing in {BY_ID} has "{device}" in its name; {instead}'


def opened(path: Path) -> Serial:
    """A port opened for us alone. Raises PodError, one line that says why it can't be."""
    try:
        return Serial(str(path), BAUD, timeout=0, write_timeout=0, exclusive=True)
    except (SerialException, OSError) as error:
        raise PodError(f"{path} can't be opened: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    if isinstance(error, PermissionError) or error.errno == errno.EACCES:
        return "permission denied; add yourself to the group dialout (sudo usermod -aG dialout $USER) and log in again"
    if error.errno == errno.EBUSY or "exclusively lock" in str(error):
        return (
            "another program has it; a console is stopped by Ctrl-C where somebody started it, "
            "by sudo systemctl stop mindbuzz where it is a service"
        )
    if error.errno in GONE:
        return "it was unplugged"
    return os.strerror(error.errno) if error.errno else str(error)


class Monotony:
    """Replies, and statuses that say nothing new but the time."""

    def __init__(self) -> None:
        self._said = b""

    def goes_on_with(self, data: bytes) -> bool:
        """Whether these bytes are such lines, all of them whole."""
        *lines, rest = data.split(b"\n")
        old = [self._is_old(line) for line in lines]
        return not rest and all(old)

    def _is_old(self, line: bytes) -> bool:
        if line.startswith(REPLY):
            return True
        status = STATUS.fullmatch(line)
        was, self._said = self._said, b"" if status is None else status[1]
        return self._said == was != b""


class SerialPort:
    """The port of a pod. A thread of its own reads, stamps what it read with `now_us`, and calls `wake`.

    Not for what tells nothing new but the time, unless that is `urgent`: ten lines a second come while nobody does
    anything, and whoever looks the next time finds them all.
    """

    def __init__(self, device: str, now_us: Callable[[], int], wake: Callable[[], None]) -> None:
        self._device = device
        self._now_us = now_us
        self._wake = wake
        self.urgent = False
        self._monotony = Monotony()
        self._items: deque[Item] = deque()
        self._lock = Lock()  # for the file descriptor, which may be closed while another thread writes
        self._fd: int | None = None
        self._reason = ""
        self._failure = ""
        self._stopping = Event()
        self._thread = Thread(target=self._keep_open, name="pod", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> bool:
        """Whether there is something to take."""
        return bool(self._items)

    def take(self) -> list[Item]:
        """What came since this was asked last."""
        return [self._items.popleft() for _ in range(len(self._items))]

    def send(self, line: bytes) -> None:
        """Send a line; never waits for a pod that is slow or gone: lines that matter are sent again."""
        with self._lock:
            if self._fd is not None:
                with suppress(OSError):  # the reader hears of it, too
                    os.write(self._fd, line)

    def close(self) -> None:
        """Let go of the port."""
        self._stopping.set()
        self._thread.join(2 * STOP_LOOK_S)

    # --- on the thread ---

    def _keep_open(self) -> None:
        while not self._stopping.is_set():
            try:
                self._read_until_gone(opened(find(self._device)))
            except PodError as error:
                self._tell_closed(str(error))
            except Exception as error:  # of whatever else it dies: the game pauses, and the pod is looked for again
                self._log(error)
                self._tell_closed(f"its port failed: {error}")
            self._stopping.wait(LOOK_AGAIN_S)

    def _read_until_gone(self, serial: Serial) -> None:
        """The old handle is closed before anyone looks for a new one: otherwise it would have another number."""
        with serial:
            self._reason = ""
            self._set_fd(serial.fileno())
            self._put(Opened(self._now_us()))
            try:
                while not self._stopping.is_set():
                    if select([serial.fileno()], [], [], STOP_LOOK_S)[0]:
                        self._read(serial.fileno())
            except OSError as error:
                self._tell_closed(f"{serial.port}: {_reason(error)}")
            finally:
                self._set_fd(None)

    def _read(self, fd: int) -> None:
        data = os.read(fd, CHUNK_BYTES)
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        at_us = self._now_us()
        is_news = not self._monotony.goes_on_with(data)
        self._items.append(Received(at_us, data))
        if is_news or self.urgent:
            self._wake()

    def _set_fd(self, fd: int | None) -> None:
        with self._lock:
            self._fd = fd

    def _tell_closed(self, reason: str) -> None:
        """Once for each reason, not at each attempt."""
        if reason != self._reason:
            self._reason = reason
            self._put(Closed(self._now_us(), reason))

    def _log(self, error: Exception) -> None:
        """Once for each failure: it may come back at every attempt."""
        if repr(error) != self._failure:
            self._failure = repr(error)
            log.error("the pod's port failed", exc_info=error)

    def _put(self, item: Item) -> None:
        self._items.append(item)
        self._wake()

"""A board on a pty, in real time: the firmware's own main.py under MicroPython, restarted when it resets itself, at
MicroPython's prompt when it is in maintenance. Between it and the console is a cable on which things go wrong."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import time
import tty
from collections.abc import Mapping
from pathlib import Path
from select import select
from threading import Event, Lock, Thread

from tests.firmware.micropython import BOARD, environment
from tests.pod.lockstep import Wire

PICO = "Raspberry Pi Pico with RP2040"
RESET = 3  # how a process ends when the board is reset
VISITED_AFTER_S = 3.0  # from the start of a command on: a busy machine takes a while until it looks
CLEAN = Wire(delay_us=(0, 0))
# Of a configuration: two seats, with a pod at a port.
TWO_SEATS = """
host_button = false
pod = {{ device = "{port}" }}

[seats.1]
button = "pod:1"
lamp = "pod:1"

[seats.2]
button = "pod:2"
lamp = "pod:2"
"""


def now_us() -> int:
    return time.monotonic_ns() // 1000


class Cable:
    """Joins the board's tty with one for the console, at `port`. What goes through is delayed, broken, or lost."""

    def __init__(self, port: Path, board_fd: int) -> None:
        self.port = port
        self.up, self.down = CLEAN, CLEAN
        self.paused = False  # the console reads nothing
        self._board_fd = board_fd
        self._console_fds: tuple[int, int] | None = None
        self._lock = Lock()
        self._ended = Event()
        self._waiting: list[tuple[int, int, bytes]] = []
        self.plug_in()
        self._thread = Thread(target=self._carry, daemon=True)
        self._thread.start()

    def plug_in(self) -> None:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        self.port.symlink_to(os.ttyname(theirs))
        with self._lock:
            self._console_fds = (ours, theirs)

    def unplug(self) -> None:
        """The node goes, and whoever has it open hears of it."""
        self.port.unlink()
        with self._lock:
            assert self._console_fds is not None
            fds, self._console_fds = self._console_fds, None
            self._waiting.clear()
        for fd in fds:
            os.close(fd)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        if self._console_fds is not None:
            self.unplug()

    def _carry(self) -> None:
        while not self._ended.is_set():
            with self._lock:
                self._move()
            time.sleep(0.0005)

    def _move(self) -> None:
        console_fd = None if self._console_fds is None else self._console_fds[0]
        board = {} if self.paused else {self._board_fd: (console_fd, self.up)}
        routes = board if console_fd is None else {**board, console_fd: (self._board_fd, self.down)}
        for source in select(list(routes), [], [], 0)[0]:
            target, wire = routes[source]
            data = os.read(source, 4096)
            if target is not None:
                self._waiting.extend((at_us, target, piece) for at_us, piece in wire.carried(data, now_us()))
        arrived = [item for item in self._waiting if item[0] <= now_us()]
        self._waiting = [item for item in self._waiting if item not in arrived]
        for _, target, piece in arrived:
            with contextlib.suppress(OSError):
                os.write(target, piece)


class WiredBoard:
    """A board with its power on. `files`: what is on it; its file system is a folder of its own."""

    def __init__(self, program: str, folder: Path, files: list[Path], machine: str = PICO) -> None:
        self._program = program
        self._machine = machine
        self.storage = folder / "storage"
        self.storage.mkdir()
        for file in files:
            (self.storage / file.name).write_bytes(file.read_bytes())
        self._pipe = folder / "contacts"
        os.mkfifo(self._pipe)
        self._pipe_fd = os.open(self._pipe, os.O_RDWR)
        self._fds = pty.openpty()
        tty.setraw(self._fds[1])
        self.cable = Cable(folder / "port", self._fds[0])
        self.resets = 0
        self.prompts = 0
        self.held: tuple[int, ...] = ()  # pins that are low when the power comes on
        self._ended = Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def port(self) -> Path:
        return self.cable.port

    def edge(self, pin: int, closed: bool) -> None:
        """A contact changes, now."""
        os.write(self._pipe_fd, f"{pin} {int(not closed)}\n".encode())

    def break_contacts(self) -> None:
        """Something fails within a call that the firmware makes."""
        os.write(self._pipe_fd, b"no pin, no level\n")

    def close(self) -> None:
        self._ended.set()
        while self._thread.is_alive():
            if self._process is not None:
                self._process.kill()
            self._thread.join(0.05)
        self.cable.close()
        for fd in (*self._fds, self._pipe_fd):
            os.close(fd)

    def _run(self) -> None:
        """Power on: the firmware, if it is there and runs; otherwise the prompt. A reset begins it anew."""
        while not self._ended.is_set():
            for pin in self.held:
                self.edge(pin, True)
            if self._started("run.py", str(self._pipe)) != RESET and not self._ended.is_set():
                self.prompts += 1
                self._started("prompt.py", self._machine)
            self.resets += 1

    def _started(self, script: str, argument: str) -> int:
        path = ":".join(map(str, (BOARD, self.storage, ".frozen")))
        self._process = subprocess.Popen(
            [self._program, str(BOARD / "wired" / script), argument],
            cwd=self.storage,
            env={**environment(), "MICROPYPATH": path},
            stdin=self._fds[1],
            stdout=self._fds[1],
            stderr=subprocess.DEVNULL,
        )
        return self._process.wait()


class Presses(Thread):
    """Contacts that change one after the other, once somebody is there to see it."""

    def __init__(self, board: WiredBoard, changes: list[tuple[int, bool]], pins: Mapping[int, int]) -> None:
        super().__init__(daemon=True)
        self._board, self._changes, self._pins = board, changes, pins
        self.start()

    def run(self) -> None:
        time.sleep(VISITED_AFTER_S)
        for button, closed in self._changes:
            self._board.edge(self._pins[button], closed)
            time.sleep(0.15)

"""lgpio's own module API, as far as gpiozero and mindbuzz.pins.lgpio call it, over lines that a test drives.

As there one thread calls all listeners, of what it reads from a pipe in the scratch folder, which becomes the current
one by the import.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
_USED, _OUTPUT = 1, 2
_MESSAGE = struct.Struct("QBBBBI")  # stamp in ns, chip, line, level, flags, nothing
_HANDLE = 0

Listener = Callable[[int, int, int, int], None]


class error(Exception):  # noqa: N801
    """What the library raises."""


# --- what a test does ---

levels: dict[int, int] = {}  # of the lines that were driven; a level that nobody drives is that of the pull-up
consumers: dict[int, str] = {}
stamp_ns = time.monotonic_ns
_modes: dict[int, int] = {}
_alerts: dict[int, int] = {}  # line -> the pipe that is told of its edges
_pipes: list[int] = []


def drive(line: int, level: int, *, lost: bool = False) -> None:
    """Change a level. Nobody is ever told of a `lost` edge."""
    if level != level_of(line):
        levels[line] = level
        if line in _alerts and not lost:
            os.write(_pipes[_alerts[line]], _MESSAGE.pack(stamp_ns(), 0, line, level, 0, 0))


def kill() -> None:
    """End the thread that reads: somebody else's listener raises."""
    line, pipe = next(iter(_alerts.items()))
    callback(_HANDLE, line, BOTH_EDGES, _raise)
    os.write(_pipes[pipe], _MESSAGE.pack(stamp_ns(), 0, line, level_of(line), 0, 0))


def _raise(chip: int, line: int, level: int, at_ns: int) -> None:
    raise RuntimeError("somebody else's listener")


def end() -> None:
    """End the thread."""
    _notify_thread.go = False
    os.write(_pipes[_notify_thread._notify], bytes(_MESSAGE.size))
    _notify_thread.join()
    for pipe in _pipes:
        os.close(pipe)


def level_of(line: int) -> int:
    """The level that can be measured."""
    return levels.get(line, 1)


# --- the library ---


def gpiochip_open(chip: int) -> int:
    return _HANDLE


def gpiochip_close(handle: int) -> None:
    for line in _modes:
        del consumers[line]
    _modes.clear()
    _alerts.clear()


def gpio_get_line_info(handle: int, line: int) -> tuple[int, int, int, str, str]:
    return 0, line, gpio_get_mode(handle, line), "", consumers.get(line, "")


def gpio_get_mode(handle: int, line: int) -> int:
    return _modes.get(line, 0) | (_USED if line in consumers else 0)


def gpio_claim_input(handle: int, line: int, flags: int = 0) -> None:
    _claim(line, flags)


def gpio_claim_output(handle: int, line: int, level: int = 0, flags: int = 0) -> None:
    _claim(line, flags | _OUTPUT)
    levels[line] = level


def gpio_claim_alert(handle: int, line: int, edges: int, flags: int = 0) -> None:
    _claim(line, flags)
    _alerts[line] = _notify_thread._notify


def _claim(line: int, mode: int) -> None:
    if line in consumers and line not in _modes:
        raise error("GPIO busy")
    _alerts.pop(line, None)
    _modes[line] = mode
    consumers[line] = "lg"


def gpio_free(handle: int, line: int) -> None:
    _alerts.pop(line, None)
    del _modes[line], consumers[line]


def gpio_read(handle: int, line: int) -> int:
    return level_of(line)


def gpio_write(handle: int, line: int, level: int) -> None:
    levels[line] = int(level)


def tx_pwm(handle: int, line: int, frequency_hz: float, duty_percent: float) -> None:
    """Whoever measures meets the part of the period in which it is on."""
    levels[line] = int(duty_percent > 0)


def gpio_set_debounce_micros(handle: int, line: int, debounce_us: int) -> None:
    """None is asked for."""


class _Callback(NamedTuple):
    """Who listens to what."""

    chip: int
    gpio: int
    edge: int
    func: Listener

    def cancel(self) -> None:
        if self in _notify_thread.callbacks:
            _notify_thread.callbacks.remove(self)


def callback(handle: int, line: int, edge: int, func: Listener) -> _Callback:
    listener = _Callback(handle, line, edge, func)
    _notify_thread.callbacks.append(listener)
    return listener


class _lgpio:  # noqa: N801
    """The library below the library."""

    @staticmethod
    def _notify_open() -> int:
        pipe = Path(os.environ["LG_WD"], f".lgd-nfy{len(_pipes)}")
        os.mkfifo(pipe)
        _pipes.append(os.open(pipe, os.O_RDWR | os.O_CLOEXEC))
        return len(_pipes) - 1


class _callback_thread(threading.Thread):  # noqa: N801
    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._notify = _lgpio._notify_open()
        self._file = Path(f".lgd-nfy{self._notify}").open("rb")  # noqa: SIM115
        self.callbacks: list[_Callback] = []
        self.go = True
        self.start()

    def run(self) -> None:
        with self._file:
            while self.go:
                at_ns, chip, line, level, _, _ = _MESSAGE.unpack(self._file.read(_MESSAGE.size))
                for listener in self.callbacks:
                    if (listener.chip, listener.gpio) == (chip, line):
                        listener.func(chip, line, level, at_ns)


os.chdir(os.environ["LG_WD"])
_notify_thread = _callback_thread()

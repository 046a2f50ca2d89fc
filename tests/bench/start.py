"""How long `mindbuzz run` takes until it is ready on mock hardware, what it holds then, and what it does when idle;
with its seats on pins, and on a pod, which is the real firmware at the other end of a pty."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.row import Row
from tests.firmware.micropython import BOARD, environment
from tests.pod.wired import TWO_SEATS

CONFIG = 'pin_factory = "mock"\ndisplay_driver = "dummy"\njournal = "{journal}"\n'
# What no program that audits levels as often as ours can go below, on a machine whose processor sleeps in between.
ONLY_SLEEPS = "import time\nwhile True:\n    time.sleep(0.05)"
IDLE_S = 10
MEETING_S = 4  # and lamps have taken up their patterns
STARTS = 3


def rows() -> Iterator[Row]:
    starts = [_start("", idle_s=IDLE_S if number == 0 else 0) for number in range(STARTS)]
    ready_s = min(start[0] for start in starts)
    _, memory_mb, idle_share = starts[0]
    yield Row("from the start of `mindbuzz run` on mock hardware until it is ready", f"{ready_s:.2f} s")
    yield Row("resident memory then", f"{memory_mb:.0f} MB")
    sleeping = _only_sleeping(IDLE_S)
    yield Row(
        "one core when nobody plays, level audit every 50 ms included",
        f"{idle_share:.2%}",
        f"{sleeping:.2%} (a Python that only sleeps, 50 ms at a time)",
        f"{idle_share / sleeping:.1f} ×",
    )
    with _pod() as port:
        _, _, with_pod = _start(TWO_SEATS.format(port=port), idle_s=IDLE_S)
    yield Row(
        "one core when nobody plays and the seats are on a pod",
        f"{with_pod:.2%}",
        f"{idle_share:.2%} (on pins)",
        f"{with_pod / idle_share:.1f} ×",
    )


@contextmanager
def _pod() -> Iterator[str]:
    """A pod that has its power; where a console finds it."""
    board_fd, port_fd = pty.openpty()
    for fd in (board_fd, port_fd):
        tty.setraw(fd)
    with tempfile.TemporaryDirectory() as folder:
        pipe = Path(folder) / "contacts"
        os.mkfifo(pipe)
        command = [Path(sys.executable).with_name("micropython"), BOARD / "wired" / "run.py", pipe]
        with subprocess.Popen(command, cwd=folder, env=environment(), stdin=board_fd, stdout=board_fd) as process:
            yield os.ttyname(port_fd)
            process.kill()
    for fd in (board_fd, port_fd):
        os.close(fd)


def _start(more: str, idle_s: float) -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mindbuzz.toml"
        config.write_text(CONFIG.format(journal=Path(folder) / "journal.sqlite") + more, encoding="utf-8")
        ears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ears.bind(str(Path(folder) / "notify"))
        environment = {**os.environ, "NOTIFY_SOCKET": str(Path(folder) / "notify")}
        began_s = time.monotonic()
        command = [sys.executable, "-m", "mindbuzz", "run", "--config", str(config)]
        with subprocess.Popen(command, env=environment) as process:
            while b"READY=1" not in ears.recv(200):
                continue
            ready_s = time.monotonic() - began_s
            time.sleep(MEETING_S if idle_s else 0)
            memory_mb = _resident_mb(process.pid)
            idle_share = _share(process.pid, idle_s) if idle_s else 0
            process.terminate()
        ears.close()
    return ready_s, memory_mb, idle_share


def _only_sleeping(for_s: float) -> float:
    with subprocess.Popen([sys.executable, "-c", ONLY_SLEEPS]) as process:
        time.sleep(1)
        share = _share(process.pid, for_s)
        process.terminate()
    return share


def _share(pid: int, for_s: float) -> float:
    """Of one core, in the time to come."""
    before_s = _cpu_s(pid)
    time.sleep(for_s)
    return (_cpu_s(pid) - before_s) / for_s


def _resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu_s(pid: int) -> float:
    """Time on a processor, of all threads, to the nanosecond; ticks would count every wake-up for a whole one."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9

"""A visit to a pod without a console: who it is, and what its contacts do, for the commands of `mindbuzz pod`."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

from mindbuzz.errors import PodError
from mindbuzz.pod.frames import Frame, Hello, Lines, Maintenance, Query, encode
from mindbuzz.pod.link import Happening
from mindbuzz.pod.pod import Pod
from mindbuzz.pod.port import SerialPort, opened

ANSWERS_WITHIN_S = 1.5
ASK_AGAIN_S = 0.3
POLL_S = 0.005
AUDIT_US = 50_000


def now_us() -> int:
    """Microseconds of CLOCK_MONOTONIC."""
    return time.monotonic_ns() // 1000


def hello_of(path: Path, within_s: float = ANSWERS_WITHIN_S) -> Hello | None:
    """What a pod says it is; None if nothing that knows our protocol answers. Raises PodError for a port that can't
    be opened."""
    heard = _say(path, encode(Query()), lambda frame: isinstance(frame, Hello), within_s)
    return heard if isinstance(heard, Hello) else None


def ask_for_maintenance(path: Path, unique_id: str) -> None:
    """Ask a pod to restart for new firmware, until it says nothing any more. Raises PodError if it goes on talking."""
    for _ in range(10):
        try:
            if _say(path, encode(Maintenance(unique_id)), lambda frame: True, 0.5) is None:
                return
        except PodError:
            return  # it has gone to restart
    raise PodError(
        f"{path} does not restart for new firmware; hold its first button while you plug it in, then try again"
    )


def _say(path: Path, line: bytes, is_answer: Callable[[Frame], bool], within_s: float) -> Frame | None:
    """Say something until an answer comes; None if none does. Raises PodError if the port fails."""
    try:
        return _said(path, line, is_answer, within_s)
    except OSError as error:
        raise PodError(f"{path}: {error.strerror}; unplug the pod and plug it in again") from error


def _said(path: Path, line: bytes, is_answer: Callable[[Frame], bool], within_s: float) -> Frame | None:
    with opened(path) as serial:
        fd, lines = serial.fileno(), Lines()
        ends_s = time.monotonic() + within_s
        while (now_s := time.monotonic()) < ends_s:
            os.write(fd, b"\n" + line)
            again_s = min(now_s + ASK_AGAIN_S, ends_s)
            answer = next(filter(is_answer, _heard(path, fd, lines, again_s)), None)
            if answer is not None:
                return answer
    return None


def _heard(path: Path, fd: int, lines: Lines, until_s: float) -> Iterator[Frame]:
    while (left_s := until_s - time.monotonic()) > 0:
        if select([fd], [], [], left_s)[0]:
            data = os.read(fd, 4096)
            if not data:
                raise PodError(f"{path} is gone")
            yield from lines.take(data)


def happenings(pod: Pod, for_s: float | None) -> Iterator[Happening | None]:
    """What happens, as it happens; None now and then, when nothing does. Without `for_s` until it is stopped."""
    ends_s = None if for_s is None else time.monotonic() + for_s
    while ends_s is None or time.monotonic() < ends_s:
        yield from pod.act(now_us())
        yield None
        time.sleep(POLL_S)


@contextmanager
def visiting(device: str) -> Iterator[Pod]:
    """Visit a pod, and let go of it afterwards. Raises PodError if it can't be met, with the reason."""
    pod = Pod(SerialPort(device, now_us, lambda: None), AUDIT_US)
    try:
        for _ in happenings(pod, 2 * ANSWERS_WITHIN_S):
            if pod.met:
                break
        else:
            raise PodError(f"pod: {pod.trouble}")
        yield pod
    finally:
        pod.close()

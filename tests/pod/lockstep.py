"""The firmware under real MicroPython as the other end of a console's port, on the console's virtual clock.

The pod's process is kept a few milliseconds behind, so that an edge that happens now is still to come there, and is
stamped where it happens. What either side sends arrives after a delay, if it does: see Wire.
"""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Callable, Mapping
from random import Random

from mindbuzz.pod.port import Closed, Item, Opened, Received
from tests.firmware.micropython import BOARD, started

BEHIND_US = 6_000  # longer than any turn of the firmware
BOOTS = ("7F3A", "00B2", "C0DE", "1234", "FFFF")
ROOM = 256  # bytes that the pod may write in a turn
NEVER_US = 10**15


class Wire:
    """One way of a cable, with everything that can go wrong on it. Shares are of the lines sent."""

    def __init__(
        self,
        random: Random | None = None,
        *,
        delay_us: tuple[int, int] = (200, 1_000),
        dropped: float = 0,
        flipped: float = 0,
        split: float = 0,
        noise: float = 0,
    ) -> None:
        self._random = random or Random(0)
        self._delay_us = delay_us
        self._shares = (dropped, flipped, split, noise)
        self._arrived_us = 0

    def carried(self, data: bytes, sent_us: int) -> list[tuple[int, bytes]]:
        """(time, bytes) in order: what arrives of this, and when."""
        return [piece for line in data.splitlines(keepends=True) for piece in self._line(line, sent_us)]

    def _line(self, line: bytes, sent_us: int) -> list[tuple[int, bytes]]:
        dropped, flipped, split, noise = (self._random.random() < share for share in self._shares)
        if dropped:
            return []
        if flipped:
            place = self._random.randrange(len(line))
            line = line[:place] + bytes([line[place] ^ 1 << self._random.randrange(8)]) + line[place + 1 :]
        if noise:
            line = self._random.randbytes(self._random.randrange(1, 90)) + line
        cut = self._random.randrange(len(line)) if split else 0
        return [(self._arrives_us(sent_us), piece) for piece in (line[:cut], line[cut:]) if piece]

    def _arrives_us(self, sent_us: int) -> int:
        self._arrived_us = max(self._arrived_us, sent_us + self._random.randint(*self._delay_us))
        return self._arrived_us


class LockstepPod:
    """A pod that is not there: a Port for the console, and a source that lets its loop drive the pod's time.

    `skew_ppm`: how much faster its clock runs. `turn_us`: how long its turns are when nothing happens.
    """

    name = "board"

    def __init__(
        self,
        program: str,
        now_us: Callable[[], int],
        buttons: Mapping[int, int],
        *,
        up: Wire | None = None,
        down: Wire | None = None,
        skew_ppm: float = 0,
        ticks_at_start: int = 0,
        turn_us: int = 1_000,
    ) -> None:
        self._program = program
        self._now_us = now_us
        self._buttons = dict(buttons)
        self.up, self.down = up or Wire(), down or Wire()
        self._rate = 1 + skew_ppm / 1e6
        self._ticks_at_start = str(ticks_at_start)
        self._turn_us = str(turn_us)
        self.urgent = False
        self._items: deque[Item] = deque()
        self._boots = 0
        self.duties: dict[int, int] = {}
        self.faults = 0
        self.fed = 0
        self.room = ROOM
        self.wake: Callable[[], object] = lambda: None
        self.plug_in()

    # --- the cable ---

    def plug_in(self) -> None:
        """The pod gets its power, and the console a port."""
        self._power_us = self._now_us()
        boot = BOOTS[self._boots % len(BOOTS)]
        self._boots += 1
        script = BOARD / "lockstep" / "run.py"
        self._process: subprocess.Popen[str] | None = started(
            self._program, script, self._ticks_at_start, boot, self._turn_us, folders=("lockstep",)
        )
        self._edges: deque[tuple[int, int, bool]] = deque()
        self._coming: deque[tuple[int, bytes]] = deque()
        self._going: deque[tuple[int, bytes]] = deque()
        self._pod_us, self._sent = 0, b""
        self._read()
        self._put(Opened(self._now_us()))

    def unplug(self) -> None:
        """The cable comes out: no power, no port."""
        self._end()
        self._put(Closed(self._now_us(), "it was unplugged"))

    def reboot(self) -> None:
        """The pod starts anew, and the port stays: its watchdog, say."""
        self._end()
        self.plug_in()
        self._items.pop()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    # --- the buttons ---

    def drive(self, seat: int, closed: bool) -> None:
        """A contact changes, now."""
        self.edge(self._now_us(), seat, closed)

    def edge(self, at_us: int, seat: int, closed: bool) -> None:
        """A contact changes at a time of the console's clock, not before any other edge that was told."""
        if self._process is not None:
            self._edges.append((self.pod_us(at_us), self._buttons[seat], closed))

    def pod_us(self, console_us: int) -> int:
        """The truth: what the pod's clock says at a time of the console's."""
        return round((console_us - self._power_us) * self._rate)

    def console_us(self, pod_us: int) -> int:
        """The truth, the other way."""
        return self._power_us + round(pod_us / self._rate)

    # --- as a source: the pod's time goes on ---

    @property
    def due_us(self) -> int | None:
        """When the pod wants to go on: at once when its turn is further behind than need be."""
        dues = [] if self._process is None else [self.console_us(self._pod_us) + BEHIND_US + 1_000]
        dues.extend(at_us for at_us, _ in self._coming)
        return min(dues, default=None)

    def act(self, now_us: int) -> None:
        """Let the pod go on until it is almost now."""
        until_us = self.pod_us(now_us - BEHIND_US)
        while self._process is not None and self._pod_us < until_us:
            self._turn(until_us)
        while self._coming and self._coming[0][0] <= now_us:
            self._put(Received(*self._coming.popleft()))

    def closed(self) -> frozenset[int]:
        """The buttons are told of by the console's own source."""
        return frozenset()

    def _turn(self, until_us: int) -> None:
        self._coming.extend(self.up.carried(self._sent, self.console_us(self._pod_us)))
        heard = b""
        while self._going and self.pod_us(self._going[0][0]) <= self._pod_us:
            heard += self._going.popleft()[1]
        if self._going:
            until_us = min(until_us, self.pod_us(self._going[0][0]))
        edges = []
        while self._edges and self._edges[0][0] <= until_us + BEHIND_US:
            at_us, pin, closed = self._edges.popleft()
            edges.append(f"{at_us}:{pin}:{int(not closed)}")
        self._write(f"{until_us} {self.room} {heard.hex() or '-'} {' '.join(edges)}\n")
        self._read()

    def _write(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the firmware has ended"
        pod_us, sent, duties, faults, fed = line.split(" ")
        self._pod_us = int(pod_us)
        self._sent = b"" if sent == "-" else bytes.fromhex(sent)
        self.faults, self.fed = int(faults), int(fed)
        self.duties = dict(enumerate(map(int, duties.split(",")), start=1))

    # --- as the console's port ---

    @property
    def waiting(self) -> bool:
        return bool(self._items)

    def take(self) -> list[Item]:
        return [self._items.popleft() for _ in range(len(self._items))]

    def send(self, line: bytes) -> None:
        if self._process is not None:
            self._going.extend(self.down.carried(line, self._now_us()))

    def _put(self, item: Item) -> None:
        self._items.append(item)
        self.wake()

    def close(self) -> None:
        self._end()

"""The pod's stamps by the console's clock, held against the truth: the console's own link with a pod that is simulated,
so that the truth is known, over a cable that takes 0 to 5 ms each way; beside the moment at which each edge arrived."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from mindbuzz.pod.frames import Ack, Edge, Hello, Lines, Ping, Reply, Status, encode
from mindbuzz.pod.link import Changed, Link
from tests.bench.row import Row, percentile

SECOND_US = 1_000_000
START_US = 3_000_000_000
MOST_DELAY_US = 5_000
STATUS_US = 200_000
SETTLED_US = 2_000
WARM_US = 60 * SECOND_US
SKEWS_PPM = (-100, 0, 100)
LEADS_US = (100, 500, 1_000, 2_000, 5_000)
DUELS = 400
BOOT = "7F3A"


@dataclass
class Simulated:
    """A pod that says what the firmware says, as fast as Python can; the truth of every edge is kept."""

    skew_ppm: float
    random: Random
    truth: list[int] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    stamped: list[int] = field(default_factory=list)
    uncertainties: list[int] = field(default_factory=list)
    bytes_up: int = 0
    bytes_down: int = 0
    link_s: float = 0.0

    def __post_init__(self) -> None:
        self.now_us = START_US
        self.link = Link(self.now_us, 50_000)
        self._seq, self._acked, self._closed = 0, 0, False
        self._arrived_us = 0
        self._status_due_us = self.now_us
        self._heard = Lines()
        self._up(Hello(BOOT, "1.0.0", 1, "e6614c311b7d8e2a", 4))

    def _pod_us(self) -> int:
        return round((self.now_us - START_US) * (1 + self.skew_ppm / 1e6)) + SECOND_US

    def _up(self, frame: Hello | Status | Edge | Reply) -> None:
        """A frame goes to the console, which has it after a delay."""
        line = encode(frame)
        self._arrived_us = max(self._arrived_us, self.now_us + self.random.randint(0, MOST_DELAY_US))
        self.bytes_up += len(line)
        began_s = time.process_time()
        self.link.take(line, self._arrived_us)
        self.link.act(self._arrived_us)
        happened, outgoing = self.link.happened(), self.link.outgoing()
        self.link_s += time.process_time() - began_s
        for it in happened:
            if isinstance(it, Changed):
                self.stamped.append(it.at_us)
                self.arrived.append(self._arrived_us)
                self.uncertainties.append(it.uncertainty_us)
        for said in outgoing:
            self._down(said)

    def _down(self, line: bytes) -> None:
        self.bytes_down += len(line)
        for frame in self._heard.take(line):
            if isinstance(frame, Ack):
                self._acked = frame.seq
            elif isinstance(frame, Ping):
                # It is heard later; nothing else of the pod happens meanwhile.
                was_us, self.now_us = self.now_us, self._arrived_us + self.random.randint(0, MOST_DELAY_US)
                heard_us = self._pod_us()
                self._up(Reply(BOOT, frame.number, heard_us, heard_us))
                self._up(self._status())
                self._status_due_us = self.now_us + STATUS_US
                self.now_us = max(was_us, self.now_us)

    def run(self, until_us: int) -> None:
        while self.now_us < until_us:
            self.now_us = min(until_us, max(self.now_us, self._status_due_us))
            if self.now_us >= self._status_due_us:
                self._status_due_us = self.now_us + STATUS_US
                self._up(self._status())

    def _status(self) -> Status:
        return Status(BOOT, self._pod_us(), int(self._closed), self._seq, self._acked + 1, 0, 0)

    def edge(self, closed: bool) -> None:
        self._seq, self._closed = self._seq + 1, closed
        self.truth.append(self.now_us)
        self._up(Edge(BOOT, self._seq, 1, closed, self._pod_us()))
        self._status_due_us = min(self._status_due_us, self.now_us + SETTLED_US)

    @property
    def errors_us(self) -> list[float]:
        return [abs(ours - true) for ours, true in zip(self.stamped, self.truth, strict=True)]

    @property
    def arrival_errors_us(self) -> list[float]:
        return [abs(came - true) for came, true in zip(self.arrived, self.truth, strict=True)]


def rows() -> Iterator[Row]:
    pods = [_played(skew_ppm) for skew_ppm in SKEWS_PPM]
    yield from _stamps(pods)
    yield from _orders(pods)
    yield from _costs()


def _played(skew_ppm: float) -> Simulated:
    """A pod that was met and is used for a while."""
    pod = Simulated(skew_ppm, Random(11))
    pod.run(START_US + WARM_US)
    assert pod.link.met
    for number in range(2 * DUELS):
        pod.run(pod.now_us + pod.random.randint(50_000, 400_000))
        pod.edge(number % 2 == 0)
    return pod


def _stamps(pods: list[Simulated]) -> Iterator[Row]:
    errors = [error for pod in pods for error in pod.errors_us]
    arrivals = [error for pod in pods for error in pod.arrival_errors_us]
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        ours, theirs = percentile(errors, share), percentile(arrivals, share)
        yield Row(
            f"pod, USB 0–5 ms, clocks ±100 ppm apart: error of a stamp, {name}",
            f"{ours / 1000:.2f} ms",
            f"{theirs / 1000:.2f} ms (time of arrival)",
            f"{theirs / ours:.1f} ×",
        )
    beyond = sum(
        error > uncertainty + 2
        for pod in pods
        for error, uncertainty in zip(pod.errors_us, pod.uncertainties, strict=True)
    )
    stated = percentile([float(it) for pod in pods for it in pod.uncertainties], 0.5)
    yield Row("pod: stamps further off than stated", f"{beyond} of {len(errors)} (stated, p50: {stated / 1000:.2f} ms)")


def _orders(pods: list[Simulated]) -> Iterator[Row]:
    """A press on the pod against one on a pin, by the pod's errors as they were measured."""
    for lead_us in LEADS_US:
        wrong, tied, wrong_by_arrival, duels = 0, 0, 0, 0
        for pod in pods:
            for true, ours, came, u in zip(pod.truth, pod.stamped, pod.arrived, pod.uncertainties, strict=True):
                for sign in (-1, 1):
                    pin_us = true + sign * lead_us
                    apart_us = (ours - pin_us) * -sign
                    tied += abs(apart_us) < u + 200
                    wrong += apart_us <= 0 and abs(apart_us) >= u + 200
                    wrong_by_arrival += (came - pin_us) * -sign <= 0
                    duels += 1
        yield Row(
            f"pod against pin, {lead_us / 1000:g} ms apart: order wrong",
            f"{wrong / duels:.1%} ({tied / duels:.0%} called a tie)",
            f"{wrong_by_arrival / duels:.1%} (order of arrival)",
        )


def _costs() -> Iterator[Row]:
    """What an edge adds to what goes over an idle line anyway."""
    idle, busy = Simulated(0, Random(5)), Simulated(0, Random(5))
    edges = 2_000
    for pod in (idle, busy):
        pod.run(START_US + 10 * SECOND_US)
        pod.bytes_up = pod.bytes_down = 0
        pod.link_s = 0.0
        for number in range(edges):
            pod.run(pod.now_us + 40_000)
            if pod is busy:
                pod.edge(number % 2 == 0)
    seconds = edges * 0.04
    yield Row("pod: bytes for one edge, both ways", f"{(_bytes(busy) - _bytes(idle)) / edges:.0f} B")
    yield Row("pod: CPU of the link for one edge", f"{(busy.link_s - idle.link_s) / edges * 1e6:.0f} µs")
    yield Row(
        "pod: an idle line", f"{_bytes(idle) / seconds:,.0f} B/s, {idle.link_s / seconds:.2%} of one core for the link"
    )


def _bytes(pod: Simulated) -> int:
    return pod.bytes_up + pod.bytes_down

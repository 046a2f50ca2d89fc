"""What a peer makes of a trace, in words that fit them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tests.bench.duel.trace import Trace

HOLD_US = 600_000


@dataclass(frozen=True)
class Heard:
    """A tap or a hold as a peer tells it: when it says the press was, and when it said so.

    `at_us` is what a program would compare to find who was first.
    """

    button: int
    held: bool
    at_us: int
    told_us: int


@dataclass(frozen=True)
class Account:
    """Everything that a peer heard in a trace, and the processor time it took."""

    heard: list[Heard]
    cpu_s: float


class Peer(Protocol):
    """One way to listen to buttons."""

    name: str
    seam: str
    knows_holds: bool

    def listen(self, trace: Trace) -> Account: ...

"""What the bench plays to every peer alike: two bouncing buttons, and what the fingers really did."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.bench.duel.bounce import USUAL, Bounce

BUTTONS = (1, 2)
FIRST_US = 1_000_000
PERIOD_US = 1_500_000  # from one duel to the next: everything is quiet again
TAP_US = (60_000, 220_000)
LONG_US = (450_000, 750_000)
SPARK_US = 200  # interference on a long lead closes a contact no longer than this


@dataclass(frozen=True)
class Edge:
    """A contact that closed or opened."""

    at_us: int
    button: int
    closed: bool


@dataclass(frozen=True)
class Finger:
    """What was meant: a finger on `button` from the moment the contact first closed until it first opened."""

    button: int
    at_us: int
    lifted_us: int


@dataclass
class Trace:
    """All edges in time order, and the fingers of each duel, first finger first."""

    edges: list[Edge] = field(default_factory=list)
    duels: list[tuple[Finger, ...]] = field(default_factory=list)

    def add(self, fingers: tuple[Finger, ...], edges: list[Edge]) -> None:
        """One more duel, later than all before."""
        self.duels.append(fingers)
        self.edges += sorted(edges, key=lambda edge: (edge.at_us, edge.button))


def duels(count: int, lead_us: int, seed: int, bounce: Bounce = USUAL) -> Trace:
    """Two fingers `lead_us` apart, either one first."""
    random = Random(f"{seed} {lead_us}")
    trace = Trace()
    for number in range(count):
        at_us = _start_us(number, random)
        first, second = random.sample(BUTTONS, 2)
        fingers = (_finger(first, at_us, TAP_US, random), _finger(second, at_us + lead_us, TAP_US, random))
        trace.add(fingers, [edge for finger in fingers for edge in _edges(finger, bounce, random)])
    return trace


def long_presses(count: int, seed: int, bounce: Bounce = USUAL) -> Trace:
    """One finger at a time, about as long as the line between a tap and a hold."""
    random = Random(f"{seed} long")
    trace = Trace()
    for number in range(count):
        finger = _finger(random.choice(BUTTONS), _start_us(number, random), LONG_US, random)
        trace.add((finger,), _edges(finger, bounce, random))
    return trace


def sparks(count: int, seed: int) -> Trace:
    """Nobody presses: interference closes a contact for a moment."""
    random = Random(f"{seed} sparks")
    trace = Trace()
    for number in range(count):
        at_us, button = _start_us(number, random), random.choice(BUTTONS)
        ends_us = at_us + random.randint(5, SPARK_US)
        trace.add((), [Edge(at_us, button, True), Edge(ends_us, button, False)])
    return trace


def _start_us(number: int, random: Random) -> int:
    return FIRST_US + number * PERIOD_US + random.randrange(100_000)


def _finger(button: int, at_us: int, lengths_us: tuple[int, int], random: Random) -> Finger:
    return Finger(button, at_us, at_us + random.randint(*lengths_us))


def _edges(finger: Finger, bounce: Bounce, random: Random) -> list[Edge]:
    changes = [*bounce.closing(finger.at_us, random), *bounce.opening(finger.lifted_us, random)]
    return [Edge(at_us, finger.button, closed) for at_us, closed in changes]

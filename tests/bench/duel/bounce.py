"""How the bench's contacts bounce: a model with few numbers, published with its seeds, so that anyone can repeat it.

A switch that closes or opens rebounds a few times. The number of rebounds is geometric; every piece of a rebound,
closed or open, has an exponential length. Lengths are cut so that no contact stays open for `gap_us` or longer before
a press, and no burst lasts longer than `burst_us`: bounce within the limits of the gesture rules. Measured switches
bounce for 0.3 to 14 ms; no measurement of arcade microswitches was found, so the bench also shows half and double.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Bounce:
    """The model's numbers. `again` is the chance of one more rebound; lengths are means, in microseconds."""

    again: float = 0.7
    closed_us: float = 250
    open_us: float = 450
    gap_us: int = 4_900
    burst_us: int = 12_000

    def scaled(self, factor: float) -> Bounce:
        """The same model with every rebound `factor` times as long, the limits as they are."""
        return Bounce(self.again, self.closed_us * factor, self.open_us * factor, self.gap_us, self.burst_us)

    def closing(self, at_us: int, random: Random) -> Iterator[tuple[int, bool]]:
        """Edges (time, closed) of a contact that closes at `at_us`, closed at the end."""
        yield at_us, True
        for opened_us, closed_us in self._rebounds(at_us, random, self.closed_us, self.open_us):
            yield opened_us, False
            yield closed_us, True

    def opening(self, at_us: int, random: Random) -> Iterator[tuple[int, bool]]:
        """Edges (time, closed) of a contact that opens at `at_us`, open at the end."""
        yield at_us, False
        for closed_us, opened_us in self._rebounds(at_us, random, self.open_us, self.closed_us):
            yield closed_us, True
            yield opened_us, False

    def _rebounds(self, at_us: int, random: Random, rest_us: float, away_us: float) -> Iterator[tuple[int, int]]:
        """(leaves, returns) of each rebound: at rest for a while, then away for a while."""
        ends_us = at_us + self.burst_us
        while random.random() < self.again:
            leaves_us = at_us + self._length_us(random, rest_us)
            returns_us = leaves_us + self._length_us(random, away_us)
            if returns_us >= ends_us:
                return
            yield leaves_us, returns_us
            at_us = returns_us

    def _length_us(self, random: Random, mean_us: float) -> int:
        return 1 + min(int(random.expovariate(1 / mean_us)), self.gap_us - 1)


USUAL = Bounce()
BEYOND = Bounce(gap_us=9_000, open_us=1_500)  # open for longer than the gesture rules allow before a press

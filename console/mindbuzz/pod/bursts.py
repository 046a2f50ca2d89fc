"""Bursts: how long contacts bounce. People measure their own switches with it."""

from collections import Counter
from dataclasses import dataclass

from mindbuzz.pod.link import Changed

QUIET_US = 20_000  # an edge that comes later than this after the last one begins another burst
BIN_ENDS_US = (100, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
BAR = 40


@dataclass(slots=True)
class Burst:
    """What one press or one release did: from its first edge to its last."""

    button: int
    closed: bool  # in the end
    began_us: int
    ended_us: int
    edges: int = 1

    @property
    def length_us(self) -> int:
        return self.ended_us - self.began_us

    def __str__(self) -> str:
        what = "closed" if self.closed else "opened"
        bounce = f"{self.edges} edges in {self.length_us / 1000:.2f} ms" if self.edges > 1 else "one clean edge"
        return f"{self.began_us / 1e6:14.6f} s  button {self.button} {what:6}  {bounce}"


class Bursts:
    """Puts edges together to bursts, and remembers how long those were."""

    def __init__(self) -> None:
        self._open: dict[int, Burst] = {}
        self._lengths: Counter[int] = Counter()
        self.longest_us = 0

    def add(self, changed: Changed) -> None:
        """An edge. Ask `ended` before, with its time."""
        burst = self._open.get(changed.button)
        if burst is None:
            self._open[changed.button] = Burst(changed.button, changed.closed, changed.at_us, changed.at_us)
        else:
            burst.closed, burst.ended_us, burst.edges = changed.closed, changed.at_us, burst.edges + 1

    def ended(self, now_us: int) -> list[Burst]:
        """The bursts that have ended by now, oldest first."""
        over = [burst for burst in self._open.values() if now_us - burst.ended_us > QUIET_US]
        for burst in over:
            del self._open[burst.button]
            self._lengths[_bin(burst.length_us)] += 1
            self.longest_us = max(self.longest_us, burst.length_us)
        return sorted(over, key=lambda burst: burst.began_us)

    def histogram(self) -> list[str]:
        """How many bursts were how long, a line each."""
        most = max(self._lengths.values(), default=0)
        if not most:
            return ["no contact changed"]
        labels = [f"up to {end_us / 1000:g} ms" for end_us in BIN_ENDS_US] + ["longer"]
        rows = [(label, self._lengths[place]) for place, label in enumerate(labels)]
        lines = [f"{label:>12}  {count:5}  {'█' * -(-count * BAR // most)}".rstrip() for label, count in rows]
        return [*lines, f"longest {self.longest_us / 1000:.2f} ms in {sum(self._lengths.values())} bursts"]


def _bin(length_us: int) -> int:
    return sum(length_us > end_us for end_us in BIN_ENDS_US)

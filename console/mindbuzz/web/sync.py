"""A browser's clock beside ours: an interval that holds the truth, made of messages that went one way each.

A message that a browser sent at b and that was here by c says that our clock was at most c when its was b; one of ours,
sent at c and there by b, says at least c. Neither needs the other's travelling time, so nothing is assumed about the
way; the quickest of many messages in each direction draw the interval tight. As clocks drift apart it widens again.
"""

from dataclasses import dataclass
from typing import NamedTuple

# Both clocks may be slewed by their time services; 500 ppm is the most the kernel does by itself.
DRIFT_PPM = 1_000
# Browsers round their stamps, on purpose: to at most this much where a page is not isolated.
COARSE_US = 1_000
FINE_US = 100


class Stamp(NamedTuple):
    """A moment of our clock, give or take."""

    at_us: int
    uncertainty_us: int


@dataclass(frozen=True, slots=True)
class Bound:
    """What ours minus theirs is at most, or at least; `since_us` of our clock it was so."""

    offset_us: int
    since_us: int

    def slack_us(self, now_us: int) -> int:
        """How far the clocks may have drifted since."""
        return abs(now_us - self.since_us) * DRIFT_PPM // 1_000_000 + 1


class Synchronisation:
    """What is known of one browser's clock. `grain_us`: how coarse its stamps are."""

    def __init__(self, grain_us: int = COARSE_US) -> None:
        self.grain_us = grain_us
        self._most: Bound | None = None
        self._least: Bound | None = None

    def heard(self, sent_theirs_us: int, now_us: int) -> None:
        """A message of theirs is here."""
        offset_us = now_us - sent_theirs_us + self.grain_us
        if self._most is None or offset_us <= self._most.offset_us + self._most.slack_us(now_us):
            self._most = Bound(offset_us, now_us)
            self._reconcile(now_us)

    def echoed(self, sent_us: int, there_theirs_us: int) -> None:
        """A message of ours was there."""
        offset_us = sent_us - there_theirs_us - self.grain_us
        if self._least is None or offset_us >= self._least.offset_us - self._least.slack_us(sent_us):
            self._least = Bound(offset_us, sent_us)
            self._reconcile(sent_us)

    def _reconcile(self, now_us: int) -> None:
        """Bounds that contradict each other: a clock has jumped, as after sleep. What came last is believed."""
        if self._most is None or self._least is None:
            return
        least_us = self._least.offset_us - self._least.slack_us(now_us)
        if self._most.offset_us + self._most.slack_us(now_us) < least_us:
            if self._most.since_us >= self._least.since_us:
                self._least = None
            else:
                self._most = None

    @property
    def known(self) -> bool:
        """Whether there are bounds on both sides."""
        return self._most is not None and self._least is not None

    def stamp(self, theirs_us: int, now_us: int) -> Stamp:
        """When something happened that they stamped: never later than now. Half an interval is the uncertainty."""
        if self._most is None or self._least is None:
            return Stamp(now_us, now_us)
        latest_us = theirs_us + self._most.offset_us + self._most.slack_us(now_us) + self.grain_us
        earliest_us = theirs_us + self._least.offset_us - self._least.slack_us(now_us) - self.grain_us
        latest_us = min(latest_us, now_us)
        earliest_us = min(earliest_us, latest_us)
        at_us = (earliest_us + latest_us) // 2
        return Stamp(at_us, latest_us - at_us)

"""The pod's clock by the console's: an interval in which the truth lies, from messages that went one way each.

A message arrives after it was sent, and that is all that is assumed: not that both ways take equally long, which on
USB they do not. With console time = pod time + offset, whatever the pod stamped and the console received later is an
upper bound of the offset, whatever the console stamped and the pod received later a lower one. Both clocks' rates
differ by a constant for a minute; old bounds, carried on at the rates that all bounds allow, hold as long.
"""

from collections import deque
from typing import NamedTuple

MOST_SKEW = 500e-6  # quartz, and the slewing of a network time daemon
SLACK_SKEW = 2e-6  # what a rate may change within the window: warmth
BLOCK_US = 1_000_000
BLOCKS = 60
ROUNDING_US = 2  # of whole microseconds, at both ends
CONTRADICTION_US = 200  # bounds that contradict each other by more are of a clock that jumped


class Bound(NamedTuple):
    """The offset at a moment of the pod's clock is at most, or at least, this."""

    pod_us: int
    offset_us: float


class Line(NamedTuple):
    """The offset around a moment of the pod's clock, and how far off it may be."""

    pod_us: int
    offset_us: float
    skew: float
    half_width_us: float
    half_skew: float


class ClockMap:
    """Feed it every message; ask it for the console's time of a time on the pod's clock."""

    def __init__(self) -> None:
        self._uppers: deque[Bound] = deque(maxlen=BLOCKS)
        self._lowers: deque[Bound] = deque(maxlen=BLOCKS)
        self._line: Line | None = None
        self._skews = (-MOST_SKEW, MOST_SKEW)
        self._skews_block = 0

    # --- messages ---

    def came(self, pod_us: int, received_us: int) -> None:
        """The pod stamped a message `pod_us`, and the console received it later."""
        _note(self._uppers, Bound(pod_us, received_us - pod_us), -1)

    def went(self, sent_us: int, pod_us: int) -> None:
        """The console stamped a message `sent_us`, and the pod received it later. Everything is reckoned anew."""
        _note(self._lowers, Bound(pod_us, sent_us - pod_us), 1)
        if self._uppers:
            self._draw_line(pod_us)

    # --- what follows from them ---

    def console_us(self, pod_us: int) -> int:
        """The console's time of a time on the pod's clock. Only while something is known."""
        assert self._line is not None
        return round(pod_us + self._line.offset_us + self._line.skew * (pod_us - self._line.pod_us))

    def pod_us(self, console_us: int) -> int:
        """The pod's time of a time on the console's clock."""
        assert self._line is not None
        pod_us = round(console_us - self._line.offset_us)
        return round(pod_us - self._line.skew * (pod_us - self._line.pod_us))

    def half_width_us(self, pod_us: int) -> float:
        """How far from it the truth may be at most."""
        assert self._line is not None
        return self._line.half_width_us + self._line.half_skew * abs(pod_us - self._line.pod_us)

    @property
    def known_within_us(self) -> float | None:
        """How far off it may be at the last exchange; None until messages went both ways."""
        return None if self._line is None else self._line.half_width_us

    def _draw_line(self, pod_us: int) -> None:
        low, high = self._known_skews(pod_us)
        upper_us = min(_carried(bound, pod_us, low, high) for bound in self._uppers)
        lower_us = max(_carried(bound, pod_us, high, low) for bound in self._lowers)
        if upper_us < lower_us - CONTRADICTION_US or low > high:
            self._forget()
            return
        middle_us, width_us = (lower_us + upper_us) / 2, max(0.0, upper_us - lower_us)
        self._line = Line(pod_us, middle_us, (low + high) / 2, width_us / 2, (high - low) / 2)

    def _forget(self) -> None:
        """A clock that jumped, or whose rate did: what was known of it is worth nothing."""
        self._uppers.clear()
        self._lowers.clear()
        self._line = None
        self._skews = (-MOST_SKEW, MOST_SKEW)

    def _known_skews(self, pod_us: int) -> tuple[float, float]:
        """The rates that the bounds allow, reckoned once in every block."""
        block = pod_us // BLOCK_US
        if block != self._skews_block:
            self._skews_block = block
            self._skews = _possible_skews(self._uppers, self._lowers)
        return self._skews


def _note(bounds: deque[Bound], bound: Bound, sign: int) -> None:
    """Keep the tightest bound of every block of time."""
    if not bounds or bounds[-1].pod_us // BLOCK_US != bound.pod_us // BLOCK_US:
        bounds.append(bound)
    elif sign * bound.offset_us >= sign * bounds[-1].offset_us:
        bounds[-1] = bound


def _carried(bound: Bound, pod_us: int, back: float, forth: float) -> float:
    """A bound of another moment at this one."""
    gone_us = pod_us - bound.pod_us
    return bound.offset_us + (forth if gone_us >= 0 else back) * gone_us


def _possible_skews(uppers: deque[Bound], lowers: deque[Bound]) -> tuple[float, float]:
    """From an old lower bound to a new upper one the offset can't have risen faster, nor fallen the other way."""
    middle_us = (uppers[0].pod_us + uppers[-1].pod_us) // 2
    old_uppers, new_uppers = _split(uppers, middle_us)
    old_lowers, new_lowers = _split(lowers, middle_us)
    highs = [_slope(old, new, ROUNDING_US) for old in old_lowers for new in new_uppers]
    lows = [_slope(old, new, -ROUNDING_US) for old in old_uppers for new in new_lowers]
    high = min(highs, default=MOST_SKEW) + SLACK_SKEW
    low = max(lows, default=-MOST_SKEW) - SLACK_SKEW
    return max(low, -MOST_SKEW), min(high, MOST_SKEW)


def _split(bounds: deque[Bound], middle_us: int) -> tuple[list[Bound], list[Bound]]:
    """Those before a moment, and those after it."""
    return [b for b in bounds if b.pod_us < middle_us], [b for b in bounds if b.pod_us > middle_us]


def _slope(older: Bound, newer: Bound, more_us: float) -> float:
    return (newer.offset_us - older.offset_us + more_us) / (newer.pod_us - older.pod_us)

"""The stamp of an edge: seconds of CLOCK_MONOTONIC, as the kernel took them."""

from mindbuzz.errors import PinError

MOST_AHEAD_S = 0.01
MOST_AGE_S = 600.0  # a machine that was asleep


class DoubtfulTicks(float):
    """The stamp of an edge that followed lost ones: what it belongs to happened between `since_s` and the stamp."""

    since_s: float

    def __new__(cls, ticks: float, since_s: float) -> "DoubtfulTicks":
        stamp = super().__new__(cls, ticks)
        stamp.since_s = since_s
        return stamp


def believable(ticks: float, now_s: float) -> bool:
    """Whether a stamp can be one of the clock that says `now_s`."""
    return now_s - MOST_AGE_S <= ticks <= now_s + MOST_AHEAD_S


def wrong_clock(ticks: float, now_s: float) -> PinError:
    """What to say of a stamp that is not believable."""
    return PinError(
        f"the pins stamp their edges with another clock: {ticks:.3f} s, where CLOCK_MONOTONIC says {now_s:.3f} s; "
        "no press could be put in order. It takes Linux 5.10 or newer"
    )

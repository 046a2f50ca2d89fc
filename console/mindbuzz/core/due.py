"""When something is due, in microseconds, or None: never."""

from collections.abc import Iterable


def earliest_us(dues_us: Iterable[int | None]) -> int | None:
    """The first of these moments; None if there is none."""
    return min((due_us for due_us in dues_us if due_us is not None), default=None)

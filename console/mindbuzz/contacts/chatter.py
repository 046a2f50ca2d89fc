"""Chatter: a contact that begins far more bursts than any hand could make is broken until it is quiet again."""

from collections import deque
from collections.abc import Iterator

CHATTER = "chatter"
MOST_BURSTS = 40
SPAN_US = 1_000_000


class Chatter:
    """Counts the bursts of every button. `quiet_us` without an edge, and a chattering button is well again."""

    def __init__(self, quiet_us: int) -> None:
        self._quiet_us = quiet_us
        self._bursts: dict[int, deque[int]] = {}
        self._touched_us: dict[int, int] = {}

    @staticmethod
    def source(seat: int) -> str:
        """What a chattering button is called as a lost source."""
        return f"{CHATTER}:{seat}"

    def noted(self, seat: int, at_us: int, begins: bool) -> bool:
        """Note an edge, which may begin a burst; whether the button is found to chatter with it."""
        if seat in self._touched_us:
            self._touched_us[seat] = at_us
            return False
        bursts = self._bursts.setdefault(seat, deque(maxlen=MOST_BURSTS + 1))
        if begins:
            bursts.append(at_us)
        if len(bursts) <= MOST_BURSTS or at_us - bursts[0] >= SPAN_US:
            return False
        bursts.clear()
        self._touched_us[seat] = at_us
        return True

    @property
    def due_us(self) -> int | None:
        """When the next chattering button is well if it stays quiet, or None."""
        return min(self._touched_us.values()) + self._quiet_us if self._touched_us else None

    def ended(self, now_us: int) -> Iterator[tuple[int, int]]:
        """(seat, time) of every button that has been quiet for long enough."""
        for seat, touched_us in list(self._touched_us.items()):
            if touched_us + self._quiet_us <= now_us:
                del self._touched_us[seat]
                yield seat, touched_us + self._quiet_us

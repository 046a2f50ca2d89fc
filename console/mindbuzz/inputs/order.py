"""News that come over different ways take different times: held back for a moment, they go on in order."""

from typing import Protocol

from mindbuzz.core.due import earliest_us
from mindbuzz.inputs.source import Mailbox, News, in_acting_order


class Late(Protocol):
    """A source that may still tell of something older than now."""

    @property
    def certain_us(self) -> int | None:
        """The time past which it may; None: it may not."""

    def wake_when_known(self) -> None:
        """Somebody waits: wake the loop when `certain_us` has moved on."""


class NeverLate:
    """Every source tells at once what it knows."""

    certain_us: int | None = None

    def wake_when_known(self) -> None:
        """Nobody waits for it."""


NEVER_LATE = NeverLate()


class Certainty:
    """What is certain by when: nothing that is newer than `lag_us`, nor what a source may still tell of."""

    def __init__(self, lag_us: int, late: Late = NEVER_LATE) -> None:
        self._lag_us = lag_us
        self._late = late
        self._now_us = 0

    def until_us(self, now_us: int) -> int:
        """The time up to which everything is certain now."""
        self._now_us = now_us
        certain_us = self._late.certain_us
        return now_us - self._lag_us if certain_us is None else min(now_us - self._lag_us, certain_us)

    def due_us(self, at_us: int | None) -> int | None:
        """When a moment may be certain; None: as soon as the late source wakes the loop."""
        if at_us is None:
            return None
        due_us, certain_us = at_us + self._lag_us, self._late.certain_us
        if due_us <= self._now_us and certain_us is not None and at_us > certain_us:
            self._late.wake_when_known()
            return None
        return due_us


class InOrder(Mailbox):
    """A mailbox in front of another: news go on when they are `wait_us` old, and no older ones may come, oldest first.
    A source for the loop.

    With `wait_us` no longer than the console's own patience for late contacts this delays nothing.
    """

    name = "order"

    def __init__(self, onward: Mailbox, wait_us: int, late: Late = NEVER_LATE) -> None:
        super().__init__(self._wake_onward)
        self._onward = onward
        self._certainty = Certainty(wait_us, late)
        self._held: list[News] = []

    def _wake_onward(self) -> None:
        """Whoever sleeps there may be another by now."""
        self._onward.wake()

    @property
    def due_us(self) -> int | None:
        """When the oldest goes on, or None. Takes in what has come since: the loop asks here before it acts."""
        self._held.extend(self.take_all())
        return self._certainty.due_us(earliest_us(news.at_us for news in self._held))

    def closed(self) -> frozenset[int]:
        """No buttons here."""
        return frozenset()

    def act(self, now_us: int) -> None:
        """Pass on what is old enough."""
        self._held = in_acting_order([*self._held, *self.take_all()])
        ripe_us = self._certainty.until_us(now_us)
        while self._held and self._held[0].at_us <= ripe_us:
            self._onward.put(self._held.pop(0))

    def close(self) -> None:
        """Nothing to let go of."""

"""News that come over different ways take different times: held back for a moment, they go on in order."""

from collections.abc import Callable

from mindbuzz.inputs.source import Mailbox, News, in_acting_order

# The time past which nothing is certain, since a source may still tell of something older; None: no source does.
HeldBack = Callable[[], int | None]


def nothing_held_back() -> None:
    """Every source tells at once what it knows."""


def when_certain(at_us: int | None, lag_us: int, held_back: HeldBack) -> int | None:
    """When a moment is certain if news may be `lag_us` late; None: the source that holds it back wakes the loop."""
    held_back_us = held_back()
    if at_us is None or (held_back_us is not None and at_us > held_back_us):
        return None
    return at_us + lag_us


class InOrder(Mailbox):
    """A mailbox in front of another: news go on when they are `wait_us` old, and no older ones are held back, oldest
    first. A source for the loop.

    With `wait_us` no longer than the console's own patience for late contacts this delays nothing.
    """

    name = "order"

    def __init__(self, onward: Mailbox, wait_us: int, held_back: HeldBack = nothing_held_back) -> None:
        super().__init__(self._wake_onward)
        self._onward = onward
        self._wait_us = wait_us
        self._held_back = held_back
        self._held: list[News] = []

    def _wake_onward(self) -> None:
        """Whoever sleeps there may be another by now."""
        self._onward.wake()

    @property
    def due_us(self) -> int | None:
        """When the oldest goes on, or None."""
        self._held.extend(self.take_all())
        return when_certain(min((news.at_us for news in self._held), default=None), self._wait_us, self._held_back)

    def closed(self) -> frozenset[int]:
        """No buttons here."""
        return frozenset()

    def act(self, now_us: int) -> None:
        """Pass on what is old enough."""
        self._held = in_acting_order([*self._held, *self.take_all()])
        held_back_us = self._held_back()
        ripe_us = now_us - self._wait_us if held_back_us is None else min(now_us - self._wait_us, held_back_us)
        while self._held and self._held[0].at_us <= ripe_us:
            self._onward.put(self._held.pop(0))

    def close(self) -> None:
        """Nothing to let go of."""

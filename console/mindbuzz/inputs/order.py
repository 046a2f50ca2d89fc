"""News that come over different ways take different times: held back for a moment, they go on in order."""

from mindbuzz.inputs.source import Mailbox, News, in_acting_order


class InOrder(Mailbox):
    """A mailbox in front of another: news go on when they are `wait_us` old, oldest first. A source for the loop.

    With `wait_us` no longer than the console's own patience for late contacts this delays nothing.
    """

    name = "order"

    def __init__(self, onward: Mailbox, wait_us: int) -> None:
        super().__init__(self._wake_onward)
        self._onward = onward
        self._wait_us = wait_us
        self._held: list[News] = []

    def _wake_onward(self) -> None:
        """Whoever sleeps there may be another by now."""
        self._onward.wake()

    @property
    def due_us(self) -> int | None:
        """When the oldest goes on, or None."""
        self._held.extend(self.take_all())
        return min(news.at_us for news in self._held) + self._wait_us if self._held else None

    def closed(self) -> frozenset[int]:
        """No buttons here."""
        return frozenset()

    def act(self, now_us: int) -> None:
        """Pass on what is old enough."""
        self._held = in_acting_order([*self._held, *self.take_all()])
        ripe_us = now_us - self._wait_us
        while self._held and self._held[0].at_us <= ripe_us:
            self._onward.put(self._held.pop(0))

    def close(self) -> None:
        """Nothing to let go of."""

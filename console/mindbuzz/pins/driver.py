"""What the console asks of a pin factory, beside what gpiozero does."""

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)


class Driver:
    """Mixed into a gpiozero factory; the answers here are those of one that has nothing of its own to tell.

    `lost_edges`: how many the kernel says it had to drop. `failed_callbacks`: how often a listener raised.
    """

    lost_edges = 0
    failed_callbacks = 0

    @property
    def alive(self) -> bool:
        """Whether the thread that brings the edges still does."""
        return True

    def revive(self) -> None:
        """Start that thread anew; every pin that somebody listens to is heard again."""

    def fetch(self) -> None:
        """Deliver the edges that happened up to now, at once, on the thread of the caller."""

    def deliver(self, callback: Callable[[float, int], None], ticks: float, state: int) -> None:
        """Call a listener; one that raises must not end the thread that serves all the others."""
        try:
            callback(ticks, state)
        except Exception:
            self.failed_callbacks += 1
            log.exception("a listener failed; the pins are heard all the same")

"""How much a browser may say: a bucket that fills up with time, and is emptied by talking."""

from mindbuzz.core.units import SECOND_US


class Allowance:
    """So many messages at once, and so many a second after that."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_us = per_second / SECOND_US
        self._left: float = burst
        self._counted_us: int | None = None

    def spend(self, now_us: int) -> bool:
        """One more message; whether that is still allowed."""
        since_us = 0 if self._counted_us is None else max(0, now_us - self._counted_us)
        self._counted_us = now_us
        self._left = min(self._burst, self._left + since_us * self._per_us)
        if self._left < 1:
            return False
        self._left -= 1
        return True

"""Patterns: how bright a lamp is, when. Frozen data; whoever drives lamps asks for the level and the next change."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

STEP_US = 40_000  # ramps take at most 25 steps a second


class Key(NamedTuple):
    """A level that is reached `at_us` after the pattern began."""

    at_us: int
    level: float


@dataclass(frozen=True, slots=True)
class Pattern:
    """Levels over time from `began_us`, 0 dark to 1 full; after the last key the last level stays.

    `ramped`: the level glides from key to key, in steps; else it jumps at each key. With `loop_us` set it begins
    anew every so often.
    """

    name: str
    keys: tuple[Key, ...]
    began_us: int = 0
    loop_us: int | None = None
    ramped: bool = False

    @property
    def steady(self) -> bool:
        """Whether the level never changes."""
        return len(self.keys) == 1

    @property
    def flashing(self) -> bool:
        """Whether the level jumps."""
        return not self.steady and not self.ramped

    def level(self, now_us: int) -> float:
        """How bright, at a moment."""
        at_us = self._into(now_us)
        if self.ramped:
            at_us = at_us // STEP_US * STEP_US
        place = bisect_right(self.keys, at_us, key=lambda key: key.at_us) - 1
        here = self.keys[max(0, place)]
        if not self.ramped or place + 1 >= len(self.keys):
            return here.level
        following = self.keys[place + 1]
        share = (at_us - here.at_us) / (following.at_us - here.at_us)
        return here.level + (following.level - here.level) * share

    def due_us(self, now_us: int) -> int | None:
        """When the level next changes, or None if it never does."""
        at_us = self._into(now_us)
        if self.steady or (self.loop_us is None and at_us >= self.keys[-1].at_us):
            return None
        return now_us - at_us + self._following(at_us)

    def _into(self, now_us: int) -> int:
        """How far into the pattern a moment lies."""
        into_us = max(0, now_us - self.began_us)
        return into_us % self.loop_us if self.loop_us else into_us

    def _following(self, at_us: int) -> int:
        if self.ramped:
            return (at_us // STEP_US + 1) * STEP_US
        later = (key.at_us for key in self.keys if key.at_us > at_us)
        return next(later, self.loop_us or 0)


def steady(name: str, level: float) -> Pattern:
    """One level for good."""
    return Pattern(name, (Key(0, level),))

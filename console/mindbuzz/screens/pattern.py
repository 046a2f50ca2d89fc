"""Patterns: how bright a lamp is, when. Frozen data; whoever drives lamps asks for the level and the next change."""

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

STEP_US = 40_000  # a gliding level changes at most 25 times a second


class Key(NamedTuple):
    """A level that is reached `at_us` after the pattern began; from there it stays, or glides to the next key."""

    at_us: int
    level: float
    glides: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """Levels over time from `began_us`, 0 dark to 1 full. After the last key its level stays for good.

    With `loop_us` set it begins anew every so often.
    """

    name: str
    keys: tuple[Key, ...]
    began_us: int = 0
    loop_us: int | None = None

    @property
    def steady(self) -> bool:
        """Whether the level never changes."""
        return len(self.keys) == 1

    def level(self, now_us: int) -> float:
        """How bright, at a moment."""
        at_us = self._into(now_us)
        here, following = self._around(at_us)
        if following is None or not here.glides:
            return here.level
        gone_us = (at_us - here.at_us) // STEP_US * STEP_US
        return here.level + (following.level - here.level) * gone_us / (following.at_us - here.at_us)

    def due_us(self, now_us: int) -> int | None:
        """When the level next changes, or None if it never does."""
        at_us = self._into(now_us)
        here, following = self._around(at_us)
        if following is None:
            return None if self.loop_us is None else now_us - at_us + self.loop_us
        due_us = following.at_us
        if here.glides:
            due_us = min(due_us, here.at_us + ((at_us - here.at_us) // STEP_US + 1) * STEP_US)
        return now_us - at_us + due_us

    def keys_from(self, now_us: int) -> tuple[Key, ...]:
        """The keys that still matter: the one that holds and those that follow; all of them if it begins anew."""
        if self.loop_us is not None:
            return self.keys
        place = bisect_right(self.keys, self._into(now_us), key=lambda key: key.at_us) - 1
        return self.keys[max(0, place) :]

    def after(self, began_us: int) -> Self:
        """The same pattern, begun so much later."""
        return self if self.steady else replace(self, began_us=self.began_us + began_us)

    def _into(self, now_us: int) -> int:
        """How far into the pattern a moment lies; before it began the first key holds."""
        into_us = now_us - self.began_us
        return into_us % self.loop_us if self.loop_us else into_us

    def _around(self, at_us: int) -> tuple[Key, Key | None]:
        """The key that holds, and the one that follows."""
        place = bisect_right(self.keys, at_us, key=lambda key: key.at_us) - 1
        if place < 0:
            return Key(0, self.keys[0].level), self.keys[0]
        return self.keys[place], self.keys[place + 1] if place + 1 < len(self.keys) else None


def steady(name: str, level: float) -> Pattern:
    """One level for good."""
    return Pattern(name, (Key(0, level),))


def gliding(name: str, *levels: tuple[int, float], loop_us: int | None = None) -> Pattern:
    """Levels that glide into one another."""
    return Pattern(name, tuple(Key(at_us, level, True) for at_us, level in levels), loop_us=loop_us)


def stepping(name: str, *levels: tuple[int, float]) -> Pattern:
    """Levels that jump; of several at one moment the last one counts."""
    return Pattern(name, tuple(Key(at_us, level) for at_us, level in dict(levels).items()))


def following(first: Pattern, then: Pattern, after_us: int) -> Pattern:
    """One pattern, and `after_us` later another that ends."""
    assert first.loop_us is None
    kept = tuple(key for key in first.keys if key.at_us < after_us)
    later = tuple(key._replace(at_us=key.at_us + after_us) for key in then.keys)
    return Pattern(f"{first.name}, {then.name}", (*kept, *later))

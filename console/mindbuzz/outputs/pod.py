"""Lamps on a pod: it is told patterns, not levels, and plays them by its own clock, so that they are smooth."""

from collections.abc import Mapping, Sequence

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.pod.frames import LampKey, most_keys
from mindbuzz.pod.pod import Pod
from mindbuzz.screens.lamp import FULL, OFF, lamp
from mindbuzz.screens.pattern import Pattern

# A line may get lost, and a pod may be another one after a moment.
SAY_AGAIN_US = 1_000_000
# A pattern of many keys goes over in pieces; the next one must be there before the last one ends.
AHEAD_US = 150_000


class PodLamps:
    """The lamps of `wires`, seat to the pod's number of its lamp. A sink of the console, like Lamps.

    `brightness`: how bright a full lamp is.
    """

    def __init__(self, wires: Mapping[int, int], pod: Pod, *, brightness: float = 1.0) -> None:
        self._wires = wires
        self._pod = pod
        self._percent = brightness * 100
        self._patterns: dict[int, Pattern] = dict.fromkeys(wires, OFF)
        self._felt: frozenset[int] = frozenset()  # believed to be down, and the game does not know yet
        self._dues: dict[int, int] = {}

    def pressed(self, down: frozenset[int]) -> None:
        """A press is believed: its own lamp is full, at once. Going out again is left to the pattern."""
        for seat in sorted((down - self._felt).intersection(self._wires)):
            self._play(seat, FULL, 0)
        self._felt = down
        self._pod.flush()

    def light(self, seats: frozenset[int]) -> None:
        """These are full, all others dark, whatever is going on in a game."""
        for seat in self._wires:
            self._play(seat, FULL if seat in seats else OFF, 0)
        self._pod.flush()

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """The game has moved on: take up the patterns that belong to it now."""
        felt, self._felt = self._felt, frozenset()
        for seat in self._wires:
            pattern = lamp(seats[seat])
            if pattern != self._patterns[seat] or seat in felt:
                self._patterns[seat] = pattern
                self._dues[seat] = now_us
        self.refresh(now_us)

    @property
    def due_us(self) -> int | None:
        """When a lamp must be told again, or None."""
        return min(self._dues.values(), default=None) if self._pod.met else None

    def refresh(self, now_us: int) -> None:
        """Tell every lamp again that is due."""
        for seat, pattern in self._patterns.items():
            if self._dues.get(seat, now_us) <= now_us and seat not in self._felt:
                end_us = self._play(seat, pattern, now_us)
                self._dues[seat] = max(now_us + AHEAD_US, min(now_us + SAY_AGAIN_US, end_us - AHEAD_US))
            elif seat in self._felt:
                self._dues[seat] = now_us + SAY_AGAIN_US
        self._pod.flush()

    def _play(self, seat: int, pattern: Pattern, now_us: int) -> int:
        """Send as much of a pattern as fits into a line; answers when that ends."""
        keys = [
            LampKey(key.at_us // 1000, round(key.level * self._percent), key.glides)
            for key in pattern.keys_from(now_us)
        ]
        fitting = tuple(keys[: most_keys(keys)])
        self._pod.play(self._wires[seat], pattern.began_us, pattern.loop_us or 0, fitting)
        return now_us + SAY_AGAIN_US * 2 if len(fitting) == len(keys) else pattern.began_us + fitting[-1].at_ms * 1000

    def close(self) -> None:
        """All dark; without us they would be in a few seconds, too."""
        for seat in self._wires:
            self._play(seat, OFF, 0)
        self._pod.flush()

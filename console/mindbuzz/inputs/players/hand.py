"""A hand at its button: gestures become contact edges."""

from collections import deque
from collections.abc import Callable
from enum import Enum
from random import Random

from mindbuzz.core.settings import Settings, hold_us, tap_us
from mindbuzz.inputs.players.bounce import Edge, closing, opening

# People tap a button for about a tenth of a second: shortest, longest, usual.
TAP_US = (60_000, 200_000, 110_000)
# A hold is let go some time after it did what it should.
HOLD_LONGER_US = (150_000, 500_000)
# A toggle is let go around the middle of its range, where the screen says so: parts of the range.
TOGGLE_PLACE = (0.25, 0.75)


class Gesture(Enum):
    """What a hand can do with its button; none: it plays a card of its own."""

    NONE = "none"
    LAY = "lay"
    LIFT = "lift"
    TAP = "tap"
    TOGGLE = "toggle"
    HOLD = "hold"

    __hash__ = object.__hash__


class Hand:
    """One hand. `down`: where it is once every edge of its gesture has happened."""

    __slots__ = ("_dice", "_edges", "_seat", "_settings", "down")

    def __init__(self, seat: int, settings: Settings, dice: Random) -> None:
        self._seat = seat
        self._settings = settings
        self._dice = dice
        self._edges: deque[Edge] = deque()
        self.down = False

    @property
    def due_us(self) -> int | None:
        """When the contact changes next, or None if the hand is at rest."""
        return self._edges[0].at_us if self._edges else None

    def next_edge(self) -> Edge:
        """The next change of the contact; it happens now."""
        return self._edges.popleft()

    def make(self, gesture: Gesture, at_us: int) -> int:
        """Begin a gesture; the time of its last edge."""
        GESTURES[gesture](self, at_us)
        return self._edges[-1].at_us if self._edges else at_us

    def _lay(self, at_us: int) -> None:
        self._edges.extend(closing(at_us, self._dice))
        self.down = True

    def _lift(self, at_us: int) -> None:
        self._edges.extend(opening(at_us, self._dice))
        self.down = False

    def _press(self, at_us: int, length_us: float) -> None:
        self._lay(at_us)
        self._lift(at_us + round(length_us))

    def _tap(self, at_us: int) -> None:
        self._press(at_us, self._dice.triangular(*TAP_US))

    def _toggle(self, at_us: int) -> None:
        shortest_us = tap_us(self._settings, True, self._seat)
        longest_us = hold_us(self._settings, True, self._seat)
        place = self._dice.uniform(*TOGGLE_PLACE)
        self._press(at_us, shortest_us + place * (longest_us - shortest_us))

    def _hold(self, at_us: int) -> None:
        longer_us = self._dice.uniform(*HOLD_LONGER_US)
        self._press(at_us, hold_us(self._settings, False, self._seat) + longer_us)


GESTURES: dict[Gesture, Callable[[Hand, int], None]] = {
    Gesture.NONE: lambda hand, at_us: None,
    Gesture.LAY: Hand._lay,
    Gesture.LIFT: Hand._lift,
    Gesture.TAP: Hand._tap,
    Gesture.TOGGLE: Hand._toggle,
    Gesture.HOLD: Hand._hold,
}

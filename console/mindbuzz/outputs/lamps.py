"""The lamps, through gpiozero. A lamp shows a pattern, evaluated at a time; no library thread blinks."""

from collections.abc import Mapping, Sequence
from typing import Any

from gpiozero import LED, PWMLED

from mindbuzz.core.due import earliest_us
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.lamp import FULL, OFF, lamp
from mindbuzz.screens.pattern import Pattern

HALF = 0.5


class Lamps:
    """The lamps of `pins`, seat to BCM number; dark until something is shown and after `close`.

    A sink of the console. `pressed` lights a lamp at once, before the game has decided anything.
    """

    def __init__(
        self,
        pins: Mapping[int, int],
        factory: Any,
        *,
        active_high: bool = True,
        dimmable: bool = True,
        brightness: float = 1.0,
    ) -> None:
        """`brightness`: how bright a full lamp is, where lamps are dimmable."""
        device = PWMLED if dimmable else LED
        self._lamps = {
            seat: device(number, active_high=active_high, initial_value=0, pin_factory=factory)
            for seat, number in pins.items()
        }
        self._brightness = brightness
        self._patterns: dict[int, Pattern] = dict.fromkeys(pins, OFF)
        self._levels: dict[int, float] = dict.fromkeys(pins, 0.0)
        self._felt: frozenset[int] = frozenset()  # believed to be down, and the game does not know yet
        self._due_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """A press is believed: its own lamp is full, at once. Going out again is left to the pattern."""
        self._felt = down
        for seat in down.intersection(self._lamps):
            self._set(seat, FULL.level(0))

    def light(self, seats: frozenset[int]) -> None:
        """These are full, all others dark, whatever is going on in a game."""
        for seat in self._lamps:
            self._set(seat, FULL.level(0) if seat in seats else 0.0)

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """The game has moved on: take up the patterns that belong to it now."""
        self._felt = frozenset()
        self._patterns = {seat: lamp(seats[seat]) for seat in self._lamps}
        self.refresh(now_us)

    @property
    def due_us(self) -> int | None:
        """When a lamp changes by itself next, or None."""
        return self._due_us

    def refresh(self, now_us: int) -> None:
        """Light every lamp as its pattern says now."""
        for seat, pattern in self._patterns.items():
            if seat not in self._felt:
                self._set(seat, pattern.level(now_us))
        self._due_us = earliest_us(pattern.due_us(now_us) for pattern in self._patterns.values())

    def _set(self, seat: int, level: float) -> None:
        if self._levels[seat] != level:
            self._levels[seat] = level
            dimmable = isinstance(self._lamps[seat], PWMLED)
            self._lamps[seat].value = level * self._brightness if dimmable else level >= HALF

    def level(self, seat: int) -> float:
        """How bright a lamp is, 0 to 1, of what it may be."""
        return self._levels[seat]

    def close(self) -> None:
        """All dark; let go of the pins."""
        for seat, device in self._lamps.items():
            self._set(seat, 0.0)
            device.close()

"""Mock pins on the console's clock: the whole console without a Pi."""

from typing import Protocol

from gpiozero.pins.mock import MockFactory, MockPWMPin

from mindbuzz.pins.driver import Driver


class Ticking(Protocol):
    """Whatever can stamp an edge."""

    def ticks(self) -> float:
        """Now, in seconds."""


class BenchPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin whose edges carry the time of the console's clock."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            self._last_change = self.factory.ticks()
            del self.states[:-1]  # a pin that blinks all day must not remember it
        return changed


class BenchFactory(Driver, MockFactory):  # type: ignore[misc]
    """Mock pins on a clock."""

    def __init__(self, clock: Ticking) -> None:
        super().__init__(pin_class=BenchPin)
        self._clock = clock

    def ticks(self) -> float:
        """Now, as the edges of these pins are stamped."""
        return self._clock.ticks()

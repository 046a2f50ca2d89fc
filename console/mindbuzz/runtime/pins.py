"""Pin factories by name. Everything reaches its pins through gpiozero; the factory is named, never guessed."""

import os
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from mindbuzz.errors import ConfigError
from mindbuzz.runtime.clock import Clock

SCRATCH_VARIABLE = "LG_WD"


class BenchPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin whose edges carry the time of the console's clock."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            self._last_change = self.factory.ticks()
            del self.states[:-1]  # a pin that blinks all day must not remember it
        return changed


class BenchFactory(MockFactory):  # type: ignore[misc]
    """Mock pins on the console's clock: the whole console without a Pi."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=BenchPin)
        self._clock = clock

    def ticks(self) -> float:
        """Now, as the edges of these pins are stamped."""
        return self._clock.ticks()


def _lgpio(clock: Clock) -> Any:
    """gpiozero's lgpio factory; its notification pipes need a folder that may be written."""
    os.environ.setdefault(SCRATCH_VARIABLE, os.environ.get("RUNTIME_DIRECTORY", "/tmp"))
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


FACTORIES: dict[str, Callable[[Clock], Any]] = {"lgpio": _lgpio, "mock": BenchFactory}


def pin_factory(name: str, clock: Clock) -> Any:
    """The gpiozero pin factory called `name`.

    Raises ConfigError, one line that says what is missing and what to do; there is no silent second choice.
    """
    if name not in FACTORIES:
        raise ConfigError(f'pin_factory = "{name}" is not known; choose one of {", ".join(sorted(FACTORIES))}')
    try:
        return FACTORIES[name](clock)
    except ImportError:
        raise ConfigError(
            f'pin_factory = "{name}" is not installed; on a Pi: sudo apt install python3-{name}'
        ) from None
    except Exception as error:
        raise ConfigError(f'pin_factory = "{name}" does not work here: {error}') from error

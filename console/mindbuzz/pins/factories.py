"""Pin factories by name. Everything reaches its pins through gpiozero; the factory is named, never guessed."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from mindbuzz.errors import ConfigError, MindbuzzError
from mindbuzz.pins.mock import BenchFactory, Ticking

AUTO = "auto"
# Which Debian package has the library; what Raspberry Pi OS 12 has of gpiod is too old.
PACKAGES = {"gpiod": "python3-libgpiod (2.0 or newer)", "lgpio": "python3-lgpio"}


def _gpiod(clock: Ticking) -> Any:
    from mindbuzz.pins.gpiod import GpiodFactory

    return GpiodFactory()


def _lgpio(clock: Ticking) -> Any:
    from mindbuzz.pins.lgpio import LgpioFactory

    return LgpioFactory()


FACTORIES: dict[str, Callable[[Ticking], Any]] = {"gpiod": _gpiod, "lgpio": _lgpio, "mock": BenchFactory}


def chosen(name: str) -> str:
    """The factory that a name means here: "auto" is gpiod where its library is there in version 2, else lgpio."""
    if name != AUTO:
        return name
    return "gpiod" if _has_gpiod() else "lgpio"


def _has_gpiod() -> bool:
    """Version 1 has the same name, and none of what it takes: it is a module without any inside."""
    try:
        return find_spec("gpiod.line_request") is not None
    except ImportError:
        return False


def pin_factory(name: str, clock: Ticking) -> Any:
    """The gpiozero pin factory called `name`.

    Raises ConfigError, one line that says what is missing and what to do; there is no silent second choice.
    """
    name = chosen(name)
    if name not in FACTORIES:
        known = ", ".join([AUTO, *sorted(FACTORIES)])
        raise ConfigError(f'pin_factory = "{name}" is not known; choose one of {known}')
    try:
        return FACTORIES[name](clock)
    except ImportError:
        raise ConfigError(
            f'pin_factory = "{name}" is not installed; on a Pi: sudo apt install {PACKAGES[name]}'
        ) from None
    except MindbuzzError as error:
        raise ConfigError(f'pin_factory = "{name}" does not work here: {error}') from error
    except Exception as error:
        raise ConfigError(f'pin_factory = "{name}" does not work here: {error}') from error

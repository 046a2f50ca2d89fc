"""A driver's thread dies and is started anew: python -m tests.kernel.guest.revival BACKEND, in the console's Python.

Prints a JSON object: whether the death was noticed, and which contacts came afterwards.
"""

import json
import sys
import threading
import time
from typing import Any

from tests.kernel.guest import pins
from tests.kernel.guest.waiting import found_within

LINE = 5
SETTLED_S = 0.5
PATIENCE_S = 60


def main(backend: str) -> dict[str, Any]:
    """Listen, kill, audit, press."""
    from mindbuzz.inputs.gpio import GpioButtons
    from mindbuzz.inputs.source import Mailbox
    from mindbuzz.pins.factories import pin_factory
    from mindbuzz.runtime.clock import RealClock

    clock, mailbox = RealClock(0), Mailbox()
    factory = pin_factory(backend, clock)
    buttons = GpioButtons({1: LINE}, factory, mailbox, clock.at_us, uncertainty_us=0, audit_ms=1, now_us=0)
    threading.excepthook = lambda _: None  # it is meant to die
    KILLERS[backend](factory)
    noticed = found_within(PATIENCE_S, lambda: not factory.alive or None) is not None
    buttons.act(clock.now_us())
    time.sleep(SETTLED_S)
    mailbox.take_all()
    pins.close(LINE)
    time.sleep(SETTLED_S)
    pins.open_(LINE)
    time.sleep(SETTLED_S)
    heard = [news.closed for news in mailbox.take_all()]  # type: ignore[union-attr]
    told = {"noticed": noticed, "heard": heard, "alive": factory.alive, **buttons.driver_counts}
    buttons.close()
    factory.close()
    return told


def _fails(*_: Any) -> None:
    raise RuntimeError("somebody else's listener")


def _kill_gpiod(factory: Any) -> None:
    """Whatever it was, its thread did not survive."""
    factory.inputs.fetch = _fails
    _flick()
    time.sleep(SETTLED_S)
    del factory.inputs.fetch


def _kill_lgpio(factory: Any) -> None:
    """Its one thread calls all listeners unguarded."""
    import lgpio

    lgpio.callback(factory._handle, LINE, lgpio.BOTH_EDGES, _fails)
    _flick()


def _flick() -> None:
    pins.close(LINE)
    time.sleep(0.01)
    pins.open_(LINE)


KILLERS = {"gpiod": _kill_gpiod, "lgpio": _kill_lgpio}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1])))

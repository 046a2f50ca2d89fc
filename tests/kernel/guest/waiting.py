"""Waiting for what comes sooner or later."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

PAUSE_S = 0.05


def found_within(within_s: float, look: Callable[[], Found | None]) -> Found | None:
    """What `look` finds, as soon as that is something; None if it is nothing by then."""
    until_s = time.monotonic() + within_s
    while (found := look()) is None and time.monotonic() < until_s:
        time.sleep(PAUSE_S)
    return found

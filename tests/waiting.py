"""Waiting for another thread, process or device: until it is so, and not for ever. A busy machine is given its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 20.0
LOOKS_EVERY_S = 0.01

Found = TypeVar("Found")


def wait_until(
    look: Callable[[], Found], patience_s: float = PATIENCE_S, why: Callable[[], object] = lambda: "it never came true"
) -> Found:
    """Look again and again; answers what was seen first that is true. AssertionError, with what `why` says by then, if
    nothing was."""
    found = last_seen(look, patience_s)
    assert found, why()
    return found


def last_seen(look: Callable[[], Found], patience_s: float) -> Found:
    """Like `wait_until`, for what need not come: what was seen last may be false."""
    ends_s = time.monotonic() + patience_s
    while not (found := look()) and time.monotonic() < ends_s:
        time.sleep(LOOKS_EVERY_S)
    return found

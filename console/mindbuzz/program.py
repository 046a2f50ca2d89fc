"""Other programs, run to their end: whoever waits for one hears now and then that it is still at it."""

import subprocess
import time
from collections.abc import Callable


def heard_out(
    process: subprocess.Popen[str], say: Callable[[str], object], *, every_s: float, within_s: float = float("inf")
) -> tuple[str, str | None]:
    """What a program prints, and what it complains of, None where that is not told apart.

    `say` is given a line every so many seconds meanwhile. Raises subprocess.TimeoutExpired if it is not done in time.
    """
    began_s = time.monotonic()
    while True:
        left_s = within_s - (time.monotonic() - began_s)
        try:
            return process.communicate(timeout=max(0.0, min(every_s, left_s)))
        except subprocess.TimeoutExpired:
            if left_s <= every_s:
                raise
            say(f"still at it after {time.monotonic() - began_s:.0f} s")

"""What takes long: whoever waits for it hears now and then that it is still at it."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def signs_of_life(
    say: Callable[[str], object], *, every_s: float, how_far: Callable[[], str] = lambda: ""
) -> Iterator[None]:
    """`say` is given a line every so many seconds meanwhile, from a thread of its own; `how_far` adds to it."""
    began_s = time.monotonic()
    done = threading.Event()

    def tell() -> None:
        while not done.wait(every_s):
            with suppress(OSError):  # nobody listens any more
                say(f"still at it after {time.monotonic() - began_s:.0f} s{how_far()}")

    thread = threading.Thread(target=tell, name="signs-of-life", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def heard_out(
    process: subprocess.Popen[str], say: Callable[[str], object], *, every_s: float, within_s: float | None = None
) -> tuple[str, str | None]:
    """What a program prints, and what it complains of, None where that is not told apart.

    `say` is given a line every so many seconds meanwhile. Raises subprocess.TimeoutExpired if it is not done in time.
    """
    with signs_of_life(say, every_s=every_s):
        return process.communicate(timeout=within_s)

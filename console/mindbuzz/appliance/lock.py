"""Only one installation at a time. What an installation starts itself belongs to it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mindbuzz.errors import InstallError

LOCK = Path("/run/lock/mindbuzz-install.lock")
HELD_VARIABLE = "MINDBUZZ_INSTALLATION"


@contextmanager
def alone() -> Iterator[bool]:
    """Nobody else installs meanwhile; whether this is not part of another installation.

    Raises InstallError, one line, while somebody else does.
    """
    if HELD_VARIABLE in os.environ:
        yield False
        return
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InstallError("another installation or update is under way; wait for its end") from None
        os.environ[HELD_VARIABLE] = str(os.getpid())
        try:
            yield True
        finally:
            del os.environ[HELD_VARIABLE]

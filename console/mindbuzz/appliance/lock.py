"""Only one installation at a time. What an installation starts itself belongs to it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mindbuzz.appliance.service import root_forgets
from mindbuzz.errors import InstallError

LOCK = Path("/run/lock/mindbuzz-install.lock")
HELD_VARIABLE = "MINDBUZZ_INSTALLATION"


@contextmanager
def alone(*, even_if_forgotten: bool = False) -> Iterator[bool]:
    """Nobody else installs meanwhile; whether this is not part of another installation.

    Raises InstallError, one line, while somebody else does, or where the root forgets what is written to it.
    """
    if HELD_VARIABLE in os.environ:
        yield False
        return
    if root_forgets() and not even_if_forgotten:
        raise InstallError(
            "the root is read-only here, so all of it would be forgotten; "
            "say mindbuzz readonly --off, restart, and then again"
        )
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

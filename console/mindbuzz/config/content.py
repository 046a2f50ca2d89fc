"""The bytes of a file that people name: an ordinary one, of a size that a configuration can have."""

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 64 * 1024


def bytes_of(path: Path) -> bytes:
    """What is in a file, or its first MOST_BYTES + 1 bytes: then it is too large.

    Raises OSError, also for a pipe, whose reader might wait for ever, for a device, which opening may already set off,
    and for whatever else is no file; ValueError for a name that can be none's.
    """
    _check(path.stat())
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check(os.fstat(descriptor))  # what lies there may have changed meanwhile
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(MOST_BYTES + 1)
    finally:
        os.close(descriptor)


def _check(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder, not a file")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file")

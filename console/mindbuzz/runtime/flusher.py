"""Brings what was committed to the disk, at once and beside the game, so that a slow disk delays no press."""

import os
import threading
from pathlib import Path


class Flusher:
    """Brings committed pages of the write-ahead log to the disk, on a thread of its own, one flush at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + "-wal")
        self._woken = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="journal-flush", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Something was committed."""
        self._woken.set()

    def close(self) -> None:
        """Flush once more and end."""
        self._closing = True
        self._woken.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing:
            self._woken.wait()
            self._woken.clear()
            self._flush()

    def _flush(self) -> None:
        try:
            handle = os.open(self._path, os.O_RDONLY)
        except OSError:
            return  # checkpointed away: then it is on the disk already
        try:
            os.fdatasync(handle)
        except OSError:
            return  # the next commit tries again; a disk that fails must not end the game
        finally:
            os.close(handle)

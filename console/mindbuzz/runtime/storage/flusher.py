"""Brings what was committed to the disk, at once and beside the game, so that a slow disk delays no press."""

import logging
import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

log = logging.getLogger(__name__)

SLOW_S = 1.0
CHECKPOINT_BYTES = 1 << 20


class Flusher:
    """Brings committed pages of the write-ahead log to the disk, on a thread of its own, one flush at a time.

    From time to time it also moves them on into the file itself, without holding up whoever writes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wal = path.with_name(path.name + "-wal")
        self._woken = threading.Event()
        self._closing = False
        self._began_s: float | None = None
        self._took_s = 0.0
        self._error: str | None = None
        self._thread = threading.Thread(target=self._run, name="journal-flush", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """What is wrong with the disk, as the last flush or the one under way shows it; None: nothing."""
        began_s = self._began_s
        took_s = self._took_s if began_s is None else max(self._took_s, time.monotonic() - began_s)
        if self._error is not None:
            return f"the disk fails ({self._error}): what was played may not survive a power cut; check the card"
        if took_s > SLOW_S:
            return f"the disk is slow: {took_s:.0f} s for one flush; a power cut would lose that much; check the card"
        return None

    def wake(self) -> None:
        """Something was committed."""
        self._woken.set()

    def close(self, timeout_s: float) -> None:
        """Flush once more and end; a disk that hangs is not waited for any longer than that."""
        self._closing = True
        self._woken.set()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        closing = False
        while not closing:
            self._woken.wait()
            self._woken.clear()
            closing = self._closing  # asked before the flush, which then has all that was committed before the end
            self._began_s = time.monotonic()
            try:
                self._flush()
                self._error = None
            except Exception as error:  # the next commit tries again; whatever fails here must not end the game
                if self._error is None:
                    log.warning("the journal %s can't be brought to the disk: %s", self._path, error)
                self._error = str(error) or type(error).__name__
            self._took_s = time.monotonic() - self._began_s
            self._began_s = None

    def _flush(self) -> None:
        try:
            # Not to wait where somebody has put a pipe in its place.
            handle = os.open(self._wal, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            return  # checkpointed away: then it is on the disk already
        try:
            os.fdatasync(handle)
            size = os.fstat(handle).st_size
        finally:
            os.close(handle)
        if self._error is not None or size > CHECKPOINT_BYTES:
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Once a flush has failed, the kernel believes its pages clean; the file itself takes what they hold."""
        with closing(sqlite3.connect(self._path, timeout=0)) as db:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")

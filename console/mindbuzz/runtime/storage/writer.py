"""Writes the journal beside the game: the game waits for a commit, but no longer than a moment.

Nothing that a disk can do ends the game. What can't be written is kept in memory with all of the game it belongs to,
and written again, whole, when the cause is gone: statements carry their row numbers, so doing one twice is doing it
once.
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from mindbuzz.aside import Aside, free_name
from mindbuzz.errors import JournalError
from mindbuzz.runtime.ended import ABANDONED
from mindbuzz.runtime.storage.database import Inode, inode_of
from mindbuzz.runtime.storage.flusher import SLOW_S, Flusher
from mindbuzz.runtime.storage.pruning import prune
from mindbuzz.runtime.storage.rescue import opened_or_rescued

log = logging.getLogger(__name__)

Statement = tuple[str, tuple[object, ...]]

PATIENCE_S = 0.25  # how long the game waits for a commit, once; then it goes ahead until the writer has caught up
RETRY_S = 2.0
LOOK_S = 1.0  # how often it is looked whether the file is still there
ANSWER_S = 0.02  # how long whoever asks for trouble waits for such a look
CLOSE_S = 10.0
# Thirty ordinary games. A game that is longer than that is not kept in memory, and gets lost with a disk that fails.
MOST_KEPT = 100_000

GIVE_UP = f"UPDATE games SET ended = '{ABANDONED}' WHERE ended IS NULL"
REMEDIES = {
    "full": "the disk with {path} is full; the game goes on and is kept once there is room: free some",
    "readonly": "{path} can't be written, its disk is read-only; the game goes on and is kept once that changes",
    "read-only": "{path} can't be written, its disk is read-only; the game goes on and is kept once that changes",
    "gone": "{path} was deleted or moved away; the game goes on, and all games are kept once it can be made anew",
    "other": "the journal at {path} can't be written ({error}); the game goes on and is kept once that changes",
}


class Batch:
    """What was recorded between two moments. `begins_anew`: what came before it is over. `erases`: what it deletes must
    not be left in the write-ahead log either."""

    __slots__ = ("begins_anew", "done", "erases", "statements")

    def __init__(self, statements: list[Statement], *, begins_anew: bool = False, erases: bool = False) -> None:
        self.statements = statements
        self.begins_anew = begins_anew
        self.erases = erases
        self.done = threading.Lock()
        self.done.acquire()


class Writer(Protocol):
    """Takes what was recorded. After a `write` that waits, all of it survives the death of the process, unless
    `trouble` says otherwise."""

    @property
    def trouble(self) -> str | None: ...

    def write(self, statements: list[Statement], *, begins_anew: bool = False, wait: bool = True) -> None: ...

    def erase(self, statements: list[Statement]) -> None:
        """Write what deletes; nothing of that is left in any file afterwards. Nobody waits for it."""

    def settle(self) -> None:
        """Wait until nothing waits to be written, for whoever wants to read it; not for a disk that hangs."""

    def remember(self, statements: list[Statement]) -> None:
        """The game that goes on began with these; they are in the file already."""

    def close(self) -> None: ...


class MemoryWriter:
    """A journal that nobody wants to keep: nothing can go wrong, nobody has to wait."""

    trouble: str | None = None

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def write(self, statements: list[Statement], *, begins_anew: bool = False, wait: bool = True) -> None:
        """Write at once."""
        commit(self._db, statements)

    def erase(self, statements: list[Statement]) -> None:
        """Delete at once."""
        commit(self._db, statements)

    def settle(self) -> None:
        """Nothing waits."""

    def remember(self, statements: list[Statement]) -> None:
        """Nothing to fear."""

    def close(self) -> None:
        """Whoever reads from it closes it."""


class FileWriter:
    """The one thread that writes to the file at `path`.

    Raises what `opened` raises; with `insist` a disk that does not let it is no reason to give up: the thread tries
    again until it does.
    """

    def __init__(self, path: Path, most_bytes: int | None, *, insist: bool) -> None:
        self._path = path
        self._wal = path.with_name(path.name + "-wal")
        self._fields = {"fields": {"JOURNAL_FILE": path}}
        self._most_bytes = most_bytes
        self._queue: SimpleQueue[Batch | None] = SimpleQueue()
        self._given = self._taken = 0
        self._waiting_since_s: float | None = None
        self._trouble: str | None = None
        self._behind = self._overrun = False
        self._look_s = self._asks_s = 0.0
        self._log: list[Statement] = []
        self._erasing = False
        self._committed = 0
        self._is_whole = True
        self._db: sqlite3.Connection | None = None
        self._identity: str | None = None
        self._opened_inodes: tuple[Inode, Inode] = (None, None)
        try:
            self._open()
        except (OSError, sqlite3.OperationalError) as error:
            if not insist:
                raise JournalError(
                    f"the journal {path} can't be opened: {_reason(error)}; choose another file"
                ) from error
            self._worry(error)
        self._flusher = Flusher(path)
        self._thread = threading.Thread(target=self._run, name="journal-write", daemon=True)
        self._thread.start()

    # --- on the game's thread ---

    @property
    def trouble(self) -> str | None:
        """What is wrong, in one sentence, and what to do; None: nothing."""
        self._have_a_look()
        since_s = self._waiting_since_s
        if self._trouble is None and self._behind and since_s is not None and time.monotonic() - since_s > SLOW_S:
            waited_s = time.monotonic() - since_s
            return f"the disk with {self._path} has not answered for {waited_s:.0f} s; the game goes on; check the card"
        return self._trouble or self._flusher.trouble

    def write(self, statements: list[Statement], *, begins_anew: bool = False, wait: bool = True) -> None:
        """Hand over a batch; wait until it is committed, or until it is clear that this takes long."""
        self._hand_over(Batch(statements, begins_anew=begins_anew), wait=wait)

    def erase(self, statements: list[Statement]) -> None:
        """Hand over what deletes."""
        self._hand_over(Batch(statements, erases=True), wait=False)

    def _hand_over(self, batch: Batch, *, wait: bool) -> None:
        if self._given - self._taken + len(batch.statements) > MOST_KEPT:
            self._overrun = True
            return
        if self._behind and self._given == self._taken:
            self._behind = False
        if self._waiting_since_s is None:
            self._waiting_since_s = time.monotonic()
        self._given += len(batch.statements)
        self._queue.put(batch)
        if wait and not self._behind and not batch.done.acquire(timeout=PATIENCE_S):
            self._behind = True

    def settle(self) -> None:
        """Wait until what was handed over is committed, or found to be in trouble; not for a disk that hangs."""
        self._settle_within(CLOSE_S)

    def _have_a_look(self) -> None:
        """While nobody plays nothing is written: whether the file is still there is seen when somebody asks."""
        now_s = time.monotonic()
        if self._trouble is None and now_s >= self._asks_s:
            self._asks_s = now_s + LOOK_S
            self._settle_within(ANSWER_S)

    def _settle_within(self, patience_s: float) -> None:
        if self._thread.is_alive():
            last = Batch([])
            self._queue.put(last)
            last.done.acquire(timeout=patience_s)

    def remember(self, statements: list[Statement]) -> None:
        """The game that goes on began with these; they are in the file already. Before the first `write` only."""
        self._log = list(statements)
        self._committed = 0 if self._db is None else len(self._log)

    def close(self) -> None:
        """Write what waits, bring it to the disk, let go of the file; a disk that hangs is waited for in vain."""
        self._queue.put(None)
        self._thread.join(CLOSE_S)
        self._flusher.close(CLOSE_S)
        if not self._thread.is_alive():
            self._let_go()

    # --- on its own thread ---

    def _run(self) -> None:
        if self._db is not None:
            self._prune()
        while (batch := self._next()) is not None:
            self._guarded(partial(self._take, batch))
        if self._trouble is not None:
            self._guarded(self._recover)
        if self._committed < len(self._log):
            log.warning("the journal %s ends before the game: %s", self._path, self._trouble, extra=self._fields)

    def _next(self) -> Batch | None:
        """The next batch; while something is wrong or was in the way, look now and then whether the cause is gone."""
        if self._queue.empty():
            self._waiting_since_s = None
        while self._trouble is not None or self._erasing:
            with suppress(Empty):
                return self._queue.get(timeout=RETRY_S)
            self._guarded(self._empty_log if self._trouble is None else self._recover)
        return self._queue.get()

    def _guarded(self, work: Callable[[], object]) -> None:
        """Whatever it raises is a trouble to tell and to get over, never the end of this thread."""
        try:
            work()
        except Exception as error:
            self._worry(error)

    def _take(self, first: Batch) -> None:
        """All that waits goes into one commit."""
        batches = [first]
        try:
            self._note(first)
            while not self._queue.empty():
                batch = self._queue.get()
                if batch is None:
                    self._queue.put(None)
                    break
                batches.append(batch)
                self._note(batch)
            self._erasing = self._erasing or any(batch.erases for batch in batches)
            if self._trouble is None:
                self._guarded(self._catch_up)
            if self._trouble is None and self._erasing:
                self._guarded(self._empty_log)
        finally:
            for batch in batches:
                self._taken += len(batch.statements)
                batch.done.release()
        if self._trouble is None and any(batch.begins_anew for batch in batches):
            self._prune()

    def _note(self, batch: Batch) -> None:
        """Keep a batch in mind until its game is over, if that is not too much."""
        if batch.begins_anew and self._committed == len(self._log):
            self._forget(is_whole=True)
        self._log += batch.statements
        if self._overrun or len(self._log) > MOST_KEPT:
            if self._trouble is None and not self._overrun:
                self._catch_up()
            self._forget(is_whole=False)
            self._overrun = False

    def _forget(self, *, is_whole: bool) -> None:
        self._log.clear()
        self._committed = 0
        self._is_whole = is_whole

    def _catch_up(self) -> None:
        """Commit what is new; it must have gone into the file that people see, not into one that was deleted."""
        assert self._db is not None
        if self._committed < len(self._log):
            commit(self._db, self._log[self._committed :])
            self._committed = len(self._log)
            self._flusher.wake()
        now_s = time.monotonic()
        if now_s >= self._look_s:
            self._look_s = now_s + LOOK_S
            if self._is_gone():
                raise FileNotFoundError("gone")

    def _empty_log(self) -> None:
        """Move the write-ahead log into the file, where what is deleted is overwritten, and leave nothing in it; if
        somebody is in the way, a moment later."""
        assert self._db is not None
        [busy, *_] = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self._erasing = bool(busy)

    def _worry(self, error: BaseException) -> None:
        text = str(error)
        remedy = next((remedy for word, remedy in REMEDIES.items() if word in text.lower()), REMEDIES["other"])
        sentence = remedy.format(path=self._path, error=_reason(error))
        if self._trouble is None:
            log.warning("%s", sentence, extra=self._fields)
        self._trouble = sentence

    def _recover(self) -> None:
        """Open the file anew and write all of the game again."""
        if self._is_gone():
            self._rebuild()
        self._open()
        assert self._db is not None
        # What is not known from its beginning must not be taken for a whole game.
        lost = [] if self._is_whole else [(GIVE_UP, ())]
        commit(self._db, [*lost, *self._log])
        self._committed = len(self._log)
        self._trouble = None
        self._flusher.wake()
        log.warning("the journal %s can be written again", self._path, extra=self._fields)

    def _is_gone(self) -> bool:
        return self._inodes() != self._opened_inodes

    def _inodes(self) -> tuple[Inode, Inode]:
        return inode_of(self._path), inode_of(self._wal)

    def _rebuild(self) -> None:
        """What was deleted is there until it is let go of: all of it goes into a new file.

        Where another has taken its place, the new file is one beside it, and nothing of ours is left that SQLite would
        take for a part of the other.
        """
        if self._db is None:
            return
        in_place = inode_of(self._path) in (None, self._opened_inodes[0])
        place = self._path if in_place else free_name(self._path, Aside.REPLACED)
        anew = self._path.with_name(f"{self._path.name}.new")
        with closing(sqlite3.connect(anew)) as db:
            anew.chmod(0o600)
            self._db.backup(db)
        self._let_go()
        for end in ("-wal", "-shm"):
            self._path.with_name(self._path.name + end).unlink(missing_ok=True)
        anew.replace(place)

    def _open(self) -> None:
        """Open, or open anew. A journal that is not the one of before is nothing to write this game into."""
        self._let_go()
        db, rescue = opened_or_rescued(self._path)
        identity = str(db.execute("SELECT value FROM meta WHERE name = 'journal'").fetchone()[0])
        if self._identity not in (None, identity) and rescue is None and not _is_empty(db):
            db.close()
            raise JournalError(f"another journal lies at {self._path}; move it away")
        db.execute("PRAGMA journal_size_limit = 0")
        self._db, self._identity, self._opened_inodes = db, identity, self._inodes()

    def _let_go(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _prune(self) -> None:
        if self._db is not None and self._most_bytes is not None:
            self._guarded(partial(prune, self._db, self._most_bytes))


def commit(db: sqlite3.Connection, statements: list[Statement]) -> None:
    """All of them, or none."""
    db.execute("BEGIN")
    try:
        for sql, values in statements:
            db.execute(sql, values)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        raise


def _is_empty(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM games LIMIT 1").fetchone() is None


def _reason(error: BaseException) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

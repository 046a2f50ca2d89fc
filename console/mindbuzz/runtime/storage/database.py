"""Opening a journal's file: it is ours, whole, and of this version, or it is told which of these it is not."""

import errno
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from mindbuzz.errors import JournalError
from mindbuzz.runtime.storage.schema import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION

MAGIC = b"SQLite format 3\0"
OUR_WORDS = (b"CREATE TABLE games", b"CREATE TABLE contacts", b"CREATE TABLE outcomes")
CHUNK = 1 << 20
BUSY_S = 5.0
LEAST_BYTES = 256 << 10  # with less room than that a disk is full
PAGE_BYTES = 4096
INDEX_BYTES = 32768  # of a log of four thousand pages
LONGEST_LOG_PAGES = 2000

Inode = tuple[int, int] | None
Row = tuple[list[str], tuple[object, ...]]


class Damaged(Exception):
    """A journal that cannot be relied on any more; why is its text."""


def opened(path: Path | None, *, migrations: tuple[str, ...] = MIGRATIONS) -> sqlite3.Connection:
    """A connection that may write to the journal at `path` (None: in memory), of the newest version, checked.

    Raises JournalError for a file of somebody else or of a newer mindbuzz, which is left as it is; Damaged; and
    OSError or sqlite3.OperationalError where the disk does not let it.
    """
    if path is not None:
        _check_place(path)
        _check_whole(path, len(migrations))
    db = sqlite3.connect(
        ":memory:" if path is None else path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
    )
    try:
        db.row_factory = sqlite3.Row
        version = checked_version(db, path, len(migrations))
        if not version:
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA secure_delete = ON")  # what is forgotten is gone from the file, too
        # That is the flusher's, beside the game; here only where it can't follow.
        db.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_LOG_PAGES}")
        _migrate(db, version, migrations)
        if path is not None:
            _reserve_index(path)
    except BaseException:
        db.close()
        raise
    return db


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, not even on its end, when another would move the log into the file.

    Raises sqlite3.OperationalError also for a pipe: whoever opens one waits for whoever writes to it.
    """
    if path.exists() and not path.is_file():
        raise sqlite3.OperationalError("it is no ordinary file")
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    return db


def checked_version(db: sqlite3.Connection, path: Path | None, newest: int = SCHEMA_VERSION) -> int:
    """The version of a journal. Raises JournalError if it is newer than `newest` or somebody else's database, Damaged
    where the names of its tables are no text any more."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    owner = db.execute("PRAGMA application_id").fetchone()[0]
    try:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except UnicodeDecodeError as error:  # what SQLite complains of is no text, either
        raise Damaged("its tables' definitions are garbled") from error
    is_ours = {"games", "contacts", "outcomes"} <= tables if version else not tables
    if owner not in (0, APPLICATION_ID) or not is_ours:
        raise JournalError(f"{path} is a database, but no journal of mindbuzz; choose another file")
    if version > newest:
        raise JournalError(f"the journal {path} is of version {version}; this mindbuzz knows {newest}: update it")
    return version


def refuse_foreign(path: Path) -> None:
    """Raise JournalError for what is no journal, or a newer one, with nothing made beside it.

    Only for a process that has not opened it yet: this takes no locks, and closing loses those there are. What can't be
    read, is damaged, or has a log that must be read first is left for `opened` to judge.
    """
    with suppress(OSError, sqlite3.DatabaseError, Damaged):
        _refuse_no_file(path)
        if path.exists() and not path.with_name(f"{path.name}-wal").exists():
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
                _refuse_other(db, path)


def _refuse_other(db: sqlite3.Connection, path: Path, newest: int = SCHEMA_VERSION) -> None:
    try:
        checked_version(db, path, newest)
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error) and not was_ours(path):
            raise JournalError(f"{path} is no journal of mindbuzz; choose another file") from error
        raise


def _refuse_no_file(path: Path) -> None:
    if path.is_dir():
        raise JournalError(f"the journal {path} can't be opened: it is a folder; choose another file")
    if path.exists() and not path.is_file():
        raise JournalError(f"the journal {path} can't be opened: it is no ordinary file; choose another one")


def _check_place(path: Path) -> None:
    """Make the file if there is none, for its owner alone.

    One that is there is not opened here: closing it would take away the locks that SQLite holds on it.
    """
    _refuse_no_file(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    room = os.statvfs(path.parent)
    if room.f_flag & os.ST_RDONLY:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))
    if room.f_blocks and room.f_bavail * room.f_frsize < LEAST_BYTES:
        raise OSError(errno.ENOSPC, "disk is full")
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    with suppress(OSError):  # somebody else's, then it is theirs to decide
        path.chmod(0o600)


def _reserve_index(path: Path) -> None:
    """Take the blocks of the log's index, which SQLite maps into memory.

    It does so itself, but for file systems whose blocks are smaller than a page, as those of small cards are: there
    the kernel would kill whoever touches the index for the first time when the disk is full. Another process does it,
    since to close a file is to lose all locks on it.
    """
    if os.statvfs(path.parent).f_frsize < PAGE_BYTES:
        with suppress(OSError):
            subprocess.run(["fallocate", "--length", str(INDEX_BYTES), f"{path}-shm"], check=False, capture_output=True)


def was_ours(path: Path) -> bool:
    """Whether a file that is no database has traces of a journal: our words, or nothing left but zeros."""
    before = b""
    only_zeros = True
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            if any(word in before + chunk for word in OUR_WORDS):
                return True
            only_zeros = only_zeros and not chunk.strip(b"\0")
            before = chunk[-max(map(len, OUR_WORDS)) :]
    return only_zeros or MAGIC.startswith(before)


def _migrate(db: sqlite3.Connection, version: int, migrations: tuple[str, ...]) -> None:
    """All steps at once or none of them."""
    if version < len(migrations):
        steps = "\n".join(migrations[version:])
        try:
            db.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {len(migrations)}; COMMIT;")
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def _check_whole(path: Path, newest: int) -> None:
    """The structure of every page, and that indexes and tables agree: a third of a second for 64 MB on a fast machine.

    What a row says is checked where it is used: a game is folded before it goes on.
    """
    if path.with_name(f"{path.name}-journal").exists():
        _roll_back(path)
    with closing(read_only(path)) as db:
        try:
            _refuse_other(db, path, newest)
            verdict = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            raise Damaged(str(error)) from error
    if verdict != "ok":
        raise Damaged(" ".join(verdict.split()))


def _roll_back(path: Path) -> None:
    """Only before it first keeps a log can a journal be cut off in this way: while it was made."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path, timeout=BUSY_S)) as db:
        db.execute("SELECT count(*) FROM sqlite_master")


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """SQLite says OperationalError where the disk is to blame, DatabaseError where the file is."""
    if isinstance(error, sqlite3.OperationalError):
        return any(words in str(error) for words in ("malformed", "Could not decode"))
    return True


def inode_of(path: Path) -> Inode:
    """Which file lies at `path`; None: none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def rows_of_game(db: sqlite3.Connection, table: str, game_id: int) -> Iterator[Row]:
    """The rows of a game in a table: the columns' names, those that are stored, and their values."""
    columns = [row["name"] for row in db.execute(f"PRAGMA table_info({table})")]
    key = "id" if table == "games" else "game_id"
    if columns:
        for row in db.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {key} = ? ORDER BY id", (game_id,)):
            yield columns, tuple(row)


def insertion(table: str, columns: list[str]) -> str:
    """The statement that writes a row; writing it twice is writing it once."""
    return f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"

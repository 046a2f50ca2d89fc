"""What a journal holds, to be read: games, what came in, what came of it."""

import errno
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from stat import S_ISREG
from typing import Any

from mindbuzz.core.rules import Kind
from mindbuzz.errors import JournalDenied, JournalError, NoJournal
from mindbuzz.inputs.source import Recorded, in_acting_order
from mindbuzz.runtime.presses import PressRow
from mindbuzz.runtime.rows import (
    DamagedRow,
    DayRow,
    Examined,
    GameRow,
    change_of,
    contact_of,
    examined,
    game_of,
    is_moment,
    outcome_of,
)
from mindbuzz.runtime.storage.database import Damaged, checked_version, opened, read_only, was_ours
from mindbuzz.runtime.storage.schema import SCHEMA_VERSION

OPEN_PRESSES = (
    f"SELECT {', '.join(field.name for field in fields(PressRow))} FROM presses"
    " WHERE game_id = ? AND (became IS NULL OR (released_us IS NULL AND became <> 'cut_off')) ORDER BY id"
)
# One press of each seat may still be down while later ones come.
NEWEST_PRESSES = "SELECT max(at_us), max(released_us) FROM (SELECT * FROM presses ORDER BY id DESC LIMIT 20)"


log = logging.getLogger(__name__)


class Records:
    """The reading side of a journal, by way of a connection to it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._connection = db

    @property
    def _db(self) -> sqlite3.Connection:
        return self._connection

    def integrity(self) -> str:
        """What SQLite finds when it looks at everything; "ok": nothing."""
        return str(self._db.execute("PRAGMA integrity_check(1)").fetchone()[0])

    def games(self) -> list[GameRow]:
        """All games, oldest first. One whose row can't be understood is left out, and named in the log."""
        rows = [_readable(row) for row in self._db.execute("SELECT * FROM games ORDER BY id")]
        return [row for row in rows if row is not None]

    def game(self, game_id: int) -> GameRow:
        """One game. Raises JournalError if there is none with that number."""
        return game_of(self._row_of(game_id))

    def finished_game(self, game_id: int) -> GameRow:
        """One game that has ended. Raises JournalError while it goes on: what its players hold stays secret."""
        self.need_ended(game_id)
        return self.game(game_id)

    def need_ended(self, game_id: int) -> None:
        """Raises JournalError for a game that goes on, or is not there; not for one that can't be read."""
        if self._row_of(game_id)["ended"] is None:
            raise JournalError(f"game {game_id} still goes on; its hands stay secret until it has ended")

    def _row_of(self, game_id: int) -> sqlite3.Row:
        row: sqlite3.Row | None = self._db.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise JournalError(f"there is no game {game_id} in it; `mindbuzz journal list` shows which there are")
        return row

    def ended_games(self) -> list[int]:
        """The numbers of all games that have ended, also of those that can't be read, oldest first."""
        return [row["id"] for row in self._db.execute("SELECT id FROM games WHERE ended IS NOT NULL ORDER BY id")]

    def examined(self, game_id: int) -> Examined:
        """Every row of a game read once, and which of them can't be understood any more."""
        return examined(self._db, game_id)

    def unfinished_game(self) -> GameRow | None:
        """The newest game if it was cut off, or None."""
        row = self._db.execute("SELECT * FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return game_of(row) if row is not None and row["ended"] is None else None

    def last_kind(self) -> Kind | None:
        """What was played last, or None."""
        row = self._db.execute("SELECT kind FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return Kind(row["kind"]) if row is not None and row["kind"] in {kind.value for kind in Kind} else None

    def days(self) -> list[DayRow]:
        """Every day that was played on, oldest first; a row for each kind of game."""
        return [DayRow(**dict(row)) for row in self._db.execute("SELECT * FROM days")]

    def news(self, game_id: int, *, own: bool = True) -> list[Recorded]:
        """Contacts and changes of sources of a game, in the order in which they acted; also `own` ones if asked."""
        contacts = self._db.execute("SELECT * FROM contacts WHERE game_id = ? ORDER BY id", (game_id,))
        changes = self._db.execute("SELECT * FROM sources WHERE game_id = ? AND own <= ? ORDER BY id", (game_id, own))
        return in_acting_order([*map(change_of, changes), *map(contact_of, contacts)])

    def outcome_lines(self, game_id: int) -> Iterator[str]:
        """The outcomes of a game as JSON lines."""
        for row in self._outcome_rows(game_id):
            yield row["line"]

    def outcomes(self, game_id: int) -> list[dict[str, Any]]:
        """The outcomes of a game, each with the keys of its line. Raises DamagedRow."""
        return list(map(outcome_of, self._outcome_rows(game_id)))

    def readable_lines(self, game_id: int) -> Iterator[str]:
        """The outcomes of a game as JSON lines, without those that can't be read any more."""
        for row in self._outcome_rows(game_id):
            with suppress(DamagedRow):
                outcome_of(row)
                yield row["line"]

    def _outcome_rows(self, game_id: int) -> sqlite3.Cursor:
        return self._db.execute("SELECT * FROM outcomes WHERE game_id = ? ORDER BY id", (game_id,))

    def open_presses(self, game_id: int) -> list[PressRow]:
        """The presses of a game of which not everything is known."""
        rows = self._db.execute(OPEN_PRESSES, (game_id,))
        return [PressRow(**dict(row)) for row in rows]

    def known_until_us(self, game_id: int) -> int:
        """The last moment of which anything of a game is recorded."""
        queries = (
            "SELECT began_us FROM games WHERE id = ?",
            "SELECT max(at_us) FROM contacts WHERE game_id = ?",
            "SELECT max(at_us) FROM sources WHERE game_id = ?",
            "SELECT max(decided_us) FROM outcomes WHERE game_id = ?",
        )
        moments = [self._db.execute(query, (game_id,)).fetchone()[0] for query in queries]
        return max(filter(is_moment, moments), default=0)

    def last_known_us(self) -> int | None:
        """The last moment of which anything at all is recorded, or None."""
        newest = self._db.execute("SELECT max(id) FROM games").fetchone()[0]
        of_games = [] if newest is None else [self.known_until_us(newest)]
        of_presses = self._db.execute(NEWEST_PRESSES).fetchone()
        return max((moment for moment in (*of_games, *of_presses) if is_moment(moment)), default=None)


@contextmanager
def reading(path: Path) -> Iterator[Records]:
    """What the journal at `path` holds, whoever writes to it meanwhile, also on a disk that can't be written.

    Raises JournalError, one line, for what is no journal or can't be read.
    """
    try:
        if not S_ISREG(path.stat().st_mode):
            raise NoJournal(f"{path}: is no ordinary file")
        db = _opened_in_place(path) or _opened_copy(path)
    except FileNotFoundError as error:
        raise NoJournal(f"{path}: there is no journal") from error
    except PermissionError as error:
        raise JournalDenied(f"{path} can't be read: it belongs to the console alone; ask as root, with sudo") from error
    except OSError as error:
        raise NoJournal(f"{path}: can't be read: {error.strerror}") from error
    except (sqlite3.Error, Damaged) as error:
        raise _unreadable(path, error) from error
    try:
        with closing(db):
            yield Records(db)
    except JournalError as error:
        raise JournalError(f"{path}: {error}") from error
    except DamagedRow as error:
        raise JournalError(f"{path}: {error}; what else there is: mindbuzz journal show") from error
    except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> JournalError:
    """A file that holds something else altogether, or is a journal of ours that is damaged."""
    if "not a database" in str(error) and not was_ours(path):
        return NoJournal(f"{path}: is no journal of mindbuzz")
    return JournalError(f"{path} is damaged: {error}; the console, when it starts, saves what it can")


def opened_to_read(path: Path) -> sqlite3.Connection | None:
    """A connection to read by, or None where there is nothing that can be read."""
    try:
        return _opened_in_place(path) or _opened_copy(path)
    except (OSError, sqlite3.Error, Damaged):
        return None


def _opened_in_place(path: Path) -> sqlite3.Connection | None:
    """A connection that can't write; None where SQLite would have to, or where the file is of an older version."""
    db = None
    try:
        db = read_only(path)
        if checked_version(db, path) == SCHEMA_VERSION:
            return db
    except sqlite3.OperationalError:
        pass
    if db is not None:
        db.close()
    return None


def _opened_copy(path: Path) -> sqlite3.Connection:
    """A copy in memory, brought to this version."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for end in ("", "-wal", "-journal"):
            part = path.with_name(path.name + end)
            if part.is_file():
                shutil.copyfile(part, f"{copy}{end}")
            elif not end or part.exists():  # a device has no end
                raise OSError(errno.EINVAL, f"{part.name} is no ordinary file")
        with closing(opened(copy)) as file:
            memory = sqlite3.connect(":memory:", isolation_level=None)
            file.backup(memory)
            memory.row_factory = sqlite3.Row
            return memory


def _readable(row: sqlite3.Row) -> GameRow | None:
    try:
        return game_of(row)
    except DamagedRow as damaged:
        log.warning("game %s of the journal can't be read: %s; the others can", row["id"], damaged)
        return None

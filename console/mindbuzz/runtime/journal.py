"""The journal: every game with every contact and outcome, in one SQLite file.

Record, then act: what an event brought is committed before anyone sees it, so a killed process has lost nothing that
was shown. The commit itself does not wait for the disk; a thread of its own brings it there at once (`Flusher`), so a
power cut loses at most the flush under way. The file holds the seeds, that is, all hands: it belongs to its owner
alone.
"""

import fcntl
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.errors import JournalError
from mindbuzz.inputs.source import Recorded, SourceChange, in_acting_order
from mindbuzz.runtime.flusher import Flusher
from mindbuzz.runtime.outcome_lines import outcome_fields
from mindbuzz.runtime.schema import SCHEMA, SCHEMA_VERSION

log = logging.getLogger(__name__)

WON = "won"
LOST = "lost"
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the journal knows it."""

    id: int
    began_us: int
    began_at: str
    boot_id: str
    kind: Kind
    seats: tuple[int, ...]
    seed: int
    settings: Settings
    uncertainty_us: int
    held: tuple[int, ...]
    ended: str | None


class Journal:
    """One journal file, open for one process. `path` None: in memory, for games nobody wants to keep.

    Raises JournalError if the file can't be opened or is of a newer version.
    """

    def __init__(self, path: Path | None, *, boot_id: str = "", flush: bool = True, alone: bool = False) -> None:
        """`alone`: nobody else may write to the file while this is open. Raises JournalError if somebody does."""
        self.path = path
        self.trouble: str | None = None
        self._lock = _locked(path) if path is not None and alone else None
        self._boot_id = boot_id
        self._game_id: int | None = None
        self._dirty = False
        self._db = _open(path)
        self._flusher = Flusher(path) if path is not None and flush else None

    # --- writing ---

    @property
    def game_id(self) -> int | None:
        """The game that is being written, or None between games."""
        return self._game_id

    def begin_game(
        self,
        began_us: int,
        began_at: str,
        kind: Kind,
        seats: tuple[int, ...],
        seed: int,
        settings: Settings,
        uncertainty_us: int,
        held: tuple[int, ...],
    ) -> None:
        """A game starts; what is recorded from now on belongs to it. One that was cut off earlier is given up."""
        self.abandon_games()
        cursor = self._write(
            "INSERT INTO games (began_us, began_at, boot_id, kind, seats, seed, settings, uncertainty_us, held)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                began_us,
                began_at,
                self._boot_id,
                kind.value,
                json.dumps(seats),
                f"{seed:032x}",
                json.dumps(asdict(settings)),
                uncertainty_us,
                json.dumps(held),
            ),
        )
        self._game_id = None if cursor is None else cursor.lastrowid

    def continue_game(self, game_id: int) -> None:
        """What is recorded from now on belongs to a game that began earlier."""
        self._game_id = game_id

    def adopt_game(self) -> None:
        """People have gone on with a game of an earlier boot: it is one of this boot now."""
        if self._game_id is not None:
            self._write("UPDATE games SET boot_id = ? WHERE id = ?", (self._boot_id, self._game_id))

    def contact(self, contact: Contact) -> None:
        """Record a raw contact of the game that goes on; between games nothing is kept."""
        if self._game_id is not None:
            self._write(
                "INSERT INTO contacts (game_id, at_us, seat, closed, uncertainty_us, made_up)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    self._game_id,
                    contact.at_us,
                    contact.seat,
                    contact.closed,
                    contact.uncertainty_us,
                    contact.made_up,
                ),
            )

    def source(self, change: SourceChange, *, own: bool = False) -> None:
        """Record that a source went away or came back; `own`: the console found that out from the contacts."""
        if self._game_id is not None:
            self._write(
                "INSERT INTO sources (game_id, at_us, source, seats, lost, closed, own) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    self._game_id,
                    change.at_us,
                    change.source,
                    json.dumps(change.seats),
                    change.lost,
                    json.dumps(change.closed),
                    own,
                ),
            )

    def outcome(self, outcome: Outcome, decided_us: int) -> None:
        """Record what came of it."""
        if self._game_id is not None:
            fields = outcome_fields(outcome)
            self._write(
                "INSERT INTO outcomes (game_id, at_us, decided_us, event, line) VALUES (?, ?, ?, ?, ?)",
                (self._game_id, outcome.at_us, decided_us, fields["event"], json.dumps(fields)),
            )

    def abandon_games(self) -> None:
        """Whatever still goes on is given up; a classic victory stands whatever became of the challenge."""
        self._write(
            "UPDATE games SET ended = CASE WHEN EXISTS"
            " (SELECT 1 FROM outcomes WHERE game_id = games.id AND event = 'game_won') THEN ? ELSE ? END"
            " WHERE ended IS NULL",
            (WON, ABANDONED),
        )

    def end_game(self, ended: str) -> None:
        """The game has ended as `ended`: won, lost or abandoned. It may still be written to: the challenge follows."""
        if self._game_id is not None:
            self._write("UPDATE games SET ended = ? WHERE id = ?", (ended, self._game_id))

    def reopen_game(self) -> None:
        """A game that was won goes on with the blind challenge."""
        if self._game_id is not None:
            self._write("UPDATE games SET ended = NULL WHERE id = ?", (self._game_id,))

    def leave_game(self) -> None:
        """Nothing belongs to the game any more."""
        self._game_id = None

    def _write(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor | None:
        try:
            if not self._dirty:
                self._db.execute("BEGIN")
                self._dirty = True
            return self._db.execute(statement, values)
        except sqlite3.Error as error:
            self._give_up_game(error)
            return None

    def commit(self) -> None:
        """Everything recorded so far survives the death of the process; nothing may be shown before."""
        if not self._dirty:
            return
        try:
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up_game(error)
            return
        self._dirty = False
        if self._flusher is not None:
            self._flusher.wake()

    def _give_up_game(self, error: sqlite3.Error) -> None:
        """A disk that is full or fails must not end the game. What follows is not kept; the next game may be."""
        log.warning("the journal %s can't be written: %s; the game goes on without it", self.path, error)
        self.trouble = str(error)
        self._game_id = None
        self._dirty = False
        with suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        """Commit, bring everything to the disk, let go of the file."""
        self.commit()
        if self._flusher is not None:
            self._flusher.close()
        self._db.close()
        if self._lock is not None:
            os.close(self._lock)

    # --- reading ---

    def games(self) -> list[GameRow]:
        """All games, oldest first."""
        return [_game_row(row) for row in self._db.execute("SELECT * FROM games ORDER BY id")]

    def game(self, game_id: int) -> GameRow:
        """One game. Raises JournalError if there is none with that number."""
        row = self._db.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise JournalError(f"there is no game {game_id} in the journal; see: mindbuzz journal list")
        return _game_row(row)

    def finished_game(self, game_id: int) -> GameRow:
        """One game that has ended. Raises JournalError while it goes on: what its players hold stays secret."""
        row = self.game(game_id)
        if row.ended is None:
            raise JournalError(f"game {game_id} still goes on; its hands stay secret until it has ended")
        return row

    def unfinished_game(self) -> GameRow | None:
        """The newest game if it was cut off, or None."""
        row = self._db.execute("SELECT * FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return _game_row(row) if row is not None and row["ended"] is None else None

    def news(self, game_id: int, *, own: bool = True) -> list[Recorded]:
        """Contacts and changes of sources of a game, in the order in which they acted; also `own` ones if asked."""
        contacts = self._db.execute("SELECT * FROM contacts WHERE game_id = ? ORDER BY id", (game_id,))
        changes = self._db.execute("SELECT * FROM sources WHERE game_id = ? AND own <= ? ORDER BY id", (game_id, own))
        return in_acting_order([*map(_change, changes), *map(_contact, contacts)])

    def outcome_lines(self, game_id: int) -> Iterator[str]:
        """The outcomes of a game as JSON lines."""
        for row in self._db.execute("SELECT line FROM outcomes WHERE game_id = ? ORDER BY id", (game_id,)):
            yield row["line"]

    def known_until_us(self, game_id: int) -> int:
        """The last moment of which anything of a game is recorded."""
        queries = (
            "SELECT max(at_us) FROM contacts WHERE game_id = ?",
            "SELECT max(at_us) FROM sources WHERE game_id = ?",
            "SELECT max(decided_us) FROM outcomes WHERE game_id = ?",
        )
        moments = [self._db.execute(query, (game_id,)).fetchone()[0] for query in queries]
        return max((moment for moment in moments if moment is not None), default=self.game(game_id).began_us)

    def last_known_us(self) -> int | None:
        """The last moment of which anything at all is recorded, or None."""
        games = self.games()
        return self.known_until_us(games[-1].id) if games else None


def _contact(row: sqlite3.Row) -> Contact:
    return Contact(row["at_us"], row["seat"], bool(row["closed"]), row["uncertainty_us"], bool(row["made_up"]))


def _change(row: sqlite3.Row) -> SourceChange:
    return SourceChange(
        at_us=row["at_us"],
        source=row["source"],
        seats=tuple(json.loads(row["seats"])),
        lost=bool(row["lost"]),
        closed=tuple(json.loads(row["closed"])),
    )


def _game_row(row: sqlite3.Row) -> GameRow:
    settings = json.loads(row["settings"])
    settings["calm_seats"] = tuple(settings["calm_seats"])
    return GameRow(
        id=row["id"],
        began_us=row["began_us"],
        began_at=row["began_at"],
        boot_id=row["boot_id"],
        kind=Kind(row["kind"]),
        seats=tuple(json.loads(row["seats"])),
        seed=int(row["seed"], 16),
        settings=Settings(**settings),
        uncertainty_us=row["uncertainty_us"],
        held=tuple(json.loads(row["held"])),
        ended=row["ended"],
    )


def _locked(path: Path) -> int:
    """A descriptor that holds the lock beside the journal until it is closed, by whatever ends the process."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise JournalError(f"the journal {path} can't be opened: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise JournalError(f"the journal {path} is in use by another console; end that one first") from None
    return descriptor


def _open(path: Path | None) -> sqlite3.Connection:
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
        _prepare(db, path)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"the journal {path} can't be opened: {error}") from error
    return db


def _prepare(db: sqlite3.Connection, path: Path | None) -> None:
    try:
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        _migrate(db, path)
    except BaseException:
        db.close()
        raise


def _migrate(db: sqlite3.Connection, path: Path | None) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise JournalError(
            f"the journal {path} is of version {version}; this mindbuzz knows {SCHEMA_VERSION}: update it"
        )
    if version == 0:
        db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")

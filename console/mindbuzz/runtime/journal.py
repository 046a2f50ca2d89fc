"""The journal: every game with every contact, press and outcome, in one SQLite file.

Record, then act: what an event brought is committed before anyone sees it, so a killed process has lost nothing that
was shown. The commit itself does not wait for the disk; a thread of its own brings it there at once (`Flusher`), so a
power cut loses at most the flush under way. A disk that is full, slow or broken ends no game: `trouble` says what is
wrong, and what could not be written is written when the cause is gone. The file holds the seeds, that is, all hands:
it belongs to its owner alone.
"""

import fcntl
import json
import os
import sqlite3
import time
from dataclasses import asdict, astuple, fields
from pathlib import Path

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.game import Button
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.errors import JournalError
from mindbuzz.inputs.source import SourceChange
from mindbuzz.runtime.ended import ABANDONED, WON
from mindbuzz.runtime.outcome_lines import outcome_fields
from mindbuzz.runtime.presses import PressRow
from mindbuzz.runtime.records import Records, opened_to_read
from mindbuzz.runtime.storage.database import Inode, inode_of, insertion, opened, refuse_foreign, rows_of_game
from mindbuzz.runtime.storage.rescue import forget_set_aside
from mindbuzz.runtime.storage.schema import TABLES
from mindbuzz.runtime.storage.writer import FileWriter, MemoryWriter, Statement, Writer

MEGABYTE = 1_000_000
NO_SOURCE = ""

INSERT_GAME = insertion(
    "games",
    ["id", "began_us", "began_at", "boot_id", "kind", "seats", "seed", "settings", "uncertainty_us", "held",
     "simulated"],
)  # fmt: skip
INSERT_CONTACT = insertion("contacts", ["id", "game_id", "at_us", "seat", "closed", "uncertainty_us", "made_up"])
INSERT_SOURCE = insertion("sources", ["id", "game_id", "at_us", "source", "seats", "lost", "closed", "own"])
INSERT_OUTCOME = insertion("outcomes", ["id", "game_id", "at_us", "decided_us", "event", "line"])
INSERT_PRESS = insertion("presses", [field.name for field in fields(PressRow)])
# A classic victory stands whatever became of the challenge, unless it was taken back.
ABANDON_GAMES = (
    "UPDATE games SET ended = CASE WHEN"
    " (SELECT sum(CASE event WHEN 'game_won' THEN 1 ELSE -1 END) FROM outcomes WHERE game_id = games.id"
    """ AND (event = 'game_won' OR (event = 'undone' AND json_extract(line, '$.what') = 'victory'))) > 0"""
    " THEN ? ELSE ? END WHERE ended IS NULL"
)
_ENDED = "(SELECT id FROM games WHERE ended IS NOT NULL AND id <> ?)"
FORGET_ENDED = (
    *(f"DELETE FROM {table} WHERE game_id IN {_ENDED}" for table in TABLES if table != "games"),
    f"DELETE FROM games WHERE id IN {_ENDED}",
    "DELETE FROM presses WHERE game_id IS NULL AND ? IS NOT NULL",
    "DELETE FROM pruned_days WHERE ? IS NOT NULL",
)


class Journal(Records):
    """One journal file, written by one process. `path` None: in memory, for games nobody wants to keep."""

    def __init__(
        self,
        path: Path | None,
        *,
        boot_id: str = "",
        alone: bool = False,
        insist: bool = False,
        most_mb: float | None = None,
        simulated: tuple[int, ...] = (),
    ) -> None:
        """`alone`: nobody else may write to it while it is open. `insist`: a disk that is read-only, full or broken is
        no error but a trouble, and the file is written as soon as that is over; a folder that is missing is made. The
        oldest games are pruned when all take more than `most_mb`. `simulated`: the seats where no people sit.

        Raises JournalError if the file is somebody else's, newer, in use, or can't be written.
        """
        if path is not None and not insist and not path.parent.is_dir():
            raise JournalError(f"the journal {path} can't be opened: there is no folder {path.parent}; make it first")
        if path is not None:
            refuse_foreign(path)
        self.path = path
        self.simulated = simulated
        self._lock = _locked(path, insist=insist) if path is not None and alone else None
        self._boot_id = boot_id
        self._game_id: int | None = None
        self._statements: list[Statement] = []
        self._begins_anew = False
        self._ids: dict[str, int] | None = None
        self._memory = opened(None) if path is None else None
        self._reader: sqlite3.Connection | None = None
        self._read_inode: Inode = None
        try:
            self._writer = self._new_writer(None if most_mb is None else round(most_mb * MEGABYTE), insist=insist)
        except BaseException:
            self._unlock()
            raise

    def _new_writer(self, most_bytes: int | None, *, insist: bool) -> Writer:
        if self.path is None:
            assert self._memory is not None
            return MemoryWriter(self._memory)
        return FileWriter(self.path, most_bytes, insist=insist)

    @property
    def trouble(self) -> str | None:
        """What is wrong with keeping games, in one sentence, and what to do; None: nothing."""
        return self._writer.trouble

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
        self._begins_anew = True
        self._game_id = self._next_id("games")
        self._write(
            INSERT_GAME,
            self._game_id,
            began_us,
            began_at,
            self._boot_id,
            kind.value,
            json.dumps(seats),
            f"{seed:032x}",
            json.dumps(asdict(settings)),
            uncertainty_us,
            json.dumps(held),
            json.dumps([seat for seat in seats if seat in self.simulated]),
        )

    def continue_game(self, game_id: int) -> None:
        """What is recorded from now on belongs to a game that began earlier."""
        self._game_id = game_id
        self._writer.remember(self._statements_of(game_id))

    def adopt_game(self) -> None:
        """People have gone on with a game of an earlier boot: it is one of this boot now."""
        if self._game_id is not None:
            self._write("UPDATE games SET boot_id = ? WHERE id = ?", self._boot_id, self._game_id)

    def contact(self, contact: Contact) -> None:
        """Record a raw contact of the game that goes on; between games nothing is kept."""
        if self._game_id is not None:
            self._write(
                INSERT_CONTACT,
                self._next_id("contacts"),
                self._game_id,
                contact.at_us,
                contact.seat,
                contact.closed,
                contact.uncertainty_us,
                contact.made_up,
            )

    def source(self, change: SourceChange, *, own: bool = False) -> None:
        """Record that a source went away or came back; `own`: the console found that out from the contacts."""
        if self._game_id is not None:
            self._write(
                INSERT_SOURCE,
                self._next_id("sources"),
                self._game_id,
                change.at_us,
                change.source,
                json.dumps(change.seats),
                change.lost,
                json.dumps(change.closed),
                own,
            )

    def outcome(self, outcome: Outcome, decided_us: int) -> None:
        """Record what came of it."""
        if self._game_id is not None:
            fields = outcome_fields(outcome)
            self._write(
                INSERT_OUTCOME,
                self._next_id("outcomes"),
                self._game_id,
                outcome.at_us,
                decided_us,
                fields["event"],
                json.dumps(fields),
            )

    def new_press(self, seat: int, button: Button, phase: str, edge: Contact | None) -> PressRow:
        """A row for a press that was believed while the table was in `phase`; `edge`: the contact that it came of."""
        return PressRow(
            id=self._next_id("presses"),
            game_id=self._game_id,
            boot_id=self._boot_id,
            seat=seat,
            at_us=button.pressed_at_us,
            source=NO_SOURCE if edge is None else edge.source,
            uncertainty_us=button.uncertainty_us,
            made_up=edge is not None and edge.made_up,
            phase=phase,
        )

    def press(self, row: PressRow) -> None:
        """Record a press, as far as its story is known; also between games."""
        self._write(INSERT_PRESS, *astuple(row))

    def abandon_games(self) -> None:
        """Whatever still goes on is given up."""
        self._write(ABANDON_GAMES, WON, ABANDONED)

    def end_game(self, ended: str) -> None:
        """The game has ended as `ended`: won, lost or abandoned. It may still be written to: the challenge follows."""
        if self._game_id is not None:
            self._write("UPDATE games SET ended = ? WHERE id = ?", ended, self._game_id)

    def reopen_game(self) -> None:
        """A game that was over goes on: with the blind challenge, or since its end was taken back."""
        if self._game_id is not None:
            self._write("UPDATE games SET ended = NULL WHERE id = ?", self._game_id)

    def forget_ended(self) -> None:
        """Forget every game that is over, every press between games, and every day's counts; only a game that goes on
        stays.

        Files that were set aside go, too.
        """
        self.commit(wait=False)
        going_on = -1 if self._game_id is None else self._game_id
        self._writer.erase([(sql, (going_on,)) for sql in FORGET_ENDED])
        if self.path is not None:
            forget_set_aside(self.path)

    def leave_game(self) -> None:
        """Nothing belongs to the game any more."""
        self._begins_anew = self._begins_anew or self._game_id is not None
        self._game_id = None

    def _write(self, sql: str, *values: object) -> None:
        self._statements.append((sql, values))

    def _next_id(self, table: str) -> int:
        if self._ids is None:
            self._ids = self._last_ids()
        self._ids[table] += 1
        return self._ids[table]

    def _last_ids(self) -> dict[str, int]:
        """The highest number in each table; where the file can't be read, one that nobody can have reached."""
        try:
            db = self._to_read()
            return {table: db.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0 for table in TABLES}
        except sqlite3.Error:
            return dict.fromkeys(TABLES, int(time.time()))

    def _statements_of(self, game_id: int) -> list[Statement]:
        """What would write all of a game again."""
        return [
            (insertion(table, columns), values)
            for table in TABLES
            for columns, values in rows_of_game(self._db, table, game_id)
        ]

    def commit(self, *, wait: bool = True) -> None:
        """Everything recorded so far survives the death of the process; nothing may be shown before. Where nothing
        will be shown, nobody needs to `wait` for that."""
        if self._statements or self._begins_anew:
            statements, self._statements = self._statements, []
            begins_anew, self._begins_anew = self._begins_anew, False
            self._writer.write(statements, begins_anew=begins_anew, wait=wait)

    def close(self) -> None:
        """Commit, bring everything to the disk, let go of the file."""
        self.commit()
        if self._reader is not None:
            self._reader.close()
        self._writer.close()
        if self._memory is not None:
            self._memory.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)

    # --- reading what was written ---

    @property
    def _db(self) -> sqlite3.Connection:
        """A connection to read by; what was recorded so far is there."""
        self.commit()
        self._writer.settle()
        return self._to_read()

    def _to_read(self) -> sqlite3.Connection:
        """The file may have been made anew since the last time; where it can't be read, there is nothing to read."""
        if self.path is None:
            assert self._memory is not None
            return self._memory
        inode = inode_of(self.path)
        if self._reader is None or inode != self._read_inode:
            if self._reader is not None:
                self._reader.close()
            self._reader, self._read_inode = opened_to_read(self.path) or opened(None), inode
        return self._reader


def _locked(path: Path, *, insist: bool) -> int | None:
    """A descriptor that holds the lock beside the journal until it is closed, by whatever ends the process.

    None if the disk lets nobody write, where that is no error. Raises JournalError also if another console holds it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if insist and not isinstance(error, NotADirectoryError | FileExistsError):
            return None  # so nobody else can write to the journal either
        raise JournalError(f"the journal {path} can't be opened: {error.strerror}; choose another file") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise JournalError(f"the journal {path} is in use by another console; end that one first") from None
    return descriptor

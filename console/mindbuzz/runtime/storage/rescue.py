"""A damaged journal: set aside as it is, and the games that can still be read are brought into the new one."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from mindbuzz.aside import BESIDE, Aside, beside, free_name, set_aside_for
from mindbuzz.runtime.records import Records
from mindbuzz.runtime.storage.database import Damaged, checked_version, insertion, opened, read_only, rows_of_game
from mindbuzz.runtime.storage.schema import TABLES

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rescue:
    """What became of a damaged journal."""

    aside: Path
    saved: int
    lost: int


def opened_or_rescued(path: Path) -> tuple[sqlite3.Connection, Rescue | None]:
    """A connection to the journal at `path`, or to a new one in its place if it is damaged.

    Raises what `opened` raises, but for Damaged.
    """
    if not path.exists():
        _set_aside_strays(path)
    try:
        return opened(path), None
    except Damaged as damage:
        aside = set_aside(path)
        db = opened(path)
        rescue = _salvaged(aside, db)
        log.warning(
            "the journal %s was damaged (%s): it is kept as %s; %d games were saved from it, %d were not",
            path, damage, rescue.aside.name, rescue.saved, rescue.lost,
            extra={"fields": {"JOURNAL_FILE": path, "KEPT_AS": rescue.aside}},
        )  # fmt: skip
        return db, rescue


def set_aside(path: Path) -> Path:
    """Give a file, and what SQLite keeps beside it, another name. Nothing is deleted, nothing overwritten."""
    aside = free_name(path, Aside.DAMAGED)
    for end in BESIDE:
        with suppress(FileNotFoundError):
            beside(path, end).rename(beside(aside, end))
    return aside


def forget_set_aside(path: Path) -> None:
    """Delete every file that was ever set aside for a journal, since its games are to be forgotten."""
    for aside in set_aside_for(path, *Aside):
        try:
            aside.unlink()
        except OSError as error:
            log.warning("%s can't be deleted, and its games are not forgotten: %s", aside, error.strerror)


def _set_aside_strays(path: Path) -> None:
    """A write-ahead log whose journal is gone must not be taken for the new one's, nor thrown away by SQLite."""
    if beside(path, "-wal").exists():
        log.warning("the journal %s is gone; its last entries are kept as %s-wal", path, set_aside(path).name)


# --- saving games ---


def _salvaged(aside: Path, db: sqlite3.Connection) -> Rescue:
    """Copy every game that can be read as a whole from a damaged journal into a new one."""
    saved = lost = 0
    with suppress(sqlite3.Error, Damaged), closing(read_only(aside)) as old:
        checked_version(old, aside)  # where the tables' definitions can't be read, no game can
        for game_id in _game_ids(old):
            if _copied(old, db, game_id):
                saved += 1
            else:
                lost += 1
        _copy_days(old, db)
    return Rescue(aside, saved, lost)


def _game_ids(old: sqlite3.Connection) -> Iterator[int]:
    """Those that can be found, from both ends, since a page in the middle may be broken."""
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        try:
            for row in old.execute(f"SELECT id FROM games ORDER BY id {order}"):
                if isinstance(row["id"], int):
                    found.add(row["id"])
        except sqlite3.Error:
            continue
    yield from sorted(found)


def _copied(old: sqlite3.Connection, db: sqlite3.Connection, game_id: int) -> bool:
    """Whether a game could be copied: all its rows, each of them readable as what it should be."""
    db.execute("BEGIN")
    try:
        for table in TABLES:
            for columns, values in rows_of_game(old, table, game_id):
                db.execute(insertion(table, columns), values)
        _read_all(Records(db), game_id)
    except Exception:  # whatever a broken page may read as
        db.execute("ROLLBACK")
        return False
    db.execute("COMMIT")
    return True


def _copy_days(old: sqlite3.Connection, db: sqlite3.Connection) -> None:
    """What days have counted of games that are gone; none where the damage is there."""
    with suppress(sqlite3.Error):
        rows = old.execute("SELECT * FROM pruned_days")
        columns = [name for name, *_ in rows.description]
        db.executemany(insertion("pruned_days", columns), [tuple(row) for row in rows])


def _read_all(records: Records, game_id: int) -> None:
    """Raises whatever comes of a row that says what no row of ours can."""
    records.game(game_id)
    records.news(game_id)
    records.outcomes(game_id)
    records.known_until_us(game_id)
    records.open_presses(game_id)

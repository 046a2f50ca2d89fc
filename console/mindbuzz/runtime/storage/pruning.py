"""Keeps the journal small: the oldest games go, never one that still goes on, nor the newest.

What their days have counted stays, for three years.
"""

import logging
import sqlite3

log = logging.getLogger(__name__)

ROOM = 0.9  # of what is allowed; so that not every game makes the one before it go
INCREMENTAL = 2

OLDEST = "SELECT min(id) FROM games WHERE ended IS NOT NULL AND id < (SELECT max(id) FROM games)"
MOST_DAYS = 3 * 366
COUNTED = ("started", "won", "lost", "abandoned", "played_us")
COUNT_GAME = (
    f"INSERT INTO pruned_days SELECT day, kind, {', '.join(COUNTED)} FROM game_days WHERE game_id = ?"
    f" ON CONFLICT DO UPDATE SET {', '.join(f'{name} = {name} + excluded.{name}' for name in COUNTED)}"
)
FORGET_OLD_DAYS = (
    "DELETE FROM pruned_days WHERE day NOT IN"
    f" (SELECT DISTINCT day FROM pruned_days ORDER BY day DESC LIMIT {MOST_DAYS})"
)
DELETE_GAME = (
    COUNT_GAME,
    "DELETE FROM contacts WHERE game_id = ?",
    "DELETE FROM sources WHERE game_id = ?",
    "DELETE FROM outcomes WHERE game_id = ?",
    "DELETE FROM presses WHERE game_id = ?",
    "DELETE FROM games WHERE id = ?",
)
# Presses between games have no game to go with: those before the oldest game that is left, or the older half.
DELETE_BEFORE_GAMES = (
    "DELETE FROM presses WHERE game_id IS NULL AND id < (SELECT min(id) FROM presses WHERE game_id IS NOT NULL)"
)
DELETE_OLDER_HALF = (
    "DELETE FROM presses WHERE game_id IS NULL AND id <= (SELECT avg(id) FROM presses WHERE game_id IS NULL)"
)


def prune(db: sqlite3.Connection, most_bytes: int) -> int:
    """Make the journal smaller than `most_bytes` if that can be done; how many games went."""
    if used_bytes(db) <= most_bytes:
        return 0
    gone = 0
    while used_bytes(db) > most_bytes * ROOM and (oldest := db.execute(OLDEST).fetchone()[0]) is not None:
        _delete_game(db, oldest)
        gone += 1
    db.execute(FORGET_OLD_DAYS)
    db.execute(DELETE_BEFORE_GAMES)
    if used_bytes(db) > most_bytes:
        db.execute(DELETE_OLDER_HALF)
    _give_back(db)
    if gone:
        log.info("the journal was full: its %d oldest games are gone", gone)
    return gone


def used_bytes(db: sqlite3.Connection) -> int:
    """What a journal takes, less what it could give back."""
    pages, free, size = (
        db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _delete_game(db: sqlite3.Connection, game_id: int) -> None:
    """All of it but what its day has counted."""
    db.execute("BEGIN")
    for statement in DELETE_GAME:
        db.execute(statement, (game_id,))
    db.execute("COMMIT")


def _give_back(db: sqlite3.Connection) -> None:
    """Make the file itself smaller; one that was begun by an older version can do that only after this."""
    if db.execute("PRAGMA auto_vacuum").fetchone()[0] != INCREMENTAL:
        db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
        db.execute("VACUUM")
    db.executescript("PRAGMA incremental_vacuum")  # execute would give back one page and stop

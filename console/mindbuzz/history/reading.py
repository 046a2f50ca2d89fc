"""From the journal to records. Only games that have ended: what the players of the others hold stays secret."""

import logging

from mindbuzz.history.record import Record, record_levels
from mindbuzz.runtime.records import Records
from mindbuzz.runtime.rows import UNREADABLE, GameRow

log = logging.getLogger(__name__)


def records(journal: Records, newest: int | None = None) -> list[Record]:
    """Every game that has ended, or only the `newest` so many, oldest first.

    One bad game hides no other: it is left out, and named in the log.
    """
    ended = [row for row in journal.games() if row.ended is not None]
    chosen = ended if newest is None else ended[max(0, len(ended) - newest) :]
    read = (_readable(journal, row) for row in chosen)
    return [record for record in read if record is not None]


def _readable(journal: Records, row: GameRow) -> Record | None:
    try:
        return _record(journal, row)
    except UNREADABLE as error:
        log.warning("game %d of the journal can't be read: %s; the others can", row.id, error)
        return None


def record(journal: Records, number: int) -> Record:
    """One game that has ended. Raises JournalError if there is none with that number, or while it goes on."""
    return _record(journal, journal.finished_game(number))


def _record(journal: Records, row: GameRow) -> Record:
    assert row.ended is not None
    levels = record_levels(journal.outcomes(row.id))
    return Record(row.id, row.began_at, row.kind.value, row.seats, row.ended, levels)

"""From the journal to records. Only games that have ended: what the players of the others hold stays secret."""

from mindbuzz.history.record import Record, record_levels
from mindbuzz.runtime.records import GameRow, Records


def records(journal: Records, newest: int | None = None) -> list[Record]:
    """Every game that has ended, or only the `newest` so many, oldest first."""
    ended = [row for row in journal.games() if row.ended is not None]
    return [_record(journal, row) for row in (ended if newest is None else ended[max(0, len(ended) - newest) :])]


def record(journal: Records, number: int) -> Record:
    """One game that has ended. Raises JournalError if there is none with that number, or while it goes on."""
    return _record(journal, journal.finished_game(number))


def _record(journal: Records, row: GameRow) -> Record:
    assert row.ended is not None
    levels = record_levels(journal.outcomes(row.id))
    return Record(row.id, row.began_at, row.kind.value, row.seats, row.ended, levels)

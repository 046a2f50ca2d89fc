"""From the journal to records. Only games that have ended: what the players of the others hold stays secret."""

from mindbuzz.history.record import Record, record_levels
from mindbuzz.runtime.records import GameRow, Records


def records(journal: Records) -> list[Record]:
    """Every game that has ended, oldest first."""
    return [_record(journal, row) for row in journal.games() if row.ended is not None]


def record(journal: Records, number: int) -> Record:
    """One game that has ended. Raises JournalError if there is none with that number, or while it goes on."""
    return _record(journal, journal.finished_game(number))


def _record(journal: Records, row: GameRow) -> Record:
    assert row.ended is not None
    levels = record_levels(journal.outcomes(row.id))
    return Record(row.id, row.began_at, row.kind.value, row.seats, row.ended, levels)

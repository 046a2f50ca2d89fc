"""From the journal to records. Only games that have ended: what the players of the others hold stays secret."""

import json

from mindbuzz.history.record import Record, record_levels
from mindbuzz.runtime.journal import GameRow, Journal


def records(journal: Journal) -> list[Record]:
    """Every game that has ended, oldest first."""
    return [_record(journal, row) for row in journal.games() if row.ended is not None]


def record(journal: Journal, number: int) -> Record:
    """One game that has ended. Raises JournalError if there is none with that number, or while it goes on."""
    return _record(journal, journal.finished_game(number))


def _record(journal: Journal, row: GameRow) -> Record:
    assert row.ended is not None
    levels = record_levels(json.loads(line) for line in journal.outcome_lines(row.id))
    return Record(row.id, row.began_at, row.kind.value, row.seats, row.ended, levels)

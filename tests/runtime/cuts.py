"""Journals that end early: what a killed process leaves behind, at every moment at which anybody saw anything."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mindbuzz.app import Party
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.rules import Kind
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.inputs.players.wishes import Wishes
from mindbuzz.runtime.journal import Journal
from tests.runtime.desk import Desk, config_of

TABLES = ("contacts", "sources", "outcomes")
BOOT_ID = 3  # its column in the table of games; the last one is how the game ended


@dataclass(frozen=True)
class Cut:
    """A moment of a game: how many rows were committed, how the game had ended so far, and what it was then."""

    rows: tuple[int, ...]
    ended: str | None
    game: Game


@dataclass(frozen=True)
class Played:
    """A whole game of simulated players: everything its journal held, and where it can be cut."""

    kind: Kind
    seats: int
    cuts: list[Cut]
    games: list[tuple[Any, ...]]
    tables: dict[str, list[tuple[Any, ...]]]

    def party(self, seed: int = 0, skill: str = "normal") -> Party:
        return party_of(self.kind, self.seats, skill, seed)

    @contextmanager
    def until(self, cut: Cut, boot_id: str = "") -> Iterator[Journal]:
        """A journal that ends there."""
        journal = Journal(None, boot_id=boot_id)
        db = journal._db
        for row in self.games:
            _insert(db, "games", (*row[:BOOT_ID], boot_id, *row[BOOT_ID + 1 : -1], cut.ended))
        for table, count in zip(TABLES, cut.rows, strict=True):
            for row in self.tables[table][:count]:
                _insert(db, table, row)
        yield journal
        journal.close()


def _insert(db: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


class _Cutter:
    """A sink that notes, whenever anything is shown, what the journal holds by then."""

    due_us: int | None = None

    def __init__(self, journal: Journal) -> None:
        self.cuts: list[Cut] = []
        self.desk: Desk | None = None
        self._db = journal._db

    def pressed(self, down: frozenset[int]) -> None:
        """Not yet committed."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        if self.desk is None or not table.level:
            return
        assert not self._db.in_transaction
        counts = tuple(self._db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES)
        ended = self._db.execute("SELECT ended FROM games").fetchone()[0]
        self.cuts.append(Cut(counts, ended, self.desk.game))

    def refresh(self, now_us: int) -> None:
        """Nothing moves here."""

    def close(self) -> None:
        """The cuts stay."""


def party_of(kind: Kind, seats: int, skill: str, seed: int) -> Party:
    return Party(tuple(range(1, seats + 1)), SKILLS[skill], seed, Wishes(kind=kind, challenge=False))


def played_game(kind: Kind, seats: int, skill: str, seed: int) -> Played:
    """Play a game to its end, from the lobby."""
    journal = Journal(None)
    cutter = _Cutter(journal)
    desk = Desk(
        journal, config=config_of(seats, game=kind.value), party=party_of(kind, seats, skill, seed), sinks=[cutter]
    )
    cutter.desk = desk
    desk.run_until_over()
    games = [tuple(row) for row in journal._db.execute("SELECT * FROM games")]
    tables = {name: [tuple(row) for row in journal._db.execute(f"SELECT * FROM {name} ORDER BY id")] for name in TABLES}
    desk.close()
    return Played(kind, seats, cutter.cuts, games, tables)

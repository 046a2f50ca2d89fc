"""Journals that end early: what a killed process leaves behind, at every moment at which anybody saw anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.inputs.players.wishes import Wishes
from mindbuzz.party import Party
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.storage.writer import Statement, commit
from tests.runtime.desk import Desk, config_of


@dataclass(frozen=True)
class Cut:
    """A moment of a game: how much was committed, whether it had ended, and what it was then."""

    statements: int
    over: bool
    game: Game


@dataclass(frozen=True)
class Played:
    """A whole game of simulated players: everything that was written to its journal, and where it can be cut."""

    kind: Kind
    seats: int
    cuts: list[Cut]
    written: list[Statement]

    def party(self, seed: int = 0, skill: str = "normal") -> Party:
        return party_of(self.kind, self.seats, skill, seed)

    @contextmanager
    def until(self, cut: Cut, boot_id: str = "") -> Iterator[Journal]:
        """A journal that ends there."""
        journal = Journal(None, boot_id=boot_id)
        commit(journal._db, [*self.written[: cut.statements], ("UPDATE games SET boot_id = ?", (boot_id,))])
        yield journal
        journal.close()


class _Cutter:
    """A sink that notes, whenever anything is shown, what was committed by then."""

    due_us: int | None = None

    def __init__(self, journal: Journal) -> None:
        self.cuts: list[Cut] = []
        self.written: list[Statement] = []
        self.desk: Desk | None = None
        self._write = journal._writer.write
        journal._writer.write = self._note  # type: ignore[method-assign]

    def _note(self, statements: list[Statement], *, begins_anew: bool = False, wait: bool = True) -> None:
        self._write(statements, begins_anew=begins_anew, wait=wait)
        self.written += statements

    def pressed(self, down: frozenset[int]) -> None:
        """Not yet committed."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        if self.desk is not None and table.level:
            over = self.desk.phase() in (Phase.VICTORY, Phase.DEFEAT)
            self.cuts.append(Cut(len(self.written), over, self.desk.game))

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
    desk.close()
    return Played(kind, seats, cutter.cuts, cutter.written)

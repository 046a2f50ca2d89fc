"""A console without a clock: simulated players, the input stage and the core, driven from one due time to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.dealing import SEED_BITS, Hands
from mindbuzz.core.events import Event, GameBegun, SeedDrawn
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.core.step import deadline, step
from mindbuzz.core.views import view
from mindbuzz.inputs.players.players import Players
from mindbuzz.inputs.players.skill import SKILLS, Skill
from mindbuzz.inputs.players.wishes import NO_WISHES, Wishes


@dataclass
class VirtualTable:
    """One console; `outcomes` and `contacts` hold what happened so far."""

    seats: tuple[int, ...] = (1, 2, 3, 4)
    players_at: tuple[int, ...] | None = None
    skill: Skill = SKILLS["normal"]
    seed: int = 0
    settings: Settings = DEFAULTS
    wishes: Wishes = NO_WISHES

    def __post_init__(self) -> None:
        self.now_us = 0
        self.game: Game = new_console(self.seats, self.settings)
        self.stage = Stage(self.seats, self.settings, watchful=True)
        self.contacts: list[Contact] = []
        self.outcomes: list[Outcome] = []
        self._driven: list[Contact] = []
        self._chance = Random(f"deals {self.seed}")
        at = self.seats if self.players_at is None else self.players_at
        self.players = Players(at, self.skill, self.seed, self._drive, self.settings, self.wishes)
        self._draw_seed()
        self.show()

    def begin(self, kind: Kind, level: int = 1, deals: Mapping[int, Hands] | None = None) -> None:
        """Sit down to a game at once, without the lobby."""
        seed = self._chance.getrandbits(SEED_BITS)
        self.take([GameBegun(self.now_us, kind, self.seats, self.settings, seed, level=level, deals=deals or {})])
        self.show()

    def run(self, until_us: int) -> Iterable[Outcome]:
        """Let time pass, and answer what happens."""
        while self.now_us < until_us:
            told = len(self.outcomes)
            self._next(until_us)
            yield from self.outcomes[told:]

    def push(self, seat: int, closed: bool) -> None:
        """Somebody who is not simulated pushes a button, or lets go of it."""
        self.take(self.stage.contact(Contact(self.now_us, seat, closed)))
        self.show()

    def until(self, phase: Phase, within_us: int = 3_600_000_000) -> None:
        """Let time pass until the game is in a phase.

        Raises TimeoutError if it does not get there.
        """
        give_up_us = self.now_us + within_us
        while self.game.phase is not phase:
            if self.now_us >= give_up_us:
                raise TimeoutError(f"still {self.game.phase} at {self.now_us}, not {phase}")
            self._next(give_up_us)

    def _drive(self, seat: int, closed: bool) -> None:
        self._driven.append(Contact(self.now_us, seat, closed))

    def _next(self, until_us: int) -> None:
        self.now_us = min(self._dues(until_us))
        before = self.game
        self.players.act(self.now_us)
        driven, self._driven = self._driven, []
        self.take(self.stage.pass_time(self.now_us))
        for contact in driven:
            self.contacts.append(contact)
            self.take(self.stage.contact(contact))
        if self.game.spare_seed is None:
            self._draw_seed()
        if self.game != before:
            self.show()

    def _dues(self, until_us: int) -> Iterator[int]:
        """A timer of the game that is due already waits for a contact that is still being confirmed."""
        yield until_us
        for due_us in (self.stage.due_us, deadline(self.game), self.players.due_us):
            if due_us is not None and due_us > self.now_us:
                yield due_us

    def _draw_seed(self) -> None:
        self.take([SeedDrawn(self.now_us, self._chance.getrandbits(SEED_BITS))])

    def take(self, events: Iterable[Event]) -> None:
        """Give events to the game."""
        for event in events:
            self.game, outcomes = step(self.game, event)
            self.outcomes.extend(outcomes)

    def show(self) -> None:
        """Show every player their view."""
        for seat in self.players.seats:
            self.players.see(view(self.game, seat), self.now_us)

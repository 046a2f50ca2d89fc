"""A console on a desk: mock pins, a clock that stands still until it is told to go on, fingers that press."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from mindbuzz.app import Parts, assemble
from mindbuzz.config import Config, on_pins
from mindbuzz.core.cards import Card
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import LevelDealt, Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.party import Party
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.runtime.console import Sink
from mindbuzz.runtime.export import export
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.outcome_lines import NAMES_OF_SCENARIO, is_of_scenario, outcome_fields, outcome_line
from mindbuzz.runtime.records import Records
from mindbuzz.runtime.replay import replay
from mindbuzz.runtime.resume import AFTER_RESTART_US
from mindbuzz.runtime.scenario import read_scenario
from tests.pod.lockstep import LockstepPod

MS = 1_000
SECOND_US = 1_000_000
START_US = 1_000_000
# A virtual game takes minutes of the table's time; one that is still going on after two hours is stuck.
LONGEST_US = 7_200 * SECOND_US


def config_of(seats: int = 2, *, audit_ms: float = 0, settings: Settings = DEFAULTS, **more: Any) -> Config:
    """A console without hardware."""
    config = Config(pin_factory="mock", display_driver="dummy", audit_ms=audit_ms, settings=settings, **more)
    return replace(config, seats={seat: parts for seat, parts in config.seats.items() if seat <= seats})


class Witness:
    """Remembers everything a sink is told."""

    due_us: int | None = None

    def __init__(self) -> None:
        self.seats: Mapping[int, SeatView] = {}
        self.outcomes: list[Outcome] = []
        self.shows = 0
        self.pressed_before_shown: list[tuple[frozenset[int], int]] = []

    def pressed(self, down: frozenset[int]) -> None:
        self.pressed_before_shown.append((down, self.shows))

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        self.seats = dict(seats)
        self.outcomes.extend(outcomes)
        self.shows += 1

    def refresh(self, now_us: int) -> None:
        """Nothing moves here."""

    def close(self) -> None:
        """What was seen stays."""


class Desk:
    """A console put together, and the hands at it."""

    def __init__(
        self,
        journal: Journal | None = None,
        *,
        config: Config | None = None,
        start_us: int | None = None,
        party: Party | None = None,
        sinks: Sequence[Sink] = (),
        seed: int = 7,
        screens: bool = False,
        board: Callable[[Callable[[], int]], LockstepPod] | None = None,
    ) -> None:
        """`board`: makes the pod that seats of the configuration are on, given the clock."""
        self.config = config or config_of()
        self.journal = journal or Journal(None)
        known_us = self.journal.last_known_us()
        if start_us is None:
            start_us = START_US if known_us is None else known_us + AFTER_RESTART_US
        self.clock = VirtualClock(start_us)
        self.witness = Witness()
        self.turns = 0
        self.lamp_turns = 0
        self.board = None if board is None else board(self.clock.now_us)
        self.parts: Parts = assemble(
            self.config,
            self.clock,
            self.journal,
            party=party,
            more_sinks=[*sinks, self.witness],
            draw_seed=lambda: seed,
            screens=screens,
            pod_port=self.board,
        )
        if self.board is not None:
            self.parts.sources.insert(0, self.board)
        self.pins = {seat: self.parts.factory.pin(number) for seat, number in on_pins(self.config.buttons).items()}

    @property
    def game(self) -> Game:
        return self.parts.console.game

    @property
    def game_id(self) -> int:
        """The number of the game that goes on, in the journal."""
        game_id = self.journal.game_id
        assert game_id is not None
        return game_id

    def phase(self) -> Phase:
        return self.game.phase

    @property
    def seats(self) -> tuple[int, ...]:
        return self.config.seat_numbers

    def turn(self) -> None:
        lamps_us = self.parts.sinks[0].due_us
        self.lamp_turns += lamps_us is not None and lamps_us <= self.clock.now_us()
        self.parts.loop.turn()
        self.turns += 1

    def wait(self, duration_us: int) -> None:
        """Let time pass, waking whenever something is due."""
        until_us = self.clock.now_us() + duration_us
        self.turn()
        while (due_us := self.parts.loop.due_us) is not None and due_us <= until_us:
            self.clock.jump_to(due_us)
            self.turn()
        self.clock.jump_to(until_us)
        self.turn()

    def wait_ms(self, duration_ms: float) -> None:
        self.wait(round(duration_ms * MS))

    def press(self, *seats: int) -> None:
        for seat in seats:
            self.drive(seat, True)
        self.turn()

    def lift(self, *seats: int) -> None:
        for seat in seats:
            self.drive(seat, False)
        self.turn()

    def drive(self, seat: int, closed: bool) -> None:
        """A contact changes, on a pin or on the pod."""
        if seat in self.pins:
            self.pins[seat].drive_low() if closed else self.pins[seat].drive_high()
        else:
            assert self.board is not None
            self.board.drive(seat, closed)

    def tap(self, seat: int, ms: float = 90) -> None:
        self.press(seat)
        self.wait_ms(ms)
        self.lift(seat)
        self.wait_ms(200)

    def begin(self) -> None:
        """From the lobby into the first level's focus, hands up."""
        for seat in self.seats:
            self.tap(seat)
        self.press(*self.seats)
        self.wait_ms(1600)
        self.lift(*self.seats)
        self.wait_ms(200)

    def focus(self) -> None:
        """All hands down and up again: play."""
        self.press(*self.seats)
        self.wait_ms(600)
        self.lift(*self.seats)
        self.wait_ms(300)

    def hands(self) -> dict[int, tuple[Card, ...]]:
        return dict(self.game.cards.hands)

    def told_hands(self) -> dict[int, tuple[Card, ...]]:
        """As they were dealt last."""
        return dict([told for told in self.witness.outcomes if isinstance(told, LevelDealt)][-1].hands)

    def play_level(self) -> None:
        """Every card in its order."""
        while any(hand for hand in self.hands().values()):
            self.play_lowest()

    def play_lowest(self) -> None:
        """The one card that is no mistake."""
        self.tap(min((hand[0].value, seat) for seat, hand in self.hands().items() if hand)[1])

    def run_until_over(self) -> None:
        """Let simulated players play on until the game is over."""
        until_us = self.clock.now_us() + LONGEST_US
        while self.phase() not in (Phase.VICTORY, Phase.DEFEAT):
            self.turn()
            due_us = self.parts.loop.due_us
            assert due_us is not None, f"nothing is due in {self.phase()}"
            self.clock.jump_to(due_us)
            assert self.clock.now_us() < until_us, f"stuck in {self.phase()}"
        self.turn()

    def close(self) -> None:
        self.parts.close()

    def close_all_but_journal(self) -> None:
        """The process is gone, and another opens the same journal."""
        for part in (*self.parts.sinks, *self.parts.sources, self.parts.factory):
            part.close()


# --- what a journal says ---


def journalled(records: Records, game_id: int) -> list[dict[str, Any]]:
    """The outcomes of a scenario that a journal holds of a game, times counted from its deal."""
    row = records.game(game_id)
    return [
        {**line, "at_us": line["at_us"] - row.began_us}
        for line in records.outcomes(game_id)
        if line["event"] in NAMES_OF_SCENARIO
    ]


def replayed(records: Records, game_id: int) -> list[dict[str, Any]]:
    """The outcomes of the same game, exported and replayed."""
    content = "".join(f"{line}\n" for line in export(records, game_id)).encode()
    return [json.loads(outcome_line(told)) for told in replay(read_scenario(content)) if is_of_scenario(told)]


class Notary:
    """A sink that reads the journal through another connection, and notes what it was told before it was committed."""

    due_us: int | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        self.told = 0
        self.missing: list[str] = []

    def pressed(self, down: frozenset[int]) -> None:
        """No outcome yet."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        lines = [json.dumps(outcome_fields(outcome)) for outcome in outcomes if not _of_lobby(outcome)]
        if not lines:
            return
        with closing(sqlite3.connect(self._path)) as db:
            kept = [row[0] for row in db.execute("SELECT line FROM outcomes ORDER BY id")]
        self.told += len(lines)
        self.missing.extend(line for line in lines if line not in kept)

    def refresh(self, now_us: int) -> None:
        """Nothing moves here."""

    def close(self) -> None:
        """What was noted stays."""


def _of_lobby(outcome: Outcome) -> bool:
    """Between games nothing is kept."""
    return type(outcome).__name__ in ("SeatJoined", "SeatLeft", "KindChosen")

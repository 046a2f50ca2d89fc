"""The story of every press: who, when, for how long, and what became of it. One row of the journal each."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mindbuzz.contacts.contact import Contact
from mindbuzz.core import outcomes as told
from mindbuzz.core.companion import outcomes as companion
from mindbuzz.core.events import POWER, SILENCE, STUCK, ButtonReleased, Event
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.settings import hold_us

CUT_OFF = "cut_off"


@dataclass(slots=True)
class PressRow:
    """A press as the journal keeps it, its fields in the order of the table; `became` is None while not known."""

    id: int
    game_id: int | None
    boot_id: str
    seat: int
    at_us: int
    source: str
    uncertainty_us: int
    made_up: bool
    phase: str
    released_us: int | None = None
    release_made_up: bool = False
    became: str | None = None
    why: str | None = None
    tied: bool = False

    @property
    def is_complete(self) -> bool:
        """Nothing about it can change any more."""
        return self.released_us is not None and self.became is not None


class PressBook:
    """Follows every press from its beginning until it is known what became of it."""

    def __init__(self, game: Game, open_rows: Iterable[PressRow] = ()) -> None:
        """`open_rows`: presses of the `game` that goes on of which not everything was known when it was cut off."""
        self._changed: dict[int, PressRow] = {}
        self._open = [row for row in open_rows if self._goes_on(row, game)]

    def _goes_on(self, row: PressRow, game: Game) -> bool:
        """Whether the game knows of a press: one may have been believed and its console gone before that was recorded.

        That it was believed is known from the lamp alone then; the contacts that were recorded are not enough for it.
        """
        button = game.buttons[row.seat]
        is_down = button.down and button.pressed_at_us == row.at_us
        if not is_down and row.released_us is None:
            row.became = CUT_OFF
            self._changed[row.id] = row
            return False
        return True

    def changed(self) -> list[PressRow]:
        """The rows that have changed since the last time, in the order in which they changed."""
        rows = list(self._changed.values())
        self._changed.clear()
        return rows

    # --- what happens ---

    def press(self, row: PressRow, game: Game) -> None:
        """A press was believed; `game` is the one it led to."""
        self._open.append(row)
        self._changed[row.id] = row
        if row.phase == Phase.ATTRACT.value:
            self._became(row, "wake")
        elif row.phase == Phase.QUESTION.value and row.seat in game.joined and row.seat != game.stopper:
            self._became(row, "consent")

    def follow(
        self, event: Event, before: Game, after: Game, outcomes: Sequence[Outcome], edge: Contact | None
    ) -> None:
        """An event led from one game to another; `edge`: the contact that it came of, if it is a press or a release."""
        if not self._open:
            return
        row = self._release(event, edge) if isinstance(event, ButtonReleased) else None
        for outcome in outcomes:
            rule = RULES.get(type(outcome))
            if rule is not None:
                rule(self, outcome, row, before)
        if row is not None:
            self._follow_release(row, before, after)
        self._close(after)

    def _release(self, event: ButtonReleased, edge: Contact | None) -> PressRow | None:
        row = next((row for row in reversed(self._open) if row.seat == event.seat and row.released_us is None), None)
        if row is not None:
            row.released_us = event.at_us
            row.release_made_up = edge is not None and edge.made_up
            self._changed[row.id] = row
        return row

    def _follow_release(self, row: PressRow, before: Game, after: Game) -> None:
        """What a release does without telling an outcome."""
        if row.seat in after.picks and row.seat not in before.picks:
            self._became(row, "pick")
        elif after.end_taps != before.end_taps and after.end_taps:
            self._became(row, "end")
        elif after.phase is Phase.LOBBY and before.phase is not Phase.LOBBY:
            self._became(row, "lobby")

    def _close(self, game: Game) -> None:
        """A press that is up and waits for nothing any more was for nothing, if it has not become anything."""
        waiting = {(press.seat, press.at_us) for press in game.presses}
        for row in self._open:
            if row.released_us is not None and row.became is None and (row.seat, row.at_us) not in waiting:
                self._became(row, "nothing")
        if any(row.is_complete for row in self._open):
            self._open = [row for row in self._open if not row.is_complete]

    # --- what becomes of a press ---

    def _became(self, row: PressRow, what: str, why: str | None = None) -> None:
        """The first thing that becomes of a press is what it was made for."""
        if row.became is None:
            row.became, row.why = what, why
            self._changed[row.id] = row

    def _of(self, seat: int, at_us: int) -> Iterable[PressRow]:
        return [row for row in self._open if row.seat == seat and row.at_us == at_us]

    def played(self, outcome: told.CardPlayed, released: PressRow | None, before: Game) -> None:
        for row in self._of(outcome.seat, outcome.at_us):
            self._became(row, "played")

    def void(self, outcome: told.PressVoid, released: PressRow | None, before: Game) -> None:
        for row in self._of(outcome.seat, outcome.at_us):
            self._became(row, "void", outcome.reason.value)

    def tied(self, outcome: told.TapsTied, released: PressRow | None, before: Game) -> None:
        for tap in outcome.taps:
            for row in self._of(tap.seat, tap.at_us):
                row.tied = True
                self._changed[row.id] = row

    def stopped(self, outcome: told.Stopped, released: PressRow | None, before: Game) -> None:
        for row in self._down(outcome.seat):
            self._became(row, "hold")

    def refused(self, outcome: told.StarRefused, released: PressRow | None, before: Game) -> None:
        """In the choice it is a hold that calls the star off."""
        for press in before.presses:
            holds_us = press.at_us + hold_us(before.settings, before.cards.extreme, press.seat)
            for row in self._of(press.seat, press.at_us) if holds_us == outcome.at_us else ():
                self._became(row, "hold")

    def stuck(self, outcome: told.PauseCaused, released: PressRow | None, before: Game) -> None:
        if outcome.source.startswith(STUCK):
            for seat in outcome.seats:
                for row in self._down(seat):
                    self._became(row, "stuck")

    def lifted(self, outcome: told.PauseLifted, released: PressRow | None, before: Game) -> None:
        what = {POWER: "go_on", SILENCE: "answer"}.get(outcome.source)
        if what is not None:
            self._all_down(outcome.seats, what)

    def focus_locked(self, outcome: told.FocusLocked, released: PressRow | None, before: Game) -> None:
        self._all_down(before.joined, "focus")

    def game_started(self, outcome: told.GameStarted, released: PressRow | None, before: Game) -> None:
        self._all_down(outcome.seats, "start")

    def challenge_started(self, outcome: told.ChallengeStarted, released: PressRow | None, before: Game) -> None:
        self._all_down(before.joined, "start")

    def error_counted(self, outcome: companion.ErrorCounted, released: PressRow | None, before: Game) -> None:
        if outcome.errors < before.ledger.errors:
            self.undone(outcome, released, before)
        elif released is not None:
            self._became(released, "error")

    def undone(self, outcome: Outcome, released: PressRow | None, before: Game) -> None:
        """One hand lay there for long; it may come up at that very moment."""
        if released is not None:
            self._became(released, "undo")
        self._all_down(before.joined, "undo")

    def done(self, outcome: Outcome, released: PressRow | None, before: Game) -> None:
        """With real cards all hold to say that a level is over."""
        if before.phase is Phase.CHECK:
            self._all_down(before.joined, "done")

    def _down(self, seat: int) -> list[PressRow]:
        return [row for row in self._open if row.seat == seat and row.released_us is None]

    def _all_down(self, seats: Iterable[int], what: str) -> None:
        for seat in seats:
            for row in self._down(seat):
                self._became(row, what)


def _by_release(what: str) -> Callable[[PressBook, Any, PressRow | None, Game], None]:
    """An outcome that the release of a press brings about."""

    def rule(book: PressBook, outcome: Any, released: PressRow | None, before: Game) -> None:
        if released is not None and getattr(outcome, "seat", released.seat) == released.seat:
            book._became(released, what)

    return rule


RULES: dict[type, Callable[[PressBook, Any, PressRow | None, Game], None]] = {
    companion.HandMarked: _by_release("hand_empty"),
    companion.MistakeMarked: _by_release("mark"),
    companion.ErrorCounted: PressBook.error_counted,
    companion.Undone: PressBook.undone,
    told.LevelCompleted: PressBook.done,
    told.GameLost: PressBook.done,
    told.CardPlayed: PressBook.played,
    told.PressVoid: PressBook.void,
    told.TapsTied: PressBook.tied,
    told.Stopped: PressBook.stopped,
    told.StarRefused: PressBook.refused,
    told.PauseCaused: PressBook.stuck,
    told.PauseLifted: PressBook.lifted,
    told.FocusLocked: PressBook.focus_locked,
    told.GameStarted: PressBook.game_started,
    told.ChallengeStarted: PressBook.challenge_started,
    told.ColourArmed: _by_release("toggle"),
    told.SeatJoined: _by_release("join"),
    told.SeatLeft: _by_release("leave"),
    told.KindChosen: _by_release("next_game"),
    told.GameAbandoned: _by_release("end"),
    told.StarThrown: _by_release("pick"),
}

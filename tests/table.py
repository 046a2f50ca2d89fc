"""A language for tests that reads like the game: hands, buttons, waiting, on a clock that only we move.

    table = Table(seats=2)
    table.deal(level=1, hands={1: [5], 2: [20]})
    table.focus()
    table.tap(1)

The table is the whole way of a press, from the raw contact through the input stage to the rules. `press` and
`release` take no time; a press is believed 1 ms later and a release 20 ms later, so wait before looking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.cards import Card, card_named, in_playing_order
from mindbuzz.core.dealing import Hands
from mindbuzz.core.events import POWER, EndAsked, Event, GameBegun, SeedDrawn, SourceLost
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import MOST_LIVES, MOST_STARS, Kind
from mindbuzz.core.settings import DEFAULTS, Settings, us
from mindbuzz.core.step import deadline, step
from mindbuzz.core.views import SeatView, TableView, table_view, view

Told = TypeVar("Told")
CardName = int | str

TAP_MS = 90
HOLD_MS = 700
EXTREME_HOLD_MS = 1100
LOCK_MS = 600
GUARD_MS = 200
ASK_MS = 1400
VOTE_MS = 1500
SETTLE_MS = 30
FIVE_MINUTES_MS = 300_000
MOST_WAKES_A_WAIT = 200
PASSING = frozenset({Phase.QUESTION, Phase.MISTAKE, Phase.STAR, Phase.LEVEL})

laid_tables: list[Table] = []


def card(name: CardName) -> Card:
    """The card of a short name: 5, "w8", "r45"."""
    found = card_named(name)
    assert found is not None, f"{name!r} is no card"
    return found


def hand_of(names: Sequence[CardName]) -> tuple[Card, ...]:
    """A hand in playing order, from short names."""
    return in_playing_order([card(name) for name in names])


def hands_of(names: Mapping[int, Sequence[CardName]]) -> Hands:
    """Hands by seat, from short names."""
    return {seat: hand_of(hand) for seat, hand in names.items()}


class Table:
    """A console, the people around it, and a clock. `attended`: with everything that a standing console adds."""

    def __init__(
        self,
        seats: int = 3,
        *,
        attended: bool = False,
        closed: Sequence[int] = (),
        kind: Kind = Kind.CLASSIC,
        settings: Settings = DEFAULTS,
    ) -> None:
        self.seats = tuple(range(1, seats + 1))
        self.settings = settings
        self.now_us = 0
        self.game: Game = new_console(self.seats, settings, attended=attended, kind=kind)
        self.stage = Stage(self.seats, settings, closed, watchful=attended)
        self.events: list[Event] = []
        self.outcomes: list[Outcome] = []
        laid_tables.append(self)

    # --- setting up ---

    def deal(
        self,
        hands: Mapping[int, Sequence[CardName]] | None = None,
        *,
        level: int = 1,
        lives: int | None = None,
        stars: int | None = None,
        kind: Kind = Kind.CLASSIC,
        seed: int | None = None,
        next_hands: Mapping[int, Sequence[CardName]] | None = None,
        challenge_hands: Mapping[int, Sequence[CardName]] | None = None,
        challenge_level: int = 1,
    ) -> None:
        """Sit down to a game at `level`: whoever has a hand plays. `next_hands` are those of the level after it,
        `challenge_hands` those of the challenge's `challenge_level`."""
        deals = {level: hands, level + 1: next_hands}
        self.tell(
            GameBegun(
                self.now_us,
                kind,
                self.seats if hands is None else tuple(sorted(hands)),
                self.settings,
                seed,
                {number: hands_of(names) for number, names in deals.items() if names is not None},
                {challenge_level: hands_of(challenge_hands)} if challenge_hands is not None else {},
                level,
                lives,
                stars,
            )
        )

    def draw_seed(self, seed: int = 7) -> None:
        """Chance lies ready for the next game."""
        self.tell(SeedDrawn(self.now_us, seed))

    def start(self, seed: int = 7) -> None:
        """Everyone joins, the lobby starts the chosen game, and the hands come up: the first level is dealt."""
        self.draw_seed(seed)
        self.tap(*self.seats)
        self.hold_all(1600)
        self.lift_all()
        self.expect(Phase.FOCUS)

    def cut_power(self) -> None:
        """The power was away, and is back after a new boot."""
        self.tell(SourceLost(self.now_us, POWER, self.seats))

    def tell(self, *events: Event) -> None:
        """Let something happen to the game, past the input stage."""
        for event in events:
            self.events.append(event)
            self.game, outcomes = step(self.game, event)
            self.outcomes.extend(outcomes)
            self._check()

    def _check(self) -> None:
        if self.game.table is not None:
            assert 0 <= self.game.table.lives <= MOST_LIVES
            assert 0 <= self.game.table.stars <= MOST_STARS

    # --- what people do ---

    def press(self, *seats: int) -> None:
        """Close the contacts of these buttons, now."""
        for seat in seats:
            self.tell(*self.stage.contact(Contact(self.now_us, seat, closed=True)))

    def release(self, *seats: int) -> None:
        """Open the contacts of these buttons, now."""
        for seat in seats:
            self.tell(*self.stage.contact(Contact(self.now_us, seat, closed=False)))

    def make_up_press(self, seat: int, uncertainty_us: int) -> None:
        """The level audit finds a button down whose edge was lost, some time in the last `uncertainty_us`."""
        contact = Contact(self.now_us, seat, True, uncertainty_us, made_up=True)
        self.tell(*self.stage.contact(contact))

    def tap(self, *seats: int, ms: float = TAP_MS) -> None:
        """Press and release, one seat after the other."""
        for seat in seats:
            self.press(seat)
            self.wait_ms(ms)
            self.release(seat)
            self.wait_ms(SETTLE_MS)

    def hold(self, seat: int, ms: float | None = None) -> None:
        """Press long enough to stop everyone, and keep the hand there."""
        self.press(seat)
        self.wait_ms(ms if ms is not None else EXTREME_HOLD_MS if self._extreme else HOLD_MS)

    def hold_all(self, ms: float = 1600) -> None:
        """All who play lay their hands down together and keep them there."""
        self.press(*self.players)
        self.wait_ms(ms)

    def lift_all(self) -> None:
        """All hands come up."""
        self.release(*self.players)
        self.wait_ms(SETTLE_MS)

    def focus(self) -> None:
        """All hands down, locked, and lifted: play is on, and no finger is too soon any more."""
        self.hold_all(LOCK_MS)
        self.lift_all()
        self.wait_ms(GUARD_MS)

    def ask_for_a_star(self, seat: int) -> None:
        """Stop everyone, and keep holding until the star is asked for."""
        self.hold(seat)
        self.wait_ms(ASK_MS)

    def consent(self, *seats: int) -> None:
        """Agree to the star that is asked for, and hold until the vote is over."""
        self.press(*seats)
        self.wait_ms(VOTE_MS)

    @property
    def players(self) -> tuple[int, ...]:
        """Those who joined; all seats while nobody has."""
        return self.game.joined or self.seats

    @property
    def _extreme(self) -> bool:
        return self.game.table is not None and self.game.table.extreme

    # --- the table and its cables ---

    def ask_to_end(self) -> None:
        """The host button."""
        self.tell(EndAsked(self.now_us))

    def lose(self, *seats: int, source: str = "pod") -> None:
        """The cable of these buttons comes out."""
        self.tell(*self.stage.lose(self.now_us, source, seats))

    def regain(self, *seats: int, source: str = "pod", closed: Sequence[int] = ()) -> None:
        """The cable is in again; the buttons of `closed` are down just then."""
        self.tell(*self.stage.regain(self.now_us, source, seats, closed))

    # --- time ---

    def wait_ms(self, duration_ms: float) -> None:
        """Let time pass as the daemon does: sleep until something is due, and no longer."""
        until_us = self.now_us + us(duration_ms)
        for _ in range(MOST_WAKES_A_WAIT):
            due_us = self._due_us()
            if due_us is None or due_us > until_us:
                break
            self.now_us = due_us
            self.tell(*self.stage.pass_time(due_us))
        else:
            raise AssertionError(f"the table never comes to rest; it is at {self.phase} and due at {due_us}")
        self.now_us = until_us
        self.tell(*self.stage.pass_time(until_us))

    def wait_until(self, phase: Phase) -> None:
        """Let time pass, second by second, until this phase."""
        for _ in range(FIVE_MINUTES_MS // 1000):
            if self.game.phase is phase:
                return
            self.wait_ms(1000)
        self.expect(phase)

    def _due_us(self) -> int | None:
        due_us = deadline(self.game)
        # A deadline that has passed waits for the input stage, so only the stage's own is of use.
        dues = (due_us if due_us is not None and due_us > self.now_us else None, self.stage.due_us)
        return min((due for due in dues if due is not None), default=None)

    def leave_for_five_minutes(self) -> None:
        """Everybody goes away: whatever timer was left must show now, and the table must come to rest."""
        self.wait_ms(FIVE_MINUTES_MS)
        due_us = deadline(self.game)
        assert due_us is None or due_us > self.now_us, "a timer is overdue"
        assert self.phase not in PASSING, f"{self.phase} was not left"

    # --- looking ---

    @property
    def phase(self) -> Phase:
        return self.game.phase

    def expect(self, phase: Phase) -> None:
        """The table must be in this phase now."""
        assert self.game.phase is phase, f"the table is in {self.game.phase.value}, not in {phase.value}"

    def expect_joined(self, *seats: int) -> None:
        """These seats, and no others, must have joined."""
        assert self.game.joined == seats

    @property
    def hands(self) -> dict[int, tuple[Card, ...]]:
        """All hands; no player sees them so."""
        return dict(self.game.cards.hands)

    @property
    def lives(self) -> int:
        return self.game.cards.lives

    @property
    def stars(self) -> int:
        return self.game.cards.stars

    def told(self, kind: type[Told]) -> list[Told]:
        """All outcomes of a kind, oldest first."""
        return [outcome for outcome in self.outcomes if isinstance(outcome, kind)]

    def last(self, kind: type[Told]) -> Told:
        """The newest outcome of a kind."""
        assert self.told(kind), f"nobody was told of any {kind.__name__}"
        return self.told(kind)[-1]

    def view(self, seat: int) -> SeatView:
        """What a player sees."""
        return view(self.game, seat)

    @property
    def table_view(self) -> TableView:
        """What everyone sees."""
        return table_view(self.game)

    def lamp(self, seat: int) -> Any:
        """What a player's lamp does."""
        return import_module("mindbuzz.screens.lamp").lamp(self.view(seat))


class RealCards(Table):
    """People who play with their own cards beside the console; play is on, and nobody has marked anything."""

    def __init__(
        self,
        game: str = "classic",
        seats: int = 2,
        *,
        level: int = 1,
        lives: int | None = None,
        stars: int | None = None,
        attended: bool = False,
        settings: Settings = DEFAULTS,
    ) -> None:
        super().__init__(seats, attended=attended, settings=settings)
        self.deal(kind=Kind(f"companion-{game}"), level=level, lives=lives, stars=stars)
        self.focus()

    def stop(self, seat: int = 1) -> None:
        """One holds, and lets go."""
        self.hold(seat)
        self.lift_all()
        self.wait_ms(GUARD_MS)

    def mark(self, seat: int = 1) -> None:
        """One tap while every other button is up."""
        self.tap(seat)
        self.wait_ms(GUARD_MS)

    def make_mistake(self) -> None:
        """Stopped, marked, locked; all hands are up again."""
        self.stop()
        self.mark()
        self.focus()

    def spend_star(self) -> None:
        """Asked for and agreed on; all hands are up again."""
        self.ask_for_a_star(1)
        self.press(*self.players[1:])
        self.wait_ms(1_600)
        self.lift_all()
        self.wait_ms(GUARD_MS)

    def empty_hands(self) -> None:
        """One after the other says that they have no card left."""
        self.tap(*(seat for seat in self.players if seat not in self.game.ledger.empty))
        self.wait_ms(GUARD_MS)

    def finish_level(self, *, errors: int = 0) -> None:
        """All hands are empty, so many errors are counted, all hold."""
        self.empty_hands()
        for _ in range(errors):
            self.tap(1)
            self.wait_ms(1_000)
        self.hold_all(700)
        self.lift_all()
        self.wait_ms(GUARD_MS)

    def take_back(self, seat: int = 1) -> None:
        """One player alone holds for two seconds."""
        self.hold(seat, ms=2_000)
        self.lift_all()
        self.wait_ms(GUARD_MS)

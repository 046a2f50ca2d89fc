"""The console: stage, core, journal and sinks, turned one turn at a time by whoever keeps the time.

One turn walks every new contact the same way: the stage says what is certain, the journal records it, the core
steps, the journal commits; only then do lamps, screens and everyone else see what came of it. The lamp of a press
that is believed is lit before all that.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

from mindbuzz.contacts.chatter import CHATTER
from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.companion.outcomes import Undone
from mindbuzz.core.due import earliest_us
from mindbuzz.core.events import (
    HOST,
    POWER,
    SILENCE,
    STUCK,
    ButtonPressed,
    ButtonReleased,
    Event,
    SeedDrawn,
    TimePassed,
)
from mindbuzz.core.game import Game, only_time_passed
from mindbuzz.core.outcomes import (
    ChallengeStarted,
    GameAbandoned,
    GameLost,
    GameStarted,
    GameWon,
    Outcome,
    PauseCaused,
    PauseLifted,
)
from mindbuzz.core.views import SeatView, TableView, views
from mindbuzz.inputs.order import NEVER_LATE, Certainty, Late
from mindbuzz.inputs.source import News, SourceChange
from mindbuzz.runtime.ended import LOST, WON
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.presses import PressBook
from mindbuzz.runtime.referee import Referee
from mindbuzz.runtime.resume import staged
from mindbuzz.runtime.seeds import drawn_seed

KEEP_RECENT_US = 1_000_000
OWN_CAUSES = (STUCK, SILENCE, HOST, CHATTER)  # how their names begin


class Sink(Protocol):
    """Something that shows what happens. All of it runs on the game's thread and must not block."""

    def pressed(self, down: frozenset[int]) -> None:
        """These buttons are believed to be down; their players want to see that at once."""

    def show(self, seats: dict[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """The game has moved on."""

    @property
    def due_us(self) -> int | None:
        """When `refresh` should be called because something moves by itself, or None."""

    def refresh(self, now_us: int) -> None: ...

    def close(self) -> None: ...


def wall_clock() -> str:
    """Now, for people, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Console:
    """Everything between contacts and sinks. `lag_us`: how late a contact may come; timers wait that long for it.

    `late`: a source that may come later than that, and knows up to when it may not.
    """

    def __init__(
        self,
        game: Game,
        stage: Stage,
        journal: Journal,
        sinks: Sequence[Sink],
        *,
        lag_us: int = 0,
        late: Late = NEVER_LATE,
        draw_seed: Callable[[], int] = drawn_seed,
        wall: Callable[[], str] = wall_clock,
    ) -> None:
        self._referee = Referee(game)
        self.late_contacts = 0
        self._stage = stage
        self._journal = journal
        self._sinks = sinks
        self._certainty = Certainty(lag_us, late)
        self._draw_seed = draw_seed
        self._wall = wall
        self._certain_us = game.at_us
        self._recent: deque[Contact | SourceChange] = deque()
        self._down: frozenset[int] = frozenset()
        self._outcomes: list[Outcome] = []
        self._shown: Game | None = None
        going_on = journal.game_id
        self._presses = PressBook(game, [] if going_on is None else journal.open_presses(going_on))

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self._referee.game

    # --- one turn ---

    def turn(self, news: Iterable[News], now_us: int) -> None:
        """Take what came in, let time pass up to `now_us`, and show what came of it."""
        while self._recent and self._recent[0].at_us < now_us - KEEP_RECENT_US:
            self._recent.popleft()
        for item in news:
            self._take(item)
        self._pass_time(self._certainty.until_us(now_us))
        self._light_pressed()
        for row in self._presses.changed():
            self._journal.press(row)
        something_to_show = self._shown is None or bool(self._outcomes) or not only_time_passed(self._shown, self.game)
        self._journal.commit(wait=something_to_show)
        if something_to_show:
            self._show(now_us)

    @property
    def due_us(self) -> int | None:
        """When the next turn is due if no news come, or None. A timer of the game waits for what is unconfirmed."""
        dues = [self._stage.due_us]
        game_us, pending_us = self._referee.due_us, self._stage.pending_us
        if game_us is not None and (pending_us is None or game_us <= pending_us):
            dues.append(game_us)
        return self._certainty.due_us(earliest_us(dues))

    def _take(self, news: News) -> None:
        if news.at_us < self._certain_us:
            # What comes too late counts as now; so it must in the journal, or a replay would be another game.
            self.late_contacts += 1
            news = replace(news, at_us=self._certain_us)
        self._pass_time(news.at_us)
        if isinstance(news, Contact | SourceChange):
            self._recent.append(news)
            self._keep(news)
        self._step_all(staged(self._stage, news))

    def _pass_time(self, at_us: int) -> None:
        self._certain_us = max(at_us, self._certain_us)
        self._step_all(self._stage.pass_time(at_us))

    def _step_all(self, events: list[Event]) -> None:
        for event in events:
            self._step(event)
        if self.game.spare_seed is None:
            self._step(SeedDrawn(self.game.at_us, self._draw_seed()))

    def _step(self, event: Event) -> None:
        if isinstance(event, ButtonPressed | ButtonReleased):
            # Whatever falls due by then comes first anyway; done on its own, it shows what the press meets.
            self._judge(TimePassed(event.at_us))
        self._judge(event)

    def _judge(self, event: Event) -> None:
        before = self.game
        outcomes = self._referee.judge(event)
        for outcome in outcomes:
            self._record(outcome)
        self._follow_presses(event, before, outcomes)
        self._outcomes.extend(outcomes)
        if self.game.table is None:
            self._journal.leave_game()

    # --- the journal ---

    def _keep(self, news: Contact | SourceChange) -> None:
        if isinstance(news, Contact):
            self._journal.contact(news)
        else:
            self._journal.source(news)

    def _record(self, outcome: Outcome) -> None:
        journal = self._journal
        if isinstance(outcome, GameStarted):
            self._begin_game(outcome)
        elif isinstance(outcome, ChallengeStarted | Undone):
            journal.reopen_game()
        elif isinstance(outcome, PauseCaused | PauseLifted) and _is_unrecorded(outcome):
            change = SourceChange(outcome.at_us, outcome.source, outcome.seats, isinstance(outcome, PauseCaused))
            journal.source(change, own=outcome.source != HOST)
        if isinstance(outcome, PauseLifted) and outcome.source == POWER:
            journal.adopt_game()
        journal.outcome(outcome, self._certain_us)
        if isinstance(outcome, GameWon | GameLost):
            journal.end_game(_ended_as(outcome))
        elif isinstance(outcome, GameAbandoned):
            journal.abandon_games()

    def _follow_presses(self, event: Event, before: Game, outcomes: Sequence[Outcome]) -> None:
        edge = None
        if isinstance(event, ButtonPressed | ButtonReleased):
            edge = self._edge(event.seat, event.at_us)
            button = self.game.buttons.get(event.seat)
            if button is not None and button.down and not before.buttons[event.seat].down:
                self._presses.press(self._journal.new_press(event.seat, button, before.phase.value, edge), self.game)
        self._presses.follow(event, before, self.game, outcomes, edge)

    def _edge(self, seat: int, at_us: int) -> Contact | None:
        """The contact that a press or a release came of; none if it came of something else than a contact."""
        edges = (news for news in reversed(self._recent) if isinstance(news, Contact))
        return next((edge for edge in edges if edge.at_us == at_us and edge.seat == seat), None)

    def _begin_game(self, started: GameStarted) -> None:
        """What is newer than the start may have come before it was known; it belongs to the new game."""
        game = self.game
        assert started.seed is not None
        self._journal.begin_game(
            began_us=started.at_us,
            began_at=self._wall(),
            kind=started.kind,
            seats=started.seats,
            seed=started.seed,
            settings=game.settings,
            uncertainty_us=game.uncertainty_us,
            held=tuple(seat for seat in game.seats if game.buttons[seat].down),
        )
        for news in self._recent:
            if news.at_us >= started.at_us:
                self._keep(news)

    # --- the sinks ---

    def _light_pressed(self) -> None:
        down = self._stage.down
        if down != self._down:
            self._down = down
            for sink in self._sinks:
                sink.pressed(down)

    def _show(self, now_us: int) -> None:
        game, self._shown = self.game, self.game
        outcomes, self._outcomes = self._outcomes, []
        seats, table = views(game)
        for sink in self._sinks:
            sink.show(seats, table, outcomes, now_us)


def _ended_as(outcome: GameWon | GameLost) -> str:
    """How a game has ended; a classic victory stands whatever happens in the challenge."""
    return WON if isinstance(outcome, GameWon) or outcome.challenge else LOST


def _is_unrecorded(outcome: PauseCaused | PauseLifted) -> bool:
    """Whether a pause was caused or lifted by the game itself, not by news that are recorded as such."""
    own = outcome.source.startswith(OWN_CAUSES)
    return own or (isinstance(outcome, PauseLifted) and outcome.source == POWER)

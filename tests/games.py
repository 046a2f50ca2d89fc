"""Games for property tests: people who know the rules fairly well, and some who just press.

A `Run` plays a game and remembers every event. Moves know the phase, so that random lists of them lead deep into a
game; they are plain tuples, drawn by hypothesis or by any other source of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from mindbuzz.core.cards import rank
from mindbuzz.core.dealing import Hands, dealt_hands
from mindbuzz.core.events import (
    ButtonPressed,
    ButtonReleased,
    EndAsked,
    Event,
    GameBegun,
    SeedDrawn,
    SourceLost,
    SourceReturned,
    TimePassed,
)
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import SEATS, SETUP, Kind, has_real_cards
from mindbuzz.core.settings import DEFAULTS, Settings, us
from mindbuzz.core.step import deadline, step
from mindbuzz.core.table import next_card, passed_over

MOST_WAKES = 200


@dataclass(frozen=True)
class Setup:
    """How a run begins."""

    seats: tuple[int, ...]
    kind: Kind = Kind.CLASSIC
    level: int = 1
    lives: int = 2
    stars: int = 1
    seed: int = 0
    settings: Settings = DEFAULTS
    attended: bool = False

    @property
    def console(self) -> Game:
        return new_console(self.seats, self.settings, attended=self.attended, kind=self.kind)

    def deals(self, challenge: bool = False) -> dict[int, Hands]:
        """None, where people deal their own cards."""
        levels = range(1, 1 if has_real_cards(self.kind) else SETUP[len(self.seats)].levels + 1)
        return {level: dealt_hands(self.seed, self.kind, challenge, level, self.seats) for level in levels}

    @property
    def begun(self) -> GameBegun:
        return GameBegun(
            at_us=0,
            kind=self.kind,
            seats=self.seats,
            settings=self.settings,
            deals=self.deals(),
            challenge_deals=self.deals(challenge=True),
            level=self.level,
            lives=self.lives,
            stars=self.stars,
        )


class Step(NamedTuple):
    """One event, what came of it, and the game after it."""

    event: Event
    outcomes: tuple[Outcome, ...]
    game: Game


class Run:
    """A game being played. `spacing_us`: at least so long between two changes of one button."""

    def __init__(self, setup: Setup, spacing_us: int = 0) -> None:
        self.setup = setup
        self.spacing_us = spacing_us
        self.now_us = 0
        self.moves: list[Move] = []
        self.steps: list[Step] = []
        self.changed_us: dict[int, int] = {}
        self.game = setup.console
        self.tell(setup.begun)

    def __repr__(self) -> str:
        return f"play({self.setup}, {self.moves}, {self.spacing_us})"

    @property
    def events(self) -> list[Event]:
        return [step.event for step in self.steps]

    @property
    def outcomes(self) -> list[Outcome]:
        return [outcome for step in self.steps for outcome in step.outcomes]

    def tell(self, event: Event) -> None:
        self.game, outcomes = step(self.game, event)
        self.steps.append(Step(event, outcomes, self.game))

    def wait(self, duration_us: int) -> None:
        """Let time pass, waking whenever something falls due."""
        until_us = self.now_us + duration_us
        for _ in range(MOST_WAKES):
            due_us = deadline(self.game)
            if due_us is None or due_us > until_us:
                break
            self.now_us = max(due_us, self.now_us)
            self.tell(TimePassed(self.now_us))
        else:
            raise AssertionError("the game never comes to rest")
        self.now_us = until_us

    def put(self, seat: int, down: bool) -> None:
        """Press or release a button, unless it is so already."""
        if self.game.buttons[seat].down is down:
            return
        self.wait(max(1, self.changed_us.get(seat, -(10**9)) + self.spacing_us - self.now_us))
        self.changed_us[seat] = self.now_us
        self.tell(ButtonPressed(self.now_us, seat) if down else ButtonReleased(self.now_us, seat))

    def tap(self, seat: int, ms: float = 80) -> None:
        self.put(seat, False)
        self.wait(us(200))
        self.put(seat, True)
        self.wait(us(ms))
        self.put(seat, False)

    def all_hands(self, down: bool, but: int | None = None) -> None:
        for seat in self.seats:
            if seat != but:
                self.put(seat, down)
                self.wait(us(3))

    @property
    def seats(self) -> tuple[int, ...]:
        return self.game.joined or self.setup.seats

    def seat(self, number: int) -> int:
        return self.seats[number % len(self.seats)]


class Move(NamedTuple):
    """What somebody does: `who` and `other` point at seats, `ms` is a duration that suits the move or doesn't."""

    name: str
    who: int
    other: int
    ms: float


# --- moves ---


def go_on(run: Run, move: Move) -> None:
    """What a sensible table does now."""
    GO_ON[run.game.phase](run, move)


def focus(run: Run, move: Move) -> None:
    run.all_hands(down=False)
    run.wait(us(20))
    run.all_hands(down=True)
    run.wait(us(560))
    run.all_hands(down=False)
    run.wait(us(200))


def lift(run: Run, move: Move) -> None:
    run.all_hands(down=False)
    run.wait(us(200))


def play_right(run: Run, move: Move) -> None:
    """Of the cards that pass nobody over, one is played; if no armed card is such, somebody toggles."""
    run.all_hands(down=False)
    table = run.game.cards
    if table.has_real_cards:
        empty_hand(run, move)
        return
    cards = [(seat, next_card(table, seat, table.armed[seat])) for seat in table.seats]
    right = [(seat, card) for seat, card in cards if card is not None and not passed_over(table, card)]
    if right:
        seat, _ = min(right, key=lambda place: rank(place[1]))
        run.tap(seat, 60)
    elif table.extreme:
        run.tap(run.seat(move.who), 500)


def empty_hand(run: Run, move: Move) -> None:
    """Somebody has played their last card."""
    left = [seat for seat in run.seats if seat not in run.game.ledger.empty]
    if left:
        run.tap(left[move.who % len(left)], 60)


def wait_for_it(run: Run, move: Move) -> None:
    run.wait(max(0, (deadline(run.game) or run.now_us) - run.now_us))


def consent(run: Run, move: Move) -> None:
    stopper = run.game.stopper
    for seat in run.seats:
        if seat != stopper:
            run.put(seat, False)
            run.wait(us(2))
            run.put(seat, True)
    run.wait(us(1_600))


def choose(run: Run, move: Move) -> None:
    run.all_hands(down=False)
    for seat in run.seats:
        run.tap(seat, 80)


def join_and_start(run: Run, move: Move) -> None:
    for seat in run.setup.seats:
        if seat not in run.game.joined:
            run.tap(seat)
    run.tell(SeedDrawn(run.now_us, move.who))
    hold_all(run, move)


def hold_all(run: Run, move: Move) -> None:
    run.all_hands(down=False)
    run.wait(us(30))
    run.all_hands(down=True)
    run.wait(us(1_600))
    run.all_hands(down=False)


def hold_alone(run: Run, move: Move) -> None:
    """Everyone else keeps their hands off: what was done last is taken back."""
    run.all_hands(down=False)
    run.wait(us(30))
    run.put(run.seat(move.who), True)
    run.wait(us(2_050))
    run.put(run.seat(move.who), False)


def tap(run: Run, move: Move) -> None:
    run.tap(run.seat(move.who), move.ms)


def tap_two(run: Run, move: Move) -> None:
    """Two presses close together, released in either order."""
    first, second = run.seat(move.who), run.seat(move.who + 1 + move.other % max(1, len(run.seats) - 1))
    run.put(first, True)
    run.wait(us(move.ms / 10))
    run.put(second, True)
    run.wait(us(60))
    for seat in (first, second) if move.other % 2 else (second, first):
        run.put(seat, False)
        run.wait(us(30))


def stop(run: Run, move: Move) -> None:
    run.put(run.seat(move.who), True)
    run.wait(us(1_100 if run.game.kind is Kind.EXTREME else 650))


def ask(run: Run, move: Move) -> None:
    stop(run, move)
    run.wait(us(1_500))


def press(run: Run, move: Move) -> None:
    run.put(run.seat(move.who), True)
    run.wait(us(move.ms))


def release(run: Run, move: Move) -> None:
    run.put(run.seat(move.who), False)
    run.wait(us(move.ms))


def pause(run: Run, move: Move) -> None:
    run.wait(us(move.ms * 20))


def lose(run: Run, move: Move) -> None:
    run.tell(SourceLost(run.now_us, f"pod {move.other}", (run.seat(move.who),)))


def regain(run: Run, move: Move) -> None:
    run.tell(SourceReturned(run.now_us, f"pod {move.other}", (run.seat(move.who),)))


def end(run: Run, move: Move) -> None:
    run.tell(EndAsked(run.now_us))


def draw(run: Run, move: Move) -> None:
    run.tell(SeedDrawn(run.now_us, move.who * 1000 + move.other))


EVERY_KIND = tuple(Kind)
Act = Callable[[Run, Move], None]
GO_ON: dict[Phase, Act] = {
    Phase.ATTRACT: tap,
    Phase.LOBBY: join_and_start,
    Phase.FOCUS: focus,
    Phase.LOCKED: lift,
    Phase.PLAY: play_right,
    Phase.CHECK: hold_all,
    Phase.STOP: focus,
    Phase.QUESTION: consent,
    Phase.CHOICE: choose,
    Phase.MISTAKE: wait_for_it,
    Phase.STAR: wait_for_it,
    Phase.LEVEL: wait_for_it,
    Phase.VICTORY: hold_all,
    Phase.DEFEAT: hold_all,
    Phase.PAUSED: focus,
    Phase.STILL_THERE: focus,
    Phase.RESUME: hold_all,
}
HANDS_MOVES: dict[str, Act] = {
    "tap": tap, "tap_two": tap_two, "stop": stop, "ask": ask, "press": press, "release": release, "pause": pause,
    "hold_alone": hold_alone,
}  # fmt: skip
TROUBLE: dict[str, Act] = {"lose": lose, "regain": regain, "end": end, "draw": draw}
MOVES: dict[str, Act] = {"go_on": go_on, **HANDS_MOVES, **TROUBLE}
HANDS_NAMES = ("go_on",) * 8 + tuple(HANDS_MOVES)
ALL_NAMES = HANDS_NAMES + tuple(TROUBLE)
DURATIONS_MS = (0.001, 5, 9, 10, 30, 80, 149, 150, 349, 350, 360, 599, 600, 620, 999, 1000, 1500, 2500)


def play(setup: Setup, moves: Iterable[Move], spacing_us: int = 0, tail_us: int = 20_000_000) -> Run:
    """The game that these moves make of a set-up; in the end all hands come up and time runs on."""
    run = Run(setup, spacing_us)
    for move in moves:
        run.moves.append(move)
        MOVES[move.name](run, move)
    for seat in setup.seats:
        run.put(seat, False)
    run.wait(tail_us)
    run.tell(TimePassed(run.now_us))
    return run


def again(setup: Setup, events: Iterable[Event]) -> list[Step]:
    """The same events once more."""
    game = setup.console
    steps = []
    for event in events:
        game, outcomes = step(game, event)
        steps.append(Step(event, outcomes, game))
    return steps


def told(steps: Iterable[Step]) -> list[Outcome]:
    """All outcomes of some steps."""
    return [outcome for step in steps for outcome in step.outcomes]


# --- strategies ---


SETTINGS = (
    DEFAULTS,
    replace(DEFAULTS, tie_window_ms=0),
    replace(DEFAULTS, tie_window_ms=120, calm_seats=(2,)),
    replace(DEFAULTS, star_recycle=False, hide_discards=True),
)


@st.composite
def setups(draw: st.DrawFn, *, attended: bool | None = None, kinds: tuple[Kind, ...] = EVERY_KIND) -> Setup:
    """Tables of two to four, at any level, with plenty or next to nothing."""
    seats = draw(st.sampled_from([(1, 2), (1, 3), (1, 2, 3), (2, 3, 4), SEATS]))
    return Setup(
        seats=seats,
        kind=draw(st.sampled_from(kinds)),
        level=draw(st.sampled_from([1, 1, 2, 2, 3, 4, 6, SETUP[len(seats)].levels])),
        lives=draw(st.integers(1, 5)),
        stars=draw(st.integers(0, 3)),
        seed=draw(st.integers(0, 2**64)),
        settings=draw(st.sampled_from(SETTINGS)),
        attended=draw(st.booleans()) if attended is None else attended,
    )


def moves(names: tuple[str, ...] = ALL_NAMES) -> st.SearchStrategy[list[Move]]:
    """Lists of moves that lead deep into a game."""
    move = st.builds(
        Move, st.sampled_from(names), st.integers(0, 3), st.integers(0, 3), st.sampled_from(DURATIONS_MS)
    )  # fmt: skip
    return st.lists(move, min_size=3, max_size=25)


@st.composite
def runs(
    draw: st.DrawFn,
    *,
    attended: bool | None = None,
    kinds: tuple[Kind, ...] = EVERY_KIND,
    names: tuple[str, ...] = ALL_NAMES,
    spacing_us: int = 0,
) -> Run:
    """Whole games."""
    return play(draw(setups(attended=attended, kinds=kinds)), draw(moves(names)), spacing_us)


def random_run(number: int) -> Run:
    """The game of a number, without hypothesis: the same for ever."""
    random = Random(number)
    seats = random.choice([(1, 2), (1, 2, 3), SEATS])
    setup = Setup(
        seats,
        random.choice(tuple(Kind)),
        level=random.randint(1, 8),
        lives=random.randint(1, 5),
        stars=random.randint(0, 3),
        seed=random.getrandbits(128),
        settings=random.choice(SETTINGS),
    )
    made = [
        Move(random.choice(HANDS_NAMES), random.randrange(4), random.randrange(4), random.choice(DURATIONS_MS))
        for _ in range(30)
    ]
    return play(setup, made)

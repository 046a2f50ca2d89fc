"""How a game moves: `step(game, event)`, and `deadline(game)`, when it has to. Everything else here is a table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from mindbuzz.core import finale, focus, leaving, level, lobby, pause, play, star
from mindbuzz.core.companion import check, mistake, undo
from mindbuzz.core.companion import focus as companion_focus
from mindbuzz.core.companion import play as companion_play
from mindbuzz.core.companion import star as companion_star
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
from mindbuzz.core.game import Button, Chance, Game, broken_seats
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import NO_GAME, Phase
from mindbuzz.core.settings import us
from mindbuzz.core.table import new_table
from mindbuzz.core.turn import Timer, Timers, Turn

PressRule = Callable[[Turn, int], None]
TimerRule = Callable[[Game], Timers]


def _nothing(turn: Turn, seat: int) -> None:
    """This phase does not care."""


class Rules(NamedTuple):
    """What a phase does with a press and a release, and what falls due in it: earlier named wins at one moment."""

    pressed: PressRule = _nothing
    released: PressRule = _nothing
    timers: tuple[TimerRule, ...] = ()


RULES = {
    Phase.ATTRACT: Rules(pressed=lobby.wake),
    Phase.LOBBY: Rules(released=lobby.released, timers=(lobby.timers,)),
    Phase.FOCUS: Rules(focus.pressed, focus.released, (focus.lock_timers, leaving.leave_timers, pause.silence_timers)),
    Phase.LOCKED: Rules(released=focus.lifted_from_lock),
    Phase.PLAY: Rules(play.pressed, play.released, (play.timers, pause.silence_timers)),
    Phase.STOP: Rules(focus.pressed, star.stop_released, (star.stop_timers,)),
    Phase.QUESTION: Rules(released=star.question_released, timers=(star.throw_timers,)),
    Phase.CHOICE: Rules(star.choice_pressed, star.choice_released, (star.choice_timers, pause.silence_timers)),
    Phase.MISTAKE: Rules(timers=(star.show_timers,)),
    Phase.STAR: Rules(timers=(star.show_timers,)),
    Phase.LEVEL: Rules(timers=(level.timers,)),
    Phase.VICTORY: Rules(released=finale.released, timers=(finale.timers,)),
    Phase.DEFEAT: Rules(released=finale.released, timers=(finale.timers,)),
    Phase.PAUSED: Rules(pause.pressed, pause.released, (pause.timers,)),
    Phase.STILL_THERE: Rules(pressed=pause.answered, timers=(pause.still_there_timers,)),
    Phase.RESUME: Rules(released=pause.resume_released, timers=(pause.resume_timers,)),
}
# With real cards the console knows no hand: people say what has happened on the table.
REAL_CARDS_RULES = {
    **RULES,
    Phase.FOCUS: Rules(
        companion_focus.pressed,
        companion_focus.released,
        (focus.lock_timers, undo.undo_timers, companion_focus.leave_timers, pause.silence_timers),
    ),
    Phase.LOCKED: Rules(released=companion_play.lifted_from_lock, timers=(mistake.timers,)),
    Phase.PLAY: Rules(released=companion_play.released, timers=(companion_play.timers, pause.silence_timers)),
    Phase.QUESTION: Rules(released=star.question_released, timers=(companion_star.question_timers,)),
    Phase.CHECK: Rules(check.pressed, check.released, (check.timers, pause.silence_timers)),
    Phase.VICTORY: Rules(released=finale.released, timers=(finale.timers, undo.undo_timers)),
    Phase.DEFEAT: Rules(released=finale.released, timers=(finale.timers, undo.undo_timers)),
}


def step(game: Game, event: Event) -> tuple[Game, tuple[Outcome, ...]]:
    """The game after an event, and what came of it. Pure: the same game and event give the same answer.

    Timers that fall due up to and at `event.at_us` fire first. Time never runs back: an event that is older than
    the game counts as happening now.
    """
    turn = Turn(game)
    at_us = max(event.at_us, game.at_us)
    _let_time_pass(turn, at_us)
    TAKE[type(event)](turn, event)
    pause.settle(turn, at_us)
    return turn.game, tuple(turn.outcomes)


def deadline(game: Game) -> int | None:
    """The microsecond at which the next timer falls due, or None; send TimePassed then."""
    timer = _next_timer(game)
    return None if timer is None else timer.due_us


def _rules(game: Game) -> Rules:
    real_cards = game.table is not None and game.table.has_real_cards
    return (REAL_CARDS_RULES if real_cards else RULES)[game.phase]


def _next_timer(game: Game) -> Timer | None:
    timers = [timer for rule in _rules(game).timers for timer in rule(game)]
    timers.extend(pause.stuck_timers(game))
    return min(timers, key=_due, default=None)


def _due(timer: Timer) -> int:
    return timer.due_us


def _let_time_pass(turn: Turn, at_us: int) -> None:
    while True:
        timer = _next_timer(turn.game)
        if timer is None or timer.due_us > at_us:
            break
        turn.change(at_us=max(timer.due_us, turn.game.at_us))
        timer.fire(turn, timer.due_us)
        pause.settle(turn, timer.due_us)
    turn.change(at_us=at_us)


# --- events ---


def _press(turn: Turn, event: ButtonPressed) -> None:
    game = turn.game
    button = game.buttons.get(event.seat)
    if button is None or button.down:
        return
    broken = broken_seats(game)
    met = frozenset(seat for seat, other in game.buttons.items() if other.down and seat not in broken)
    buttons = dict(game.buttons)
    buttons[event.seat] = Button(
        down=True,
        pressed_at_us=game.at_us,
        released_at_us=button.released_at_us,
        uncertainty_us=event.uncertainty_us,
        too_soon=game.at_us - button.released_at_us < us(game.settings.repeat_guard_ms),
        met=met,
    )
    for seat in met:
        buttons[seat] = replace(buttons[seat], met=buttons[seat].met | {event.seat})
    turn.change(touched_us=game.at_us, buttons=buttons)
    if event.seat in game.joined or game.phase in NO_GAME:
        _rules(turn.game).pressed(turn, event.seat)


def _release(turn: Turn, event: ButtonReleased) -> None:
    game = turn.game
    button = game.buttons.get(event.seat)
    if button is None or not button.down:
        return
    up = replace(button, down=False, inert=False, released_at_us=game.at_us)
    turn.change(
        touched_us=game.at_us,
        buttons={**game.buttons, event.seat: up},
        excused=game.excused - {event.seat},
    )
    if button.inert:
        focus.note_lifted(turn)
    elif event.seat in game.joined or game.phase in NO_GAME:
        _rules(turn.game).released(turn, event.seat)


def _lose_source(turn: Turn, event: SourceLost) -> None:
    pause.cause(turn, event.source, event.seats, turn.game.at_us)


def _regain_source(turn: Turn, event: SourceReturned) -> None:
    pause.lift(turn, event.source, turn.game.at_us)


def _take_seed(turn: Turn, event: SeedDrawn) -> None:
    turn.change(spare_seed=event.seed)


def _begin_game(turn: Turn, event: GameBegun) -> None:
    if turn.game.phase is not Phase.LOBBY:
        return
    turn.change(
        kind=event.kind,
        joined=event.seats,
        settings=event.settings,
        uncertainty_us=event.uncertainty_us,
    )
    table = new_table(event.kind, event.seats, event.level, event.lives, event.stars)
    lobby.begin(turn, turn.game.at_us, table, Chance(event.seed, event.deals, event.challenge_deals))


def _ask_to_end(turn: Turn, event: EndAsked) -> None:
    pause.interrupt(turn, turn.game.at_us)
    if turn.game.phase in leaving.MAY_END:
        leaving.ask_to_end(turn)


def _pass_time(turn: Turn, event: TimePassed) -> None:
    """Time has passed already."""


TAKE: dict[type, Callable[[Turn, Any], None]] = {
    TimePassed: _pass_time,
    ButtonPressed: _press,
    ButtonReleased: _release,
    SourceLost: _lose_source,
    SourceReturned: _regain_source,
    SeedDrawn: _take_seed,
    GameBegun: _begin_game,
    EndAsked: _ask_to_end,
}

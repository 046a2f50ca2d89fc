"""What keeps a game from going on: stuck buttons, lost sources, a power cut, and silence."""

from mindbuzz.core import leaving
from mindbuzz.core.events import HOST, POWER, SILENCE, STUCK
from mindbuzz.core.focus import enter_focus, lock_timers
from mindbuzz.core.game import NOTHING_GOING_ON, Game, last_laid_us, quiet_since_us
from mindbuzz.core.gestures import all_held_us, lone_tap
from mindbuzz.core.leaving import abandon, end_tapped, leave_timers
from mindbuzz.core.lobby import attract, seats_broke
from mindbuzz.core.outcomes import PauseCaused, PauseLifted, StarRefused
from mindbuzz.core.phases import GAME_OVER, NO_GAME, Phase, Trigger
from mindbuzz.core.play import halt
from mindbuzz.core.settings import us
from mindbuzz.core.turn import Fire, Timer, Timers, Turn

PAUSABLE = frozenset({Phase.FOCUS, Phase.LOCKED, Phase.PLAY, Phase.STOP, Phase.QUESTION, Phase.CHOICE, Phase.CHECK})
ASKING = frozenset({Phase.QUESTION, Phase.CHOICE})
FOCUSING = frozenset({Phase.FOCUS, Phase.LOCKED})
STICKY = frozenset({Phase.LOBBY, Phase.PLAY, Phase.CHECK}) | GAME_OVER

# --- causes ---


def cause(turn: Turn, source: str, seats: tuple[int, ...], at_us: int) -> None:
    """Something is to blame from now on. A game that is over has nothing to resume."""
    game = turn.game
    if source == POWER and game.phase in GAME_OVER:
        return
    seats = tuple(sorted({*seats, *game.causes.get(source, ())}))
    if game.causes.get(source) == seats:
        return
    turn.change(causes={**game.causes, source: seats})
    turn.tell(PauseCaused(at_us, source, seats))
    if game.phase in NO_GAME:
        seats_broke(turn, seats)
    elif game.phase in GAME_OVER:
        turn.dull_buttons()


def lift(turn: Turn, source: str, at_us: int) -> None:
    """One thing less to wait for."""
    game = turn.game
    if source in game.causes:
        turn.change(causes={other: seats for other, seats in game.causes.items() if other != source})
        turn.tell(PauseLifted(at_us, source, game.causes[source]))


def blocking(game: Game) -> dict[str, tuple[int, ...]]:
    """The causes that concern somebody at the table."""
    joined = set(game.joined)
    return {source: seats for source, seats in game.causes.items() if joined.intersection(seats)}


def settle(turn: Turn, at_us: int) -> None:
    """Pause a game that has a reason to; go on with one that has none any more."""
    game = turn.game
    if not game.causes and game.phase is not Phase.PAUSED:
        return
    if game.phase in PAUSABLE and blocking(game):
        _pause(turn, Trigger.SOURCE_LOST, at_us)
    elif game.phase is Phase.PAUSED and not blocking(game):
        _go_on(turn, Trigger.RESUMED, at_us)
    if turn.game.phase is Phase.PAUSED and turn.game.attended and POWER in turn.game.causes:
        turn.go(Trigger.POWER_RETURNED, at_us)


def _pause(turn: Turn, trigger: Trigger, at_us: int) -> None:
    halt(turn)
    if turn.game.phase not in PAUSABLE:
        return
    if turn.game.phase in ASKING:
        turn.tell(StarRefused(at_us))
    fresh = turn.game.fresh and turn.game.phase in FOCUSING
    going_on = {**NOTHING_GOING_ON, "shown": turn.game.shown}
    turn.go(trigger, at_us, fresh=fresh, lifting_since_us=None, **going_on)
    if not fresh:
        turn.wake_buttons()


def _go_on(turn: Turn, trigger: Trigger, at_us: int) -> None:
    """Back to focus: hands that had to be laid down anew still have to, and what was on show is there to be read."""
    buttons, fresh, shown = turn.game.buttons, turn.game.fresh, turn.game.shown
    enter_focus(turn, trigger, at_us)
    turn.change(shown=shown)
    if fresh:
        turn.change(buttons=buttons, fresh=True)


def interrupt(turn: Turn, at_us: int) -> None:
    """The host button: a game that runs is stopped by a pause that is over at once, and is in focus then."""
    if turn.game.phase is Phase.STILL_THERE:
        _answer(turn, at_us)
    elif turn.game.phase in PAUSABLE - leaving.MAY_END:
        cause(turn, HOST, turn.game.joined, at_us)
        settle(turn, at_us)
        lift(turn, HOST, at_us)
        settle(turn, at_us)


# --- stuck ---


def stuck_timers(game: Game) -> Timers:
    """A button that is down for long is stuck; up and quiet for a while, it is not any more."""
    if not game.attended:
        return
    for source, (seat, *_) in game.causes.items():
        if _is_stuck(source) and not game.buttons[seat].down:
            well_us = game.buttons[seat].released_at_us + us(game.settings.quiet_ms)
            yield Timer(well_us, lambda turn, at_us, source=source: lift(turn, source, at_us))  # type: ignore[misc]
    if game.phase in STICKY:
        yield from _sticking_timers(game)


def _sticking_timers(game: Game) -> Timers:
    for seat in game.seats if game.phase in NO_GAME else game.joined:
        button = game.buttons[seat]
        if button.down and seat not in game.excused and f"{STUCK}:{seat}" not in game.causes:
            # A hand that waited in focus for the others is not stuck because play begins.
            due_us = max(button.pressed_at_us, game.began_us) + us(game.settings.stuck_ms)
            yield Timer(due_us, lambda turn, at_us, seat=seat: _stick(turn, seat, at_us))  # type: ignore[misc]


def _stick(turn: Turn, seat: int, at_us: int) -> None:
    cause(turn, f"{STUCK}:{seat}", (seat,), at_us)


def _is_stuck(source: str) -> bool:
    return source.startswith(STUCK)


# --- paused ---


def pressed(turn: Turn, seat: int) -> None:
    """A hand was laid down while the game waits."""
    turn.change(hand_laid=True)


def released(turn: Turn, seat: int) -> None:
    """A hand was lifted; short and alone, it may be a wish to end the game."""
    end_tapped(turn, seat)


def timers(game: Game) -> Timers:
    """A button that is only stuck is no reason to wait once everyone is in focus."""
    if all(_is_stuck(source) for source in blocking(game)):
        for due_us, lock in lock_timers(game):
            yield Timer(due_us, lambda turn, at_us, lock=lock: _lock_in_spite(turn, at_us, lock))  # type: ignore[misc]
    yield from leave_timers(game)


def _lock_in_spite(turn: Turn, at_us: int, lock: Fire) -> None:
    for source, seats in blocking(turn.game).items():
        lift(turn, source, at_us)
        turn.change(excused=turn.game.excused.union(seats))
    lock(turn, at_us)


# --- silence ---


def silence_timers(game: Game) -> Timers:
    """Nobody has touched anything for long: "still there?". The moment is jittered, so that it is no clock."""
    if game.attended:
        jitter_us = us(game.settings.silence_jitter_ms)
        spread_us = game.touched_us * 7919 % jitter_us if jitter_us else 0
        yield Timer(game.touched_us + _silence_us(game) + spread_us, _fall_silent)


def _silence_us(game: Game) -> int:
    """People who shuffle, deal and play real cards have no reason to touch a button for long."""
    settings = game.settings
    return us(settings.real_cards_silence_ms if game.cards.has_real_cards else settings.silence_ms)


def _fall_silent(turn: Turn, at_us: int) -> None:
    turn.tell(PauseCaused(at_us, SILENCE, turn.game.joined))
    _pause(turn, Trigger.FELL_SILENT, at_us)


def answered(turn: Turn, seat: int) -> None:
    """Somebody is there: the press leads to focus and is never a play."""
    _answer(turn, turn.game.at_us)
    turn.change(hand_laid=True)


def _answer(turn: Turn, at_us: int) -> None:
    turn.tell(PauseLifted(at_us, SILENCE, turn.game.joined))
    _go_on(turn, Trigger.ANSWERED, at_us)


def still_there_timers(game: Game) -> Timers:
    """Nobody answers: the game is abandoned."""
    due_us = game.began_us + us(game.settings.still_there_ms)
    yield Timer(due_us, lambda turn, at_us: abandon(turn, Trigger.ABANDONED, at_us))


# --- power ---


def resume_released(turn: Turn, seat: int) -> None:
    """A tap leads to the lobby; the game stays resumable until another starts."""
    if lone_tap(turn.game, seat):
        turn.go(Trigger.LEFT, turn.game.at_us)
        turn.dull_buttons()


def resume_timers(game: Game) -> Timers:
    """All hold: go on. Nobody does: attract."""
    due_us = resume_due_us(game)
    if due_us is not None:
        yield Timer(due_us, _resume)
    yield Timer(quiet_since_us(game) + us(game.settings.resume_offer_ms), attract)


def resume_due_us(game: Game) -> int | None:
    """When the game goes on if all hands stay down, the last of them laid since power came back; or None."""
    return all_held_us(game) if last_laid_us(game) >= game.began_us else None


def _resume(turn: Turn, at_us: int) -> None:
    lift(turn, POWER, at_us)
    _go_on(turn, Trigger.RESUMED, at_us)

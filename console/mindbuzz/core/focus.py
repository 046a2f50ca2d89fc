"""Focus: everyone lays a hand down; all down together long enough is locked; the first hand to lift starts play."""

from mindbuzz.core.game import NOTHING_GOING_ON, Game, all_live, last_laid_us
from mindbuzz.core.leaving import end_tapped
from mindbuzz.core.outcomes import FocusLocked, HandsLifted, PlayStarted
from mindbuzz.core.phases import Trigger
from mindbuzz.core.settings import us
from mindbuzz.core.turn import Timer, Timers, Turn


def enter_focus(turn: Turn, trigger: Trigger, at_us: int, *, fresh: bool = False) -> None:
    """Everyone is to lay a hand down. Hands that lie there already count, unless it shall be `fresh` hands."""
    turn.go(trigger, at_us, fresh=fresh, **NOTHING_GOING_ON)
    if fresh:
        turn.dull_buttons()
    else:
        turn.wake_buttons()


def pressed(turn: Turn, seat: int) -> None:
    """A hand was laid down."""
    turn.change(hand_laid=True)


def released(turn: Turn, seat: int) -> None:
    """A hand was lifted; short and alone, it may be a wish to end the game."""
    end_tapped(turn, seat)


def lock_timers(game: Game) -> Timers:
    """All hands down, one of them laid since this focus began: locked, counted from the last one."""
    if game.hand_laid and all_live(game):
        yield Timer(last_laid_us(game) + us(game.settings.focus_lock_ms), _lock)


def _lock(turn: Turn, at_us: int) -> None:
    turn.go(Trigger.HANDS_LOCKED, at_us, stopper=None, end_asked=False, end_taps=())
    turn.tell(FocusLocked(at_us))


def lifted_from_lock(turn: Turn, seat: int) -> None:
    """The first hand to lift starts play; the others' presses mean nothing until they are released."""
    at_us = turn.game.at_us
    turn.go(Trigger.HAND_LIFTED, at_us, presses=(), lifting_since_us=at_us)
    turn.dull_buttons()
    turn.tell(PlayStarted(at_us))


def note_lifted(turn: Turn) -> None:
    """Record how far the hands' lifts spread, once the last of them is up."""
    game = turn.game
    since_us = game.lifting_since_us
    if since_us is not None and not any(game.buttons[seat].inert for seat in game.joined):
        turn.change(lifting_since_us=None)
        turn.tell(HandsLifted(game.at_us, game.at_us - since_us))

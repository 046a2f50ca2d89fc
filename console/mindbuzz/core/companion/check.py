"""The check at the end of a level: are all hands empty, and how many cards of a face-down pile lay too late?"""

from mindbuzz.core.companion.guide import guide_level
from mindbuzz.core.companion.outcomes import Action, CheckStarted, ErrorCounted, HandMarked
from mindbuzz.core.companion.undo import enter, lone_hold_due_us, lone_hold_timer, undo_timers
from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import NOTHING_GOING_ON, Game, all_live, last_laid_us
from mindbuzz.core.gestures import tapped, too_soon
from mindbuzz.core.level import complete, lose, win
from mindbuzz.core.phases import Trigger
from mindbuzz.core.settings import hold_us, us
from mindbuzz.core.turn import Timer, Timers, Turn


def start(turn: Turn, at_us: int) -> None:
    """All hands are said to be empty. A press that began before means nothing here."""
    turn.go(Trigger.HANDS_EMPTIED, at_us, **NOTHING_GOING_ON)
    turn.dull_buttons()
    turn.tell(CheckStarted(at_us, turn.game.cards.face_down))


def pressed(turn: Turn, seat: int) -> None:
    """With the last hand laid down everybody has read what is on show."""
    if all_live(turn.game):
        turn.change(shown=())


def released(turn: Turn, seat: int) -> None:
    """A tap: one error more in a face-down pile; where there is none, "no, my hand is not empty"."""
    game = turn.game
    if not tapped(game, seat) or too_soon(game, seat):
        return
    if game.cards.face_down:
        _find_error(turn)
    else:
        _go_on_playing(turn, seat)


def _find_error(turn: Turn) -> None:
    """Two people may tap for the same error: what follows the last counted one so soon does not count."""
    game = turn.game
    last_us = game.ledger.error_at_us
    if last_us is None or game.at_us - last_us >= us(game.settings.error_repeat_ms):
        turn.change(ledger=evolved(game.ledger, error_at_us=game.at_us), shown=())
        _count(turn, game.ledger.errors + 1, game.at_us)


def _take_error_back(turn: Turn, at_us: int) -> None:
    _count(turn, turn.game.ledger.errors - 1, at_us)
    turn.dull_buttons()


def _count(turn: Turn, errors: int, at_us: int) -> None:
    turn.change(ledger=evolved(turn.game.ledger, errors=errors))
    turn.tell(ErrorCounted(at_us, errors))


def _go_on_playing(turn: Turn, seat: int) -> None:
    game = turn.game
    ledger = evolved(game.ledger, empty=game.ledger.empty - {seat})
    turn.go(Trigger.HAND_NOT_EMPTY, game.at_us, ledger=ledger, shown=())
    turn.dull_buttons()
    turn.tell(HandMarked(game.at_us, seat, False))


# --- timers ---


def timers(game: Game) -> Timers:
    """All hold: done. One alone holds for long: one error less, or what was taken back last is followed by more."""
    due_us = done_due_us(game)
    if due_us is not None:
        yield Timer(due_us, _finish)
    if game.ledger.errors:
        yield from lone_hold_timer(game, _take_error_back)
    else:
        yield from undo_timers(game)


def done_due_us(game: Game) -> int | None:
    """When the level is done if all hands stay down, or None. A slow hand's press must be a hold, too."""
    if not all_live(game):
        return None
    holds_us = [game.buttons[seat].pressed_at_us + hold_us(game.settings, False, seat) for seat in game.joined]
    return max(last_laid_us(game) + us(game.settings.hold_ms), *holds_us)


def error_back_due_us(game: Game) -> int | None:
    """When an error is taken back if the one hand that is down stays there, or None."""
    return lone_hold_due_us(game) if game.ledger.errors else None


def _finish(turn: Turn, at_us: int) -> None:
    """First the lives go, then the reward comes."""
    table, ledger = turn.game.cards, turn.game.ledger
    lives = max(0, table.lives - ledger.errors)
    last = table.level == table.last_level
    enter(turn, Action.DEFEAT if not lives else Action.VICTORY if last else Action.LEVEL)
    turn.change(table=evolved(table, lives=lives), shown=())
    if not lives:
        lose(turn, at_us)
        return
    complete(turn, at_us)
    if last:
        win(turn, at_us)
    else:
        turn.change(table=evolved(turn.game.cards, level=table.level + 1))
        guide_level(turn, Trigger.LEVEL_DONE, at_us)

"""Undo: while a result is on show, one player alone who holds for long takes the last action back; and the one before.

A game is a value: an entry of the ledger is how everything stood before an action.
"""

from mindbuzz.core.companion.ledger import Entry
from mindbuzz.core.companion.outcomes import Action, Undone
from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import NOTHING_GOING_ON, Game
from mindbuzz.core.phases import Phase, Trigger
from mindbuzz.core.settings import us
from mindbuzz.core.turn import Fire, Timer, Timers, Turn


def enter(turn: Turn, action: Action) -> None:
    """Keep how everything stands, before an action changes it."""
    game = turn.game
    entry = Entry(action, game.phase, game.cards, game.ledger)
    turn.change(ledger=evolved(game.ledger, entries=(*game.ledger.entries, entry)))


def undo_timers(game: Game) -> Timers:
    """One player alone holds: the last action is taken back."""
    if can_undo(game):
        yield from lone_hold_timer(game, _undo)


def undo_due_us(game: Game) -> int | None:
    """When the last action is taken back if the one hand that is down stays there, or None."""
    return lone_hold_due_us(game) if can_undo(game) else None


def can_undo(game: Game) -> bool:
    """Whether a result is on show, and there is an action to take back."""
    return bool(game.shown and game.ledger.entries)


def _undo(turn: Turn, at_us: int) -> None:
    """Everything stands as it did before: in the check what was done there, all else in the focus after a stop."""
    entry = turn.game.ledger.entries[-1]
    told = Undone(at_us, entry.action)
    trigger = Trigger.CHECK_REOPENED if entry.phase is Phase.CHECK else Trigger.TAKEN_BACK
    going_on = {**NOTHING_GOING_ON, "shown": (told,)}
    turn.go(trigger, at_us, table=entry.table, ledger=entry.ledger, fresh=False, **going_on)
    turn.dull_buttons()
    turn.tell(told)


# --- the gesture ---


def lone_hold_timer(game: Game, fire: Fire) -> Timers:
    """What one hand alone does by lying there for long; once, until it is lifted."""
    due_us = lone_hold_due_us(game)
    if due_us is not None:
        yield Timer(due_us, fire)


def lone_hold_due_us(game: Game) -> int | None:
    """When a hand laid down in this phase has lain there for long, alone all the time; or None."""
    down = [button for button in map(game.buttons.get, game.joined) if button and button.live and not button.met]
    alone_us = [button.pressed_at_us for button in down if button.pressed_at_us >= game.began_us]
    return alone_us[0] + us(game.settings.undo_ms) if alone_us else None

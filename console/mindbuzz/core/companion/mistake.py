"""A mistake with real cards: what was marked when the hands lock costs one life, however many cards it was."""

from mindbuzz.core.companion.outcomes import Action, MistakeCounted
from mindbuzz.core.companion.undo import enter
from mindbuzz.core.evolve import evolved
from mindbuzz.core.focus import enter_focus
from mindbuzz.core.game import Game
from mindbuzz.core.level import lose
from mindbuzz.core.phases import Trigger
from mindbuzz.core.turn import Timer, Timers, Turn


def timers(game: Game) -> Timers:
    """A marked mistake falls due at the very moment of the lock."""
    if game.ledger.mistake_marked:
        yield Timer(game.began_us, _count)


def _count(turn: Turn, at_us: int) -> None:
    turn.change(ledger=evolved(turn.game.ledger, mistake_marked=False))
    lives = turn.game.cards.lives - 1
    enter(turn, Action.MISTAKE if lives else Action.DEFEAT)
    told = MistakeCounted(at_us, lives)
    turn.change(table=evolved(turn.game.cards, lives=lives), ledger=evolved(turn.game.ledger, stopped=False))
    turn.tell(told)
    if lives:
        enter_focus(turn, Trigger.MISTAKE_MADE, at_us)
        turn.change(shown=(told,))
    else:
        turn.change(shown=(told,))
        lose(turn, at_us)

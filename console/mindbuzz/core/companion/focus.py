"""Focus with real cards: what is on show stays until all hands are down; after a stop a tap marks a mistake."""

from mindbuzz.core import focus, leaving
from mindbuzz.core.companion.outcomes import MistakeMarked
from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import Game, all_live
from mindbuzz.core.gestures import lone_tap, too_soon
from mindbuzz.core.turn import Timers, Turn


def pressed(turn: Turn, seat: int) -> None:
    """A hand was laid down; with the last one everybody has read what is on show."""
    focus.pressed(turn, seat)
    if all_live(turn.game):
        turn.change(shown=())


def released(turn: Turn, seat: int) -> None:
    """A tap made while every other button is up marks a mistake or takes the mark back, or answers "end the game?"."""
    game = turn.game
    if game.end_asked:
        leaving.end_tapped(turn, seat)
    elif mistake_can_be_marked(game) and lone_tap(game, seat) and not too_soon(game, seat):
        marked = not game.ledger.mistake_marked
        turn.change(ledger=evolved(game.ledger, mistake_marked=marked))
        turn.tell(MistakeMarked(game.at_us, seat, marked))


def mistake_can_be_marked(game: Game) -> bool:
    """After a stop, unless all piles lie face down: then a mistake shows in the check."""
    return game.ledger.stopped and not game.cards.all_face_down


def leave_timers(game: Game) -> Timers:
    """Where a tap marks a mistake, nobody is asked by time whether the game shall end: a tap would answer it."""
    if not mistake_can_be_marked(game):
        yield from leaving.leave_timers(game)

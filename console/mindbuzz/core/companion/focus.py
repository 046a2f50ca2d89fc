"""Focus with real cards: what is on show stays until all hands are down; after a stop a tap marks a mistake."""

from mindbuzz.core import focus, leaving
from mindbuzz.core.companion.outcomes import MistakeMarked
from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import Game, all_live, quiet_since_us
from mindbuzz.core.gestures import lone_tap, too_soon
from mindbuzz.core.turn import Timers, Turn


def pressed(turn: Turn, seat: int) -> None:
    """A hand was laid down; with the last one everybody has read what is on show."""
    focus.pressed(turn, seat)
    if all_live(turn.game):
        turn.change(shown=())


def released(turn: Turn, seat: int) -> None:
    """A tap made while every other button is up marks a mistake or takes the mark back.

    It does so also where it is an answer to "end the game?": whether another follows it, nobody knows yet.
    """
    game = turn.game
    if mistake_can_be_marked(game) and lone_tap(game, seat) and not too_soon(game, seat):
        marked = not game.ledger.mistake_marked
        turn.change(ledger=evolved(game.ledger, mistake_marked=marked))
        turn.tell(MistakeMarked(game.at_us, seat, marked))
    leaving.end_tapped(turn, seat)


def mistake_can_be_marked(game: Game) -> bool:
    """After a stop, unless all piles lie face down: then a mistake shows in the check."""
    return game.ledger.stopped and not game.cards.all_face_down


def leave_timers(game: Game) -> Timers:
    """Focus stays unlocked: "end the game?". While people sort out a mistake, tap after tap, they are not asked."""
    yield from leaving.ask_timer(game, quiet_since_us(game) if mistake_can_be_marked(game) else game.began_us)

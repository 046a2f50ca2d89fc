"""Focus with real cards: what is on show stays until all hands are down; after a stop a tap marks a mistake."""

from mindbuzz.core import focus, leaving
from mindbuzz.core.companion.outcomes import MistakeMarked
from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import Game, all_live, quiet_since_us
from mindbuzz.core.gestures import lone_tap, too_soon
from mindbuzz.core.settings import us
from mindbuzz.core.turn import Timer, Timers, Turn


def pressed(turn: Turn, seat: int) -> None:
    """A hand was laid down; with the last one everybody has read what is on show."""
    focus.pressed(turn, seat)
    if all_live(turn.game):
        _count_taps_as_marks(turn, turn.game.at_us)
        turn.change(shown=())


def released(turn: Turn, seat: int) -> None:
    """A tap made while every other button is up marks a mistake or takes the mark back, or answers "end the game?"."""
    game = turn.game
    if game.end_asked:
        leaving.end_tapped(turn, seat)
    elif mistake_can_be_marked(game) and lone_tap(game, seat) and not too_soon(game, seat):
        _mark(turn, seat, game.at_us)


def _mark(turn: Turn, seat: int, at_us: int) -> None:
    ledger = turn.game.ledger
    marked = not ledger.mistake_marked
    turn.change(ledger=evolved(ledger, mistake_marked=marked))
    turn.tell(MistakeMarked(at_us, seat, marked))


def mistake_can_be_marked(game: Game) -> bool:
    """After a stop, unless all piles lie face down: then a mistake shows in the check."""
    return game.ledger.stopped and not game.cards.all_face_down


def leave_timers(game: Game) -> Timers:
    """Nobody touches anything: "end the game?". While cards are being dealt focus begins with the first hand laid down.

    After a stop a tap may answer that, or mark a mistake: which, shows when no second one has followed it in time.
    """
    if game.end_taps and mistake_can_be_marked(game):
        last_us, _ = game.end_taps[-1]
        yield Timer(last_us + us(game.settings.leave_taps_ms), _count_taps_as_marks)
    elif game.hand_laid or not game.fresh:
        yield from leaving.ask_timer(game, quiet_since_us(game))


def _count_taps_as_marks(turn: Turn, at_us: int) -> None:
    """The game shall not end: what was tapped meanwhile was meant for the mistake, where one can be marked."""
    game = turn.game
    if mistake_can_be_marked(game):
        turn.change(end_asked=False, end_taps=())
        for _, seat in game.end_taps:
            _mark(turn, seat, at_us)

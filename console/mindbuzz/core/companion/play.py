"""Play with real cards: the cards are played on the table. A tap says that a hand is empty, a hold stops everyone."""

from mindbuzz.core import focus, play
from mindbuzz.core.companion import check
from mindbuzz.core.companion.outcomes import HandMarked
from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import Game
from mindbuzz.core.gestures import tapped, too_soon
from mindbuzz.core.settings import hold_us
from mindbuzz.core.turn import Timer, Timers, Turn


def lifted_from_lock(turn: Turn, seat: int) -> None:
    """The first hand to lift starts play; where all hands were empty before, the check follows at once."""
    focus.lifted_from_lock(turn, seat)
    turn.change(ledger=evolved(turn.game.ledger, stopped=False))
    _check_if_all_empty(turn)


def released(turn: Turn, seat: int) -> None:
    """A tap marks one's own hand as empty, or takes the mark back."""
    game = turn.game
    if tapped(game, seat) and not too_soon(game, seat):
        empty = game.ledger.empty ^ {seat}
        turn.change(ledger=evolved(game.ledger, empty=empty))
        turn.tell(HandMarked(game.at_us, seat, seat in empty))
        _check_if_all_empty(turn)


def _check_if_all_empty(turn: Turn) -> None:
    if turn.game.ledger.empty == set(turn.game.joined):
        check.start(turn, turn.game.at_us)


def timers(game: Game) -> Timers:
    """A press that becomes a hold stops everyone; of several at one moment the earlier press."""
    down = [seat for seat in game.joined if game.buttons[seat].live]
    for seat in sorted(down, key=lambda seat: (game.buttons[seat].pressed_at_us, seat)):
        due_us = game.buttons[seat].pressed_at_us + hold_us(game.settings, False, seat)
        yield Timer(due_us, lambda turn, at_us, seat=seat: _stop(turn, seat, at_us))  # type: ignore[misc]


def _stop(turn: Turn, seat: int, at_us: int) -> None:
    play.stop(turn, seat, at_us)
    turn.change(ledger=evolved(turn.game.ledger, stopped=True))

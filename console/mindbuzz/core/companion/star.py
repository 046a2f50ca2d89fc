"""A star with real cards: when all have agreed, everyone lays a card of their own aside."""

from mindbuzz.core import star
from mindbuzz.core.companion.outcomes import Action, StarSpent
from mindbuzz.core.companion.undo import enter
from mindbuzz.core.evolve import evolved
from mindbuzz.core.focus import enter_focus
from mindbuzz.core.game import Game
from mindbuzz.core.phases import Trigger
from mindbuzz.core.table import with_star_thrown
from mindbuzz.core.turn import Timers, Turn


def question_timers(game: Game) -> Timers:
    """Consent, then the time-out."""
    yield from star.question_timers(game, _spend)


def _spend(turn: Turn, at_us: int) -> None:
    enter(turn, Action.STAR)
    game = turn.game
    table = with_star_thrown(game.cards, {}, game.settings.star_recycle)
    told = StarSpent(at_us, table.stars)
    turn.change(table=table, ledger=evolved(game.ledger, stopped=False))
    turn.tell(told)
    enter_focus(turn, Trigger.CARDS_LAID_ASIDE, at_us)
    turn.change(shown=(told,))

"""The guide of a level: what to deal, what lies face down, what there is to win; then focus."""

from mindbuzz.core.companion.outcomes import LevelGuided
from mindbuzz.core.evolve import evolved
from mindbuzz.core.focus import enter_focus
from mindbuzz.core.phases import Trigger
from mindbuzz.core.rules import REWARD
from mindbuzz.core.turn import Turn


def guide_level(turn: Turn, trigger: Trigger, at_us: int) -> None:
    """Say what to deal for the level that stands on the table. Every hand must be laid down anew.

    What came of the level before stays on show beside it.
    """
    game = turn.game
    table, shown = game.cards, game.shown
    ledger = evolved(game.ledger, empty=frozenset(), errors=0, error_at_us=None, stopped=False, mistake_marked=False)
    turn.change(ledger=ledger, timeline=())
    enter_focus(turn, trigger, at_us, fresh=True)
    turn.change(shown=shown)
    reward = REWARD.get(table.level)
    turn.tell(LevelGuided(at_us, table.level, table.level, table.face_down, reward, table.lives, table.stars))

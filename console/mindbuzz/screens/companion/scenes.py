"""Scenes of a game with real cards, by phase; other phases look the same in every game."""

from collections.abc import Callable

from mindbuzz.core.due import earliest_us
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import TableView
from mindbuzz.screens.aftermath import leaving_due_us
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.check import check
from mindbuzz.screens.companion.ending import ending
from mindbuzz.screens.companion.guide import focus
from mindbuzz.screens.companion.play import play, question, stop
from mindbuzz.screens.companion.results import page_due_us
from mindbuzz.screens.texts import Texts

# The last argument is the seat whose screen it is, or None for everyone's.
Scene = Callable[[Canvas, TableView, Texts, int, int | None], None]

SCENES: dict[Phase, Scene] = {
    Phase.FOCUS: focus,
    Phase.LOCKED: focus,
    Phase.PLAY: play,
    Phase.CHECK: check,
    Phase.STOP: stop,
    Phase.QUESTION: question,
    Phase.VICTORY: ending,
    Phase.DEFEAT: ending,
}


def draw_beside(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None = None) -> bool:
    """Draw the screen of a seat, or of everyone. Answers whether there was one: not where this is no such game."""
    if table.real_cards is None or table.phase not in SCENES:
        return False
    SCENES[table.phase](canvas, table, texts, now_us, seat)
    return True


def beside_due_us(table: TableView, now_us: int) -> int | None:
    """When such a screen changes by itself, progress aside, or None."""
    if table.phase is Phase.PLAY:
        return None
    dues = (page_due_us(table, now_us), leaving_due_us(table, now_us))
    return earliest_us(dues)

"""Pictures: what a seat's screen shows, and when it next changes by itself. One table, a row for each phase."""

from collections.abc import Callable

from PIL import Image

from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.aftermath import aftermath_due_us
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.focus import focus
from mindbuzz.screens.layout import progress_due_us
from mindbuzz.screens.lobby import attract_due_us, lobby
from mindbuzz.screens.play import play
from mindbuzz.screens.scene import SeatScene
from mindbuzz.screens.star import choice, question, stop
from mindbuzz.screens.table import draw_table
from mindbuzz.screens.texts import Texts

# The others show every seat the same, which is what the table shows.
SEAT_SCENES: dict[Phase, SeatScene] = {
    Phase.LOBBY: lobby,
    Phase.FOCUS: focus,
    Phase.LOCKED: focus,
    Phase.PLAY: play,
    Phase.STOP: stop,
    Phase.QUESTION: question,
    Phase.CHOICE: choice,
}


def picture(view: SeatView, texts: Texts, now_us: int) -> Image.Image:
    """What the screen of a seat shows: one bit a dot, 128 by 64."""
    canvas = Canvas()
    if view.table.phase in SEAT_SCENES and _has_part(view):
        SEAT_SCENES[view.table.phase](canvas, view, texts, now_us)
    else:
        draw_table(canvas, view.table, texts, now_us)
    return canvas.image


def _has_part(view: SeatView) -> bool:
    """Whether the seat is at the table, or may still sit down."""
    return view.table.phase is Phase.LOBBY or view.seat in view.table.joined


# What moves by itself. Play is not among it, and never may be: the table's sense of time is the game.
MOVING: dict[Phase, Callable[[TableView, int], int | None]] = {
    Phase.ATTRACT: attract_due_us,
    Phase.LEVEL: aftermath_due_us,
    Phase.VICTORY: aftermath_due_us,
    Phase.DEFEAT: aftermath_due_us,
}


def picture_due_us(view: SeatView, now_us: int) -> int | None:
    """When a seat's picture next changes by itself, or None."""
    return table_picture_due_us(view.table, now_us)


def table_picture_due_us(table: TableView, now_us: int) -> int | None:
    """When any picture of this table next changes by itself, or None."""
    if table.phase is Phase.PLAY:
        return None
    dues = (
        MOVING[table.phase](table, now_us) if table.phase in MOVING else None,
        progress_due_us(table.progress, now_us) if table.progress else None,
    )
    return min((due_us for due_us in dues if due_us is not None), default=None)

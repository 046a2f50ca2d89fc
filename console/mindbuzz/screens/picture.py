"""Pictures: what a seat's screen shows, and when it next changes by itself. A row for each phase that is its own."""

from PIL import Image

from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.focus import focus
from mindbuzz.screens.lobby import lobby
from mindbuzz.screens.mistake import mistake
from mindbuzz.screens.play import play
from mindbuzz.screens.scene import SeatScene
from mindbuzz.screens.star import choice, question, stop, thrown
from mindbuzz.screens.table import draw_table, table_picture_due_us
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
    Phase.MISTAKE: mistake,
    Phase.STAR: thrown,
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


def picture_due_us(view: SeatView, now_us: int) -> int | None:
    """When a seat's picture next changes by itself, or None."""
    return table_picture_due_us(view.table, now_us)

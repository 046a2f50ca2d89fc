"""Pictures: what a seat's screen shows, and when it next changes by itself. A row for each phase that is its own."""

from PIL import Image

from mindbuzz.core.due import earliest_us
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.canvas import OFF, Canvas
from mindbuzz.screens.companion.scenes import draw_beside
from mindbuzz.screens.focus import focus, say_in_focus
from mindbuzz.screens.layout import LINE, line
from mindbuzz.screens.lobby import lobby, lobby_due_us
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

# Where a broken screen is named: while all wait anyway. Never in play, where nothing may change by itself.
NAMES_LOST = frozenset({Phase.LOBBY, Phase.FOCUS, Phase.PAUSED})
NONE: frozenset[int] = frozenset()


def picture(view: SeatView, texts: Texts, now_us: int, lost: frozenset[int] = NONE) -> Image.Image:
    """What the screen of a seat shows: one bit a dot, 128 by 64. `lost` are the seats whose screens are broken."""
    canvas = Canvas()
    if draw_beside(canvas, view.table, texts, now_us, view.seat if _has_part(view) else None):
        pass
    elif view.table.phase in SEAT_SCENES and _has_part(view):
        SEAT_SCENES[view.table.phase](canvas, view, texts, now_us)
    else:
        draw_table(canvas, view.table, texts, now_us)
    named = lost_named(view.table, lost - {view.seat})
    if named:
        _name_lost(canvas, view, texts, named)
    return canvas.image


def _name_lost(canvas: Canvas, view: SeatView, texts: Texts, named: tuple[int, ...]) -> None:
    if view.table.phase is Phase.FOCUS:
        say_in_focus(view)(canvas, texts("screen_lost"), *named)
    else:
        canvas.fill(LINE, OFF)
        line(canvas, texts("screen_lost"), *named)


def lost_named(table: TableView, lost: frozenset[int]) -> tuple[int, ...]:
    """The seats whose screens are called broken now; of a seat where nobody sits nobody misses it."""
    if table.phase not in NAMES_LOST or table.end_asked:
        return ()
    return tuple(seat for seat in table.joined if seat in lost)


def _has_part(view: SeatView) -> bool:
    """Whether the seat is at the table, or may still sit down."""
    return view.table.phase is Phase.LOBBY or view.seat in view.table.joined


def picture_due_us(view: SeatView, now_us: int) -> int | None:
    """When a seat's picture next changes by itself, or None."""
    dues = [table_picture_due_us(view.table, now_us)]
    if view.table.phase is Phase.LOBBY:
        dues.append(lobby_due_us(view, now_us))
    return earliest_us(dues)

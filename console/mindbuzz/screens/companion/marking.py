"""After a stop: was there a mistake? One hand alone says so, or takes it back; all hands together go on."""

from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.rows import press_row, real_cards, row, title, under_press
from mindbuzz.screens.texts import Texts


def marking(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """Was there a mistake? Where nobody can know, it shows when the pile is turned over."""
    told = real_cards(table)
    if not told.mistake_can_be_marked:
        title(canvas, texts("stop_title"))
        row(canvas, 1, texts("mark_later"))
        return
    title(canvas, texts("marked_title" if told.mistake_marked else "mark_title"))
    press_row(canvas, 1, icons.SHORT_PRESS, texts("marked_short" if told.mistake_marked else "mark_short"))
    under_press(canvas, 2, texts("mark_alone"))

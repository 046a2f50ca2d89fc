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
    elif told.mistake_marked:
        title(canvas, texts("marked_title"))
        row(canvas, 1, texts("marked_lay"))
        _one_presses(canvas, 2, texts("marked_short"), texts)
    else:
        title(canvas, texts("mark_title"))
        _one_presses(canvas, 1, texts("mark_short"), texts)
        row(canvas, 3, texts("mark_no"))


def _one_presses(canvas: Canvas, place: int, text: str, texts: Texts) -> None:
    """Two rows: what a short press says, and that it takes one hand alone."""
    press_row(canvas, place, icons.SHORT_PRESS, text)
    under_press(canvas, place + 1, texts("mark_alone"))

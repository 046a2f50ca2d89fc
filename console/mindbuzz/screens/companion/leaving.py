"""Focus takes long: shall the game end? By turns with what else there is to read, unless a tap has a meaning there."""

from mindbuzz.core.leaving import TABLE_OF_TWO
from mindbuzz.core.views import TableView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.results import page
from mindbuzz.screens.companion.rows import real_cards, row, title
from mindbuzz.screens.focus import end_question_now
from mindbuzz.screens.lettering import BOLD
from mindbuzz.screens.texts import Texts


def end_question_is_on(table: TableView, now_us: int) -> bool:
    """Whether the question is what the screens show now."""
    return table.end_asked and (real_cards(table).mistake_can_be_marked or page(table, now_us) == 1)


def end_question(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Whose taps end it, and what goes on instead. After a stop a single tap still speaks of a mistake."""
    told = real_cards(table)
    title(canvas, texts("end_title"))
    if now_us < table.end_tapped_until_us:
        row(canvas, 1, end_question_now(table, texts, now_us), BOLD)
    else:
        row(canvas, 1, texts("end_yes_two" if len(table.joined) == TABLE_OF_TWO else "end_yes"))
    if told.mistake_can_be_marked:
        row(canvas, 2, texts("marked_title" if told.mistake_marked else "end_or_mistake"))
    else:
        row(canvas, 2, texts("end_no"))

"""Focus with real cards: what to deal, what came of the last action, or whether there was a mistake."""

from dataclasses import replace

from mindbuzz.core.views import TableView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.deal import deal
from mindbuzz.screens.companion.leaving import end_question, end_question_is_on
from mindbuzz.screens.companion.marking import marking
from mindbuzz.screens.companion.results import level_is_told, page, result
from mindbuzz.screens.companion.rows import head, real_cards, row, row_about, undo_bar, undo_row
from mindbuzz.screens.focus import everyones_key, focus_bar, hand_key, star_refused
from mindbuzz.screens.layout import status
from mindbuzz.screens.lettering import BOLD
from mindbuzz.screens.texts import Texts


def focus(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """What there is to read; and whose hands are missing, unless somebody is about to take something back."""
    if level_is_told(table, now_us):
        status(canvas, replace(table, level=table.level - 1), texts)
    else:
        head(canvas, table, texts)
    undo_row(canvas, table, texts)
    told = real_cards(table)
    if end_question_is_on(table, now_us):
        end_question(canvas, table, texts, now_us)
    elif table.shown:
        result(canvas, table, texts, now_us)
    elif told.stopped:
        marking(canvas, table, texts)
        if table.refused_by is not None:
            row_about(canvas, 3, table.refused_by, star_refused(table.refused_by, texts))
    elif told.dealing:
        deal(canvas, table, texts)
    else:
        row(canvas, 1, texts("own_go_on"), BOLD)
    if not undo_bar(canvas, table, texts, now_us):
        key = everyones_key(table) if seat is None else hand_key(table, seat)
        focus_bar(canvas, table, texts, lay_key(table, now_us) if key == "focus_lay" else key)


def lay_key(table: TableView, now_us: int) -> str:
    """What hands do that are laid down now: where the mistake is asked for they answer it."""
    told = real_cards(table)
    if not told.mistake_can_be_marked or (table.shown and not page(table, now_us)):
        return "focus_lay"
    return "marked_lay" if told.mistake_marked else "mark_no"

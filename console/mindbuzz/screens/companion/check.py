"""The check: are all hands empty; or, with a pile face down, how many cards lay too late?"""

from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.results import page, result
from mindbuzz.screens.companion.rows import (
    arrows,
    head,
    lives_lost,
    one_alone,
    press_row,
    real_cards,
    row,
    title,
    undo_bar,
    undo_row,
)
from mindbuzz.screens.layout import bar, progress_bar
from mindbuzz.screens.texts import Texts


def check(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """What to look at and what to press; by turns with what was taken back, if that led here."""
    head(canvas, table, texts)
    undo_row(canvas, table, texts)
    if table.shown and page(table, now_us) == 0:
        result(canvas, table, texts, now_us)
    elif real_cards(table).face_down:
        _turn_over(canvas, table, texts)
    else:
        _all_empty(canvas, texts)
    _bottom(canvas, table, texts, now_us)


def _all_empty(canvas: Canvas, texts: Texts) -> None:
    title(canvas, texts("check_title"))
    press_row(canvas, 2, icons.SHORT_PRESS, texts("check_no"))


def _turn_over(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """Every card that lies too late is an error; people count, the console adds up."""
    errors = real_cards(table).errors
    row(canvas, 1, texts("check_late"))
    press_row(canvas, 2, icons.SHORT_PRESS, texts("check_more"))
    if errors:
        title(canvas, texts("check_errors", count=errors))
        lives_lost(canvas, errors)
        press_row(canvas, 3, icons.LONG_PRESS, texts("check_less"))
    else:
        title(canvas, texts("check_turn", arrows=arrows(table)).strip())
        if not real_cards(table).can_undo:
            row(canvas, 3, texts("check_errors", count=errors))


def _bottom(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    errors = real_cards(table).errors
    if table.progress is None:
        bar(canvas, texts("check_done"))
    elif one_alone(table) and errors:
        progress_bar(canvas, texts("check_less"), table.progress, now_us)
    elif not undo_bar(canvas, table, texts, now_us):
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)

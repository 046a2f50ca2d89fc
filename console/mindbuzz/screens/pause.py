"""What keeps a game from going on: a pause with its cause, silence, a power cut."""

from mindbuzz.core.events import POWER, STUCK
from mindbuzz.core.views import TableView
from mindbuzz.screens.canvas import WIDTH, Canvas
from mindbuzz.screens.layout import (
    LINE_ROWS,
    STATUS_TEXT_Y,
    TITLE_ROW,
    bar,
    line_in_status,
    message,
    progress_bar,
    status,
)
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, fitting
from mindbuzz.screens.lobby import kind_name
from mindbuzz.screens.seats import named, shapes
from mindbuzz.screens.texts import Texts

MOST_CAUSES = 2


def paused(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What is to blame, and how to go on. No hand is shown: who knows who looks meanwhile."""
    causes = [cause for cause in table.causes if cause[0] != POWER][:MOST_CAUSES]
    canvas.centred(TITLE_ROW, texts("pause_title"), (TITLE, BOLD))
    if table.end_asked:
        line_in_status(canvas, texts("end_question"))
    else:
        status(canvas, table, texts)
    for place, cause in enumerate(causes):
        _cause(canvas, LINE_ROWS[place], cause, table, texts)
    if not all(source.startswith(STUCK) for source, _ in causes):
        bar(canvas, texts("pause_bar"))
    else:
        shapes(canvas, WIDTH, TITLE_ROW.top + 2, table.joined, table.ready)
        bar(canvas, texts("pause_stuck_bar"))


def _cause(canvas: Canvas, y: int, cause: tuple[str, tuple[int, ...]], table: TableView, texts: Texts) -> None:
    """What is to blame, after the seats that miss it unless all do."""
    source, seats = cause
    text = texts("pause_stuck") if source.startswith(STUCK) else texts("pause_lost", source=source)
    x = 0 if set(seats) >= set(table.joined) else _concerned(canvas, y, seats, texts)
    canvas.text(x, y, *fitting(text, WIDTH - x))


def _concerned(canvas: Canvas, y: int, seats: tuple[int, ...], texts: Texts) -> int:
    """Seats, a single one by its name; answers the column after them."""
    if len(seats) == 1:
        return named(canvas, 0, y, seats[0], texts, SMALL) + 6
    shapes(canvas, 9 * len(seats), y + 3, seats, frozenset(seats))
    return 9 * len(seats) + 4


def still_there(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Nobody moved for long."""
    status(canvas, table, texts)
    message(canvas, texts("still_title"))
    bar(canvas, texts("still_bar"))


def resume(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """A game was going on when the power went; hands stay dark."""
    message(canvas, texts("resume_title"), (kind_name(table, texts), texts("end_short")))
    canvas.text(0, STATUS_TEXT_Y, texts("level_long", level=table.level))
    shapes(canvas, WIDTH, 0, table.joined, table.ready)
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        bar(canvas, texts("resume_bar"))

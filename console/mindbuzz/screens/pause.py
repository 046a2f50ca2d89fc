"""What keeps a game from going on: a pause with its cause, silence, a power cut."""

from mindbuzz.core.events import POWER, STUCK
from mindbuzz.core.views import TableView
from mindbuzz.screens.canvas import WIDTH, Box, Canvas
from mindbuzz.screens.focus import TOP_BAR
from mindbuzz.screens.layout import TITLE_ROW, bar, bar_with_seats, message, progress_bar, status
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
        bar(canvas, texts("end_question"), TOP_BAR)
    else:
        status(canvas, table, texts)
    for place, (source, seats) in enumerate(causes):
        _cause(canvas, 26 + 12 * place, source, seats, texts)
    if any(source != STUCK for source, _ in causes):
        bar(canvas, texts("pause_bar"))
    else:
        bar_with_seats(canvas, texts("pause_stuck_bar"), table.joined, table.ready)


def _cause(canvas: Canvas, y: int, source: str, seats: tuple[int, ...], texts: Texts) -> None:
    if source == STUCK and len(seats) == 1:
        x = named(canvas, 0, y, seats[0], texts, SMALL) + 3
    else:
        x = 9 * len(seats) + 3
        shapes(canvas, x - 2, y + 3, seats, frozenset(seats))
    text = texts("pause_stuck") if source == STUCK else texts("pause_lost", source=source)
    canvas.text(x, y, *fitting(text, WIDTH - x))


def still_there(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Nobody moved for long."""
    status(canvas, table, texts)
    message(canvas, texts("still_title"))
    bar(canvas, texts("still_bar"))


def resume(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """A game was going on when the power went; hands stay dark."""
    message(canvas, texts("resume_title"), (kind_name(table, texts), texts("end_short")))
    canvas.centred(Box(0, 0, WIDTH, 10), texts("level_long", level=table.level))
    if table.progress:
        progress_bar(canvas, texts("resume_bar"), table.progress, now_us)
    else:
        bar_with_seats(canvas, texts("resume_bar"), table.joined, table.ready)

"""Victory and defeat: to the lobby, back by one action, or into another game."""

from mindbuzz.core.phases import Phase
from mindbuzz.core.views import TableView
from mindbuzz.screens.aftermath import ways_on
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.rows import head, row, undo_bar, undo_row
from mindbuzz.screens.layout import TITLE_ROW, progress_bar
from mindbuzz.screens.lettering import BOLD, TITLE
from mindbuzz.screens.texts import Texts


def ending(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """How it ended, and the ways on."""
    head(canvas, table, texts)
    canvas.centred(TITLE_ROW, _title(table, texts), (TITLE, BOLD))
    if table.challenge_offered:
        row(canvas, 2, texts("end_challenge_title"))
    undo_row(canvas, table, texts)
    if table.progress is None:
        ways_on(canvas, table, texts, now_us)
    elif not undo_bar(canvas, table, texts, now_us):
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)


def _title(table: TableView, texts: Texts) -> str:
    if table.phase is Phase.DEFEAT:
        return texts("defeat_title", level=table.level)
    return texts("victory_total" if table.challenge else "victory_title")

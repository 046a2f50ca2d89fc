"""What keeps a game from going on: a pause with its cause, silence, a power cut."""

from collections.abc import Set

from mindbuzz.core.events import POWER, STUCK
from mindbuzz.core.views import TableView
from mindbuzz.screens.canvas import WIDTH, Canvas
from mindbuzz.screens.focus import bar_with_hands, end_question_now
from mindbuzz.screens.layout import (
    LINE_ROWS,
    MARGIN_PX,
    RIGHT,
    TITLE_ROW,
    TOP_SHAPES_Y,
    TOP_WORDS_Y,
    after_shapes,
    bar,
    line,
    message,
    progress_bar,
    status,
)
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, fitting
from mindbuzz.screens.lobby import kind_name
from mindbuzz.screens.seats import named, shapes
from mindbuzz.screens.texts import Texts

MOST_CAUSES = 2
SHAPE_Y = 3


def paused(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What is to blame, and how to go on. No hand is shown: who knows who looks meanwhile."""
    status(canvas, table, texts)
    canvas.centred(TITLE_ROW, texts("pause_title"), (TITLE, BOLD))
    causes = [cause for cause in table.causes if cause[0] != POWER]
    stuck = all(source.startswith(STUCK) for source, _ in causes)
    hint = _hint(table, texts, now_us, stuck) if table.end_asked or len(causes) < MOST_CAUSES else ""
    for y, cause in zip(LINE_ROWS[:1] if hint else LINE_ROWS, causes, strict=False):
        _cause(canvas, y, cause, table, texts)
    if hint:
        line(canvas, hint)
    way = texts(way_on({source for source, _ in causes}))
    if stuck:
        bar_with_hands(canvas, table, way)
    else:
        bar(canvas, way)


def way_on(sources: Set[str]) -> str:
    """The key of what ends a pause that these causes have."""
    stuck = {source.startswith(STUCK) for source in sources}
    return "pause_all" if len(stuck) > 1 else "pause_lay" if stuck == {True} else "pause_bar"


def _hint(table: TableView, texts: Texts, now_us: int, stuck: bool) -> str:
    """What else can be done: a button that is freed ends the pause, and so do all hands on the buttons."""
    if table.end_asked:
        return end_question_now(table, texts, now_us)
    return texts("pause_free") if stuck else ""


def _cause(canvas: Canvas, y: int, cause: tuple[str, tuple[int, ...]], table: TableView, texts: Texts) -> None:
    """What is to blame, after the seats that miss it unless all do."""
    source, seats = cause
    if source.startswith(STUCK) and len(seats) == 1:
        x = named(canvas, MARGIN_PX, y, seats[0], texts, SMALL) + 6
        canvas.text(x, y, *fitting(texts("pause_stuck"), WIDTH - x))
        return
    everyone = set(seats) >= set(table.joined)
    x = after_shapes(canvas, MARGIN_PX, y + SHAPE_Y, () if everyone else seats)
    text = texts("pause_stuck") if source.startswith(STUCK) else texts("pause_lost", source=source)
    canvas.text(x, y, *fitting(text, WIDTH - x))


def still_there(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Nobody moved for long."""
    status(canvas, table, texts)
    message(canvas, texts("still_title"))
    bar(canvas, texts("still_bar"))


def resume(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """A game was going on when the power went; hands stay dark."""
    ways = () if table.progress else (texts("end_short"),)
    message(canvas, texts("resume_title"), (kind_name(table, texts), *ways))
    canvas.text(0, TOP_WORDS_Y, texts("level_long", level=table.level))
    shapes(canvas, RIGHT, TOP_SHAPES_Y, table.joined, table.ready)
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        bar(canvas, texts("resume_bar"))

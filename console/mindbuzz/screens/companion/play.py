"""Play with real cards, and a stop. Nothing of play moves by itself."""

from mindbuzz.core.rules import PILES
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.rows import ROWS, head, real_cards, row, title
from mindbuzz.screens.focus import all_key
from mindbuzz.screens.layout import RIGHT, bar, bar_with_seats, line, presses_bar, progress_bar
from mindbuzz.screens.lettering import BOLD
from mindbuzz.screens.seats import shapes
from mindbuzz.screens.star import about_to_lock, asker, stopper_bar
from mindbuzz.screens.texts import Texts


def play(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """Who has said that their hand is empty, and what a press does."""
    head(canvas, table, texts)
    empty = real_cards(table).empty
    title(canvas, texts("own_empty" if seat in empty else "own_play"))
    row(canvas, 1, texts("own_hands"))
    shapes(canvas, RIGHT, ROWS[1] + 3, table.joined, empty)
    if len(real_cards(table).face_down) < len(PILES[table.kind]):  # else there is no mistake to be marked
        row(canvas, 3, texts("own_stop_for"))
    short = "own_full_short" if seat in empty else "own_empty_short"
    presses_bar(canvas, [(icons.SHORT_PRESS, texts(short)), (icons.LONG_PRESS, texts("play_long"))])


def stop(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """Somebody stopped: for a mistake, a star, or to focus again. The one who did goes first."""
    head(canvas, table, texts)
    title(canvas, texts("stop_title"), asker(table))
    is_mine = seat is not None and seat == table.stopper and not about_to_lock(table)
    (_my_stop if is_mine else _their_stop)(canvas, table, texts, now_us, seat)


def _my_stop(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """Short, since a star is asked for so soon: only what letting go does, and what holding on does."""
    let_go = "own_stop_let_go" if real_cards(table).mistake_can_be_marked else "stop_let_go"
    row(canvas, 1, texts(let_go if table.star_can_be_asked else "stop_no_star"), BOLD)
    stopper_bar(canvas, table, texts, now_us, let_go)


def _their_stop(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    if real_cards(table).mistake_can_be_marked:
        row(canvas, 1, texts("own_stop_wait"), seats=asker(table))
    bar(canvas, texts(all_key(table) if seat in table.ready else "stop_lay"))


def question(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """Shall a star be thrown? What everyone lays aside is told when all have agreed, and not before."""
    head(canvas, table, texts)
    row(canvas, 1, texts("own_star_all"))
    may_consent = seat is not None and seat not in table.ready and not table.progress
    line(canvas, texts("star_wait" if may_consent else "star_title"), *asker(table))
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    elif seat is None or seat in table.ready:
        key = "star_yes" if seat is None else "star_no" if seat == table.stopper else "star_keep"
        bar_with_seats(canvas, texts(key), table.joined, table.ready)
    else:
        bar(canvas, texts("star_lift" if seat in table.down else "star_yes"))

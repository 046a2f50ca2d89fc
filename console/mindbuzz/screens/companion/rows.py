"""Rows: up to four lines of words between the status and the bar, and the parts that several screens share."""

from collections.abc import Sequence

from mindbuzz.core.views import RealCardsView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Canvas
from mindbuzz.screens.layout import (
    ARROW,
    ICON_PITCH_PX,
    MARGIN_PX,
    after_shapes,
    face_down_marks,
    progress_bar,
    status,
)
from mindbuzz.screens.lettering import BOLD, SMALL, Font, fitting
from mindbuzz.screens.seats import PITCH_PX, shape
from mindbuzz.screens.texts import Texts

ROWS = (8, 19, 30, 40)
PRESS_TEXT_X = 20
REWARD_TEXT_X = 12
SHAPE_GAP_PX = 4
SHAPE_Y = 3  # below the top of a row


def real_cards(table: TableView) -> RealCardsView:
    """What people have said of their cards."""
    assert table.real_cards is not None, "this game is dealt by the console"
    return table.real_cards


def head(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """The status, with the piles that lie face down."""
    status(canvas, table, texts)
    face_down_marks(canvas, real_cards(table).face_down)


def row(canvas: Canvas, place: int, text: str, font: Font = SMALL, seats: Sequence[int] = ()) -> None:
    """Words at the left, in one of four rows; after them the shapes of whom they are about."""
    words, font = fitting(text, WIDTH - MARGIN_PX - PITCH_PX * len(seats), (font,))
    canvas.text(MARGIN_PX, ROWS[place], words, font)
    for number, seat in enumerate(seats):
        shape(canvas, MARGIN_PX + font.width_px(words) + SHAPE_GAP_PX + PITCH_PX * number, ROWS[place] + SHAPE_Y, seat)


def row_about(canvas: Canvas, place: int, seats: Sequence[int], text: str) -> None:
    """What somebody has done: words after the shapes of who it was, below those of what a press does."""
    x = after_shapes(canvas, MARGIN_PX, ROWS[place] + SHAPE_Y, seats)
    _after(canvas, max(x, PRESS_TEXT_X) if seats else x, place, text)


def title(canvas: Canvas, text: str, seats: Sequence[int] = ()) -> None:
    """The first row, in bold."""
    row(canvas, 0, text, BOLD, seats)


def press_row(canvas: Canvas, place: int, rows: str, text: str) -> None:
    """What a press does, beside the icon that stands for it."""
    canvas.icon(MARGIN_PX, ROWS[place] + 5, rows)
    _after(canvas, PRESS_TEXT_X, place, text)


def under_press(canvas: Canvas, place: int, text: str) -> None:
    """The row after a press's, which goes on with its words."""
    _after(canvas, PRESS_TEXT_X, place, text)


def reward_row(canvas: Canvas, place: int, rows: str, text: str) -> None:
    """What a level has brought, beside its icon."""
    canvas.icon(MARGIN_PX, ROWS[place] + 3, rows)
    _after(canvas, REWARD_TEXT_X, place, text)


def _after(canvas: Canvas, x: int, place: int, text: str) -> None:
    words, font = fitting(text, WIDTH - x)
    canvas.text(x, ROWS[place], words, font)


def lives_lost(canvas: Canvas, count: int) -> None:
    """Right of the title: what errors cost."""
    words = f"-{count}"
    x = WIDTH - MARGIN_PX - ICON_PITCH_PX
    canvas.icon(x, ROWS[0] + 3, icons.HEART)
    canvas.text(x - BOLD.width_px(words), ROWS[0], words, BOLD)


def undo_row(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """In the last row, as long as it can be done: how to take the last action back."""
    if real_cards(table).can_undo:
        press_row(canvas, len(ROWS) - 1, icons.LONG_PRESS, texts("undo_long"))


def arrows(table: TableView) -> str:
    """The way each face-down pile runs; nothing for the only pile there is."""
    return "".join(ARROW[pile] for pile in real_cards(table).face_down)


def one_alone(table: TableView) -> bool:
    """Whether the hold that fills up is one hand's, not everyone's."""
    return len(table.ready.intersection(table.joined)) == 1


def undo_bar(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> bool:
    """Over the bar: one hand alone is about to take something back. Answers whether it is."""
    if table.progress is None or not one_alone(table):
        return False
    progress_bar(canvas, texts("undo_bar"), table.progress, now_us)
    return True

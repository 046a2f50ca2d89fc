"""What to deal at a level, which piles lie face down, and what there is to win."""

from mindbuzz.core.views import TableView
from mindbuzz.screens.aftermath import reward_told
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.rows import arrows, real_cards, row
from mindbuzz.screens.lettering import BOLD
from mindbuzz.screens.texts import Texts


def deal(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """Shuffle all cards, so many for everyone; which piles lie face down, and what there is to win."""
    row(canvas, 0, texts("guide_shuffle"))
    row(canvas, 1, texts("guide_each", count=table.level), BOLD)
    _piles_and_reward(canvas, table, texts, 2)


def next_deal(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """The same in three rows: in the fourth stands how to take back what led here."""
    row(canvas, 0, texts("guide_next", count=table.level), BOLD)
    _piles_and_reward(canvas, table, texts, 1)


def _piles_and_reward(canvas: Canvas, table: TableView, texts: Texts, place: int) -> None:
    told = real_cards(table)
    if told.face_down:
        row(canvas, place, texts("focus_face_down", arrows=arrows(table)).strip())
        place += 1
    if told.reward:
        row(canvas, place, texts("guide_win", reward=reward_told(told.reward, True, texts)))

"""A mistake: who, which card, by how much too early, what was set aside, and the lives left."""

from dataclasses import replace

from mindbuzz.core.outcomes import Mistake
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import OFF, WIDTH, Box, Canvas
from mindbuzz.screens.cards_by_owner import cards_by_owner, fits
from mindbuzz.screens.hand import hand
from mindbuzz.screens.layout import (
    ARROW_ICON,
    HAND,
    LINE,
    MARGIN_PX,
    RIGHT,
    SHAPES_Y,
    life_lost,
    line,
    note,
    status,
    strip,
)
from mindbuzz.screens.lettering import BOLD, SMALL, TINY
from mindbuzz.screens.seats import PITCH_PX, WORD_PX, shape
from mindbuzz.screens.texts import Texts

LIFE_X = RIGHT - 19
ASIDE = Box(13, LINE.top + 2, LIFE_X - 2, LINE.top + 10)
MANY_ASIDE = Box(0, HAND.top, WIDTH, LINE.top)
BACK_PX = 7
GAP_PX = 2


def mistake_in(table: TableView) -> Mistake:
    """The mistake on show."""
    return next(outcome for outcome in table.shown if isinstance(outcome, Mistake))


def mistake(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """The mistake, and what is left of the hand."""
    hand(canvas, view, texts)
    draw_mistake(canvas, view.table, mistake_in(view.table), texts)


def draw_mistake(canvas: Canvas, table: TableView, told: Mistake, texts: Texts) -> None:
    """What was set aside, with its owners, after a cross, and the life it cost; below it the card and its player."""
    status(canvas, replace(table, lives=told.lives), texts)
    _who_and_what(canvas, told, texts)
    if not told.set_aside:
        line(canvas, "", rows=icons.CROSS)
        _aside_face_down(canvas, table)
    elif fits(ASIDE, told.set_aside):
        line(canvas, "", rows=icons.CROSS)
        cards_by_owner(canvas, ASIDE, told.set_aside, (SMALL,))
    else:
        line(canvas, texts("mistake_aside"), rows=icons.CROSS)
        canvas.fill(MANY_ASIDE, OFF)
        cards_by_owner(canvas, MANY_ASIDE, told.set_aside, (SMALL, TINY))
    life_lost(canvas, LIFE_X)


def _who_and_what(canvas: Canvas, told: Mistake, texts: Texts) -> None:
    strip(canvas)
    shape(canvas, MARGIN_PX, SHAPES_Y, told.seat)
    x = MARGIN_PX + WORD_PX
    if told.card.pile in ARROW_ICON:
        canvas.icon(MARGIN_PX + PITCH_PX, SHAPES_Y + 2, ARROW_ICON[told.card.pile])
        x = MARGIN_PX + 2 * PITCH_PX
    note(canvas, x, mistake_told(told, str(told.card.value), texts), BOLD)


def mistake_told(told: Mistake, card: str, texts: Texts) -> str:
    """How far the card was ahead of the one that belonged first; unless that is nobody's business."""
    passed = [card.value for cards in told.set_aside.values() for card in cards]
    if not passed:
        return texts("mistake_title", card=card)
    return texts("mistake_early", card=card, count=max(abs(told.card.value - value) for value in passed))


def _aside_face_down(canvas: Canvas, table: TableView) -> None:
    """With cards set aside face down only their number is shown."""
    x = ASIDE.left
    for seat, count in table.set_aside_counts:
        shape(canvas, x, ASIDE.top, seat)
        canvas.icon(x + PITCH_PX, ASIDE.top, icons.CARD_BACK)
        canvas.text(x + PITCH_PX + BACK_PX, ASIDE.top - SMALL.top_px, f"×{count}", SMALL)
        x += PITCH_PX + BACK_PX + SMALL.width_px(f"×{count}") + GAP_PX

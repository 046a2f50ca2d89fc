"""A mistake: who, which card, by how much too early, what was set aside, and the lives left."""

from dataclasses import replace

from mindbuzz.core.outcomes import Mistake
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import OFF, WIDTH, Box, Canvas
from mindbuzz.screens.cards_by_owner import cards_by_owner, fits
from mindbuzz.screens.hand import hand
from mindbuzz.screens.layout import (
    HAND,
    HEARTS_X,
    ICON_PITCH_PX,
    LINE,
    MARGIN_PX,
    SHAPES_Y,
    card_text,
    line,
    note,
    status,
    strip,
)
from mindbuzz.screens.lettering import BOLD, SMALL
from mindbuzz.screens.seats import PITCH_PX, shape
from mindbuzz.screens.texts import Texts

ASIDE = Box(13, LINE.top + 2, WIDTH, LINE.top + 10)
MANY_ASIDE = Box(0, HAND.top, WIDTH, LINE.bottom)
GAP_PX = 4


def mistake_in(table: TableView) -> Mistake:
    """The mistake on show."""
    return next(outcome for outcome in table.shown if isinstance(outcome, Mistake))


def mistake(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """The mistake, and what is left of the hand."""
    hand(canvas, view, texts)
    draw_mistake(canvas, view.table, mistake_in(view.table), texts)


def draw_mistake(canvas: Canvas, table: TableView, told: Mistake, texts: Texts) -> None:
    """What was set aside, with its owners, after a cross; below it the card and its player."""
    status(canvas, replace(table, lives=told.lives), texts)
    if len(table.piles) == 1:
        canvas.icon(HEARTS_X + ICON_PITCH_PX * told.lives, 0, icons.HEART_GONE)
    strip(canvas)
    shape(canvas, MARGIN_PX, SHAPES_Y, told.seat)
    note(canvas, MARGIN_PX + PITCH_PX + 1, f"{card_text(told.card)}: {_headline(told, texts)}", BOLD)
    line(canvas, "", rows=icons.CROSS)
    if told.set_aside:
        _aside(canvas, told)
    else:
        _aside_face_down(canvas, table)


def _headline(told: Mistake, texts: Texts) -> str:
    """How far the card was ahead of the one that belonged first; unless that is nobody's business."""
    passed = [card.value for cards in told.set_aside.values() for card in cards]
    if not passed:
        return texts("mistake_title")
    return texts("mistake_early", count=max(abs(told.card.value - value) for value in passed))


def _aside(canvas: Canvas, told: Mistake) -> None:
    """Many cards need the place of the hand, too."""
    if fits(ASIDE, told.set_aside):
        cards_by_owner(canvas, ASIDE, told.set_aside, (SMALL,))
    else:
        canvas.fill(MANY_ASIDE, OFF)
        cards_by_owner(canvas, MANY_ASIDE, told.set_aside)


def _aside_face_down(canvas: Canvas, table: TableView) -> None:
    """With cards set aside face down only their number is shown."""
    x = ASIDE.left
    for seat, count in table.set_aside_counts:
        shape(canvas, x, ASIDE.top, seat)
        canvas.text(x + PITCH_PX, ASIDE.top - SMALL.top_px, f"×{count}", SMALL)
        x += PITCH_PX + SMALL.width_px(f"×{count}") + GAP_PX

"""A mistake: who, which card, by how much too early, what was set aside, and the lives left."""

from dataclasses import replace

from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import Mistake
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import HEIGHT, OFF, WIDTH, Box, Canvas
from mindbuzz.screens.cards_by_owner import cards_by_owner, fits
from mindbuzz.screens.layout import ARROW_ICON, HEARTS_X, ICON_PITCH_PX, status
from mindbuzz.screens.lettering import BOLD, LARGE, SMALL, TITLE
from mindbuzz.screens.seats import PITCH_PX, named, shape
from mindbuzz.screens.texts import Texts

CARD = Box(0, 10, 42, 34)
WORDS = Box(44, 9, WIDTH, 25)
ARROW_PX = 8
NAME_X = 48
NAME_Y = 23
LABEL_Y = 36
ASIDE = Box(0, 38, WIDTH, HEIGHT)
ASIDE_BELOW_LABEL = Box(0, 51, WIDTH, HEIGHT)


def mistake(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The mistake on show."""
    draw_mistake(canvas, table, next(outcome for outcome in table.shown if isinstance(outcome, Mistake)), texts)


def draw_mistake(canvas: Canvas, table: TableView, told: Mistake, texts: Texts) -> None:
    """Above the card and its player, below what was set aside, with its owners."""
    status(canvas, replace(table, lives=told.lives), texts)
    if len(table.piles) == 1:
        canvas.icon(HEARTS_X + ICON_PITCH_PX * told.lives, 0, icons.HEART_GONE)
    _card(canvas, told.card)
    canvas.centred(WORDS, _headline(told, texts), (TITLE, BOLD))
    named(canvas, NAME_X, NAME_Y, told.seat, texts, SMALL)
    if told.set_aside:
        _aside(canvas, told, texts)
    else:
        _aside_face_down(canvas, table, texts)


def _headline(told: Mistake, texts: Texts) -> str:
    """How far the card was ahead of the one that belonged first; unless that is nobody's business."""
    passed = [card.value for cards in told.set_aside.values() for card in cards]
    if not passed:
        return texts("mistake_title")
    return texts("mistake_early", count=max(abs(told.card.value - value) for value in passed))


def _card(canvas: Canvas, card: Card) -> None:
    canvas.fill(CARD)
    middle = (CARD.left + CARD.right) // 2
    if card.pile in ARROW_ICON:
        canvas.icon(CARD.left + 1, CARD.top + 10, ARROW_ICON[card.pile], OFF)
        middle += ARROW_PX // 2
    canvas.digits(middle - LARGE.width_px(str(card.value)) // 2, CARD.top + 2, card.value, LARGE, OFF)


def _aside(canvas: Canvas, told: Mistake, texts: Texts) -> None:
    """With a word of explanation, if there is room for it."""
    if fits(ASIDE_BELOW_LABEL, told.set_aside):
        canvas.text(0, LABEL_Y, texts("mistake_aside"), SMALL)
        cards_by_owner(canvas, ASIDE_BELOW_LABEL, told.set_aside)
    else:
        cards_by_owner(canvas, ASIDE, told.set_aside)


def _aside_face_down(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """With cards set aside face down only their number is shown."""
    canvas.text(0, LABEL_Y, texts("mistake_aside"), SMALL)
    for place, (seat, count) in enumerate(table.set_aside_counts):
        x = place * WIDTH // 3
        shape(canvas, x, 54, seat)
        canvas.icon(x + PITCH_PX + 1, 54, icons.CARD_BACK)
        canvas.text(x + 2 * PITCH_PX, 52, f"×{count}", SMALL)

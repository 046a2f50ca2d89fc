"""A mistake: who, which card, by how much too early, what was set aside, and the lives left."""

from collections.abc import Iterator, Mapping, Sequence

from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import Mistake
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import HEIGHT, OFF, WIDTH, Box, Canvas
from mindbuzz.screens.layout import HEARTS_X, ICON_PITCH_PX, card_text, status
from mindbuzz.screens.lettering import BOLD, SMALL, TINY, TITLE, Font
from mindbuzz.screens.seats import PITCH_PX, named, shape
from mindbuzz.screens.texts import Texts

ASIDE = Box(0, 38, WIDTH, HEIGHT)
FLOW_FONTS = (TITLE, SMALL, TINY)


def mistake(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The mistake on show."""
    draw_mistake(canvas, table, next(outcome for outcome in table.shown if isinstance(outcome, Mistake)), texts)


def draw_mistake(canvas: Canvas, table: TableView, told: Mistake, texts: Texts) -> None:
    """Top: the card and its player. Bottom: what was set aside, with its owners."""
    status(canvas, table, texts)
    canvas.icon(HEARTS_X + ICON_PITCH_PX * told.lives, 0, icons.HEART_GONE)
    _card(canvas, told.card)
    canvas.text(46, 10, texts("mistake_title"), BOLD)
    named(canvas, 46, 23, told.seat, texts, SMALL)
    if told.set_aside:
        _difference(canvas, told, texts)
        flow(canvas, ASIDE, told.set_aside)
    else:
        _hidden(canvas, table, texts)


def _card(canvas: Canvas, card: Card) -> None:
    box = Box(0, 11, 42, 35)
    canvas.fill(box)
    canvas.centred(box._replace(top=15), card_text(card), (TITLE,), OFF)


def _difference(canvas: Canvas, told: Mistake, texts: Texts) -> None:
    """How far the card was ahead of the one that belonged first."""
    gap = max(abs(told.card.value - card.value) for cards in told.set_aside.values() for card in cards)
    text = f"+{gap}"
    canvas.text(WIDTH - SMALL.width_px(text), 23, text, SMALL)


def _hidden(canvas: Canvas, table: TableView, texts: Texts) -> None:
    """With cards set aside face down only their number is shown."""
    canvas.centred(Box(0, 38, WIDTH, 50), texts("mistake_counts"))
    x = 2
    for seat, count in table.set_aside_counts:
        shape(canvas, x, 54, seat)
        canvas.text(x + PITCH_PX, 52, f"×{count}", SMALL)
        x += WIDTH // 4


# --- cards by owner ---


def flow(canvas: Canvas, box: Box, hands: Mapping[int, Sequence[Card]]) -> None:
    """Cards after their owners' shapes, row after row, in the largest font in which all fit."""
    font = next((font for font in FLOW_FONTS if _rows(box, hands, font) is not None), FLOW_FONTS[-1])
    for x, y, item in _rows(box, hands, font) or ():
        if isinstance(item, Card):
            _number(canvas, x, y, item, font)
        else:
            shape(canvas, x, y, item)


def _number(canvas: Canvas, x: int, y: int, card: Card, font: Font) -> None:
    canvas.digits(x, y, card.value, font)


def _rows(box: Box, hands: Mapping[int, Sequence[Card]], font: Font) -> list[tuple[int, int, int | Card]] | None:
    """Where everything goes, or None if it does not fit."""
    placed: list[tuple[int, int, int | Card]] = []
    x, y = box.left, box.top
    pitch_px = max(font.bottom_px - font.top_px, 7) + 2
    for item, width_px in _items(hands, font):
        if x + width_px - 1 > box.right:
            x, y = box.left, y + pitch_px
        if y + pitch_px - 2 > box.bottom:
            return None
        placed.append((x, y, item))
        x += width_px + 2
    return placed


def _items(hands: Mapping[int, Sequence[Card]], font: Font) -> Iterator[tuple[int | Card, int]]:
    for seat, cards in hands.items():
        if cards:
            yield seat, PITCH_PX
            yield from ((card, font.width_px(str(card.value)) + font.advance_px // 2) for card in cards)

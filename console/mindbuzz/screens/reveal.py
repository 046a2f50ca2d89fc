"""A face-down pile is turned over, card by card."""

from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import PileVerified
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import OFF, WIDTH, Box, Canvas
from mindbuzz.screens.hand import small_number
from mindbuzz.screens.layout import ARROW_ICON, BIG_Y, HEARTS_X, ICON_PITCH_PX, LINE, MARGIN_PX, level_and_piles, strip
from mindbuzz.screens.lettering import BIG_HEIGHT_PX, BOLD, ON, SMALL
from mindbuzz.screens.seats import PITCH_PX
from mindbuzz.screens.texts import Texts

LAST_SHOWN = 6
COLUMNS = 3
BEFORE_X = 75
BEFORE_Y = 13
COLUMN_PX = 19
ROW_PX = 13
BIG = Box(0, BIG_Y - 1, 74, BIG_Y + BIG_HEIGHT_PX + 1)
VERDICT_X = 14
COUNT_PX = 40


def draw_reveal(canvas: Canvas, table: TableView, texts: Texts, told: PileVerified, turned: int) -> None:
    """The card turned over last is big, those before it small; late ones are dark on lit."""
    late = {card for error in told.errors for card in error.late}
    cards = told.cards[:turned]
    level_and_piles(canvas, table, texts)
    strip(canvas)
    _count(canvas, told, turned)
    _errors(canvas, told, cards)
    _big(canvas, cards[-1], cards[-1] in late)
    _before(canvas, cards[:-1], late)
    _verdict(canvas, texts, cards[-1] in late)


def _count(canvas: Canvas, told: PileVerified, turned: int) -> None:
    x = WIDTH - COUNT_PX
    canvas.icon(x, LINE.top + 3, ARROW_ICON.get(told.pile, icons.CARD_BACK))
    canvas.text(x + PITCH_PX, LINE.top, f"{turned}/{len(told.cards)}", SMALL)


def _errors(canvas: Canvas, told: PileVerified, cards: tuple[Card, ...]) -> None:
    """A broken heart for each error found so far."""
    found = sum(1 for error in told.errors if any(card in cards for card in error.late))
    for place in range(found):
        canvas.icon(HEARTS_X + ICON_PITCH_PX * place, 0, icons.HEART_GONE)


def _big(canvas: Canvas, card: Card, late: bool) -> None:
    if late:
        canvas.fill(BIG)
    canvas.big(BIG.left + 1, BIG_Y, card.value, OFF if late else ON)


def _before(canvas: Canvas, cards: tuple[Card, ...], late: set[Card]) -> None:
    """The cards before, each in its place as long as its page of six is open."""
    page = cards[(len(cards) - 1) // LAST_SHOWN * LAST_SHOWN :] if cards else ()
    for place, card in enumerate(page):
        row, column = divmod(place, COLUMNS)
        x, y = BEFORE_X + column * COLUMN_PX, BEFORE_Y + row * ROW_PX
        if card in late:
            canvas.fill(Box(x - 1, y - 1, x + 12, y + 9))
        small_number(canvas, x, y, card.value, SMALL, OFF if card in late else ON)


def _verdict(canvas: Canvas, texts: Texts, late: bool) -> None:
    text = texts("reveal_late" if late else "reveal_fine")
    canvas.icon(MARGIN_PX, LINE.top + 3, icons.CROSS if late else icons.CHECK)
    canvas.text(VERDICT_X, LINE.top, text, BOLD)

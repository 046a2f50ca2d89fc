"""A face-down pile is turned over, card by card."""

from collections.abc import Set
from dataclasses import replace

from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import LevelCompleted, PileVerified
from mindbuzz.core.rules import Reward
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import OFF, WIDTH, Box, Canvas
from mindbuzz.screens.hand import small_number
from mindbuzz.screens.layout import (
    ARROW_ICON,
    BIG_Y,
    LINE,
    MARGIN_PX,
    TOP_SHAPES_Y,
    TOP_WORDS_Y,
    bar,
    life_lost,
    status,
)
from mindbuzz.screens.lettering import BIG_HEIGHT_PX, BOLD, ON, SMALL, set_big
from mindbuzz.screens.seats import PITCH_PX
from mindbuzz.screens.texts import Texts

LAST_SHOWN = 6
COLUMNS = 3
BEFORE_X = 75
BEFORE_Y = 13
COLUMN_PX = 19
ROW_PX = 13
VERDICT_X = 12
PILE_COLUMN_GAP_PX = 3
PILE_ROW_PX = 10
LOST_X = 68


def draw_reveal(canvas: Canvas, table: TableView, texts: Texts, told: PileVerified, turned: int) -> None:
    """The card turned over last is big, those before it small; late ones are dark on lit."""
    cards, late = told.cards[:turned], told.late
    errors = told.errors_up_to(turned)
    status(canvas, _as_it_was(table, told, errors), texts)
    _big(canvas, cards[-1], cards[-1] in late)
    _before(canvas, cards[:-1], late)
    _verdict(canvas, texts, cards[-1] in late)
    if errors > told.errors_up_to(turned - 1):
        life_lost(canvas, LOST_X)
    _count(canvas, told, turned)
    lost = errors >= told.lives_before
    bar(canvas, texts("defeat_title", level=table.level) if lost else texts("reveal_bar"))


def _as_it_was(table: TableView, told: PileVerified, errors: int) -> TableView:
    """The table without what is not told yet: the lives that later cards cost, and the reward."""
    won = any(isinstance(it, LevelCompleted) and it.granted and it.reward is Reward.STAR for it in table.shown)
    return replace(table, lives=max(0, told.lives_before - errors), stars=table.stars - won)


def _count(canvas: Canvas, told: PileVerified, turned: int) -> None:
    count = len(told.cards)
    x = WIDTH - PITCH_PX - SMALL.width_px(f"{count}/{count}")
    canvas.icon(x, LINE.top + 3, ARROW_ICON.get(told.pile, icons.CARD_BACK))
    canvas.text(x + PITCH_PX, LINE.top, f"{turned}/{count}", SMALL)


def _big(canvas: Canvas, card: Card, late: bool) -> None:
    if late:
        canvas.fill(Box(0, BIG_Y - 1, set_big(card.value).width + 1, BIG_Y + BIG_HEIGHT_PX + 1))
    canvas.big(1, BIG_Y, card.value, OFF if late else ON)


def _before(canvas: Canvas, cards: tuple[Card, ...], late: Set[Card]) -> None:
    """The cards before, each in its place as long as its page of six is open."""
    page = cards[(len(cards) - 1) // LAST_SHOWN * LAST_SHOWN :] if cards else ()
    for place, card in enumerate(page):
        row, column = divmod(place, COLUMNS)
        x, y = BEFORE_X + column * COLUMN_PX, BEFORE_Y + row * ROW_PX
        if card in late:
            canvas.fill(Box(x - 1, y - 1, x + 12, y + 9))
        small_number(canvas, x, y, card.value, SMALL, OFF if card in late else ON)


def draw_judged(canvas: Canvas, box: Box, told: PileVerified, texts: Texts) -> None:
    """A pile as it lay, in rows; late cards are dark on lit, and so are the words that say what that means."""
    late = told.late
    words = texts("reveal_late").upper()
    canvas.fill(Box(0, 0, MARGIN_PX + BOLD.width_px(words) + 1, BIG_Y + 1))
    canvas.text(MARGIN_PX, TOP_WORDS_Y, words, BOLD, OFF)
    lost = f"-{told.lives_before - told.lives}"
    canvas.text(WIDTH - PITCH_PX - BOLD.width_px(lost), TOP_WORDS_Y, lost, BOLD)
    canvas.icon(WIDTH - PITCH_PX, TOP_SHAPES_Y, icons.HEART)
    x, y = box.left + 1, box.top + 2
    if told.pile in ARROW_ICON:
        canvas.icon(x, y + 2, ARROW_ICON[told.pile])
        x += PITCH_PX
    for card in told.cards:
        width_px = SMALL.width_px(f"{card.value:2}") - 1
        if x + width_px > box.right:
            x, y = box.left + 1, y + PILE_ROW_PX
        if card in late:
            canvas.fill(Box(x - 1, y - 1, x + width_px + 1, y + PILE_ROW_PX - 1))
        canvas.text(x, y - SMALL.top_px, f"{card.value:2}", SMALL, OFF if card in late else ON)
        x += width_px + 1 + PILE_COLUMN_GAP_PX


def _verdict(canvas: Canvas, texts: Texts, late: bool) -> None:
    text = texts("reveal_late" if late else "reveal_fine")
    canvas.icon(MARGIN_PX, LINE.top + 3, icons.CROSS if late else icons.CHECK)
    canvas.text(VERDICT_X, LINE.top, text, BOLD)

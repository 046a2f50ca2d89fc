"""Layout: where things stand on every picture, and the parts that many pictures share.

rows 0-7    status: level, lives, stars, pile
rows 10-51  what it is about
rows 52-63  the bar: what to do now
"""

from collections.abc import Sequence

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.views import PileView, Progress, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import HEIGHT, OFF, WIDTH, Box, Canvas
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, fitting
from mindbuzz.screens.seats import PITCH_PX, shapes
from mindbuzz.screens.texts import Texts

BAR = Box(0, 52, WIDTH, HEIGHT)
BODY = Box(0, 10, WIDTH, 52)
TITLE_ROW = Box(0, 10, WIDTH, 26)
LINE_ROWS = (27, 39)
MARGIN_PX = 2
STATUS_TEXT_Y = -2
HEARTS_X = 40
STARS_X = 79
ICON_PITCH_PX = 8
COUNTED_PX = 15
PILE_PX = 29
TOP_BAR = Box(0, 0, WIDTH, 10)
PROGRESS_STEP_US = 100_000

ARROW = {Pile.WHITE: "▲", Pile.RED: "▼", Pile.CLASSIC: ""}
ARROW_ICON = {Pile.WHITE: icons.UP, Pile.RED: icons.DOWN}
HOLLOW_ARROW_ICON = {Pile.WHITE: icons.UP_HOLLOW, Pile.RED: icons.DOWN_HOLLOW}
BIG_ARROW_ICON = {Pile.WHITE: icons.BIG_UP, Pile.RED: icons.BIG_DOWN}


def card_text(card: Card) -> str:
    """A card in words: its number, in extreme with the way its pile runs."""
    return f"{ARROW[card.pile]}{card.value}"


# --- status ---


def status(canvas: Canvas, view: TableView, texts: Texts) -> None:
    """Level, lives, stars and piles. Every part has its place and never moves."""
    canvas.text(0, STATUS_TEXT_Y, texts("level_short", level=view.level, last=view.last_level), SMALL)
    if len(view.piles) == 1:
        _row(canvas, HEARTS_X, icons.HEART, view.lives)
        _row(canvas, STARS_X, icons.STAR, view.stars)
        _pile(canvas, WIDTH, view.piles[0])
    else:
        _counted(canvas, HEARTS_X, icons.HEART, view.lives)
        _counted(canvas, HEARTS_X + COUNTED_PX, icons.STAR, view.stars)
        for place, pile in enumerate(reversed(view.piles)):
            _pile(canvas, WIDTH - place * PILE_PX, pile)


def _row(canvas: Canvas, x: int, rows: str, count: int) -> None:
    for place in range(count):
        canvas.icon(x + ICON_PITCH_PX * place, 0, rows)


def _counted(canvas: Canvas, x: int, rows: str, count: int) -> None:
    """An icon with its number, where two piles leave no room for a row of icons."""
    canvas.icon(x, 0, rows)
    canvas.text(x + ICON_PITCH_PX, STATUS_TEXT_Y, str(count), SMALL)


def _pile(canvas: Canvas, right: int, pile: PileView) -> None:
    """A pile: its top card, or of a face-down pile how many lie there."""
    text = pile_text(pile)
    x = right - SMALL.width_px(text)
    canvas.text(x, STATUS_TEXT_Y, text, SMALL)
    rows = _pile_icon(pile)
    canvas.icon(x - 8, 0 if rows in (icons.CARD_BACK, icons.PILE) else 2, rows)


def _pile_icon(pile: PileView) -> str:
    if pile.pile is Pile.CLASSIC:
        return icons.CARD_BACK if pile.face_down else icons.PILE
    return (HOLLOW_ARROW_ICON if pile.face_down else ARROW_ICON)[pile.pile]


def pile_text(pile: PileView) -> str:
    """A pile in a word. A count has a cross, so that it is not taken for a card."""
    if pile.face_down:
        return f"×{pile.count}"
    return str(pile.cards[-1].value) if pile.cards else "–"


# --- the bar ---


def bar(canvas: Canvas, text: str) -> None:
    """What to do now: dark on lit."""
    canvas.fill(BAR)
    canvas.centred(BAR, text, (BOLD,), OFF)


def top_bar(canvas: Canvas, text: str) -> None:
    """A question, in place of the status."""
    canvas.fill(TOP_BAR)
    canvas.centred(TOP_BAR._replace(top=-1), text, (BOLD,), OFF)


def bar_with_seats(canvas: Canvas, text: str, seats: tuple[int, ...], full: frozenset[int]) -> None:
    """What to do now, and whose hands are on it: filled shapes; hollow ones are missing."""
    canvas.fill(BAR)
    room_px = WIDTH - 4 - PITCH_PX * len(seats)
    words, font = fitting(text, room_px, (BOLD,))
    canvas.text(2, BAR.top, words, font, OFF)
    shapes(canvas, WIDTH, BAR.top + 3, seats, full, ink=OFF)


def progress_bar(canvas: Canvas, text: str, progress: Progress, now_us: int) -> None:
    """What goes on while all hold; it fills up from the left."""
    canvas.centred(BAR, text, (BOLD,))
    canvas.frame(BAR)
    canvas.invert(Box(BAR.left, BAR.top, round(WIDTH * filled(progress, now_us)), BAR.bottom))


def filled(progress: Progress, now_us: int) -> float:
    """How far a hold has come, from 0 to 1, in steps."""
    steps = (progress.until_us - progress.from_us) // PROGRESS_STEP_US or 1
    return max(0, min(steps, (now_us - progress.from_us) // PROGRESS_STEP_US + 1)) / steps


def progress_due_us(progress: Progress, now_us: int) -> int | None:
    """When a progress bar takes its next step."""
    done = max(0, (now_us - progress.from_us) // PROGRESS_STEP_US + 1)
    next_us = progress.from_us + done * PROGRESS_STEP_US
    return next_us if next_us < progress.until_us else None


def presses_bar(canvas: Canvas, parts: Sequence[tuple[str, str]]) -> None:
    """What a short, a middling or a long press does, for reference: lit on dark, nothing to do at once."""
    widths = [len(_dots(rows)) + 3 + SMALL.width_px(text) - 1 for rows, text in parts]
    gap_px = (WIDTH - 2 * MARGIN_PX - sum(widths)) // max(1, len(parts) - 1)
    x = MARGIN_PX
    for (rows, text), width_px in zip(parts, widths, strict=True):
        canvas.icon(x, BAR.top + 5, rows)
        canvas.text(x + len(_dots(rows)) + 3, BAR.top, text, SMALL)
        x += width_px + gap_px


def _dots(rows: str) -> str:
    return rows.split()[0]


# --- messages ---


def message(canvas: Canvas, title: str, lines: Sequence[str] = ()) -> None:
    """A headline, and up to two lines below it."""
    canvas.centred(TITLE_ROW, title, (TITLE, BOLD))
    for top, line in zip(LINE_ROWS, lines, strict=False):
        canvas.centred(Box(0, top, WIDTH, top + SMALL.size_px), line)

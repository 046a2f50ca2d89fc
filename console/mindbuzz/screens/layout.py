"""Layout: where things stand on every picture, and the parts that many pictures share.

rows 0-7    status: level, lives, stars, pile
rows 10-37  the hand, or what it is about
rows 40-51  the line: what is going on
rows 52-63  the bar: what to do now

The chips are written in rows of bytes, eight dots high. Status, big digits and the letters of the line each stand
inside such rows, and everything keeps its place and its left edge from phase to phase: so little goes over the wire.
"""

from collections.abc import Sequence

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.views import PileView, Progress, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import HEIGHT, OFF, WIDTH, Box, Canvas
from mindbuzz.screens.lettering import BIG_HEIGHT_PX, BOLD, SMALL, TITLE, Font, fitting, has_accents
from mindbuzz.screens.seats import PITCH_PX, WORD_PX, shape, shapes
from mindbuzz.screens.texts import Texts

BIG_Y = 10
STATUS = Box(0, 0, WIDTH, BIG_Y - 2)
HAND = Box(0, BIG_Y, WIDTH, BIG_Y + BIG_HEIGHT_PX)
LINE = Box(0, 38, WIDTH, 52)  # so that its letters fill a row of bytes
BAR = Box(0, 52, WIDTH, HEIGHT)
TITLE_ROW = Box(0, 11, WIDTH, 27)
LINE_ROWS = (26, 39)
MARGIN_PX = 2
RIGHT = WIDTH - 1  # one dot stays dark beside what has no gap of its own
STATUS_TEXT_Y = -2  # for digits and capitals without accents
STATUS_WORDS_Y = -1
TOP_WORDS_Y = 0  # where nothing below needs the room
TOP_SHAPES_Y = TOP_WORDS_Y + 2
HEARTS_X = 40
STARS_X = 56
ICON_PITCH_PX = 8
PILE_PX = 29
SHAPES_Y = 56
NOTE_Y = 54  # capitals and digits of a cell that begins here fill the lowest row of bytes
PRESSES_GAP_PX = 8
PROMPT_PX = 88  # leaves room for what is beside it
GAUGE = Box(94, 56, WIDTH, HEIGHT)
PROGRESS_STEP_US = 100_000

ARROW = {Pile.WHITE: "▲", Pile.RED: "▼", Pile.CLASSIC: ""}
ARROW_ICON = {Pile.WHITE: icons.UP, Pile.RED: icons.DOWN}
HOLLOW_ARROW_ICON = {Pile.WHITE: icons.UP_HOLLOW, Pile.RED: icons.DOWN_HOLLOW}
BIG_ARROW_ICON = {Pile.WHITE: icons.BIG_UP, Pile.RED: icons.BIG_DOWN}


def card_text(card: Card) -> str:
    """A card in words: its number, in extreme with the way its pile runs."""
    return f"{ARROW[card.pile]} {card.value}".strip()


# --- status ---


def status(canvas: Canvas, view: TableView, texts: Texts) -> None:
    """Level, lives, stars and piles. Every part has its place and never moves."""
    canvas.fill(STATUS, OFF)
    canvas.text(0, STATUS_TEXT_Y, texts("level_short", level=view.level, last=view.last_level), SMALL)
    canvas.fill(STATUS._replace(top=STATUS.bottom, bottom=BIG_Y - 1), OFF)  # the foot of the slash
    _counted(canvas, HEARTS_X, icons.HEART, view.lives)
    _counted(canvas, STARS_X, icons.STAR, view.stars)
    for place, pile in enumerate(reversed(view.piles)):
        _pile(canvas, WIDTH - place * PILE_PX, pile)


def _counted(canvas: Canvas, x: int, rows: str, count: int) -> None:
    """An icon with its number: a row of icons would run into the next one."""
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


def face_down_marks(canvas: Canvas, piles: Sequence[Pile]) -> None:
    """Which piles of people's own cards lie face down, where the piles of other games stand."""
    for place, pile in enumerate(reversed(piles)):
        rows = HOLLOW_ARROW_ICON.get(pile, icons.CARD_BACK)
        canvas.icon(WIDTH - 8 * (place + 1), 0 if rows == icons.CARD_BACK else 2, rows)


def pile_text(pile: PileView) -> str:
    """A pile in a word. A count has a cross, so that it is not taken for a card."""
    if pile.face_down:
        return f"×{pile.count}"
    return str(pile.cards[-1].value) if pile.cards else "–"


# --- the line ---


def line(canvas: Canvas, text: str, *seats: int, rows: str = "") -> None:
    """What is going on, over whatever else may be there; after the shapes of whom it is about, or an icon."""
    canvas.fill(LINE._replace(top=LINE.top + 1), OFF)  # where its tallest letters begin
    x = after_shapes(canvas, MARGIN_PX, LINE.top + 2, seats)
    if rows:
        canvas.icon(x, LINE.top + 2, rows)
        x += WORD_PX
    words, font = fitting(text, WIDTH - x, (BOLD,))
    canvas.text(x, LINE.top, words, font)


def life_lost(canvas: Canvas, x: int) -> None:
    """In the line: this cost a life."""
    canvas.text(x, LINE.top, "-1", BOLD)
    canvas.icon(x + 2 * BOLD.advance_px, LINE.top + 3, icons.HEART)


def line_in_status(canvas: Canvas, text: str, *seats: int) -> None:
    """The same in place of the status, where a hand needs the line's place; in capitals, which reach no card below."""
    canvas.fill(STATUS._replace(bottom=BIG_Y - 1), OFF)
    x = after_shapes(canvas, MARGIN_PX, 0, seats)
    words, font = fitting(text.upper(), WIDTH - x, (BOLD,))
    canvas.text(x, STATUS_WORDS_Y if has_accents(words, font) else STATUS_TEXT_Y, words, font)


def after_shapes(canvas: Canvas, x: int, y: int, seats: Sequence[int]) -> int:
    """The shapes of whom the words are about; answers the column in which these begin."""
    for place, seat in enumerate(seats):
        shape(canvas, x + PITCH_PX * place, y, seat)
    return x + PITCH_PX * len(seats) + (WORD_PX - PITCH_PX) * bool(seats)


# --- the bar ---


def bar(canvas: Canvas, text: str) -> None:
    """What to do now: in bold capitals, which need no room below them."""
    strip(canvas)
    note(canvas, MARGIN_PX, text, BOLD)


def bar_with_seats(canvas: Canvas, text: str, seats: tuple[int, ...], full: frozenset[int]) -> None:
    """What to do now, and whose hands are on it: filled shapes; hollow ones are missing."""
    _beside(canvas, text)
    shapes(canvas, RIGHT, SHAPES_Y, seats, full)


def progress_bar(canvas: Canvas, text: str, progress: Progress, now_us: int) -> None:
    """What to go on doing, and beside it how far it has come."""
    _beside(canvas, text)
    canvas.frame(GAUGE)
    width_px = round(GAUGE.width_px * filled(progress, now_us))
    if width_px:
        canvas.fill(GAUGE._replace(right=GAUGE.left + width_px))


def note(canvas: Canvas, x: int, text: str, font: Font = SMALL) -> int:
    """A word in the bar; answers the column after it."""
    words, font = fitting(text.upper(), WIDTH - x, (font,))
    canvas.text(x, NOTE_Y, words, font)
    return x + font.width_px(words)


def presses_bar(canvas: Canvas, parts: Sequence[tuple[str, str]]) -> None:
    """What a short, a middling or a long press does, for reference: nothing has to be done at once."""
    strip(canvas)
    widths = [_dots_px(rows) + 3 + SMALL.width_px(text) - 1 for rows, text in parts]
    gap_px = min(PRESSES_GAP_PX, (WIDTH - 2 * MARGIN_PX - sum(widths)) // max(1, len(parts) - 1))
    x = MARGIN_PX
    for (rows, text), width_px in zip(parts, widths, strict=True):
        canvas.icon(x, NOTE_Y + 5, rows)
        note(canvas, x + _dots_px(rows) + 3, text)
        x += width_px + gap_px


def letting_go_bar(canvas: Canvas, text: str, rows: str, held: str) -> None:
    """What letting go does now; at the right, where the bar of three presses ends with it, what holding on leads to."""
    strip(canvas)
    held_x = WIDTH - MARGIN_PX - SMALL.width_px(held) + 1
    icon_x = held_x - 3 - _dots_px(rows)
    words, font = fitting(text.upper(), icon_x - 3 - MARGIN_PX, (BOLD,))
    canvas.text(MARGIN_PX, NOTE_Y, words, font)
    canvas.icon(icon_x, NOTE_Y + 5, rows)
    note(canvas, held_x, held)


def _dots_px(rows: str) -> int:
    return len(rows.split()[0])


def _beside(canvas: Canvas, text: str) -> None:
    """A text that leaves room at its right."""
    strip(canvas)
    words, font = fitting(text.upper(), PROMPT_PX, (BOLD,))
    canvas.text(MARGIN_PX, NOTE_Y, words, font)


def strip(canvas: Canvas) -> None:
    """An empty bar under its line."""
    canvas.fill(BAR, OFF)
    canvas.line((0, BAR.top), (WIDTH - 1, BAR.top))


def filled(progress: Progress, now_us: int) -> float:
    """How far a hold has come, from 0 to 1, in steps."""
    steps = (progress.until_us - progress.from_us) // PROGRESS_STEP_US or 1
    return max(0, min(steps, (now_us - progress.from_us) // PROGRESS_STEP_US + 1)) / steps


def progress_due_us(progress: Progress, now_us: int) -> int | None:
    """When a progress bar takes its next step."""
    done = max(0, (now_us - progress.from_us) // PROGRESS_STEP_US + 1)
    next_us = progress.from_us + done * PROGRESS_STEP_US
    return next_us if next_us < progress.until_us else None


# --- messages ---


def message(canvas: Canvas, title: str, lines: Sequence[str] = ()) -> None:
    """A headline, and up to two lines below it."""
    canvas.centred(TITLE_ROW, title, (TITLE, BOLD))
    for top, text in zip(LINE_ROWS, lines, strict=False):
        canvas.centred(Box(0, top, WIDTH, top + SMALL.size_px), text)

"""The table display: what everyone may know, for a screen in the middle of the table or a monitor."""

from collections.abc import Callable

from PIL import Image

from mindbuzz.core.cards import Pile
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import PileView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.aftermath import aftermath, aftermath_due_us
from mindbuzz.screens.canvas import HEIGHT, OFF, WIDTH, Box, Canvas
from mindbuzz.screens.focus import bottom_for_all
from mindbuzz.screens.layout import BIG_ARROW_ICON, pile_text, progress_due_us, status
from mindbuzz.screens.lettering import BOLD, HUGE, LARGE, ON, SMALL
from mindbuzz.screens.lobby import attract, attract_due_us, lobby_table
from mindbuzz.screens.mistake import mistake
from mindbuzz.screens.pause import paused, resume, still_there
from mindbuzz.screens.scene import TableScene
from mindbuzz.screens.seats import PITCH_PX, shape
from mindbuzz.screens.star import choice_table, question_table, stop_table, thrown
from mindbuzz.screens.texts import Texts

HANDS_X = 98
HANDS_ROW_PX = 10
PILE_WIDTH_PX = 46
PILE_Y = 20


def _playing(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The piles, and how many cards each player holds."""
    status(canvas, table, texts)
    _piles(canvas, table.piles)
    for row, (seat, count) in enumerate(table.hands):
        y = 12 + row * HANDS_ROW_PX
        shape(canvas, HANDS_X, y, seat)
        canvas.digits(HANDS_X + PITCH_PX + 3, y, count, BOLD)


def _focusing(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The same, and whose hands are missing."""
    _playing(canvas, table, texts, now_us)
    bottom_for_all(canvas, table, texts)


def _piles(canvas: Canvas, piles: tuple[PileView, ...]) -> None:
    if len(piles) == 1:
        _only_pile(canvas, piles[0])
    for place, pile in enumerate(piles if len(piles) > 1 else ()):
        _one_of_two(canvas, place * PILE_WIDTH_PX, pile)


def _only_pile(canvas: Canvas, pile: PileView) -> None:
    if pile.face_down:
        canvas.icon(8, 13, icons.BIG_CARD_BACK)
        canvas.text(40, PILE_Y - 4, pile_text(pile), LARGE)
    elif pile.cards:
        canvas.digits(0, 11, pile.cards[-1].value, HUGE)
    else:
        canvas.frame(Box(8, 13, 32, 49))


def _one_of_two(canvas: Canvas, x: int, pile: PileView) -> None:
    canvas.icon(x + 16, 11, BIG_ARROW_ICON[pile.pile])
    box = Box(x, PILE_Y + 3, x + PILE_WIDTH_PX - 4, PILE_Y + 29)
    ink = ON
    if pile.pile is Pile.WHITE:
        canvas.fill(box)
        ink = OFF
    else:
        canvas.frame(box)
    canvas.centred(box._replace(top=box.top - 3), pile_text(pile), (LARGE, SMALL), ink)


TABLE_SCENES: dict[Phase, TableScene] = {
    Phase.ATTRACT: attract,
    Phase.LOBBY: lobby_table,
    Phase.FOCUS: _focusing,
    Phase.LOCKED: _focusing,
    Phase.PLAY: _playing,
    Phase.STOP: stop_table,
    Phase.QUESTION: question_table,
    Phase.CHOICE: choice_table,
    Phase.MISTAKE: mistake,
    Phase.STAR: thrown,
    Phase.LEVEL: aftermath,
    Phase.VICTORY: aftermath,
    Phase.DEFEAT: aftermath,
    Phase.PAUSED: paused,
    Phase.STILL_THERE: still_there,
    Phase.RESUME: resume,
}


def draw_table(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The table on a canvas of a seat's size."""
    TABLE_SCENES[table.phase](canvas, table, texts, now_us)


def table_picture(table: TableView, texts: Texts, now_us: int, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Image.Image:
    """The table display, one bit a dot, in whole steps as large as fits, in the middle of `size`.

    A screen of fewer than 128 by 64 dots gets as much of the picture's middle as it can show.
    """
    canvas = Canvas()
    draw_table(canvas, table, texts, now_us)
    scale = max(1, min(size[0] // WIDTH, size[1] // HEIGHT))
    enlarged = canvas.image.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
    image = Image.new("1", size, OFF)
    image.paste(enlarged, ((size[0] - enlarged.width) // 2, (size[1] - enlarged.height) // 2))
    return image


# What moves by itself. Play is not among it, and never may be: the table's sense of time is the game.
MOVING: dict[Phase, Callable[[TableView, int], int | None]] = {
    Phase.ATTRACT: attract_due_us,
    Phase.LEVEL: aftermath_due_us,
    Phase.VICTORY: aftermath_due_us,
    Phase.DEFEAT: aftermath_due_us,
}


def table_picture_due_us(table: TableView, now_us: int) -> int | None:
    """When any picture of this table next changes by itself, or None."""
    if table.phase is Phase.PLAY:
        return None
    dues = (
        MOVING[table.phase](table, now_us) if table.phase in MOVING else None,
        progress_due_us(table.progress, now_us) if table.progress else None,
    )
    return min((due_us for due_us in dues if due_us is not None), default=None)

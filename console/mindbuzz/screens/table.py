"""The table display: what everyone may know, for a screen in the middle of the table or a monitor."""

from collections.abc import Callable

from PIL import Image

from mindbuzz.core.cards import Pile
from mindbuzz.core.due import earliest_us
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import PileView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.aftermath import aftermath, aftermath_due_us
from mindbuzz.screens.canvas import HEIGHT, OFF, WIDTH, Box, Canvas
from mindbuzz.screens.companion.scenes import beside_due_us, draw_beside
from mindbuzz.screens.focus import focus_for_all
from mindbuzz.screens.layout import ARROW_ICON, BIG_Y, pile_text, progress_due_us, status
from mindbuzz.screens.lettering import BIG_HEIGHT_PX, BOLD, LARGE, ON, SMALL
from mindbuzz.screens.lobby import attract, attract_due_us, lobby_table
from mindbuzz.screens.mistake import draw_mistake, mistake_in
from mindbuzz.screens.pause import paused, resume, still_there
from mindbuzz.screens.scene import TableScene
from mindbuzz.screens.seats import PITCH_PX, shape
from mindbuzz.screens.star import choice_for_all, draw_thrown, question_for_all, star_in, stop_for_all
from mindbuzz.screens.texts import Texts

HANDS_X = 86
HANDS_Y = 14
HANDS_COLUMN_PX = 22
HANDS_ROW_PX = 15
HANDS_COLUMNS = 2
PILE_WIDTH_PX = 42
CARD = Box(8, 10, 30, 38)


def _with_piles(below: TableScene) -> TableScene:
    """The status, the piles, how many cards each player holds; and what is below them."""

    def scene(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
        status(canvas, table, texts)
        _piles(canvas, table.piles)
        for place, (seat, count) in enumerate(table.hands):
            row, column = divmod(place, HANDS_COLUMNS)
            x, y = HANDS_X + column * HANDS_COLUMN_PX, HANDS_Y + row * HANDS_ROW_PX
            shape(canvas, x, y, seat)
            canvas.digits(x + PITCH_PX, y, count, BOLD)
        below(canvas, table, texts, now_us)

    return scene


def _nothing(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Nothing below."""


def _mistake(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    draw_mistake(canvas, table, mistake_in(table), texts)


def _star(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    draw_thrown(canvas, table, star_in(table), texts)


def _piles(canvas: Canvas, piles: tuple[PileView, ...]) -> None:
    if len(piles) == 1:
        _only_pile(canvas, piles[0])
    for place, pile in enumerate(piles if len(piles) > 1 else ()):
        _one_of_two(canvas, place * PILE_WIDTH_PX, pile)


def _only_pile(canvas: Canvas, pile: PileView) -> None:
    if pile.face_down:
        canvas.icon(CARD.left, CARD.top, icons.BIG_CARD_BACK)
        canvas.text(40, BIG_Y - 1, pile_text(pile), LARGE)
    elif pile.cards:
        canvas.big(0, BIG_Y, pile.cards[-1].value)
    else:
        canvas.frame(CARD)


def _one_of_two(canvas: Canvas, x: int, pile: PileView) -> None:
    box = Box(x, BIG_Y, x + PILE_WIDTH_PX - 2, BIG_Y + BIG_HEIGHT_PX)
    ink = ON
    if pile.pile is Pile.WHITE:
        canvas.fill(box)
        ink = OFF
    else:
        canvas.frame(box)
    canvas.icon(x + (box.width_px - 7) // 2, box.top + 1, ARROW_ICON[pile.pile], ink)
    canvas.centred(box._replace(top=box.top + 1), pile_text(pile), (LARGE, SMALL), ink)


TABLE_SCENES: dict[Phase, TableScene] = {
    Phase.ATTRACT: attract,
    Phase.LOBBY: lobby_table,
    Phase.FOCUS: _with_piles(focus_for_all),
    Phase.LOCKED: _with_piles(focus_for_all),
    Phase.PLAY: _with_piles(_nothing),
    Phase.STOP: _with_piles(stop_for_all),
    Phase.QUESTION: _with_piles(question_for_all),
    Phase.CHOICE: _with_piles(choice_for_all),
    Phase.MISTAKE: _with_piles(_mistake),
    Phase.STAR: _with_piles(_star),
    Phase.LEVEL: aftermath,
    Phase.VICTORY: aftermath,
    Phase.DEFEAT: aftermath,
    Phase.PAUSED: paused,
    Phase.STILL_THERE: still_there,
    Phase.RESUME: resume,
}


def draw_table(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The table on a canvas of a seat's size."""
    if not draw_beside(canvas, table, texts, now_us):
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


def _moving_due_us(table: TableView, now_us: int) -> int | None:
    if table.real_cards is not None:
        return beside_due_us(table, now_us)
    return MOVING[table.phase](table, now_us) if table.phase in MOVING else None


def table_picture_due_us(table: TableView, now_us: int) -> int | None:
    """When any picture of this table next changes by itself, or None."""
    if table.phase is Phase.PLAY:
        return None
    dues = (
        _moving_due_us(table, now_us),
        progress_due_us(table.progress, now_us) if table.progress else None,
        table.end_tapped_until_us if table.end_tapped_until_us > now_us else None,
    )
    return earliest_us(dues)

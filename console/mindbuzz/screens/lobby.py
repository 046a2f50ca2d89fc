"""Before a game: attract, and the lobby."""

from mindbuzz.core.rules import PLAYED_BESIDE, SETUP
from mindbuzz.core.views import Practice, SeatView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Box, Canvas
from mindbuzz.screens.layout import LINE_ROWS, RIGHT, TOP_SHAPES_Y, TOP_WORDS_Y, bar, message, presses_bar, progress_bar
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, fitting
from mindbuzz.screens.seats import PITCH_PX, named, shape
from mindbuzz.screens.texts import Texts

NAME = "mindbuzz"
# While people wait for others, the lobby and how to play take turns.
BASICS = ("play", "stop", "focus")
OFFER_US = 6_000_000
BASICS_US = 4_000_000
CYCLE_US = OFFER_US + len(BASICS) * BASICS_US
DRIFT_US = 4_000_000
DRIFT = ((24, 8), (44, 20), (8, 26), (52, 4), (30, 30), (4, 14))  # by turns, so that no dot is always lit
ICON_PX = 8  # from the icon of a short press to its words
FEWEST = min(SETUP)
MOST = max(SETUP)


def attract(canvas: Canvas, view: TableView, texts: Texts, now_us: int) -> None:
    """Nobody is here: the name and an invitation wander about."""
    x, y = DRIFT[(now_us - view.began_us) // DRIFT_US % len(DRIFT)]
    canvas.text(x, y, NAME, TITLE)
    canvas.icon(x + 22, y + 18, icons.BUTTON_UP)
    canvas.centred(Box(0, 0 if y > 24 else 52, WIDTH, 64), texts("attract"))


def attract_due_us(view: TableView, now_us: int) -> int:
    """When the name wanders on."""
    return view.began_us + ((now_us - view.began_us) // DRIFT_US + 1) * DRIFT_US


def kind_name(view: TableView, texts: Texts) -> str:
    """What the game is called."""
    return texts("kind_challenge" if view.challenge else f"kind_{view.kind.value}")


def lobby(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Join in, or wait for the others."""
    if view.practice and not view.table.progress:
        _practice(canvas, view, view.practice, texts)
    elif view.seat in view.table.joined:
        _waiting(canvas, view, texts, now_us)
    else:
        _not_joined(canvas, view, texts)


def _not_joined(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    table = view.table
    broken = any(view.seat in seats for _, seats in table.causes)
    key = "lobby_broken" if broken else "lobby_full" if len(table.joined) == MOST else "lobby_join"
    _who(canvas, view, texts)
    message(canvas, kind_name(table, texts), (texts(key),))
    bar(canvas, texts(f"{key}_bar"))


def _who(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    """Whose screen this is, whether its times are calm, and who has joined."""
    x = named(canvas, 0, TOP_WORDS_Y, view.seat, texts, BOLD)
    if view.calm:
        canvas.text(x + 4, TOP_WORDS_Y, texts("calm_mark"), SMALL)
    _players(canvas, view.table)


def _players(canvas: Canvas, table: TableView) -> None:
    """Everyone's place is theirs, so that nothing moves when somebody joins. Filled shapes are hands on buttons."""
    for place, seat in enumerate(table.seats):
        if seat in table.joined:
            x = RIGHT - PITCH_PX * (len(table.seats) - place) + 2
            shape(canvas, x, TOP_SHAPES_Y, seat, hollow=seat not in table.ready)


def _practice(canvas: Canvas, view: SeatView, practice: Practice, texts: Texts) -> None:
    """A press is down: what it would be in play, and what letting go does here."""
    _who(canvas, view, texts)
    message(canvas, texts(f"practice_{practice.value}"), (texts(f"practice_{practice.value}_plays"),))
    bar(canvas, texts(_letting_go_key(view)))


def _letting_go_key(view: SeatView) -> str:
    joined = view.seat in view.table.joined
    if view.practice is Practice.LONG:
        return "practice_calm" if view.calm_offered else "practice_next"
    return "practice_leave" if joined else "practice_join"


def _waiting(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """What the lobby offers; in between, how to play with one button."""
    if view.calm_offered:
        _who(canvas, view, texts)
        message(canvas, texts("calm_title"), (texts("calm_what"),))
        presses_bar(canvas, [(icons.LONG_PRESS, texts("calm_take"))])
        return
    page = None if view.table.progress else _basics_page(view.table, now_us)
    if page is None:
        _joined(canvas, view, texts, now_us)
    else:
        _who(canvas, view, texts)
        message(canvas, texts(f"basics_{page}"), (texts(f"basics_{page}_how"),))
        bar(canvas, texts("lobby_start"))


def _basics_page(table: TableView, now_us: int) -> str | None:
    """Which of BASICS is on, or None while the lobby itself is. People with cards of their own are told on the way."""
    if table.kind in PLAYED_BESIDE:
        return None
    into_us = (now_us - table.began_us) % CYCLE_US - OFFER_US
    return None if into_us < 0 else BASICS[into_us // BASICS_US]


def lobby_due_us(view: SeatView, now_us: int) -> int | None:
    """When the next page follows, or None."""
    table = view.table
    if view.seat not in table.joined or view.practice or table.progress or table.kind in PLAYED_BESIDE:
        return None
    began_us = now_us - (now_us - table.began_us) % CYCLE_US
    turns = (began_us + OFFER_US + page * BASICS_US for page in range(len(BASICS) + 1))
    return next(turn_us for turn_us in turns if turn_us > now_us)


def _joined(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    table = view.table
    _who(canvas, view, texts)
    message(canvas, kind_name(table, texts), (texts("lobby_alone" if len(table.joined) < FEWEST else "lobby_start"),))
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        _press_row(canvas, texts("lobby_leave"))
        presses_bar(canvas, [(icons.LONG_PRESS, texts("lobby_next_game"))])


def _press_row(canvas: Canvas, text: str) -> None:
    """What a short press does, after the icon that stands for one from now on."""
    words, font = fitting(text, WIDTH - ICON_PX)
    x = (WIDTH - ICON_PX - font.width_px(words)) // 2
    canvas.icon(x, LINE_ROWS[1] + 5, icons.SHORT_PRESS)
    canvas.text(x + ICON_PX, LINE_ROWS[1], words, font)


def lobby_table(canvas: Canvas, view: TableView, texts: Texts, now_us: int) -> None:
    """The lobby for everyone to see."""
    message(canvas, kind_name(view, texts), (texts("lobby_players", count=len(view.joined)),))
    canvas.text(0, TOP_WORDS_Y, NAME, SMALL)
    _players(canvas, view)
    if view.progress:
        progress_bar(canvas, texts("star_keep"), view.progress, now_us)
    else:
        bar(canvas, texts("lobby_join_bar" if len(view.joined) < FEWEST else "lobby_start"))

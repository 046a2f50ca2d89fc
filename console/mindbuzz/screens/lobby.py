"""Before a game: attract, and the lobby."""

from mindbuzz.core.rules import FEWEST_SEATS, MOST_SEATS, Kind
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import Practice, SeatView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Box, Canvas
from mindbuzz.screens.layout import LINE_ROWS, RIGHT, TOP_SHAPES_Y, TOP_WORDS_Y, bar, message, presses_bar, progress_bar
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, fitting
from mindbuzz.screens.seats import PITCH_PX, WORD_PX, named, shape
from mindbuzz.screens.texts import Texts

NAME = "mindbuzz"
OFFER_US = 6_000_000
BASICS_US = 4_000_000
WARNING_US = 10_000_000  # so long before a seat is given up its screen counts down
DRIFT_US = 4_000_000
DRIFT = ((24, 8), (44, 20), (8, 26), (52, 4), (30, 30), (4, 14))  # by turns, so that no dot is always lit

# What a press is in a game, by kind: the keys of what a short and a long one do.
SHORT = {
    Kind.CLASSIC: "practice_short_plays",
    Kind.BLIND: "practice_short_plays",
    Kind.EXTREME: "practice_short_armed",
    Kind.COMPANION_CLASSIC: "practice_short_empty",
    Kind.COMPANION_BLIND: "practice_short_empty",
    Kind.COMPANION_EXTREME: "practice_short_empty",
}
LONG = {
    Kind.CLASSIC: "practice_long_plays",
    Kind.BLIND: "practice_long_plays",
    Kind.EXTREME: "practice_long_second",
    Kind.COMPANION_CLASSIC: "own_stop_for",
    Kind.COMPANION_BLIND: "practice_long_plays",
    Kind.COMPANION_EXTREME: "own_stop_for",
}

# How to play, by kind, which takes turns with what the lobby offers: a headline, and what it says.
Basics = tuple[tuple[str, str], ...]
FOCUS = ("basics_focus", "basics_focus_how")
FACE_DOWN = ("basics_blind", "mark_later")


def _presses(kind: Kind, *between: tuple[str, str]) -> Basics:
    return ("practice_short", SHORT[kind]), *between, ("practice_long", LONG[kind])


def _own_cards(kind: Kind) -> Basics:
    return ("basics_own", "basics_own_how"), *_presses(kind), FOCUS


BASICS: dict[Kind, Basics] = {
    Kind.CLASSIC: (*_presses(Kind.CLASSIC), FOCUS),
    Kind.BLIND: (FACE_DOWN, *_presses(Kind.BLIND), FOCUS),
    Kind.EXTREME: (*_presses(Kind.EXTREME, ("basics_middle", "basics_middle_how")), FOCUS),
    Kind.COMPANION_CLASSIC: _own_cards(Kind.COMPANION_CLASSIC),
    Kind.COMPANION_BLIND: _own_cards(Kind.COMPANION_BLIND),
    Kind.COMPANION_EXTREME: _own_cards(Kind.COMPANION_EXTREME),
}


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
    """Join in, or wait for the others. Whatever else is on, the bar says what a press does here."""
    _who(canvas, view, texts)
    if view.practice and not view.table.progress:
        _practice(canvas, view, view.practice, texts)
    elif view.seat in view.table.joined:
        _waiting(canvas, view, texts, now_us)
    else:
        _not_joined(canvas, view, texts)


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


# --- what the lobby offers ---


def _not_joined(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    key = _kept_out_key(view)
    _offer(canvas, view.table, texts, texts(key or "lobby_join"))
    if key:
        bar(canvas, texts(f"{key}_bar"))
    else:
        _presses_here(canvas, view.table, texts, "lobby_join_press")


def _kept_out_key(view: SeatView) -> str:
    """What keeps a seat from joining, or nothing."""
    if any(view.seat in seats for _, seats in view.table.causes):
        return "lobby_broken"
    return "lobby_full" if len(view.table.joined) == MOST_SEATS else ""


def _joined(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    table = view.table
    _offer(canvas, table, texts, _start(table, texts))
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        _presses_here(canvas, table, texts, "lobby_leave")


def _offer(canvas: Canvas, table: TableView, texts: Texts, below: str) -> None:
    """The game, which one it is of all there are, and who chose it."""
    message(canvas, kind_name(table, texts), ("", below))
    kinds = table.kinds_on_offer
    if is_fixed(table) or table.kind not in kinds:
        return
    key = "lobby_chosen" if table.chosen_by else "lobby_which"
    words = texts(key, number=kinds.index(table.kind) + 1, count=len(kinds))
    before_px = WORD_PX if table.chosen_by else 0
    words, font = fitting(words, WIDTH - before_px)
    x = (WIDTH - before_px - font.width_px(words) + 1) // 2
    if table.chosen_by:
        shape(canvas, x, LINE_ROWS[0] + 3, table.chosen_by)
    canvas.text(x + before_px, LINE_ROWS[0], words, font)


def is_fixed(table: TableView) -> bool:
    """Whether a hold changes no game."""
    return len(table.kinds_on_offer) < 2


def _start(table: TableView, texts: Texts) -> str:
    """How a game starts, or what that still lacks."""
    return texts("lobby_alone" if len(table.joined) < FEWEST_SEATS else "lobby_start")


def _presses_here(canvas: Canvas, table: TableView, texts: Texts, short: str) -> None:
    """What a short press does in the lobby, and a long one unless the game is fixed."""
    long = [] if is_fixed(table) else [(icons.LONG_PRESS, texts("lobby_next_game"))]
    presses_bar(canvas, [(icons.SHORT_PRESS, texts(short)), *long])


# --- a press that is down ---


def _practice(canvas: Canvas, view: SeatView, practice: Practice, texts: Texts) -> None:
    """What the press would be in play, and what letting go does here."""
    plays = (SHORT if practice is Practice.SHORT else LONG)[view.table.kind]
    start = _start(view.table, texts) if view.seat in view.table.joined else ""
    message(canvas, texts(f"practice_{practice.value}"), (texts(plays), start))
    bar(canvas, texts(_letting_go_key(view, practice)))


def _letting_go_key(view: SeatView, practice: Practice) -> str:
    table = view.table
    others = table.down - {view.seat}
    if practice is Practice.LONG:
        if others or (is_fixed(table) and not view.calm_offered):
            return "practice_nothing"
        return "practice_calm" if view.calm_offered else "practice_next"
    if view.seat in table.joined:
        return "practice_nothing" if others.intersection(table.joined) else "practice_leave"
    return "practice_nothing" if _kept_out_key(view) else "practice_join"


# --- waiting ---


def _waiting(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """What the lobby offers; in between, how to play with one button, and that a silent seat will be given up."""
    table = view.table
    told = None if table.progress else _meanwhile(view, texts, now_us)
    if view.calm_offered and not table.progress:
        message(canvas, texts("calm_title"), (texts("calm_what"), _start(table, texts)))
        presses_bar(canvas, [(icons.SHORT_PRESS, texts("lobby_leave")), (icons.LONG_PRESS, texts("calm_take"))])
    elif told:
        title, what = told
        message(canvas, title, (what, _start(table, texts)))
        _presses_here(canvas, table, texts, "lobby_leave")
    else:
        _joined(canvas, view, texts, now_us)


def _meanwhile(view: SeatView, texts: Texts, now_us: int) -> tuple[str, str] | None:
    """A headline and what it says, in place of the offer: the seat is given up soon, a game has ended, how to play."""
    table = view.table
    if free := _free_soon(view, texts, now_us):
        return texts("still_title"), free
    if table.was_ended and now_us < table.began_us + OFFER_US:
        return texts("lobby_ended"), kind_name(table, texts)
    page = _basics_page(table, now_us)
    return None if page is None else (texts(page[0]), texts(page[1]))


def _basics_page(table: TableView, now_us: int) -> tuple[str, str] | None:
    """Which of BASICS is on, or None while the lobby itself is: first of all, whenever somebody has pressed."""
    basics = BASICS[table.kind]
    cycle_us = OFFER_US + len(basics) * BASICS_US
    into_us = (now_us - table.quiet_since_us) % cycle_us - OFFER_US
    return None if into_us < 0 else basics[into_us // BASICS_US]


def _given_up_us(view: SeatView) -> tuple[int, ...]:
    """When the seat is free for others who press, and when for everyone, since attract comes."""
    return tuple(at_us for at_us in (view.silent_at_us, view.table.attract_at_us) if at_us is not None)


def _free_soon(view: SeatView, texts: Texts, now_us: int) -> str:
    """In how many seconds the seat is given up, or that it may be at any moment; nothing while there is time."""
    for at_us in _given_up_us(view):
        if at_us - WARNING_US <= now_us < at_us:
            return texts("lobby_free_in", seconds=-((now_us - at_us) // SECOND_US))
    silent = view.silent_at_us is not None and view.silent_at_us <= now_us
    return texts("lobby_free") if silent else ""


def lobby_due_us(view: SeatView, now_us: int) -> int | None:
    """When the next page follows, or None."""
    table = view.table
    if view.seat not in table.joined or view.practice or table.progress:
        return None
    basics = BASICS[table.kind]
    began_us = now_us - (now_us - table.quiet_since_us) % (OFFER_US + len(basics) * BASICS_US)
    dues = [began_us + OFFER_US + page * BASICS_US for page in range(len(basics) + 1)]
    for at_us in _given_up_us(view):
        dues.extend(range(at_us - WARNING_US, at_us + 1, SECOND_US))
    return min((due_us for due_us in dues if due_us > now_us), default=None)


def lobby_table(canvas: Canvas, view: TableView, texts: Texts, now_us: int) -> None:
    """The lobby for everyone to see."""
    message(canvas, kind_name(view, texts), (texts("lobby_players", count=len(view.joined)),))
    canvas.text(0, TOP_WORDS_Y, NAME, SMALL)
    _players(canvas, view)
    if view.progress:
        progress_bar(canvas, texts("star_keep"), view.progress, now_us)
    else:
        bar(canvas, texts("lobby_join_bar" if len(view.joined) < FEWEST_SEATS else "lobby_start"))

"""A stop, the question for a star, the secret choice, and the star thrown."""

from dataclasses import replace

from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import StarThrown
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Box, Canvas
from mindbuzz.screens.focus import all_key
from mindbuzz.screens.hand import hand
from mindbuzz.screens.layout import (
    TITLE_ROW,
    bar,
    bar_with_seats,
    card_text,
    message,
    presses_bar,
    progress_bar,
    status,
    top_bar,
)
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE
from mindbuzz.screens.play import LETTING_GO, other_arrow
from mindbuzz.screens.seats import named_centred, shape
from mindbuzz.screens.texts import Texts

# --- stop ---


def stop(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Somebody stopped: refocus, or perhaps a star."""
    mine = view.seat == view.table.stopper
    _stopped(canvas, view.table, texts, _stopper_lines(view.table, texts) if mine else ("", texts("stop_lay")))
    if mine:
        bar(canvas, texts("stop_keep" if view.table.star_can_be_asked else "stop_let_go"))
    else:
        key = "focus_lay" if view.seat not in view.table.ready else all_key(view.table)
        bar_with_seats(canvas, texts(key), view.table.joined, view.table.ready)


def _stopper_lines(table: TableView, texts: Texts) -> tuple[str, str]:
    return ("", texts("stop_let_go" if table.star_can_be_asked else "stop_no_star"))


def _stopped(canvas: Canvas, table: TableView, texts: Texts, lines: tuple[str, ...]) -> None:
    status(canvas, table, texts)
    message(canvas, texts("stop_title"), lines)
    if table.stopper is not None:
        named_centred(canvas, 26, table.stopper, texts, SMALL)


def stop_table(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """A stop for everyone to see."""
    _stopped(canvas, table, texts, ("", texts("stop_lay")))
    bar_with_seats(canvas, texts("focus_lay"), table.joined, table.ready)


# --- question ---


def question(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Shall a star be thrown? Everyone holds, or not."""
    table = view.table
    _asked(canvas, table, texts, _question_line(view, texts))
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    elif view.seat in table.ready:
        bar_with_seats(canvas, texts("star_keep"), table.joined, table.ready)
    else:
        bar(canvas, texts("star_lift" if view.seat in table.down else "star_yes"))


def _question_line(view: SeatView, texts: Texts) -> str:
    if view.seat == view.table.stopper:
        return texts("star_asker")
    return texts("star_no") if view.seat not in view.table.ready else ""


def _asked(canvas: Canvas, table: TableView, texts: Texts, line: str) -> None:
    status(canvas, table, texts)
    message(canvas, texts("star_title"), ("", line))
    if table.stopper is not None:
        named_centred(canvas, 26, table.stopper, texts, SMALL)


def question_table(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The question for everyone to see."""
    _asked(canvas, table, texts, "")
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        bar_with_seats(canvas, texts("star_yes"), table.joined, table.ready)


# --- secret choice ---


def choice(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Which card to throw: the big one. Nobody else sees it before all have chosen."""
    top_bar(canvas, texts("choice_title"))
    hand(canvas, view, texts)
    if view.pick or not view.hand:
        key = "choice_made" if view.pick else "choice_others"
        bar_with_seats(canvas, texts(key), _choosers(view.table), view.table.picked)
    elif view.letting_go in LETTING_GO:
        bar(canvas, texts(LETTING_GO[view.letting_go], arrow=other_arrow(view)))
    else:
        _presses(canvas, view, texts)


def _presses(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    parts = [(icons.SHORT_PRESS, texts("choice_short")), (icons.LONG_PRESS, texts("choice_long"))]
    if len({card.pile for card in view.hand}) > 1:
        parts.insert(1, (icons.MIDDLE_PRESS, texts("choice_middle")))
    presses_bar(canvas, parts)


def _choosers(table: TableView) -> tuple[int, ...]:
    return tuple(seat for seat, count in table.hands if count)


def choice_table(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Who has chosen, not what."""
    status(canvas, table, texts)
    message(canvas, texts("star_title"), (texts("choice_title"),))
    bar_with_seats(canvas, texts("choice_others"), _choosers(table), table.picked)


# --- thrown ---


def thrown(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What everyone threw."""
    star = next(outcome for outcome in table.shown if isinstance(outcome, StarThrown))
    draw_thrown(canvas, table, star, texts)


def draw_thrown(canvas: Canvas, table: TableView, star: StarThrown, texts: Texts) -> None:
    """A star, and under it each card beside its owner's shape."""
    status(canvas, replace(table, stars=star.stars), texts)
    canvas.centred(TITLE_ROW, texts("thrown_title"), (TITLE, BOLD))
    width_px = WIDTH // max(1, len(star.discarded))
    for place, (seat, card) in enumerate(star.discarded.items()):
        _thrown_card(canvas, Box(place * width_px, 30, (place + 1) * width_px, 64), seat, card)


def _thrown_card(canvas: Canvas, box: Box, seat: int, card: Card) -> None:
    middle = box.left + box.width_px // 2
    shape(canvas, middle - 3, box.top, seat)
    canvas.frame(Box(middle - 15, box.top + 10, middle + 16, box.top + 30))
    canvas.centred(box._replace(top=box.top + 13), card_text(card), (TITLE,))

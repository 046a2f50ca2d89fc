"""A stop, the question for a star, the secret choice, and the star thrown."""

from dataclasses import replace

from mindbuzz.core.outcomes import StarThrown
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import HEIGHT, WIDTH, Box, Canvas
from mindbuzz.screens.cards_by_owner import cards_by_owner
from mindbuzz.screens.focus import all_key, bar_with_hands
from mindbuzz.screens.hand import hand, holds_cards, may_switch
from mindbuzz.screens.layout import (
    SHAPES_Y,
    bar,
    bar_with_seats,
    card_text,
    line,
    presses_bar,
    progress_bar,
    status,
    strip,
)
from mindbuzz.screens.play import LETTING_GO, letting_go
from mindbuzz.screens.texts import Texts

THROWN = Box(0, SHAPES_Y, WIDTH, HEIGHT)

# --- stop ---


def asker(table: TableView) -> tuple[int, ...]:
    """Who stopped the game, if anybody did."""
    return () if table.stopper is None else (table.stopper,)


def stop(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Somebody stopped: refocus, or perhaps a star."""
    table = view.table
    status(canvas, table, texts)
    hand(canvas, view, texts)
    if view.seat == table.stopper and not about_to_lock(table):
        line(canvas, texts("stop_let_go" if table.star_can_be_asked else "stop_no_star"))
        stopper_bar(canvas, table, texts, now_us, "stop_let_go")
    else:
        line(canvas, texts("stop_title"), *asker(table))
        bar_with_hands(canvas, table, texts(all_key(table) if view.seat in table.ready else "focus_lay"))


def stopper_bar(canvas: Canvas, table: TableView, texts: Texts, now_us: int, otherwise: str) -> None:
    """What holding on leads to, and how soon; where there is no star, what letting go does."""
    if table.progress:
        progress_bar(canvas, texts("stop_keep"), table.progress, now_us)
    else:
        bar(canvas, texts(otherwise))


def about_to_lock(table: TableView) -> bool:
    """All hands are down, one of them anew: nobody is to let go now, who stopped the game no more than the others."""
    return table.hand_laid and set(table.joined) <= table.ready


def stop_for_all(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """A stop for everyone to see."""
    line(canvas, texts("stop_title"), *asker(table))
    bar(canvas, texts("stop_lay"))


# --- question ---


def question(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Shall a star be thrown? Everyone holds, or not."""
    table = view.table
    status(canvas, table, texts)
    hand(canvas, view, texts)
    if view.seat == table.stopper:
        line(canvas, texts("star_asked"))
        _agreed(canvas, view, texts, now_us)
    elif table.progress or view.seat in table.ready:
        line(canvas, texts("star_title"), *asker(table))
        _agreed(canvas, view, texts, now_us)
    else:
        line(canvas, texts("star_wait"), *asker(table))
        bar(canvas, texts("star_lift" if view.seat in table.down else "star_yes"))


def _agreed(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Only the one who asked refuses by letting go; whoever consented may lift and come back."""
    table = view.table
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        key = "star_no" if view.seat == table.stopper else "star_keep"
        bar_with_seats(canvas, texts(key), table.joined, table.ready)


def question_for_all(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The question for everyone to see."""
    line(canvas, texts("star_title"), *asker(table))
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)
    else:
        bar_with_seats(canvas, texts("star_yes"), table.joined, table.ready)


# --- secret choice ---


def choice(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """Which card to throw: the big one. Nobody else sees it before all have chosen."""
    status(canvas, view.table, texts)
    hand(canvas, view, texts)
    chosen = view.seat in view.table.picked
    if view.pick:
        line(canvas, texts("choice_made", card=card_text(view.pick)))
    elif holds_cards(view) and not chosen:
        line(canvas, texts("choice_title"))
    if chosen or not holds_cards(view):
        bar_with_seats(canvas, texts("choice_others"), _choosers(view.table), view.table.picked)
    elif view.letting_go in LETTING_GO:
        letting_go(canvas, view.letting_go, texts, "choice_long")
    else:
        _presses(canvas, view, texts)


def _presses(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    parts = [(icons.SHORT_PRESS, texts("choice_short")), (icons.LONG_PRESS, texts("choice_long"))]
    if may_switch(view):
        parts.insert(1, (icons.MIDDLE_PRESS, texts("choice_middle")))
    presses_bar(canvas, parts)


def _choosers(table: TableView) -> tuple[int, ...]:
    return tuple(seat for seat, count in table.hands if count)


def choice_for_all(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """Who has chosen, not what."""
    line(canvas, texts("choice_all"))
    bar_with_seats(canvas, texts("choice_all_bar"), _choosers(table), table.picked)


# --- thrown ---


def star_in(table: TableView) -> StarThrown:
    """The star on show."""
    return next(outcome for outcome in table.shown if isinstance(outcome, StarThrown))


def thrown(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """What everyone threw, and what is left of the hand."""
    hand(canvas, view, texts)
    draw_thrown(canvas, view.table, star_in(view.table), texts)


def draw_thrown(canvas: Canvas, table: TableView, star: StarThrown, texts: Texts) -> None:
    """Each card after its owner's shape."""
    status(canvas, replace(table, stars=star.stars), texts)
    line(canvas, texts("thrown_title"))
    strip(canvas)
    cards_by_owner(canvas, THROWN, {seat: (card,) for seat, card in star.discarded.items()})

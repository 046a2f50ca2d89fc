"""Focus: the hand to look at, and what everyone's hand on the button still lacks."""

from collections.abc import Callable

from mindbuzz.core.leaving import TABLE_OF_TWO
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.hand import hand, leaves_line_free
from mindbuzz.screens.layout import ARROW, bar, bar_with_seats, line, line_in_status, status
from mindbuzz.screens.texts import Texts

NO_HANDS: frozenset[int] = frozenset()


def focus(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """The hand, and what to do with one's hand."""
    status(canvas, view.table, texts)
    hand(canvas, view, texts)
    told, about = _told(view.table, texts, now_us, view.seat in view.table.ready)
    if told:
        say_in_focus(view)(canvas, told, *about)
    focus_bar(canvas, view.table, texts, hand_key(view.table, view.seat))


def say_in_focus(view: SeatView) -> Callable[..., None]:
    """Says something where it hides no card."""
    return line if leaves_line_free(view) else line_in_status


def _told(table: TableView, texts: Texts, now_us: int, ready: bool) -> tuple[str, tuple[int, ...]]:
    """What else there is to know, and of whom: who said no to a star; or until one's hand is down, of the level."""
    if table.end_asked:
        return end_question_now(table, texts, now_us), ()
    if table.refused_by is not None:
        return star_refused(table.refused_by, texts), table.refused_by
    return "" if ready else level_hint(table, texts), ()


def star_refused(by: tuple[int, ...], texts: Texts) -> str:
    """There is no star: somebody, whose shape stands before it, said no; or the time was over."""
    return texts("star_refused" if by else "star_timed_out")


def end_question(table: TableView, texts: Texts) -> str:
    """Whose presses end the game now."""
    return texts("end_question_two" if len(table.joined) == TABLE_OF_TWO else "end_question")


def end_question_now(table: TableView, texts: Texts, now_us: int) -> str:
    """The same; after a first tap what it waits for, as long as it does."""
    if now_us >= table.end_tapped_until_us:
        return end_question(table, texts)
    return texts("end_tapped_two" if len(table.joined) == TABLE_OF_TWO else "end_tapped")


def level_hint(table: TableView, texts: Texts) -> str:
    """What is special about a level that was just dealt, to be read until one's hand is down."""
    if any(pile.count for pile in table.piles):
        return ""
    face_down = [pile.pile for pile in table.piles if pile.face_down]
    if not face_down:
        return ""
    return texts("focus_face_down", arrows="".join(ARROW[pile] for pile in face_down)).strip()


def focus_bar(canvas: Canvas, table: TableView, texts: Texts, key: str) -> None:
    """What to do with one's hand, and whose hands are still missing."""
    if table.phase is Phase.LOCKED:
        bar(canvas, texts("focus_locked"))
    else:
        bar_with_hands(canvas, table, texts(key))


def bar_with_hands(canvas: Canvas, table: TableView, text: str) -> None:
    """What to do with one's hand, and whose hands count."""
    bar_with_seats(canvas, text, table.joined, NO_HANDS if all_lay_anew(table) else table.ready)


def hand_key(table: TableView, seat: int) -> str:
    """What this seat is told."""
    if seat in table.ready:
        return all_key(table)
    return "focus_again" if seat in table.down else "focus_lay"


def all_key(table: TableView) -> str:
    """What a hand that lies where it should is told."""
    return "focus_again" if all_lay_anew(table) else "focus_hold"


def all_lay_anew(table: TableView) -> bool:
    """All hands lie there, none was laid down since this focus began: none counts."""
    return set(table.joined) <= table.ready and not table.hand_laid


def focus_for_all(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The line and the bar of a picture for everyone."""
    told, about = _told(table, texts, now_us, set(table.joined) <= table.ready)
    if told:
        line(canvas, told, *about)
    focus_bar(canvas, table, texts, everyones_key(table))


def everyones_key(table: TableView) -> str:
    """What all seats together are told."""
    return all_key(table) if set(table.joined) <= table.ready else "focus_lay"

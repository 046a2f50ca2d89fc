"""After a level: the pages that follow one another, by the moment at which each begins.

First the mistake or the star that ended the level, then every face-down card that is turned over, then what came
of it. After the end of a game the last pages take turns; below each stand the ways on.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from mindbuzz.core.cards import Card
from mindbuzz.core.due import earliest_us
from mindbuzz.core.outcomes import LevelCompleted, Mistake, PileVerified, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import MOST_LIVES, MOST_STARS, Reward
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Box, Canvas
from mindbuzz.screens.cards_by_owner import cards_by_owner
from mindbuzz.screens.focus import NO_HANDS
from mindbuzz.screens.layout import (
    BIG_Y,
    LINE,
    TITLE_ROW,
    bar,
    bar_with_seats,
    line,
    line_in_status,
    presses_bar,
    progress_bar,
    status,
)
from mindbuzz.screens.lettering import BOLD, SMALL, TINY, TITLE
from mindbuzz.screens.mistake import draw_mistake
from mindbuzz.screens.opening import STAYS_US, Turned, opening
from mindbuzz.screens.reveal import draw_judged, draw_reveal
from mindbuzz.screens.scene import TableScene
from mindbuzz.screens.star import draw_thrown
from mindbuzz.screens.texts import Texts
from mindbuzz.screens.timeline import timeline

RESULT_US = 500_000
TURN_US = 5_000_000
HANDS = Box(0, BIG_Y + 1, WIDTH, LINE.bottom)

Draw = TableScene


class Page(NamedTuple):
    """One picture, and how long it stays."""

    stays_us: int
    draw: Draw


# --- which page when ---


def _opening(table: TableView) -> Iterator[Page]:
    """What is shown once, in its order."""
    for stays_us, shown in opening(table):
        match shown:
            case Mistake():
                yield Page(stays_us, partial(_mistake, told=shown))
            case StarThrown():
                yield Page(stays_us, partial(_star, told=shown))
            case Turned():
                yield Page(stays_us, partial(_reveal, turned=shown))


def _mistake(canvas: Canvas, table: TableView, texts: Texts, now_us: int, told: Mistake) -> None:
    draw_mistake(canvas, table, told, texts)


def _star(canvas: Canvas, table: TableView, texts: Texts, now_us: int, told: StarThrown) -> None:
    draw_thrown(canvas, table, told, texts)


def _reveal(canvas: Canvas, table: TableView, texts: Texts, now_us: int, turned: Turned) -> None:
    draw_reveal(canvas, table, texts, turned.told, turned.cards)


def _page(table: TableView, now_us: int) -> tuple[Page, int | None]:
    """The page to show, and when the next one follows."""
    opening = tuple(_opening(table))
    once = (*opening, *_result(table, bool(opening)))
    ends_us = tuple(accumulate((page.stays_us for page in once), initial=table.began_us))
    place = bisect_right(ends_us, now_us) - 1
    if place < len(once):
        return once[max(0, place)], ends_us[max(0, place) + 1]
    closing = _closing(table)
    turn = (now_us - ends_us[-1]) // TURN_US
    due_us = ends_us[-1] + (turn + 1) * TURN_US if len(closing) > 1 else None
    return Page(TURN_US, closing[turn % len(closing)]), due_us


def _result(table: TableView, was_told: bool) -> Iterator[Page]:
    """What comes before the timeline, which is much to send: the result, unless a page came before; the time left."""
    if table.phase is Phase.LEVEL and table.minutes_left is not None:
        yield Page(STAYS_US, _level)
    elif table.phase is Phase.LEVEL and not was_told:
        yield Page(RESULT_US, _level)


def _closing(table: TableView) -> tuple[Draw, ...]:
    """What is shown by turns from then on."""
    if table.phase is Phase.LEVEL:
        return (_level_with_timeline,)
    if table.phase is Phase.VICTORY:
        return (_victory, *_judged_pages(table), _story)
    hands = (_hands,) if _left(table) else ()
    return (_defeat, *_judged_pages(table), *hands, _story)


def _judged_pages(table: TableView) -> Iterator[Draw]:
    """Each face-down pile that had errors."""
    for outcome in table.shown:
        if isinstance(outcome, PileVerified) and outcome.errors:
            yield partial(_judged, told=outcome)


def aftermath(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What is on show; over it the progress of hands that are held together."""
    page, _ = _page(table, now_us)
    page.draw(canvas, table, texts, now_us)
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)


def aftermath_due_us(table: TableView, now_us: int) -> int | None:
    """When the next page follows, or a short press is a second nearer to leading to the lobby."""
    dues = (_page(table, now_us)[1], leaving_due_us(table, now_us))
    return earliest_us(dues)


# --- closing pages ---


def _level_with_timeline(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The level is done, its reward, and how it went."""
    status(canvas, table, texts)
    timeline(canvas, table.timeline, lay_too_late(table))
    bar(canvas, texts("level_done", level=table.level))
    done = next((outcome for outcome in table.shown if isinstance(outcome, LevelCompleted)), None)
    if done and done.reward:
        picture = REWARD_ICON[done.reward] if done.granted else ""
        line(canvas, reward_told(done.reward, done.granted, texts), rows=picture)


def _level(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The same before that picture, with the time that is left while others wait."""
    _level_with_timeline(canvas, replace(table, timeline=()), texts, now_us)
    if table.minutes_left is not None:
        key = "time_left" if table.minutes_left else "time_over"
        canvas.centred(TITLE_ROW, texts(key, minutes=table.minutes_left), (TITLE, BOLD))


REWARD_ICON = {Reward.STAR: icons.STAR, Reward.LIFE: icons.HEART}
MOST = {Reward.STAR: MOST_STARS, Reward.LIFE: MOST_LIVES}


def reward_told(reward: Reward, granted: bool, texts: Texts) -> str:
    """What a level brought, or that there is no more of it to be had."""
    if granted:
        return texts(f"reward_{reward.value}")
    return texts(f"reward_no_{reward.value}", most=MOST[reward])


def lay_too_late(table: TableView) -> frozenset[Card]:
    """The cards of face-down piles that were found to lie too late."""
    piles = (outcome for outcome in table.shown if isinstance(outcome, PileVerified))
    return frozenset(card for pile in piles for card in pile.late)


def _victory(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    status(canvas, table, texts)
    canvas.icon((WIDTH - 20) // 2, 9, icons.CUP)
    canvas.centred(Box(0, 25, WIDTH, 41), texts("victory_total" if table.challenge else "victory_title"), (TITLE, BOLD))
    if table.challenge_offered:
        canvas.centred(Box(0, 39, WIDTH, 51), texts("end_challenge_title"))
    ways_on(canvas, table, texts, now_us)


# --- the ways on ---


def short_leads_on(table: TableView, now_us: int) -> bool:
    """Whether a short press leads to the lobby: not at once after the end, nor while all hold."""
    return table.progress is None and now_us >= table.leave_from_us


def leaving_due_us(table: TableView, now_us: int) -> int | None:
    """When a short press is a second nearer to leading to the lobby, or does; None if it has for long."""
    left_us = table.leave_from_us - now_us
    return None if left_us <= 0 else now_us + (left_us - 1) % SECOND_US + 1


def ways_on(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What one press does, or in how many seconds; and what all hands do that hold, with those that are missing."""
    together = texts("end_all_yes" if table.challenge_offered else "end_all_again")
    held = table.ready.intersection(table.joined)
    if len(held) == len(table.joined):  # since before the end, or they would lead on
        bar_with_seats(canvas, texts("focus_again"), table.joined, NO_HANDS)
        return
    if held:
        bar_with_seats(canvas, together, table.joined, table.ready)
        return
    seconds = -((now_us - table.leave_from_us) // SECOND_US)
    short = texts("end_leave") if short_leads_on(table, now_us) else texts("end_leave_in", seconds=seconds)
    presses_bar(canvas, [(icons.SHORT_PRESS, short), (icons.LONG_PRESS, together)])


# --- the pages after the end ---


def _story(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The last level's timeline, and the ways on."""
    status(canvas, table, texts)
    timeline(canvas, table.timeline, lay_too_late(table))
    line(canvas, _outcome(table, texts))
    ways_on(canvas, table, texts, now_us)


def _outcome(table: TableView, texts: Texts) -> str:
    """How it ended; or the question that all hands answer, for whom there is one."""
    if table.challenge_offered:
        return texts("end_challenge_title")
    return texts("level_done" if table.phase is Phase.VICTORY else "defeat_title", level=table.level)


def _defeat(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    canvas.icon((WIDTH - 17) // 2, 7, icons.BIG_HEART_BROKEN)
    canvas.centred(Box(0, 28, WIDTH, 44), texts("defeat_title", level=table.level), (TITLE, BOLD))
    ways_on(canvas, table, texts, now_us)


def _judged(canvas: Canvas, table: TableView, texts: Texts, now_us: int, told: PileVerified) -> None:
    """A pile as it lay, and what was wrong with it."""
    draw_judged(canvas, HANDS, told, texts)
    ways_on(canvas, table, texts, now_us)


def _hands(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What everyone still held."""
    line_in_status(canvas, texts("defeat_hands"))
    cards_by_owner(canvas, HANDS, _left(table), (SMALL, TINY))
    ways_on(canvas, table, texts, now_us)


def _left(table: TableView) -> dict[int, tuple[Card, ...]]:
    """The cards in all hands, by owner, without those that the last mistake has shown already."""
    mistakes = [outcome.set_aside for outcome in table.shown if isinstance(outcome, Mistake)]
    told = {card for set_aside in mistakes for cards in set_aside.values() for card in cards}
    left = {seat: tuple(card for card in cards if card not in told) for seat, cards in table.all_hands}
    return {seat: cards for seat, cards in left.items() if cards}

"""After a level: the pages that follow one another, by the moment at which each begins.

First the mistake or the star that ended the level, then every face-down card that is turned over, then what came
of it. After the end of a game the last pages take turns.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from mindbuzz.core.outcomes import LevelCompleted, Mistake, PileVerified, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import MOST_LIVES, MOST_STARS, Reward
from mindbuzz.core.views import TableView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import WIDTH, Box, Canvas
from mindbuzz.screens.cards_by_owner import cards_by_owner
from mindbuzz.screens.layout import (
    BIG_Y,
    LINE,
    TITLE_ROW,
    bar,
    line,
    line_in_status,
    presses_bar,
    progress_bar,
    status,
)
from mindbuzz.screens.lettering import BOLD, SMALL, TINY, TITLE
from mindbuzz.screens.mistake import draw_mistake
from mindbuzz.screens.reveal import draw_reveal
from mindbuzz.screens.scene import TableScene
from mindbuzz.screens.star import draw_thrown
from mindbuzz.screens.texts import Texts
from mindbuzz.screens.timeline import timeline

PAGE_US = 2_000_000
RESULT_US = 500_000
TIMELINE_US = 3_000_000
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
    if table.phase not in CLOSING:
        return
    for outcome in table.shown:
        match outcome:
            case Mistake():
                yield Page(PAGE_US, partial(_mistake, told=outcome))
            case StarThrown():
                yield Page(PAGE_US, partial(_star, told=outcome))
            case PileVerified(cards=cards):
                for turned in range(1, len(cards) + 1):
                    yield Page(table.reveal_card_us, partial(_reveal, told=outcome, turned=turned))


def _mistake(canvas: Canvas, table: TableView, texts: Texts, now_us: int, told: Mistake) -> None:
    draw_mistake(canvas, table, told, texts)


def _star(canvas: Canvas, table: TableView, texts: Texts, now_us: int, told: StarThrown) -> None:
    draw_thrown(canvas, table, told, texts)


def _reveal(canvas: Canvas, table: TableView, texts: Texts, now_us: int, told: PileVerified, turned: int) -> None:
    draw_reveal(canvas, table, texts, told, turned)


def opening_us(table: TableView) -> int:
    """How long it takes until the result is shown."""
    return sum(page.stays_us for page in _opening(table))


def _page(table: TableView, now_us: int) -> tuple[Page, int | None]:
    """The page to show, and when the next one follows."""
    once = (*_opening(table), *RESULTS.get(table.phase, ()))
    ends_us = tuple(accumulate((page.stays_us for page in once), initial=table.began_us))
    place = bisect_right(ends_us, now_us) - 1
    if place < len(once):
        return once[max(0, place)], ends_us[max(0, place) + 1]
    closing = CLOSING[table.phase]
    turn = (now_us - ends_us[-1]) // TURN_US
    due_us = ends_us[-1] + (turn + 1) * TURN_US if len(closing) > 1 else None
    return Page(TURN_US, closing[turn % len(closing)]), due_us


def aftermath(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What is on show; over it the progress of hands that are held together."""
    page, _ = _page(table, now_us)
    page.draw(canvas, table, texts, now_us)
    if table.progress:
        progress_bar(canvas, texts("star_keep"), table.progress, now_us)


def aftermath_due_us(table: TableView, now_us: int) -> int | None:
    """When the next page follows, or a short press begins to lead to the lobby."""
    page_due_us = _page(table, now_us)[1]
    if table.leave_from_us <= now_us:
        return page_due_us
    return table.leave_from_us if page_due_us is None else min(page_due_us, table.leave_from_us)


# --- closing pages ---


def _level_with_timeline(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The same, and how it went."""
    _level(canvas, table, texts, now_us)
    timeline(canvas, table.timeline)


def _level(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The level is done, and its reward."""
    status(canvas, table, texts)
    bar(canvas, texts("level_done", level=table.level))
    if table.minutes_left is not None:
        key = "time_left" if table.minutes_left else "time_over"
        canvas.centred(TITLE_ROW, texts(key, minutes=table.minutes_left), (TITLE, BOLD))
    done = next((outcome for outcome in table.shown if isinstance(outcome, LevelCompleted)), None)
    if done and done.reward:
        picture = REWARD_ICON[done.reward] if done.granted else ""
        line(canvas, reward_told(done.reward, done.granted, texts), rows=picture)


REWARD_ICON = {Reward.STAR: icons.STAR, Reward.LIFE: icons.HEART}
MOST = {Reward.STAR: MOST_STARS, Reward.LIFE: MOST_LIVES}


def reward_told(reward: Reward, granted: bool, texts: Texts) -> str:
    """What a level brought, or that there is no more of it to be had."""
    if granted:
        return texts(f"reward_{reward.value}")
    return texts(f"reward_no_{reward.value}", most=MOST[reward])


def _victory(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    status(canvas, table, texts)
    canvas.icon((WIDTH - 20) // 2, 9, icons.CUP)
    canvas.centred(Box(0, 25, WIDTH, 41), texts("victory_total" if table.challenge else "victory_title"), (TITLE, BOLD))
    if table.challenge_offered:
        canvas.centred(Box(0, 39, WIDTH, 51), texts("end_challenge_title"))
        bar(canvas, texts("end_challenge"))
    else:
        canvas.centred(Box(0, 39, WIDTH, 51), _short_way(table, texts, now_us))
        bar(canvas, texts("end_again"))


def short_leads_on(table: TableView, now_us: int) -> bool:
    """Whether a short press leads to the lobby: not at once after the end, nor while all hold."""
    return table.progress is None and now_us >= table.leave_from_us


def _short_way(table: TableView, texts: Texts, now_us: int) -> str:
    return texts("end_short") if short_leads_on(table, now_us) else ""


def _ways_on(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What one press does, and what all hands do that hold."""
    short = [(icons.SHORT_PRESS, texts("end_leave"))] if short_leads_on(table, now_us) else []
    together = "end_all_yes" if table.challenge_offered else "end_all_again"
    presses_bar(canvas, [*short, (icons.LONG_PRESS, texts(together))])


def _story(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The last level's timeline, and the ways on."""
    status(canvas, table, texts)
    timeline(canvas, table.timeline)
    line(canvas, _outcome(table, texts))
    _ways_on(canvas, table, texts, now_us)


def _outcome(table: TableView, texts: Texts) -> str:
    """How it ended; or the question that all hands answer, for whom there is one."""
    if table.challenge_offered:
        return texts("end_challenge_title")
    return texts("level_done" if table.phase is Phase.VICTORY else "defeat_title", level=table.level)


def _defeat(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    canvas.icon((WIDTH - 17) // 2, 3, icons.BIG_HEART_BROKEN)
    canvas.centred(Box(0, 21, WIDTH, 37), texts("defeat_title", level=table.level), (TITLE, BOLD))
    canvas.centred(Box(0, 38, WIDTH, 50), _short_way(table, texts, now_us))
    bar(canvas, texts("end_again"))


def _hands(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What everyone still held."""
    line_in_status(canvas, texts("defeat_hands"))
    cards_by_owner(canvas, HANDS, dict(table.all_hands), (SMALL, TINY))
    _ways_on(canvas, table, texts, now_us)


# The timeline is much to send: it waits until the result is there, and is gone when the next hands are dealt.
RESULTS: dict[Phase, tuple[Page, ...]] = {
    Phase.LEVEL: (Page(RESULT_US, _level), Page(TIMELINE_US, _level_with_timeline)),
}
CLOSING: dict[Phase, tuple[Draw, ...]] = {
    Phase.LEVEL: (_level,),
    Phase.VICTORY: (_victory, _story),
    Phase.DEFEAT: (_defeat, _hands, _story),
}

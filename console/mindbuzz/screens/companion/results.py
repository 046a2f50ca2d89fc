"""What came of the last action, on show until all hands are down. Pages take turns; the row for undo stays."""

from collections.abc import Callable

from mindbuzz.core.companion.outcomes import Action, MistakeCounted, StarSpent, Undone
from mindbuzz.core.outcomes import LevelCompleted, Outcome
from mindbuzz.core.rules import Kind, game_played
from mindbuzz.core.views import TableView
from mindbuzz.screens.aftermath import REWARD_ICON, reward_told
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.deal import next_deal
from mindbuzz.screens.companion.marking import marking
from mindbuzz.screens.companion.rows import real_cards, reward_row, row, title
from mindbuzz.screens.texts import Texts

TURN_US = 5_000_000
CARDS_BACK = frozenset({Action.MISTAKE, Action.STAR})  # cards were laid aside for it


def result(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What is on show."""
    RESULTS[type(table.shown[-1])](canvas, table, texts, now_us)


def page(table: TableView, now_us: int) -> int:
    """Which of two pages is on: 0 first."""
    return (now_us - table.began_us) // TURN_US % 2


def page_due_us(table: TableView, now_us: int) -> int | None:
    """When the page is turned, while there is more than one; otherwise nothing moves."""
    if not table.shown and not table.end_asked:
        return None
    return table.began_us + ((now_us - table.began_us) // TURN_US + 1) * TURN_US


def _mistake(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    title(canvas, texts("own_mistake"))
    row(canvas, 1, texts("own_aside"))
    row(canvas, 2, texts("own_aside_on"))


def _star(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    title(canvas, texts("thrown_title"))
    row(canvas, 1, texts(lay_aside_key(table)))
    row(canvas, 2, texts("own_go_on"))


def lay_aside_key(table: TableView) -> str:
    """Which card everyone lays aside for a star."""
    return "own_choice" if game_played(table.kind) is Kind.EXTREME else "own_lowest"


def level_is_told(table: TableView, now_us: int) -> bool:
    """Whether it is the level before that is on show, not yet the one to be dealt."""
    done = any(isinstance(outcome, LevelCompleted) for outcome in table.shown)
    return done and not table.end_asked and page(table, now_us) == 0


def _level(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """The level that was completed, and by turns what to deal for the next one."""
    if not level_is_told(table, now_us):
        next_deal(canvas, table, texts)
        return
    done = next(outcome for outcome in table.shown if isinstance(outcome, LevelCompleted))
    title(canvas, texts("level_done", level=done.level))
    if done.reward:
        told = reward_told(done.reward, done.granted, texts)
        if done.granted:
            reward_row(canvas, 1, REWARD_ICON[done.reward], told)
        else:
            row(canvas, 1, told)


def _undone(canvas: Canvas, table: TableView, texts: Texts, now_us: int) -> None:
    """What was taken back, and what becomes of the cards; by turns whether there was a mistake after all."""
    if real_cards(table).mistake_can_be_marked and page(table, now_us):
        marking(canvas, table, texts)
        return
    told = next(outcome for outcome in table.shown if isinstance(outcome, Undone))
    title(canvas, texts("undone_title"))
    row(canvas, 1, texts(f"undone_{told.action.value}"))
    row(canvas, 2, texts(cards_back_key(told.action)))


def cards_back_key(undone: Action) -> str:
    """What people do with their cards when something is taken back."""
    return f"undone_cards_{undone.value}" if undone in CARDS_BACK else "undone_goes_on"


RESULTS: dict[type[Outcome], Callable[[Canvas, TableView, Texts, int], None]] = {
    MistakeCounted: _mistake,
    StarSpent: _star,
    LevelCompleted: _level,
    Undone: _undone,
}

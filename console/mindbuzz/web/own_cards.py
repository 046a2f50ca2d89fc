"""What the board says of a game with real cards, phase by phase, in the words of the screens."""

from collections.abc import Callable

from mindbuzz.core.companion.outcomes import MistakeCounted, StarSpent, Undone
from mindbuzz.core.outcomes import LevelCompleted, Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import RealCardsView, TableView
from mindbuzz.screens.aftermath import reward_told
from mindbuzz.screens.companion.results import cards_back_key, lay_aside_key
from mindbuzz.screens.companion.rows import arrows, real_cards
from mindbuzz.screens.focus import end_question, everyones_key
from mindbuzz.screens.texts import Texts

# A title, lines under it, what to do now.
Words = tuple[str, tuple[str, ...], str]


def focus_words(table: TableView, texts: Texts) -> Words:
    """What came of the last action, what to deal, or whether there was a mistake; and hands, please."""
    told = real_cards(table)
    to_do = texts(everyones_key(table))
    if table.end_asked:
        return texts("end_title"), (end_question(table, texts),), to_do
    if table.shown:
        title, lines = RESULTS[type(table.shown[-1])](table, texts)
    elif told.stopped:
        title, lines = _after_stop(told, texts)
    elif told.dealing:
        title, lines = "", _deal(table, texts)
    else:
        title, lines = "", (texts("own_go_on"),)
    return title, lines, to_do


def _deal(table: TableView, texts: Texts) -> tuple[str, ...]:
    told = real_cards(table)
    lines = [texts("guide_shuffle"), texts("guide_each", count=table.level)]
    if told.face_down:
        lines.append(texts("focus_face_down", arrows=arrows(table)).strip())
    if told.reward:
        lines.append(texts("guide_win", reward=reward_told(told.reward, True, texts)))
    return tuple(lines)


def _after_stop(told: RealCardsView, texts: Texts) -> tuple[str, tuple[str, ...]]:
    if not told.mistake_can_be_marked:
        return texts("stop_title"), (texts("mark_later"),)
    return texts("marked_title" if told.mistake_marked else "mark_title"), ()


def check_words(table: TableView, texts: Texts) -> Words:
    """Are all hands empty; or how many errors were found so far?"""
    told = real_cards(table)
    if not told.face_down:
        return texts("check_title"), (), texts("check_done")
    turn = texts("check_turn", arrows=arrows(table)).strip()
    return turn, (texts("check_late"), texts("check_errors", count=told.errors)), texts("check_done")


def play_words(table: TableView, texts: Texts) -> Words:
    """Nothing of play moves by itself, here as anywhere."""
    return texts("own_play"), (), ""


Result = Callable[[TableView, Texts], tuple[str, tuple[str, ...]]]


def _level(table: TableView, texts: Texts) -> tuple[str, tuple[str, ...]]:
    done = next(outcome for outcome in table.shown if isinstance(outcome, LevelCompleted))
    reward = (reward_told(done.reward, done.granted, texts),) if done.reward else ()
    return texts("level_done", level=done.level), (*reward, *_deal(table, texts))


def _undone(table: TableView, texts: Texts) -> tuple[str, tuple[str, ...]]:
    told = next(outcome for outcome in table.shown if isinstance(outcome, Undone))
    return texts("undone_title"), (texts(f"undone_{told.action.value}"), texts(cards_back_key(told.action)))


RESULTS: dict[type[Outcome], Result] = {
    MistakeCounted: lambda table, texts: (texts("own_mistake"), (texts("own_aside"), texts("own_aside_on"))),
    StarSpent: lambda table, texts: (texts("thrown_title"), (texts(lay_aside_key(table)),)),
    LevelCompleted: _level,
    Undone: _undone,
}
WORDS: dict[Phase, Callable[[TableView, Texts], Words]] = {
    Phase.FOCUS: focus_words,
    Phase.PLAY: play_words,
    Phase.CHECK: check_words,
}

"""What the board says in words, phase by phase, in the words of the screens."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mindbuzz.core.events import POWER, STUCK
from mindbuzz.core.outcomes import LevelCompleted, Mistake, StarThrown
from mindbuzz.core.phases import GAME_OVER, Phase
from mindbuzz.core.rules import FEWEST_SEATS
from mindbuzz.core.views import TableView
from mindbuzz.inputs.browser import BrowserButtons
from mindbuzz.screens.aftermath import reward_told, short_leads_on
from mindbuzz.screens.focus import all_key, end_question, level_hint
from mindbuzz.screens.layout import card_text
from mindbuzz.screens.lobby import NAME, kind_name
from mindbuzz.screens.mistake import mistake_told
from mindbuzz.screens.opening import Shown, Turned
from mindbuzz.screens.pause import way_on
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import Texts
from mindbuzz.web import own_cards
from mindbuzz.web.languages import words_of


@dataclass(frozen=True, slots=True)
class Headline:
    """A title, lines under it, and what to do now."""

    title: str = ""
    lines: tuple[str, ...] = ()
    to_do: str = ""


def headline(table: TableView, result: Shown | None, texts: Texts, now_us: int) -> Headline:
    """What the board says."""
    match result:
        case Mistake():
            return Headline(mistake_told(result, card_text(result.card), texts), (seat_name(result.seat, texts),))
        case StarThrown():
            return Headline(texts("thrown_title"))
        case Turned():
            return _turned(result, texts)
    if table.real_cards is not None and table.phase in own_cards.WORDS:
        return Headline(*own_cards.WORDS[table.phase](table, texts))
    words = HEADLINES[table.phase](table, texts)
    if table.phase in GAME_OVER and short_leads_on(table, now_us):
        return replace(words, lines=(*words.lines, texts("end_short")))
    return words


def _turned(turned: Turned, texts: Texts) -> Headline:
    """The verdict on the card that was turned over last."""
    is_late = turned.told.cards[turned.cards - 1] in turned.told.late
    return Headline(texts("reveal_late" if is_late else "reveal_fine"))


# --- before and during play ---


def _attract(table: TableView, texts: Texts) -> Headline:
    return Headline(NAME, to_do=texts("attract"))


def _lobby(table: TableView, texts: Texts) -> Headline:
    players = texts("lobby_players", count=len(table.joined))
    key = "lobby_join_bar" if len(table.joined) < FEWEST_SEATS else "lobby_start"
    return Headline(kind_name(table, texts), (players,), texts(key))


def _focus(table: TableView, texts: Texts) -> Headline:
    """What is special about the level until all hands are down."""
    hands_missing = not set(table.joined) <= table.ready
    hint = end_question(table, texts) if table.end_asked else level_hint(table, texts) if hands_missing else ""
    return Headline("", (hint,) if hint else (), texts("focus_lay" if hands_missing else all_key(table)))


def _locked(table: TableView, texts: Texts) -> Headline:
    return Headline(to_do=texts("focus_locked"))


def _play(table: TableView, texts: Texts) -> Headline:
    return Headline()


def _stop(table: TableView, texts: Texts) -> Headline:
    return Headline(texts("stop_title"), _stopper(table, texts), texts("stop_lay"))


def _question(table: TableView, texts: Texts) -> Headline:
    return Headline(texts("star_title"), _stopper(table, texts), texts("star_keep" if table.progress else "star_yes"))


def _stopper(table: TableView, texts: Texts) -> tuple[str, ...]:
    return () if table.stopper is None else (seat_name(table.stopper, texts),)


def _choice(table: TableView, texts: Texts) -> Headline:
    return Headline(texts("star_title"), (texts("choice_all"),), texts("choice_all_bar"))


# --- afterwards ---


def _level(table: TableView, texts: Texts) -> Headline:
    done = next((outcome for outcome in table.shown if isinstance(outcome, LevelCompleted)), None)
    lines = () if done is None or done.reward is None else (reward_told(done.reward, done.granted, texts),)
    return Headline(texts("level_done", level=table.level), lines)


def _victory(table: TableView, texts: Texts) -> Headline:
    title = texts("victory_total" if table.challenge else "victory_title")
    if table.challenge_offered:
        return Headline(title, (texts("end_challenge_title"),), texts("end_challenge"))
    return Headline(title, to_do=texts("end_again"))


def _defeat(table: TableView, texts: Texts) -> Headline:
    return Headline(texts("defeat_title", level=table.level), to_do=texts("end_again"))


# --- trouble ---


def _paused(table: TableView, texts: Texts) -> Headline:
    causes = [cause for cause in table.causes if cause[0] != POWER]
    lines = tuple(_cause(source, seats, texts) for source, seats in causes)
    return Headline(texts("pause_title"), lines, _after_pause(table, {source for source, _ in causes}, texts))


def _after_pause(table: TableView, sources: set[str], texts: Texts) -> str:
    if table.end_asked:
        return end_question(table, texts)
    if sources == {BrowserButtons.name}:  # a page that was closed is opened again, not repaired
        return words_of(texts.language)["waiting"]
    way = texts(way_on(sources))
    return f"{texts('pause_free')} {way}" if all(source.startswith(STUCK) for source in sources) else way


def _cause(source: str, seats: tuple[int, ...], texts: Texts) -> str:
    names = ", ".join(seat_name(seat, texts) for seat in seats)
    return f"{names} – {texts('pause_stuck') if source.startswith(STUCK) else texts('pause_lost', source=source)}"


def _still_there(table: TableView, texts: Texts) -> Headline:
    return Headline(texts("still_title"), to_do=texts("still_bar"))


def _resume(table: TableView, texts: Texts) -> Headline:
    level = texts("level_long", level=table.level)
    return Headline(texts("resume_title"), (kind_name(table, texts), level, texts("end_short")), texts("resume_bar"))


HEADLINES: dict[Phase, Callable[[TableView, Texts], Headline]] = {
    Phase.ATTRACT: _attract,
    Phase.LOBBY: _lobby,
    Phase.FOCUS: _focus,
    Phase.LOCKED: _locked,
    Phase.PLAY: _play,
    Phase.CHECK: _play,  # of real cards only, see own_cards
    Phase.STOP: _stop,
    Phase.QUESTION: _question,
    Phase.CHOICE: _choice,
    # Their results speak for them.
    Phase.MISTAKE: _play,
    Phase.STAR: _play,
    Phase.LEVEL: _level,
    Phase.VICTORY: _victory,
    Phase.DEFEAT: _defeat,
    Phase.PAUSED: _paused,
    Phase.STILL_THERE: _still_there,
    Phase.RESUME: _resume,
}

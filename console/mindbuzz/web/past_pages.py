"""The pages of games that were played, as text: all of them in a table with totals, and one to the millisecond."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from mindbuzz.core.cards import card_name
from mindbuzz.core.units import MS_US, SECOND_US
from mindbuzz.history.days import by_day
from mindbuzz.history.moment import local_minute, local_zone
from mindbuzz.history.plot import Labels
from mindbuzz.history.record import Level, Record, told_apart
from mindbuzz.history.totals import Rhythm, Totals, rhythm, totals
from mindbuzz.runtime.rows import DayRow
from mindbuzz.screens.seats import SHAPES, seat_name
from mindbuzz.screens.texts import Texts
from mindbuzz.web.languages import words_of
from mindbuzz.web.markup import figures, paragraph, table
from mindbuzz.web.page import page

NOTHING = "–"
STYLES = ("past.css",)
HEAD = ("game", "began", "kind", "players", "ended", "levels", "mistakes", "tempo", "apart")
DAYS_HEAD = ("day", "games", "won", "lost", "abandoned", "minutes")
EXPLAINED = ("began", "levels", "best", "tempo", "apart", "lifted")
CARDS = ("time", "player", "card", "note")
NEWEST_DAYS = 31

Words = Mapping[str, str]


class Around(NamedTuple):
    """What stands around these pages: their language, the `query` of the pages they lead to, and whether one of those
    is the virtual console."""

    texts: Texts
    query: str = ""
    has_console: bool = False

    @property
    def words(self) -> Words:
        """The page's own words."""
        return words_of(self.texts.language)


def games_page(games: Sequence[Record], days: Sequence[DayRow], around: Around) -> str:
    """The page of these games, newest first, and of what was counted day by day."""
    parts = _games_parts(games, days, around) if games or days else [paragraph(around.words["past_none"])]
    return _page(around.words["past"], parts, around)


def game_page(record: Record, around: Around) -> str:
    """One game: its figures, its rhythm as a picture, and every card to the millisecond."""
    return _page(_game_name(record, around.words), _game_parts(record, around), around, deep=True)


def missing_page(around: Around) -> str:
    """There is no such game, or it goes on."""
    return _page(around.words["past"], [paragraph(around.words["past_missing"])], around, deep=True)


def unkept_page(around: Around) -> str:
    """This console keeps no games; how to have them kept."""
    words = around.words
    return _page(words["past"], map(paragraph, (words["past_unkept"], words["past_keep"])), around)


def _page(title: str, parts: Iterable[str], around: Around, *, deep: bool = False) -> str:
    """`deep`: there is a page above it, that of all games."""
    words, query = around.words, around.query
    ways = {f"/history{query}": words["past"]} if deep else {}
    ways[f"/{query}"] = words["board"]
    if around.has_console:
        ways[f"/console{query}"] = words["console"]
    links = "".join(f'<a class="tool" href="{way}">← {escape(name)}</a>' for way, name in ways.items())
    body = f"  <body>\n    <nav>{links}</nav>\n    <main><h1>{escape(title)}</h1>{''.join(parts)}</main>\n  </body>\n"
    return page(body, around.texts.language, styles=STYLES, title=title)


# --- all games ---


def _games_parts(games: Sequence[Record], days: Sequence[DayRow], around: Around) -> Iterator[str]:
    words = around.words
    if games:
        yield from figures(_totals(totals(games), around))
        yield from table(_head(HEAD, words), (_row(record, around) for record in reversed(games)))
    if days:
        yield f"<h2>{escape(words['past_days'])}</h2>"
        yield from table(_head(DAYS_HEAD, words), _day_rows(days))
    yield from _explained(words)


def _head(names: Iterable[str], words: Words) -> list[str]:
    return [words[f"past_{name}"] for name in names]


def _totals(sums: Totals, around: Around) -> Iterator[tuple[str, str]]:
    words, texts = around.words, around.texts
    yield words["past_games"], str(sums.games)
    yield words["past_levels"], told_apart(sums.levels, sums.challenge)
    yield words["past_highest"], str(sums.highest)
    yield words["past_blind"], str(sums.blind)
    yield words["past_clean"], str(sums.longest_clean)
    yield words["past_mistakes"], str(sums.mistakes)
    yield words["past_stars"], str(sums.stars)
    yield from _rhythm(sums.rhythm, words)
    for best in sums.best:
        reached = f"{texts('level_long', level=best.level)}, {words['past_game']} {best.number}"
        yield f"{words['past_best']}: {texts(f'kind_{best.kind}')}", reached


def _rhythm(found: Rhythm, words: Words) -> Iterator[tuple[str, str]]:
    yield words["past_tempo"], _number(found.tempo_s, 2)
    yield words["past_lifted"], NOTHING if found.lifted_ms is None else f"{found.lifted_ms:.0f} ms"


def _row(record: Record, around: Around) -> tuple[str, ...]:
    words, found = around.words, rhythm(record.levels)
    name = escape(_game_name(record, words))
    cells = (
        local_minute(record.began_at),
        around.texts(f"kind_{record.kind}"),
        str(len(record.seats)),
        words[f"past_{record.ended}"],
        record.completed_told,
        str(record.mistakes),
        _number(found.tempo_s, 2),
        _number(found.apart, 1),
    )
    way = f"/history/{record.number}{around.query}"
    return (f'<a href="{way}" aria-label="{name}">{record.number}</a>', *map(escape, cells))


def _day_rows(days: Sequence[DayRow]) -> Iterator[tuple[str, ...]]:
    """The newest days, the last one first."""
    for day, counted in list(reversed(by_day(days).items()))[:NEWEST_DAYS]:
        counts = (counted.ended, counted.won, counted.lost, counted.abandoned, counted.minutes)
        yield (escape(day), *map(str, counts))


def _explained(words: Words) -> Iterator[str]:
    """What the columns and figures mean that do not say it themselves, and how all of it is erased."""
    yield f'<details class="explained"><summary>{escape(words["past_explained"])}</summary><dl>'
    for name in EXPLAINED:
        about = words[f"past_about_{name}"].format(zone=local_zone())
        yield f"<dt>{escape(words[f'past_{name}'])}</dt><dd>{escape(about)}</dd>"
    yield f"</dl>{paragraph(words['past_about_erased'])}</details>"


def _game_name(record: Record, words: Words) -> str:
    return f"{words['past_game'].capitalize()} {record.number}"


def _number(value: float | None, places: int) -> str:
    return NOTHING if value is None else f"{value:.{places}f}"


# --- one game ---


def _game_parts(record: Record, around: Around) -> Iterator[str]:
    words, texts, query = around.words, around.texts, around.query
    yield from figures(_game_figures(record, words, texts))
    if any(level.plays for level in record.levels):
        alt = escape(f"{words['past_picture']}; {words['past_below']}")
        picture = f'<img class="rhythm" src="/history/{record.number}.svg{query}" alt="{alt}">'
        yield f'<div class="wide">{picture}</div>'
    for level in record.levels:
        yield from _level_parts(level, words, texts)
    yield from _explained(words)


def _game_figures(record: Record, words: Words, texts: Texts) -> Iterator[tuple[str, str]]:
    found = rhythm(record.levels)
    yield words["past_kind"], texts(f"kind_{record.kind}")
    yield words["past_began"], local_minute(record.began_at)
    yield words["past_ended"], words[f"past_{record.ended}"]
    yield words["past_levels"], record.completed_told
    yield words["past_mistakes"], str(record.mistakes)
    yield words["past_stars"], str(record.stars)
    yield from _rhythm(found, words)
    yield words["past_apart"], _number(found.apart, 1)


def _level_parts(level: Level, words: Words, texts: Texts) -> Iterator[str]:
    """A level in a line; its cards behind it."""
    yield f"<details><summary>{escape(', '.join(_level_words(level, words, texts)))}</summary>"
    rows = (
        (
            f"{play.at_us / SECOND_US:.3f}",
            f'<span class="seat-{play.seat}"><b></b>{escape(seat_name(play.seat, texts))}</span>',
            escape(str(card_name(play.card))),
            escape(words["past_wrong"]) if play.wrong else "",
        )
        for play in level.plays
    )
    yield from table(_head(CARDS, words), rows) if level.plays else ()
    yield "</details>"


def _level_words(level: Level, words: Words, texts: Texts) -> Iterator[str]:
    yield texts("level_long", level=level.number) + (f" ({texts('kind_challenge')})" if level.challenge else "")
    yield NOTHING if level.took_us is None else f"{level.took_us / SECOND_US:.3f} s"
    yield f"{words['past_mistakes']}: {level.mistakes}"
    yield f"{words['past_stars']}: {level.stars}"
    if level.spreads_us:
        yield f"{words['past_lifted']} {', '.join(f'{us / MS_US:.0f}' for us in level.spreads_us)} ms"


def labels_in(texts: Texts) -> Labels:
    """What the picture says, in a language."""
    words = words_of(texts.language)
    return Labels(
        title=words["past_picture"],
        level=texts("level_long", level="{number}"),
        challenge=texts("kind_challenge"),
        wrong=words["past_wrong"],
        tempo=words["past_even"],
        again=words["past_again"],
        white=words["past_white"],
        red=words["past_red"],
        seats={seat: seat_name(seat, texts) for seat in SHAPES},
    )

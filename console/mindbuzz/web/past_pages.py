"""The pages of games that were played, as text: all of them in a table with totals, and one to the millisecond."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from mindbuzz.core.cards import card_name
from mindbuzz.history.plot import Labels
from mindbuzz.history.record import Level, Record
from mindbuzz.history.tempo import SECOND_US
from mindbuzz.history.totals import Rhythm, Totals, rhythm, totals
from mindbuzz.screens.seats import SHAPES, seat_name
from mindbuzz.screens.texts import Texts
from mindbuzz.web.languages import words_of
from mindbuzz.web.page import page

MS_US = 1000
NOTHING = "–"
MINUTE = len("2026-01-01T20:15")
STYLES = ("past.css",)
HEAD = ("game", "began", "kind", "players", "ended", "levels", "mistakes", "tempo", "apart")
CARDS = ("time", "player", "card", "note")

Words = Mapping[str, str]


def games_page(games: Sequence[Record], texts: Texts, query: str) -> str:
    """The page of these games, newest first."""
    words = words_of(texts.language)
    parts = _games_parts(games, words, texts, query) if games else [_paragraph(words["past_none"])]
    return _page(words["past"], parts, texts, query)


def game_page(record: Record, texts: Texts, query: str) -> str:
    """One game: its figures, its rhythm as a picture, and every card to the millisecond."""
    words = words_of(texts.language)
    return _page(_game_name(record, words), _game_parts(record, words, texts, query), texts, query, deep=True)


def missing_page(texts: Texts, query: str) -> str:
    """There is no such game, or it goes on."""
    words = words_of(texts.language)
    return _page(words["past"], [_paragraph(words["past_missing"])], texts, query, deep=True)


def unkept_page(texts: Texts, query: str) -> str:
    """This console keeps no games; how to have them kept."""
    words = words_of(texts.language)
    return _page(words["past"], map(_paragraph, (words["past_unkept"], words["past_keep"])), texts, query)


def _page(title: str, parts: Iterable[str], texts: Texts, query: str, *, deep: bool = False) -> str:
    """`deep`: there is a page above it, that of all games."""
    words = words_of(texts.language)
    ways = {f"/history{query}": words["past"]} if deep else {}
    ways[f"/{query}"] = words["board"]
    links = "".join(f'<a class="tool" href="{way}">← {escape(name)}</a>' for way, name in ways.items())
    body = f"  <body>\n    <nav>{links}</nav>\n    <main><h1>{escape(title)}</h1>{''.join(parts)}</main>\n  </body>\n"
    return page(body, texts.language, styles=STYLES, title=title)


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _figures(figures: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield "<dl>"
    yield from (f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in figures)
    yield "</dl>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Cells are markup already."""
    titles = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    yield f"<table><thead><tr>{titles}</tr></thead><tbody>"
    yield from (f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    yield "</tbody></table>"


# --- all games ---


def _games_parts(games: Sequence[Record], words: Words, texts: Texts, query: str) -> Iterator[str]:
    yield from _figures(_totals(totals(games), words))
    head = [words[f"past_{name}"] for name in HEAD]
    yield '<div class="wide">'
    yield from _table(head, (_row(record, words, texts, query) for record in reversed(games)))
    yield "</div>"


def _totals(sums: Totals, words: Words) -> Iterator[tuple[str, str]]:
    yield words["past_games"], str(sums.games)
    yield words["past_levels"], str(sums.levels)
    yield words["past_highest"], str(sums.highest)
    yield words["past_blind"], str(sums.blind)
    yield words["past_clean"], str(sums.longest_clean)
    yield words["past_mistakes"], str(sums.mistakes)
    yield words["past_stars"], str(sums.stars)
    yield from _rhythm(sums.rhythm, words)


def _rhythm(found: Rhythm, words: Words) -> Iterator[tuple[str, str]]:
    yield words["past_tempo"], _number(found.tempo_s, 2)
    yield words["past_lifted"], NOTHING if found.lifted_ms is None else f"{found.lifted_ms:.0f} ms"


def _row(record: Record, words: Words, texts: Texts, query: str) -> tuple[str, ...]:
    found = rhythm(record.levels)
    name = escape(_game_name(record, words))
    cells = (
        _began(record),
        texts(f"kind_{record.kind}"),
        str(len(record.seats)),
        words[f"past_{record.ended}"],
        str(len(record.completed)),
        str(record.mistakes),
        _number(found.tempo_s, 2),
        _number(found.apart, 1),
    )
    return (f'<a href="/history/{record.number}{query}" aria-label="{name}">{record.number}</a>', *map(escape, cells))


def _game_name(record: Record, words: Words) -> str:
    return f"{words['past_game'].capitalize()} {record.number}"


def _began(record: Record) -> str:
    return record.began_at[:MINUTE].replace("T", " ")


def _number(value: float | None, places: int) -> str:
    return NOTHING if value is None else f"{value:.{places}f}"


# --- one game ---


def _game_parts(record: Record, words: Words, texts: Texts, query: str) -> Iterator[str]:
    yield from _figures(_game_figures(record, words, texts))
    if any(level.plays for level in record.levels):
        alt = escape(f"{words['past_picture']}; {words['past_below']}")
        picture = f'<img class="rhythm" src="/history/{record.number}.svg{query}" alt="{alt}">'
        yield f'<div class="wide">{picture}</div>'
    for level in record.levels:
        yield from _level_parts(level, words, texts)


def _game_figures(record: Record, words: Words, texts: Texts) -> Iterator[tuple[str, str]]:
    found = rhythm(record.levels)
    yield words["past_kind"], texts(f"kind_{record.kind}")
    yield words["past_began"], _began(record)
    yield words["past_ended"], words[f"past_{record.ended}"]
    yield words["past_levels"], str(len(record.completed))
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
    yield from _table([words[f"past_{name}"] for name in CARDS], rows) if level.plays else ()
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

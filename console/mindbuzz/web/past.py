"""The page of games that were played: a table, totals, and each game's rhythm as a picture.

Reading takes a moment, so it happens on a thread of its own, with a connection that can't write. Of a game that still
goes on nothing is told.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from mindbuzz.errors import JournalError
from mindbuzz.history import reading as history
from mindbuzz.history.plot import plot
from mindbuzz.history.record import Record
from mindbuzz.history.totals import Totals, rhythm, totals
from mindbuzz.runtime.records import reading
from mindbuzz.screens.texts import Texts
from mindbuzz.web.languages import words_of

NEWEST = 50
KEPT_S = 20.0
MOST_KEPT = 100
NOTHING = "–"
MINUTE = len("2026-01-01T20:15")
HEAD = ("game", "began", "kind", "players", "ended", "levels", "mistakes", "tempo", "apart")


class Past:
    """The games of the journal at `path`.

    Whoever looks on must cost the players nothing: one reads at a time, and what was read is shown for a while.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reading = asyncio.Lock()
        self._kept: dict[str | int, tuple[float, str | None]] = {}

    async def page(self, texts: Texts) -> str:
        """The whole page in a language, with the newest games."""
        return str(await self._shown(texts.language, lambda: document(self._newest(), texts)))

    async def picture(self, number: int) -> str | None:
        """A game's rhythm in SVG; None if there is no such game, or while it goes on."""
        return await self._shown(number, lambda: self._picture(number))

    async def _shown(self, name: str | int, make: Callable[[], str | None]) -> str | None:
        async with self._reading:
            made_s, content = self._kept.get(name, (-KEPT_S, None))
            if time.monotonic() - made_s >= KEPT_S:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                content = await asyncio.to_thread(make)
                self._kept[name] = (time.monotonic(), content)
            return content

    def _newest(self) -> list[Record]:
        try:
            with reading(self._path) as journal:
                return history.records(journal, newest=NEWEST)
        except JournalError:
            return []

    def _picture(self, number: int) -> str | None:
        try:
            with reading(self._path) as journal:
                return plot(history.record(journal, number))
        except JournalError:
            return None


def document(games: Sequence[Record], texts: Texts) -> str:
    """The page of these games."""
    words = words_of(texts.language)
    body = "".join(_body(games, words, texts)) if games else f"<p>{escape(words['past_none'])}</p>"
    return PAGE.format(language=escape(words["language"]), title=escape(words["past"]), body=body)


PAGE = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>mindbuzz</title>
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/static/common.css">
    <link rel="stylesheet" href="/static/past.css">
  </head>
  <body>
    <main><h1>{title}</h1>{body}</main>
  </body>
</html>
"""


def _body(games: Sequence[Record], words: Mapping[str, str], texts: Texts) -> Iterator[str]:
    yield "<dl>"
    for name, value in _totals(totals(games), words):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl><table><thead><tr>"
    yield from (f'<th scope="col">{escape(words[f"past_{name}"])}</th>' for name in HEAD)
    yield "</tr></thead><tbody>"
    for record in reversed(games):
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _row(record, words, texts))}</tr>"
    yield "</tbody></table>"
    for record in reversed(games):
        if any(level.plays for level in record.levels):
            yield _drawing(record, words)


def _totals(sums: Totals, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield words["past_games"], str(sums.games)
    yield words["past_levels"], str(sums.levels)
    yield words["past_highest"], str(sums.highest)
    yield words["past_clean"], str(sums.longest_clean)
    yield words["past_mistakes"], str(sums.mistakes)
    yield words["past_stars"], str(sums.stars)
    yield words["past_tempo"], _number(sums.rhythm.tempo_s, 2)
    yield words["past_lifted"], NOTHING if sums.rhythm.lifted_ms is None else f"{sums.rhythm.lifted_ms:.0f} ms"


def _row(record: Record, words: Mapping[str, str], texts: Texts) -> tuple[str, ...]:
    found = rhythm(record.levels)
    return (
        str(record.number),
        record.began_at[:MINUTE].replace("T", " "),
        texts(f"kind_{record.kind}"),
        str(len(record.seats)),
        words[f"past_{record.ended}"],
        str(len(record.completed)),
        str(record.mistakes),
        _number(found.tempo_s, 2),
        _number(found.apart, 1),
    )


def _number(value: float | None, places: int) -> str:
    return NOTHING if value is None else f"{value:.{places}f}"


def _drawing(record: Record, words: Mapping[str, str]) -> str:
    name = escape(f"{words['past_game']} {record.number}")
    return (
        f"<details><summary>{name}</summary>"
        f'<img loading="lazy" src="/history/{record.number}.svg" alt="{escape(words["past_picture"])}"></details>'
    )

"""The page of games that were played: in every language, of ended games alone, and pictures that a browser takes."""

from __future__ import annotations

import asyncio
import html
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mindbuzz.core.cards import card_name
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.history.moment import local_minute, local_zone
from mindbuzz.history.reading import record, records
from mindbuzz.history.record import Level, Play, Record
from mindbuzz.history.totals import totals
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from mindbuzz.web.languages import words_of
from mindbuzz.web.past import Past
from mindbuzz.web.past_pages import EXPLAINED, Around, game_page, games_page, missing_page, unkept_page
from tests.table import card
from tests.zone import living_in


def page(past: Past, language: str = "en", query: str = "") -> str:
    return asyncio.run(past.games(past.around(texts_of(language), query)))


def game(past: Past, number: int, language: str = "en") -> str | None:
    return asyncio.run(past.game(number, past.around(texts_of(language), "")))


def picture(past: Past, number: int, language: str = "en") -> str | None:
    return asyncio.run(past.picture(number, texts_of(language)))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with one game that was played to its end."""
    file = tmp_path_factory.mktemp("past") / "games.sqlite"
    watch_game(Plan(2, Kind.CLASSIC, "normal", 3), None, file)
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_pages(file: Path, language: str) -> None:
    all_games, one = page(Past(file), language), game(Past(file), 1, language)
    assert one is not None
    for text in (all_games, one, missing_page(Around(texts_of(language))), unkept_page(Around(texts_of(language)))):
        assert f'<html lang="{language}">' in text
        assert "{" not in text
    assert 'href="/history/1"' in all_games
    assert 'src="/history/1.svg"' in one


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_speaks_the_page_s_language(file: Path, language: str) -> None:
    drawn = picture(Past(file), 1, language)
    assert drawn is not None
    assert seat_name(1, texts_of(language)) in drawn
    assert words_of(language)["past_even"] in drawn


def test_a_game_s_page_has_every_card_to_the_millisecond(file: Path) -> None:
    text = game(Past(file), 1)
    assert text is not None
    with reading(file) as journal:
        levels = record(journal, 1).levels
    cells = re.findall(r"<td>(\d+\.\d{3})</td>.*?</td><td>(\d+)</td>", text)
    assert cells == [(f"{play.at_us / 1e6:.3f}", str(card_name(play.card))) for level in levels for play in level.plays]


def test_pages_lead_on_in_the_language_that_was_asked_for(file: Path) -> None:
    assert 'href="/history/1?lang=de"' in page(Past(file), "de", "?lang=de")
    assert 'href="/?lang=de"' in page(Past(file), "de", "?lang=de")


def test_pages_lead_back_to_the_console_where_there_is_one(file: Path) -> None:
    for past, leads in ((Past(file, has_console=True), True), (Past(file), False)):
        pages = (page(past, "de", "?lang=de"), asyncio.run(past.game(1, past.around(texts_of("de"), "?lang=de"))))
        assert all(('href="/console?lang=de"' in str(shown)) is leads for shown in pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_columns_mean_is_told_and_how_all_is_erased(file: Path, language: str) -> None:
    words = words_of(language)
    for shown in (page(Past(file), language), str(game(Past(file), 1, language))):
        told = html.unescape(shown)
        for name in EXPLAINED:
            assert f"<dt>{words[f'past_{name}']}</dt><dd>" in told
        assert local_zone() in told
        assert "mindbuzz ctl forget" in told


@pytest.mark.parametrize(("zone", "shown"), [("UTC", "2026-01-30 23:30"), ("Europe/Berlin", "2026-01-31 00:30")])
def test_times_are_local(zone: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Record(1, "2026-01-30T23:30:00+00:00", "classic", (1, 2), "won", [])
    with living_in(zone, monkeypatch):
        assert f"<td>{shown}</td>" in games_page([played], [], Around(texts_of("en")))
        assert f"<dd>{shown}</dd>" in game_page(played, Around(texts_of("en")))


def test_a_moment_that_is_none_is_shown_as_it_stands() -> None:
    assert local_minute("soon") == "soon"


def test_days_are_counted_on_the_page_newest_first(file: Path) -> None:
    with reading(file) as journal:
        [today] = journal.days()
    days = [replace(today, day=f"2026-01-{day:02}", started=40, won=day, lost=0) for day in range(1, 32)]
    shown = games_page([], days, Around(texts_of("en")))
    assert re.findall(r"<td>2026-01-(\d\d)</td><td>(\d+)</td>", shown) == [
        (f"{day:02}", str(day)) for day in range(31, 0, -1)
    ]
    assert f"<td>{today.day}</td><td>1</td>" in page(Past(file))


def test_a_day_counts_the_games_that_have_ended_as_the_table_above_it_does(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games.sqlite"
    shutil.copy(file, copy)
    journal = Journal(copy)
    journal.begin_game(1, datetime.now(UTC).isoformat(), Kind.CLASSIC, (1, 2), 7, Settings(), 0, ())
    journal.close()
    shown = page(Past(copy))
    with reading(copy) as records_of:
        assert sum(row.started for row in records_of.days()) == 2
    assert "<dt>games</dt><dd>1</dd>" in shown
    assert re.findall(r"<td>\d{4}-\d\d-\d\d</td><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>", shown) in (
        [("1", "1", "0", "0")],
        [("1", "0", "1", "0")],
    )


def test_levels_of_the_challenge_are_told_apart() -> None:
    """A game of 12 levels has not 13 of them."""
    levels = [
        Level(number, challenge, challenge, completed=True) for challenge in (False, True) for number in range(1, 13)
    ]
    played = Record(1, "2026-01-30T23:30:00+00:00", "companion-classic", (1, 2), "won", levels[:13])
    for shown in (games_page([played], [], Around(texts_of("en"))), game_page(played, Around(texts_of("en")))):
        assert "<dt>levels completed</dt><dd>12 + 1</dd>" in shown
        assert "after a + those of the blind challenge" in shown


def test_the_best_run_of_each_kind_is_told(file: Path) -> None:
    with reading(file) as journal:
        [best] = totals(records(journal)).best
    assert f"<dt>best run: Classic</dt><dd>Level {best.level}, game 1</dd>" in page(Past(file))


def test_a_console_that_keeps_nothing_says_so_and_how_to_keep_games() -> None:
    text = page(Past(None))
    assert "keeps no games" in text
    assert "--journal" in text
    assert game(Past(None), 1) is None
    assert picture(Past(None), 1) is None


def test_there_is_a_picture_of_a_game_that_has_ended_and_of_no_other(file: Path) -> None:
    drawn = picture(Past(file), 1)
    assert drawn is not None
    assert drawn.startswith("<svg")
    assert picture(Past(file), 2) is None


def test_a_game_that_goes_on_is_not_told_of(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games.sqlite"
    shutil.copy(file, copy)
    with sqlite3.connect(copy) as db:
        db.execute("UPDATE games SET ended = NULL")
    db.close()

    with reading(copy) as journal:
        assert len(journal.games()) == 1
    assert picture(Past(copy), 1) is None
    assert game(Past(copy), 1) is None
    assert "/history/1" not in page(Past(copy))


@pytest.mark.parametrize("content", [None, b"", b"nonsense" * 1000])
def test_without_a_journal_there_are_no_games_and_no_fault(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "games.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert "No game has ended yet." in page(Past(path))
    assert picture(Past(path), 1) is None


def test_games_that_are_forgotten_are_shown_no_longer(file: Path, tmp_path: Path) -> None:
    own = tmp_path / "games.sqlite"
    shutil.copy(file, own)
    past = Past(own)
    assert game(past, 1) is not None
    with closing(Journal(own)) as journal:
        journal.forget_ended()
    past.forget()

    assert game(past, 1) is None
    assert "/history/1" not in page(past)


def test_a_fault_of_a_page_s_own_is_no_missing_game(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What asked for it hears of a fault, and the log of its cause."""

    def broken(*_: object) -> str:
        raise KeyError("past_mistakes")

    monkeypatch.setattr("mindbuzz.web.past.game_page", broken)
    with pytest.raises(KeyError):
        game(Past(file), 1)


def test_the_newest_game_comes_first() -> None:
    played = Level(1, False, False, 0, 1, True, stretches=[(0, [Play(1, 1, card(5))])])
    games = [Record(number, "2026-01-01T20:15:00", "classic", (1, 2), "won", [played]) for number in (1, 2)]
    assert re.findall(r"/history/(\d+)", games_page(games, [], Around(texts_of("en")))) == ["2", "1"]


def test_only_the_newest_games_are_read(file: Path) -> None:
    with reading(file) as journal:
        assert len(records(journal, newest=1)) == 1
        assert records(journal, newest=0) == []

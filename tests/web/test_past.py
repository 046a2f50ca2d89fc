"""The page of games that were played: in every language, of ended games alone, and pictures that a browser takes."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from mindbuzz.core.cards import card_name
from mindbuzz.core.rules import Kind
from mindbuzz.history.reading import record, records
from mindbuzz.history.record import Level, Play, Record
from mindbuzz.runtime.records import reading
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from mindbuzz.web.languages import words_of
from mindbuzz.web.past import Past
from mindbuzz.web.past_pages import games_page, missing_page, unkept_page
from tests.table import card


def page(past: Past, language: str = "en", query: str = "") -> str:
    return asyncio.run(past.games(texts_of(language), query))


def game(past: Past, number: int, language: str = "en") -> str | None:
    return asyncio.run(past.game(number, texts_of(language), ""))


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
    for text in (all_games, one, missing_page(texts_of(language), ""), unkept_page(texts_of(language), "")):
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


def test_the_newest_game_comes_first() -> None:
    played = Level(1, False, False, 0, 1, True, stretches=[(0, [Play(1, 1, card(5))])])
    games = [Record(number, "2026-01-01T20:15:00", "classic", (1, 2), "won", [played]) for number in (1, 2)]
    assert re.findall(r"/history/(\d+)", games_page(games, texts_of("en"), "")) == ["2", "1"]


def test_only_the_newest_games_are_read(file: Path) -> None:
    with reading(file) as journal:
        assert len(records(journal, newest=1)) == 1
        assert records(journal, newest=0) == []

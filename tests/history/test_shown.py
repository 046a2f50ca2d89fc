"""Histories as tables, pictures and files, of whole simulated games."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from mindbuzz.cli import main
from mindbuzz.core.rules import Kind
from mindbuzz.history.files import CSV_HEAD, as_csv, as_json
from mindbuzz.history.plot import plot
from mindbuzz.history.reading import records
from mindbuzz.history.record import Level, Record
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [Plan(2, Kind.CLASSIC, "normal", 3), Plan(3, Kind.EXTREME, "normal", 4), Plan(2, Kind.BLIND, "normal", 5)]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of three whole games."""
    file = tmp_path_factory.mktemp("history") / "games.sqlite"
    for plan in GAMES:
        watch_game(plan, None, file)
    return file


@pytest.fixture(scope="module")
def games(file: Path) -> Iterator[list[Record]]:
    with reading(file) as journal:
        yield records(journal)


def run(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def test_every_game_is_there_with_its_levels_and_cards(games: list[Record]) -> None:
    assert [record.kind for record in games] == ["classic", "extreme", "blind"]
    assert all(record.levels and record.levels[0].plays for record in games)
    assert all(play.at_us >= 0 for record in games for level in record.levels for play in level.plays)


def test_csv_has_a_line_for_every_card(games: list[Record]) -> None:
    head, *rows = csv.reader(StringIO(as_csv(games)))
    assert tuple(head) == CSV_HEAD
    assert len(rows) == sum(len(level.plays) for record in games for level in record.levels)


def test_json_says_the_same(games: list[Record]) -> None:
    content = json.loads(as_json(games))
    assert content["totals"]["games"] == len(games)
    assert [len(game["levels"]) for game in content["games"]] == [len(record.levels) for record in games]
    assert content["games"][0]["levels"][0]["plays"][0]["at_ms"] == games[0].levels[0].plays[0].at_us / 1000


def test_a_picture_has_a_panel_for_every_level_and_a_mark_for_every_card(games: list[Record]) -> None:
    for record in games:
        root = ElementTree.fromstring(plot(record))
        panels = root.findall(f"{SVG}g")
        assert len(panels) == len([level for level in record.levels if level.plays])
        assert len(root.findall(f".//{SVG}title")) == sum(len(level.plays) for level in record.levels)


def test_a_wrong_card_is_ringed(games: list[Record]) -> None:
    wrong = sum(play.wrong for record in games for level in record.levels for play in level.plays)
    assert wrong
    assert sum(plot(record).count('r="9"') for record in games) == wrong


def test_a_game_without_known_cards_has_an_empty_picture() -> None:
    empty = Record(1, "", "companion-classic", (1, 2), "won", [Level(1, False, False, completed=True)])
    assert ElementTree.fromstring(plot(empty)).findall(f"{SVG}g") == []


# --- the command ---


def test_all_games_and_their_totals(file: Path) -> None:
    status, text = run("history", "--file", file)
    assert status == 0
    assert "best of classic" in text
    assert "seconds for one number" in text


def test_one_game_to_the_millisecond(file: Path, games: list[Record]) -> None:
    status, text = run("history", "1", "--file", file)
    first = games[0].levels[0].plays[0]
    assert status == 0
    assert f"{first.at_us / 1e6:.3f} s  seat {first.seat}" in text


@pytest.mark.parametrize("form", ["csv", "json"])
def test_export_prints_the_file(file: Path, games: list[Record], form: str) -> None:
    status, text = run("history", "--file", file, "--export", form)
    assert status == 0
    assert text.rstrip("\n") == {"csv": as_csv, "json": as_json}[form](games).rstrip("\n")


def test_a_picture_is_written(file: Path, games: list[Record], tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    status, text = run("history", "2", "--file", file, "--picture", picture)
    assert (status, text) == (0, f"{picture}: {len(games[1].levels)} levels\n")
    assert picture.read_text(encoding="utf-8") == plot(games[1])


def test_what_cannot_be_is_one_line(file: Path, tmp_path: Path) -> None:
    assert run("history", "99", "--file", file) == (
        2,
        f"{file}: there is no game 99 in it; `mindbuzz journal list` shows which there are\n",
    )
    assert run("history", "--file", tmp_path / "none.sqlite")[0] == 2
    status, text = run("history", "--file", file, "--picture", tmp_path / "x.svg")
    assert status == 2
    assert "--picture needs the number of a game" in text
    status, text = run("history", "1", "--file", file, "--picture", tmp_path / "no" / "x.svg")
    assert status == 2
    assert "No such file" in text


def test_no_games_yet(tmp_path: Path) -> None:
    file = tmp_path / "empty.sqlite"
    Journal(file).close()
    assert run("history", "--file", file) == (0, "no games yet\n")

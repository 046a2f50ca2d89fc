"""Histories as tables, pictures and files, of whole simulated games."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.cli import main
from mindbuzz.core.cards import card_name, card_named
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.history.files import CSV_HEAD, as_csv, as_json
from mindbuzz.history.plot import (
    BOTTOM,
    DARK,
    LEFT,
    LIGHT,
    PANEL_HEIGHT,
    RIGHT,
    TOP,
    WIDTH,
    mark_room,
    number_places,
    plot,
    room_of,
)
from mindbuzz.history.reading import records
from mindbuzz.history.record import Level, Play, Record
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan
from tests.history.journals import journal_of

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [Plan(2, Kind.CLASSIC, "normal", 3), Plan(3, Kind.EXTREME, "normal", 4), Plan(2, Kind.BLIND, "normal", 5)]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of three whole games."""
    return journal_of(tmp_path_factory.mktemp("history"), GAMES)


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


def of_kind(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The groups of a picture that are of a kind."""
    return root.findall(f".//{SVG}g[@class='{kind}']")


def test_a_picture_has_a_panel_for_every_level_and_a_mark_for_every_card(games: list[Record]) -> None:
    for record in games:
        root = ElementTree.fromstring(plot(record))
        levels = [level for level in record.levels if level.plays]
        assert len(of_kind(root, "level")) == len(levels)
        for panel, level in zip(of_kind(root, "level"), levels, strict=True):
            assert len(of_kind(panel, "card")) == len(level.plays)


def test_a_picture_says_in_words_what_it_shows(games: list[Record]) -> None:
    for record in games:
        root = ElementTree.fromstring(plot(record))
        told = [panel.findtext(f"{SVG}desc") for panel in of_kind(root, "level")]
        for words, level in zip(told, [level for level in record.levels if level.plays], strict=True):
            assert words is not None
            assert [part.split(":")[0] for part in words.split("; ")] == [str(card_name(p.card)) for p in level.plays]


def test_a_wrong_card_is_ringed_and_the_legend_says_so(games: list[Record]) -> None:
    wrong = sum(play.wrong for record in games for level in record.levels for play in level.plays)
    marks = [card for record in games for card in of_kind(ElementTree.fromstring(plot(record)), "card")]
    assert wrong
    assert sum(card.find(f"{SVG}circle[@class='ring']") is not None for card in marks) == wrong


def test_the_legend_names_what_there_is_and_nothing_else(games: list[Record]) -> None:
    for record in games:
        legend = ElementTree.fromstring(plot(record)).find(f"{SVG}g")
        assert legend is not None
        words = "".join(legend.itertext())
        assert ("red pile" in words) == (record.kind == "extreme")
        assert ("Yellow" in words) == (4 in record.seats)


@pytest.mark.parametrize("cards", [("w8", "r33"), ("w8",), ("r33",)])
def test_in_every_level_of_extreme_white_stands_at_the_left_and_red_at_the_right(cards: tuple[str, ...]) -> None:
    """Also in a level in which only one colour was played. Each side bears its pile's name and sign."""
    named = [card for card in map(card_named, cards) if card is not None]
    plays = [Play(at_us, 1, card) for at_us, card in enumerate(named)]
    record = Record(1, "", "extreme", (1, 2), "lost", [Level(1, False, False, 0, stretches=[(0, plays)])])
    [panel] = of_kind(ElementTree.fromstring(plot(record)), "level")
    texts = {kind: panel.findall(f"{SVG}text[@class='{kind}']") for kind in ("soft end", "red start")}
    axes = {kind: [int(text.text or "") for text in found] for kind, found in texts.items()}
    heights = {kind: [float(text.get("y", "")) for text in found] for kind, found in texts.items()}

    assert axes == {"soft end": [1, 10, 20, 30, 40, 50], "red start": [50, 40, 30, 20, 10, 1]}
    assert all(found == sorted(found, reverse=True) for found in heights.values())
    assert {float(text.get("x", "")) < LEFT for text in texts["soft end"]} == {True}
    assert {float(text.get("x", "")) > WIDTH - RIGHT for text in texts["red start"]} == {True}
    assert [text.text for text in panel if "rotate" in text.get("transform", "")] == ["white pile", "red pile"]
    assert [text.text for text in panel if text.text in ("▲", "▼")] == ["▲", "▼"]


MIDDLES = st.tuples(st.floats(LEFT, WIDTH - RIGHT), st.floats(TOP, PANEL_HEIGHT - BOTTOM))


@given(st.lists(st.tuples(MIDDLES, st.sampled_from(["1", "42", "100", "w50"])), max_size=40))
def test_no_number_covers_another_or_a_mark(cards: list[tuple[tuple[float, float], str]]) -> None:
    middles, words = [middle for middle, _ in cards], [word for _, word in cards]
    places = number_places(middles, words)
    rooms = [room_of(place, word) for place, word in zip(places, words, strict=True) if place is not None]

    assert not any(one.meets(other) for one, other in combinations(rooms, 2))
    assert not any(room.meets(mark_room(middle)) for room in rooms for middle in middles)
    assert all(room.left >= 0 and room.right <= WIDTH for room in rooms)


def test_a_card_by_itself_has_its_number() -> None:
    corners = [(x, y) for x in (LEFT, WIDTH - RIGHT) for y in (TOP, PANEL_HEIGHT - BOTTOM)]
    assert all(number_places([corner], ["w50"])[0] is not None for corner in corners)


def contrast(one: str, other: str) -> float:
    """By the formula of WCAG 2: 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_words_can_be_read_and_signs_be_seen(palette: dict[str, str]) -> None:
    """4.5 for words, 3 for signs; the marks have an edge of ink."""
    assert min(contrast(palette[name], palette["paper"]) for name in ("ink", "soft", "red")) >= 4.5
    assert contrast(palette["alarm"], palette["paper"]) >= 3


def test_a_game_without_known_cards_has_an_empty_picture() -> None:
    empty = Record(1, "", "companion-classic", (1, 2), "won", [Level(1, False, False, completed=True)])
    assert of_kind(ElementTree.fromstring(plot(empty)), "level") == []


# --- the command ---


def test_all_games_and_their_totals(file: Path) -> None:
    status, text = run("history", "--file", file)
    assert status == 0
    assert "best of classic" in text
    assert "s/number: seconds" in text
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


PEOPLE_READ = (("history",), ("history", "--days"), ("journal", "list"))


def test_a_game_that_nobody_finished_ended_early_wherever_people_read_of_it(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with closing(Journal(file)) as journal:
        for ended in ("abandoned", "won"):
            journal.begin_game(5, "2026-01-01T00:00:00+00:00", Kind.CLASSIC, (1, 2), 7, DEFAULTS, 0, ())
            journal.end_game(ended)
            journal.leave_game()
    told = [run(*words, "--file", file)[1] for words in PEOPLE_READ]

    assert ["ended early" in text for text in told] == [True] * len(PEOPLE_READ)
    assert [text for text in told if "abandoned" in text] == []
    assert "2 (1 won, 1 ended early)" in told[0]

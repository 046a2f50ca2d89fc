"""What histories say, computed once more by other means: from the journal's own rows, or by hand.

Nothing here uses the code that makes the histories; only how a card is called and in which order numbers belong is
taken from the rules.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.cli import main
from mindbuzz.core.rules import Kind
from mindbuzz.history.record import Level, Record
from mindbuzz.history.totals import totals
from mindbuzz.simulation import Plan
from tests.history.journals import journal_of

Line = dict[str, Any]
PLANS = [
    *(Plan(seats, kind, "novice", seed) for seed, kind in enumerate(Kind) for seats in (2, 4)),
    Plan(3, Kind.CLASSIC, "expert", 0),  # into the challenge
    Plan(3, Kind.EXTREME, "expert", 1),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of whole games of every kind, with mistakes, stops and stars."""
    return journal_of(tmp_path_factory.mktemp("by-hand"), PLANS)


@pytest.fixture(scope="module")
def db(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file)) as db:
        db.row_factory = sqlite3.Row
        yield db


def exported(file: Path, form: str) -> str:
    done = CliRunner().invoke(main, ["history", "--file", str(file), "--export", form])
    assert done.exit_code == 0
    return done.output


# --- from the journal's rows ---


def levels_of(db: sqlite3.Connection, game: int) -> Iterator[list[Line]]:
    """The outcomes of each level of a game in turn; what was taken back is left out."""
    lines: list[Line] = []
    for row in db.execute("SELECT line FROM outcomes WHERE game_id = ? ORDER BY id", (game,)):
        line = json.loads(row["line"])
        assert line["event"] != "undone", "no simulated player takes anything back"
        lines.append(line)
    starts = [place for place, line in enumerate(lines) if line["event"] in ("level_dealt", "level_guide")]
    for first, end in pairwise([*starts, len(lines)]):
        yield lines[first:end]


def of(lines: list[Line], *events: str) -> list[Line]:
    return [line for line in lines if line["event"] in events]


def wrong_cards(lines: list[Line]) -> set[int | str]:
    """Those that passed over another, and those that lay too late when a pile was turned over."""
    found = {line["card"] for line in of(lines, "mistake") if "card" in line}
    return found | {error["card"] for line in of(lines, "pile_verified") for error in line["errors"]}


def began_us(lines: list[Line]) -> int:
    return min((line["at_us"] for line in of(lines, "play_started")), default=0)


def csv_rows(db: sqlite3.Connection) -> Iterator[list[str]]:
    for game in db.execute("SELECT * FROM games ORDER BY id").fetchall():
        challenge = 0
        for lines in levels_of(db, game["id"]):
            for played in of(lines, "card_played"):
                at_us = played["at_us"] - began_us(lines)
                yield [
                    str(game["id"]), game["began_at"], game["kind"], str(lines[0]["level"]), str(challenge),
                    f"{at_us // 1000}.{at_us % 1000:03}", str(played["seat"]), str(played["card"]),
                    str(int(played["card"] in wrong_cards(lines))),
                ]  # fmt: skip
            challenge |= bool(of(lines, "challenge_started"))


def test_the_csv_says_what_the_journal_s_rows_say(file: Path, db: sqlite3.Connection) -> None:
    _, *rows = csv.reader(StringIO(exported(file, "csv")))
    assert len(rows) > 300
    assert rows == list(csv_rows(db))


def test_every_card_of_the_csv_is_a_press_of_the_journal(file: Path, db: sqlite3.Connection) -> None:
    """A play counts from the moment its press began, to the microsecond."""
    presses = {
        (row["game_id"], row["seat"], row["at_us"])
        for row in db.execute("SELECT game_id, seat, at_us FROM presses WHERE became = 'played'")
    }
    plays = {
        (row["game_id"], json.loads(row["line"])["seat"], row["at_us"])
        for row in db.execute("SELECT game_id, line, at_us FROM outcomes WHERE event = 'card_played'")
    }
    assert plays == presses


def number_of(card: int | str) -> tuple[str, int]:
    """The pile that a card goes to, and which number of it it is, counted in the order in which they belong."""
    if isinstance(card, int):
        return "classic", card
    return card[0], int(card[1:]) if card[0] == "w" else 51 - int(card[1:])


def waits(lines: list[Line]) -> Iterator[tuple[int, int, int]]:
    """Seat, microseconds and numbers: from card to card of a pile, as long as nothing comes between."""
    last: dict[str, tuple[int, int]] | None = None
    for line in of(lines, "play_started", "card_played"):
        if line["event"] == "play_started":
            before = dict.fromkeys(("classic", "w", "r"), (line["at_us"], 0))
            last = before if last is None else {}
            continue
        assert last is not None
        pile, number = number_of(line["card"])
        if pile in last and line["card"] not in wrong_cards(lines) and number > last[pile][1]:
            yield line["seat"], line["at_us"] - last[pile][0], number - last[pile][1]
        last[pile] = (line["at_us"], number)


def rhythm(levels: list[list[Line]]) -> dict[str, float | None]:
    found = [wait for lines in levels for wait in waits(lines)]
    by_seat: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for seat, us, numbers in found:
        by_seat[seat].append((us, numbers))
    tempi = [sum(us for us, _ in ones) / sum(numbers for _, numbers in ones) for ones in by_seat.values()]
    spreads = [line["spread_us"] / 1000 for lines in levels for line in of(lines, "hands_lifted")]
    return {
        "tempo_s": sum(us for _, us, _ in found) / sum(n for _, _, n in found) / 1e6 if found else None,
        "apart": max(tempi) / min(tempi) if len(tempi) > 1 and min(tempi) else None,
        "lifted_ms": median(spreads) if spreads else None,
    }


def as_computed(told: dict[str, float | None]) -> dict[str, Any]:
    return {name: value if value is None else pytest.approx(value) for name, value in told.items()}


def test_the_json_s_rhythm_is_that_of_the_journal_s_rows(file: Path, db: sqlite3.Connection) -> None:
    content = json.loads(exported(file, "json"))
    everything: list[list[Line]] = []
    for game in content["games"]:
        levels = list(levels_of(db, game["game"]))
        assert game["rhythm"] == as_computed(rhythm(levels))
        for told, lines in zip(game["levels"], levels, strict=True):
            assert told["rhythm"] == as_computed(rhythm([lines]))
            assert told["lifted_ms"] == [line["spread_us"] / 1000 for line in of(lines, "hands_lifted")]
        everything += levels
    assert content["totals"]["rhythm"] == as_computed(rhythm(everything))
    assert sum(game["rhythm"]["tempo_s"] is not None for game in content["games"]) >= 5


def test_the_json_counts_what_the_journal_s_rows_count(file: Path, db: sqlite3.Connection) -> None:
    for game in json.loads(exported(file, "json"))["games"]:
        row = db.execute("SELECT * FROM games WHERE id = ?", (game["game"],)).fetchone()
        assert (game["began_at"], game["kind"], game["ended"]) == (row["began_at"], row["kind"], row["ended"])
        assert game["seats"] == json.loads(row["seats"])
        for told, lines in zip(game["levels"], levels_of(db, game["game"]), strict=True):
            ends = of(lines, "level_completed")
            counted = [line["errors"] for line in of(lines, "error_counted")][-1:]
            errors = sum(len(line["errors"]) for line in of(lines, "pile_verified"))
            assert told["level"] == lines[0]["level"]
            assert told["blind"] == bool(lines[0]["face_down"])
            assert told["completed"] == bool(ends)
            assert told["took_ms"] == ((ends[0]["at_us"] - began_us(lines)) / 1000 if ends else None)
            assert told["mistakes"] == sum(counted) + errors + len(of(lines, "mistake"))
            assert told["stars"] == len(of(lines, "star_thrown"))
            assert told["stops"] == len(of(lines, "stopped"))


def test_the_journal_s_own_views_say_the_same(file: Path, db: sqlite3.Connection) -> None:
    """Those that the README tells people to ask."""
    games = [game for game in json.loads(exported(file, "json"))["games"] if "companion" not in game["kind"]]
    told = [
        (game["game"], level["level"], int(level["challenge"]), round(level["took_ms"] * 1000), level["mistakes"])
        for game in games
        for level in game["levels"]
        if level["completed"]
    ]
    asked = db.execute(
        "SELECT game_id, level, challenge, took_us, mistakes FROM levels WHERE completed_us > 0 ORDER BY dealt_us"
    )
    assert sorted(told) == sorted(tuple(row) for row in asked)
    thrown = db.execute("SELECT count(*) FROM stars JOIN games ON id = game_id WHERE became = 'thrown' AND kind IN "
                        "('classic', 'blind', 'extreme')").fetchone()[0]  # fmt: skip
    assert sum(game["stars"] for game in games) == thrown


# --- by hand ---

LEVELS = st.builds(
    Level,
    number=st.integers(1, 12),
    challenge=st.booleans(),
    blind=st.booleans(),
    completed=st.booleans(),
    mistakes=st.integers(0, 3),
    stars=st.integers(0, 2),
)
GAMES = st.lists(
    st.tuples(st.sampled_from(["classic", "extreme"]), st.sampled_from(["won", "lost"]), st.lists(LEVELS, max_size=8)),
    max_size=6,
)


@given(GAMES)
def test_totals_and_best_runs_are_those_that_one_counts_by_hand(
    games: list[tuple[str, str, list[Level]]],
) -> None:
    records = [
        Record(number, "2026-01-01T20:15:00+00:00", kind, (1, 2), ended, levels)
        for number, (kind, ended, levels) in enumerate(games, 1)
    ]
    sums = totals(records)
    levels = [level for _, _, levels in games for level in levels]

    assert sums.games == len(games)
    assert sums.ended == {how: n for how in ("won", "lost") if (n := sum(ended == how for _, ended, _ in games))}
    assert sums.levels == sum(level.completed and not level.challenge for level in levels)
    assert sums.levels + sums.challenge == sum(level.completed for level in levels)
    assert sums.blind == sum(level.completed and level.blind for level in levels)
    assert sums.mistakes == sum(level.mistakes for level in levels)
    assert sums.stars == sum(level.stars for level in levels)
    clean = ["".join("x" if one.completed and one.mistakes == 0 else " " for one in ones) for _, _, ones in games]
    assert sums.longest_clean == max((len(run) for marks in clean for run in marks.split()), default=0)
    assert {best.kind: (best.number, best.level, best.mistakes) for best in sums.best} == dict(best_by_hand(games))


def best_by_hand(games: list[tuple[str, str, list[Level]]]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Go through the games and keep the best so far: one that came earlier is only beaten, never drawn with."""
    for kind in {kind for kind, _, _ in games}:
        kept: tuple[int, int, int] | None = None
        for number, (its_kind, _, levels) in enumerate(games, 1):
            if its_kind != kind or not any(level.completed for level in levels):
                continue
            reached = [level.number for level in levels if level.completed and not level.challenge]
            highest, mistakes = max([0, *reached]), sum(level.mistakes for level in levels)
            if kept is None or highest > kept[1] or (highest == kept[1] and mistakes < kept[2]):
                kept = (number, highest, mistakes)
        if kept is not None:
            yield kind, kept

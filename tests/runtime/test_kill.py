"""Kill a playing process at any point: nothing that anybody was told is lost, and the game goes on from there."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.core.cards import Card, card_name
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.resume import cut_off_game
from mindbuzz.runtime.service import boot_id
from tests.runtime.careful import hands_told, lasting, play_on
from tests.runtime.cuts import party_of
from tests.runtime.desk import Desk, config_of

ROOT = Path(__file__).parents[2]
KILLS = 30
PLAYED_ON = 6
GAMES = (("classic", 2, "novice"), ("blind", 3, "novice"), ("extreme", 2, "novice"), ("classic", 4, "normal"))
# Sentence → event; what is said of the lobby belongs to no game.
SAID = {
    "a game of": "game_started", "is dealt": "level_dealt", "all hands are down": "focus_locked",
    "hands lift": "play_started", " plays ": "card_played", "mistake:": "mistake", "is no play": "press_void",
    "stops the game": "stopped", "asks for a star": "star_asked", "no star this time": "star_refused",
    "star thrown": "star_thrown", "is turned over": "pile_verified", "is completed": "level_completed",
    "victory": "game_won", "defeat": "game_lost",
    "the game is ended": "game_abandoned",
}  # fmt: skip
LOBBY = ("joins", "leaves", "next game")


def orders(kills: int) -> Iterator[dict[str, Any]]:
    """Where to kill: after so many lines, and a little later."""
    chance = random.Random(7)
    for number in range(kills):
        kind, seats, skill = GAMES[number % len(GAMES)]
        yield {
            "file": f"{number}.sqlite",
            "kind": kind,
            "seats": seats,
            "skill": skill,
            "seed": number // 8,
            "lines": seats + 2 + chance.randrange(20),
            "later_us": chance.choice((0, 0, 300, 2_000, 10_000)),
        }


def killed(folder: Path, kills: int) -> list[dict[str, Any]]:
    """What each game printed before it was killed; its journal lies in the folder."""
    command = [sys.executable, "-m", "tests.runtime.nursery", str(folder)]
    given = "".join(f"{json.dumps(order)}\n" for order in orders(kills))
    done = subprocess.run(command, input=given, capture_output=True, text=True, cwd=ROOT, timeout=300, check=True)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def events_said(printed: list[str]) -> list[str]:
    """The events of a game that its printed lines tell of."""
    told = [line.split(" s  ", 1)[1] for line in printed if re.match(r" *\d+\.\d{3} s  ", line)]
    assert len(told) >= len(printed) - 1, "the last line of a whole game is its summary"
    of_game = [text for text in told if not any(word in text for word in LOBBY)]
    return [next(event for words, event in SAID.items() if words in text) for text in of_game]


def plays_said(printed: list[str]) -> list[str]:
    return [match[0] for line in printed if (match := re.search(r"seat \d plays \w+", line))]


def events_kept(lines: list[dict[str, Any]]) -> list[str]:
    return [line["event"] for line in lines if line["event"] in SAID.values()]


def plays_kept(lines: list[dict[str, Any]]) -> list[str]:
    plays = [line for line in lines if line["event"] == "card_played"]
    return [f"seat {line['seat']} plays {line['card'] if line['face'] == 'up' else 'a'}" for line in plays]


def names(hand: tuple[Card, ...]) -> list[int | str]:
    return [card_name(card) for card in hand]


def check(order: dict[str, Any], folder: Path, play_on: bool) -> bool:
    """Whether the killed game was still going on; everything about it must be right."""
    simulated = tuple(range(1, order["seats"] + 1))
    with closing(Journal(folder / order["file"], boot_id=boot_id(), simulated=simulated)) as journal:
        assert len(journal.games()) == 1
        row = journal.games()[0]
        lines = [json.loads(line) for line in journal.outcome_lines(row.id)]
        said, kept = events_said(order["printed"]), events_kept(lines)
        assert said == kept[: len(said)]
        plays = plays_said(order["printed"])
        assert plays == plays_kept(lines)[: len(plays)]
        cut_off = cut_off_game(journal, row.seats, DEFAULTS, simulated)
        if cut_off is None:
            assert row.ended in ("won", "lost")
            return False
        table = cut_off.game.cards
        assert {str(seat): names(hand) for seat, hand in table.hands.items()} == hands_told(lines)
        dealt = [line for line in lines if line["event"] == "level_dealt"]
        assert table.level == dealt[-1]["level"]
        if play_on:
            _play_on(journal, order)
        return True


def _play_on(journal: Journal, order: dict[str, Any]) -> None:
    kind, seats = Kind(order["kind"]), order["seats"]
    desk = Desk(journal, config=config_of(seats, game=kind.value), party=party_of(kind, seats, "normal", 9))
    assert desk.phase() not in (Phase.LOBBY, Phase.ATTRACT, Phase.RESUME)
    desk.run_until_over()
    assert [row.ended for row in journal.games()] in (["won"], ["lost"])
    desk.close_all_but_journal()


@pytest.mark.parametrize("kills", [6, pytest.param(KILLS, marks=pytest.mark.slow)])
def test_a_killed_process_has_lost_nothing_that_it_told_and_its_game_goes_on(kills: int, tmp_path: Path) -> None:
    games = killed(tmp_path, kills)

    going_on = [check(order, tmp_path, number < PLAYED_ON) for number, order in enumerate(games)]
    assert len(going_on) == kills
    assert sum(going_on) >= kills // 2


# --- killed again and again ---

# Two to four players; what all lives of a game come to must be what one life would have come to.
CHAINS = (("classic", 2), ("classic", 4), ("blind", 3), ("classic", 3), ("blind", 2))
DEATHS = 500


@pytest.mark.parametrize(("kind", "seats"), CHAINS)
@pytest.mark.parametrize("deaths", [2, pytest.param(DEATHS // len(CHAINS), marks=pytest.mark.slow)])
def test_a_game_that_dies_again_and_again_comes_to_what_it_would_have_come_to(
    kind: str, seats: int, deaths: int, tmp_path: Path
) -> None:
    undisturbed = Desk(config=config_of(seats, game=kind))
    for _ in play_on(undisturbed):
        continue
    expected = lasting(undisturbed.journal, 1)
    assert expected[-1]["event"] == "game_won"
    undisturbed.close()

    command = [sys.executable, "-m", "tests.runtime.mortal", str(tmp_path), kind, str(seats), "7", str(deaths)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(game["deaths"] for game in games) == deaths
    for game in games:
        assert game["last"] == 0
        with reading(tmp_path / game["file"]) as records:
            assert [row.ended for row in records.games()] == ["won"]
            assert lasting(records, 1) == expected

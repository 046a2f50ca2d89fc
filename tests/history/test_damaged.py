"""One damaged row hides one game, and no other; whoever looks after the console is told which, and what to do."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mindbuzz.cli import main
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.history import audit
from mindbuzz.history.audit import Audit, damage
from mindbuzz.history.reading import records
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import Records, reading
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from tests.history.journals import journal_of
from tests.runtime.desk import Desk
from tests.waiting import wait_until

# What a bit or a few may make of a row of game 2, and the table that is to blame.
DAMAGES = {
    "an outcome": (
        "UPDATE outcomes SET line = substr(line, 2) WHERE event = 'level_dealt' AND game_id = 2",
        "of outcomes can't be read: what it says of line",
    ),
    "a key": (
        "UPDATE outcomes SET line = replace(line, 'card\"', 'carp\"') WHERE game_id = 2",
        "its outcomes do not make a game",
    ),
    "an event": ("UPDATE outcomes SET event = 'mistbke' WHERE game_id = 2 AND event = 'mistake'", "says of line"),
    "the kind": (
        "UPDATE games SET kind = 'clbssic' WHERE id = 2",
        "row 2 of games can't be read: what it says of kind",
    ),
    "the settings": ("UPDATE games SET settings = '{}' WHERE id = 2", "says of settings"),
    "the seed": ("UPDATE games SET seed = 'zz' WHERE id = 2", "says of seed"),
    "a digit of the seed": ("UPDATE games SET seed = '7' || substr(seed, 2) WHERE id = 2", "its seed and the hands"),
    "the seats": ("UPDATE games SET seats = '[1' WHERE id = 2", "says of seats"),
    "who sat there": ("UPDATE games SET seats = '[1, 6]' WHERE id = 2", "says of seats"),
    "seats without end": (
        "UPDATE games SET seats = replace(hex(zeroblob(5000)), '0', '[') WHERE id = 2",
        "says of seats",
    ),
    "how far clocks are off": ("UPDATE games SET uncertainty_us = 'x' WHERE id = 2", "says of uncertainty_us"),
    "how sure all of it was": (
        "UPDATE games SET uncertainty_us = 0 WHERE id = 2",
        "says of uncertainty_us",
    ),
    "another kind": ("UPDATE games SET kind = 'extreme' WHERE id = 2", "its seed and the hands"),
    "a seat": ("UPDATE games SET seats = '[1, 3]' WHERE id = 2", "its seed and the hands"),
    "who was simulated": ("UPDATE games SET simulated = '[9]' WHERE id = 2", "says of simulated"),
    "how far one clock is off": (
        "UPDATE contacts SET uncertainty_us = -uncertainty_us - 1 WHERE game_id = 2",
        "of contacts can't be read: what it says of uncertainty_us",
    ),
    "how it ended": ("UPDATE games SET ended = 'wom' WHERE id = 2", "says of ended"),
    "a time": ("UPDATE contacts SET at_us = at_us | (1 << 62) WHERE game_id = 2", "of contacts can't be read"),
    "a moment that is a word": ("UPDATE outcomes SET decided_us = 'x' WHERE game_id = 2", "says of decided_us"),
}
# What only a close look finds: the game is listed as ever.
TAKEN_AS_READ = (
    "how sure all of it was",
    "another kind",
    "a seat",
    "a time",
    "how far one clock is off",
    "a moment that is a word",
    "a digit of the seed",
)
HIDDEN = [name for name in DAMAGES if name not in TAKEN_AS_READ]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games that were played."""
    plans = [Plan(2, Kind.CLASSIC, "novice", seed) for seed in (3, 4, 5)]
    return journal_of(tmp_path_factory.mktemp("damaged"), plans)


@pytest.fixture
def damaged(file: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A copy of them in which game 2 is damaged."""

    def make(name: str) -> Path:
        copy = tmp_path / "mindbuzz.sqlite"
        copy.write_bytes(file.read_bytes())
        with closing(sqlite3.connect(copy)) as db, db:
            assert db.execute(DAMAGES[name][0]).rowcount
        return copy

    return make


def run(*words: object) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("name", HIDDEN)
def test_the_other_games_can_be_read(
    name: str, damaged: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    copy = damaged(name)
    with reading(copy) as journal:
        assert [record.number for record in records(journal)] == [1, 3]
        journal.last_kind()
    assert "game 2" in caplog.text
    listed = run("journal", "--file", copy, "list")
    assert listed.exit_code == 0
    assert {"1", "3"} <= {line.split()[0] for line in listed.stdout.splitlines()}


@pytest.mark.parametrize("name", DAMAGES)
def test_show_tells_what_can_be_read_and_names_what_can_not(name: str, damaged: Callable[[str], Path]) -> None:
    copy = damaged(name)
    shown = run("journal", "--file", copy, "show", "2")

    assert shown.exit_code == 1
    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert len(lines) > 10 or name == "a moment that is a word"
    assert shown.stderr.startswith(f"{copy}: game 2: ")
    assert DAMAGES[name][1] in shown.stderr
    for whole in ("1", "3"):
        assert run("journal", "--file", copy, "show", whole).exit_code == 0


@pytest.mark.parametrize("name", DAMAGES)
def test_export_gives_what_can_be_replayed_or_one_line(name: str, damaged: Callable[[str], Path]) -> None:
    copy = damaged(name)
    exported = run("journal", "--file", copy, "export", "2")

    if exported.exit_code:
        assert (exported.exit_code, exported.stdout, len(exported.stderr.splitlines())) == (2, "", 1)
        assert exported.stderr.startswith(f"{copy}: ")
        assert exported.stderr.endswith("; what else there is: mindbuzz journal show\n")
    else:
        file = copy.with_name("game.jsonl")
        file.write_text(exported.stdout, encoding="utf-8")
        assert run("replay", file).exit_code == 0
    for whole in ("1", "3"):
        assert run("journal", "--file", copy, "export", whole).exit_code == 0


def test_an_export_whose_head_alone_is_damaged_says_so(damaged: Callable[[str], Path]) -> None:
    told = run("journal", "--file", damaged("how sure all of it was"), "export", "2")

    assert (told.exit_code, told.stdout) == (2, "")
    assert "game 2 is damaged, and can't be replayed: line 2: " in told.stderr


@pytest.mark.parametrize("name", DAMAGES)
def test_doctor_names_the_game_the_row_and_what_to_do(
    name: str, damaged: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = damaged(name)
    monkeypatch.setenv("STATE_DIRECTORY", str(copy.parent))
    examined = run("doctor")
    [line] = [line for line in examined.stdout.splitlines() if line.startswith("WRONG journal")]

    assert examined.exit_code == 1
    assert f"{copy}: game 2: " in line
    assert DAMAGES[name][1] in line
    assert "2 other games are whole" in line
    assert f"mindbuzz journal --file {copy} show 2" in line


@pytest.mark.parametrize("name", DAMAGES)
def test_a_console_that_runs_names_the_game_until_it_is_forgotten(
    name: str, damaged: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "REST_S", 0.0)
    looked = Audit(damaged(name))
    looked.start()
    wait_until(lambda: looked.trouble is not None)
    told = looked.trouble
    looked.close()

    assert told is not None
    assert ": game 2; all others are whole; " in told
    assert "show 2" in told
    looked.forget()
    assert looked.trouble is None


@pytest.mark.parametrize("ended", [True, False], ids=["over", "cut off"])
@pytest.mark.parametrize("name", DAMAGES)
def test_a_console_starts_and_plays_whatever_of_the_newest_game_is_damaged(
    name: str, ended: bool, file: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "mindbuzz.sqlite"
    copy.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE games SET simulated = '[]' WHERE id = 3")  # people go on with it
        db.execute(DAMAGES[name][0].replace("= 2", "= 3"))
        if not ended:
            db.execute("UPDATE games SET ended = NULL WHERE id = 3")
    journal = Journal(copy, alone=True, insist=True)
    journal.last_kind()
    desk = Desk(journal)
    if desk.phase() is Phase.LOBBY:
        desk.begin()
    assert desk.phase() in (Phase.FOCUS, Phase.RESUME, Phase.PAUSED, Phase.DEFEAT)
    desk.close()


@pytest.mark.parametrize("strange", ["nothing there", "a diary", "a folder"])
def test_a_console_that_can_not_look_names_no_option_of_a_command(
    strange: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As on a full card, where there is no journal yet: a service has no --file to name another with."""
    place = tmp_path / "mindbuzz.sqlite"
    if strange == "a diary":
        place.write_text("nothing to see here\n" * 50)
    elif strange == "a folder":
        place.mkdir()
    looked = Audit(place)
    looked.start()
    wait_until(lambda: "can't be looked through" in caplog.text)
    looked.close()

    assert str(place) in caplog.text
    assert "--" not in caplog.text
    told = run("journal", "--file", place, "list").stderr
    assert told.endswith("; name another with --file\n")


def test_whole_games_are_whole(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / file.name
    for kind in Kind:
        watch_game(Plan(3, kind, "novice", 8), None, copy)
    with reading(copy) as journal:
        assert [damage(journal, number) for number in journal.ended_games()] == [[] for _ in Kind]


def test_every_row_is_read_once(file: Path) -> None:
    """The console looks while people play: it shall not do three times what it can do once."""
    asked: list[str] = []
    with reading(file) as journal:
        journal._db.set_trace_callback(asked.append)
        assert damage(journal, 1) == []
        journal._db.set_trace_callback(None)
    assert sum("FROM outcomes" in question for question in asked) == 1


def test_a_game_that_goes_on_is_nobody_s_business(file: Path, tmp_path: Path) -> None:
    """Whatever is wrong with it, nothing of it is told."""
    copy = tmp_path / file.name
    copy.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE games SET ended = NULL, seed = 'zz' WHERE id = 3")
    shown = run("journal", "--file", copy, "show", "3")

    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "still goes on" in shown.stderr
    with reading(copy) as journal:
        assert journal.ended_games() == [1, 2]


def test_a_look_at_the_journal_that_fails_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(journal: object, game_id: int) -> None:
        raise RuntimeError("a bug that nobody thought of")

    monkeypatch.setattr(audit, "damage", fail)
    looked = Audit(file)
    looked.start()
    wait_until(lambda: looked.trouble is not None)
    looked.close()

    assert "could not be looked through" in (looked.trouble or "")


def test_it_is_part_of_what_a_console_says_of_itself(damaged: Callable[[str], Path]) -> None:
    desk = Desk(Journal(damaged("the kind")))
    assert desk.parts.audit is not None
    desk.parts.audit.start()
    wait_until(lambda: "games kept" in desk.parts.trouble())
    desk.parts.forget()
    assert desk.parts.trouble() == {}
    desk.close()
    assert not any(thread.name == "journal-audit" for thread in threading.enumerate())


def test_a_disk_that_hangs_keeps_nobody_from_closing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looking, answered = threading.Event(), threading.Event()

    def hanging(journal: Records, game_id: int) -> list[str]:
        looking.set()
        answered.wait(60)
        return []

    monkeypatch.setattr(audit, "damage", hanging)
    monkeypatch.setattr(audit, "CLOSE_S", 0.01)
    file = tmp_path / "games.sqlite"
    watch_game(Plan(2, Kind.CLASSIC, "novice", 3), None, file)
    looked = Audit(file)
    looked.start()
    assert looking.wait(60)
    looked.close()
    assert looked._thread.is_alive()
    answered.set()
    looked._thread.join(60)

"""Journals that were damaged anywhere: the console starts, what can be saved is, nothing is deleted."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.errors import JournalError
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan, played
from tests.runtime.cuts import party_of
from tests.runtime.desk import Desk, config_of

FINISHED = 3
PAGE = 4096

Damage = Callable[[bytearray, random.Random], None]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the journal of three games and of a fourth that was cut off, its write-ahead log beside it."""
    folder = tmp_path_factory.mktemp("evening")
    file = folder / "games.sqlite"
    for seed in range(FINISHED):
        played(Plan(2, Kind.CLASSIC, "novice", seed, challenge=False), None, (), Journal(file), screens=False)
    desk = Desk(Journal(file), config=config_of(2), party=party_of(Kind.CLASSIC, 2, "novice", 3))
    while desk.phase() is not Phase.PLAY or desk.game.cards.level < 2:
        desk.turn()
        desk.clock.jump_to(desk.parts.loop.due_us or 0)
    desk.journal.commit()
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", folder / f"kept{end}")
    desk.close()
    return folder


@contextmanager
def damaged(evening: Path, folder: Path, end: str, damage: Damage, seed: int) -> Iterator[Path]:
    """The journal with damage done to the file itself, or to its log (`end` "-wal")."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    file = folder / "games.sqlite"
    for each in ("", "-wal"):
        shutil.copy(evening / f"kept{each}", f"{file}{each}")
    hurt = Path(f"{file}{end}")
    content = bytearray(hurt.read_bytes())
    damage(content, random.Random(seed))
    hurt.write_bytes(content)
    yield file


def a_range(content: bytearray, chance: random.Random) -> slice:
    begin = chance.randrange(len(content))
    return slice(begin, min(len(content), begin + chance.choice((1, 16, 512, PAGE, 5 * PAGE))))


def zeroed(content: bytearray, chance: random.Random) -> None:
    place = a_range(content, chance)
    content[place] = bytes(len(content[place]))


def garbled(content: bytearray, chance: random.Random) -> None:
    place = a_range(content, chance)
    content[place] = chance.randbytes(len(content[place]))


def cut_short(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


def headless(content: bytearray, chance: random.Random) -> None:
    content[: chance.choice((1, 16, 100, PAGE))] = bytes(chance.choice((1, 16, 100, PAGE)))


def pages_swapped(content: bytearray, chance: random.Random) -> None:
    one, other = (chance.randrange(len(content) // PAGE) * PAGE for _ in range(2))
    content[one : one + PAGE], content[other : other + PAGE] = (
        content[other : other + PAGE],
        content[one : one + PAGE],
    )


def starts(file: Path) -> Desk:
    """The console as it starts in the morning."""
    desk = Desk(Journal(file, boot_id="today", alone=True, insist=True), config=config_of(2))
    assert desk.journal.trouble is None
    return desk


DAMAGES = (zeroed, garbled, cut_short, headless, pages_swapped)


@pytest.mark.parametrize("end", ["", "-wal"], ids=["the file", "its log"])
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("times", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_whatever_is_damaged_the_console_starts_and_plays(
    damage: Damage, end: str, times: int, evening: Path, tmp_path: Path
) -> None:
    for seed in range(times):
        with damaged(evening, tmp_path / "state", end, damage, seed) as file:
            before = file.read_bytes()
            desk = starts(file)
            aside = list(file.parent.glob("games.damaged-1.sqlite"))
            assert not aside or end or aside[0].read_bytes() == before
            if desk.phase() in (Phase.LOBBY, Phase.ATTRACT):
                desk.begin()
                assert desk.phase() is Phase.FOCUS
                assert desk.journal.game_id is not None
                assert desk.journal.unfinished_game() is not None
            desk.close()
            with reading(file) as records:
                assert records._db.execute("PRAGMA quick_check").fetchone()[0] == "ok"


def test_a_definition_that_is_no_text_any_more_is_damage_like_any_other(evening: Path, tmp_path: Path) -> None:
    """Every word of the tables' definitions in turn: some make SQLite complain in words that are no text either."""
    schema = re.compile(rb"\b\w{4,}\b")
    content = (evening / "kept").read_bytes()
    begin = content.index(b"CREATE")
    words = list(schema.finditer(content, begin, begin + PAGE // 2))
    assert len(words) > 20

    for word in words[::7]:

        def garble(content: bytearray, chance: random.Random, word: re.Match[bytes] = word) -> None:
            content[slice(*word.span())] = chance.choice((b"\xfe", b"\xc3", b"\xff")) * len(word[0])

        with damaged(evening, tmp_path / "state", "", garble, word.start()) as file:
            Path(f"{file}-wal").unlink()
            with suppress(JournalError), reading(file):
                pass
            starts(file).close()


def test_the_games_that_can_be_read_are_saved(evening: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A page in the middle of the outcomes is gone: one or two games with it, the others are there."""
    with closing(sqlite3.connect(evening / "games.sqlite")) as db:
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'outcomes'").fetchone()[0]
        content = (evening / "games.sqlite").read_bytes()
    last_child = int.from_bytes(content[(root - 1) * PAGE + 8 : (root - 1) * PAGE + 12], "big")

    def lose_the_end(content: bytearray, chance: random.Random) -> None:
        content[(last_child - 1) * PAGE : last_child * PAGE] = bytes(PAGE)

    (tmp_path / "state").mkdir()
    file = tmp_path / "state" / "games.sqlite"
    shutil.copy(evening / "games.sqlite", file)
    broken = bytearray(file.read_bytes())
    lose_the_end(broken, random.Random(0))
    file.write_bytes(broken)
    journal = Journal(file, alone=True, insist=True)

    assert [row.id for row in journal.games()] == [1, 2, 3]
    assert [row.ended for row in journal.games()] == ["lost", "lost", "lost"]
    assert (file.parent / "games.damaged-1.sqlite").read_bytes() == broken
    [message] = [record.getMessage() for record in caplog.records]
    assert "games.damaged-1.sqlite; 3 games were saved from it, 1 were not" in message
    journal.close()


def test_a_second_damaged_journal_does_not_take_the_place_of_the_first(evening: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    for number in (1, 2):
        file.write_bytes(bytes(PAGE * number))
        starts(file).close()
        assert (tmp_path / f"games.damaged-{number}.sqlite").read_bytes() == bytes(PAGE * number)


def test_a_log_whose_journal_is_gone_is_not_taken_for_that_of_the_next(evening: Path, tmp_path: Path) -> None:
    shutil.copy(evening / "kept-wal", tmp_path / "games.sqlite-wal")
    desk = starts(tmp_path / "games.sqlite")

    assert desk.journal.games() == []
    assert (tmp_path / "games.damaged-1.sqlite-wal").read_bytes() == (evening / "kept-wal").read_bytes()
    desk.close()


def test_a_game_whose_contacts_do_not_lead_to_its_outcomes_does_not_go_on(
    evening: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """No check of structure can see this; folding the game can. Better none than another."""
    for end in ("", "-wal"):
        shutil.copy(evening / f"kept{end}", tmp_path / f"games.sqlite{end}")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as db, db:
        db.execute("UPDATE games SET seed = '8' WHERE ended IS NULL")
    desk = starts(tmp_path / "games.sqlite")

    assert desk.phase() is Phase.LOBBY
    assert "can't go on" in caplog.text
    assert "seed" not in caplog.text
    desk.close()


@pytest.mark.parametrize("mark", ["PRAGMA application_id = 7", "PRAGMA user_version = 1", "CREATE TABLE pets (name)"])
def test_a_database_of_somebody_else_is_refused_and_left_as_it_is(mark: str, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE birds (name TEXT)")
        db.execute(mark)
    before = file.read_bytes()
    with pytest.raises(JournalError, match="no journal of mindbuzz; choose another file"):
        Journal(file, alone=True, insist=True)

    assert file.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} <= {"games.sqlite", "games.sqlite.lock"}


def test_a_broken_row_hides_no_other_game_and_is_named(
    evening: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.sqlite"
    shutil.copy(evening / "games.sqlite", file)
    with reading(file) as records:
        whole = [row.id for row in records.games()]
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE games SET settings = 'x' WHERE id = 2")
    with reading(file) as records:
        assert [row.id for row in records.games()] == [number for number in whole if number != 2]

    assert "game 2 of the journal can't be read" in caplog.text

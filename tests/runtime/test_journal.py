"""The journal file: what is committed is there, for its owner alone, and what can't be read is told in one line."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.companion.outcomes import Action, Undone
from mindbuzz.core.outcomes import FocusLocked, GameWon, Outcome, PlayStarted
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.errors import JournalError
from mindbuzz.inputs.source import SourceChange
from mindbuzz.runtime.ended import ABANDONED, WON
from mindbuzz.runtime.export import export
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.journal_lines import game_lines, story_lines
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.storage.schema import SCHEMA_VERSION

SEED = (1 << 128) - 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def begin(journal: Journal, began_us: int = 5, settings: Settings | None = None) -> int:
    journal.begin_game(
        began_us=began_us,
        began_at="2026-01-01T00:00:00+00:00",
        kind=Kind.EXTREME,
        seats=(1, 3),
        seed=SEED,
        settings=settings or Settings(),
        uncertainty_us=100,
        held=(1, 3),
    )
    assert journal.game_id is not None
    return journal.game_id


def complaint(path: Path) -> str:
    with pytest.raises(JournalError) as caught:
        Journal(path)
    assert len(str(caught.value).splitlines()) == 1
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_everything_comes_back_as_it_was_written(path: Path) -> None:
    settings = Settings(hold_ms=700.5, calm_seats=(1, 3), star_recycle=False)
    contacts = [Contact(7, 1, True, 100), Contact(9, 3, False, 0, made_up=True)]
    changes = [SourceChange(8, "pod", (1, 3), True), SourceChange(10, "pod", (1, 3), False, closed=(3,))]
    with closing(Journal(path, boot_id="this boot")) as journal:
        game = begin(journal, settings=settings)
        for contact in contacts:
            journal.contact(contact)
        for change in changes:
            journal.source(change)
        journal.outcome(PlayStarted(11), decided_us=31)
    with closing(Journal(path)) as journal:
        row = journal.game(game)
        assert (row.kind, row.seats, row.seed, row.settings) == (Kind.EXTREME, (1, 3), SEED, settings)
        assert (row.boot_id, row.held, row.uncertainty_us, row.ended) == ("this boot", (1, 3), 100, None)
        assert journal.news(game) == [contacts[0], changes[0], contacts[1], changes[1]]
        assert list(journal.outcome_lines(game)) == ['{"at_us": 11, "event": "play_started"}']
        assert journal.known_until_us(game) == 31
        assert journal.last_known_us() == 31


def test_what_is_committed_another_process_can_read_and_what_is_not_it_cannot(path: Path) -> None:
    with closing(Journal(path)) as journal, closing(sqlite3.connect(path)) as other:
        begin(journal)
        assert other.execute("SELECT count(*) FROM games").fetchone() == (0,)
        journal.commit()
        assert other.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_only_its_owner_may_read_it(path: Path) -> None:
    """It holds the seeds, that is, every hand."""
    with closing(Journal(path)) as journal:
        begin(journal)
        journal.commit()
        files = list(path.parent.iterdir())
        assert {file.name for file in files} == {path.name, f"{path.name}-wal", f"{path.name}-shm"}
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_its_folder_is_made_by_the_service_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "lib" / "games.sqlite"
    with pytest.raises(JournalError, match="there is no folder"):
        Journal(path)
    assert not (tmp_path / "var").exists()

    with closing(Journal(path, insist=True)) as journal:
        assert journal.games() == []
        assert journal.last_known_us() is None
        assert journal.unfinished_game() is None


def test_after_close_everything_lies_in_the_one_file(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal)

    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()

    assert "update" in complaint(path)
    assert path.read_bytes() == before


def test_what_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("this is somebody's diary, not a database\n" * 100)
    before = path.read_bytes()

    complaint(path)
    assert path.read_bytes() == before


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    complaint(tmp_path)


def test_a_database_of_somebody_else_is_not_written_into(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE games (name TEXT)")

    complaint(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


# --- games ---


def test_two_games_in_one_file_keep_apart(path: Path) -> None:
    with closing(Journal(path)) as journal:
        first = begin(journal)
        journal.contact(Contact(7, 1, True))
        journal.outcome(FocusLocked(8), 8)
        journal.end_game(WON)
        journal.leave_game()
        journal.contact(Contact(20, 1, True))
        second = begin(journal, began_us=30)
        journal.contact(Contact(31, 3, True))

        assert [row.id for row in journal.games()] == [first, second]
        assert journal.news(first) == [Contact(7, 1, True)]
        assert journal.news(second) == [Contact(31, 3, True)]
        assert [journal.game(first).ended, journal.game(second).ended] == [WON, None]
        assert journal.known_until_us(first) == 8
        assert journal.last_known_us() == 31


def test_between_games_nothing_is_kept(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.contact(Contact(7, 1, True))
        journal.source(SourceChange(8, "pod", (1,), True))
        journal.outcome(FocusLocked(9), 9)
        journal.end_game(WON)
        journal.reopen_game()
        journal.commit()

        assert journal.games() == []
        assert journal.last_known_us() is None


def test_a_game_that_was_cut_off_is_given_up_when_another_begins(path: Path) -> None:
    with closing(Journal(path)) as journal:
        first = begin(journal)
    with closing(Journal(path)) as journal:
        assert [row.id for row in [journal.unfinished_game()] if row] == [first]
        second = begin(journal)
        assert [row.id for row in [journal.unfinished_game()] if row] == [second]
        assert journal.game(first).ended == ABANDONED


def test_a_game_that_was_won_is_open_again_while_its_challenge_goes_on(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal)
        journal.end_game(WON)
        assert journal.unfinished_game() is None
        journal.reopen_game()
        assert journal.unfinished_game() is not None


@pytest.mark.parametrize("read", [export, story_lines])
def test_a_game_that_goes_on_is_not_told_in_one_line(path: Path, read: object) -> None:
    """Whoever reads the journal beside the table would see every hand."""
    assert callable(read)
    with closing(Journal(path)) as journal:
        game = begin(journal)
        with pytest.raises(JournalError, match=r"^game 1 still goes on; its hands stay secret until it has ended$"):
            list(read(journal, game))
        assert str(SEED) not in "".join(game_lines(journal))


@pytest.mark.parametrize("read", [export, story_lines])
def test_a_game_that_is_not_there_is_told_with_what_to_do(path: Path, read: object) -> None:
    assert callable(read)
    with closing(Journal(path)) as journal:
        with pytest.raises(JournalError, match=r"^there is no game 3 in it; `mindbuzz journal list` shows which"):
            list(read(journal, 3))
        assert list(game_lines(journal)) == ["no games yet"]


def test_a_journal_can_be_read_while_the_console_writes(path: Path) -> None:
    with closing(Journal(path)) as writer:
        begin(writer)
        writer.commit()
        with reading(path) as reader:
            assert len(list(game_lines(reader))) == 1
            writer.contact(Contact(7, 1, True))
            writer.commit()
            assert reader.news(1) == [Contact(7, 1, True)]


def test_times_of_one_instant_come_back_in_the_order_in_which_they_acted(path: Path) -> None:
    with closing(Journal(path)) as journal:
        game = begin(journal)
        news = [SourceChange(7, "restart", (1, 3), True), Contact(7, 3, True), Contact(7, 1, False, made_up=True)]
        journal.source(SourceChange(7, "restart", (1, 3), True))
        journal.contact(Contact(7, 3, True))
        journal.contact(Contact(7, 1, False, made_up=True))

        assert journal.news(game) == [news[0], news[2], news[1]]


WIN, TAKE_BACK = GameWon(6, 12, False), Undone(7, Action.VICTORY)


@pytest.mark.parametrize(
    ("told", "ended"), [((WIN,), WON), ((WIN, TAKE_BACK), ABANDONED), ((WIN, TAKE_BACK, WIN), WON)]
)
def test_a_victory_that_was_taken_back_is_none(path: Path, told: tuple[Outcome, ...], ended: str) -> None:
    with closing(Journal(path)) as journal:
        game = begin(journal)
        for outcome in told:
            journal.outcome(outcome, 7)
        journal.abandon_games()

        assert journal.game(game).ended == ended

"""Disks that are full, read-only, slow, or lose the file: the game goes on, it is told what is wrong, and when that is
over the journal has the whole game."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.errors import JournalError
from mindbuzz.runtime.export import export
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.journal_lines import game_lines
from mindbuzz.runtime.records import Records, reading
from mindbuzz.runtime.storage import writer
from mindbuzz.runtime.storage.database import opened
from mindbuzz.runtime.storage.schema import MIGRATIONS
from tests.runtime.cuts import party_of
from tests.runtime.desk import Desk, config_of, journalled, replayed
from tests.runtime.storage.disks import ext4, faulty, mounted
from tests.waiting import wait_until


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A virtual game is over sooner than a real one has waited once."""
    monkeypatch.setattr(writer, "RETRY_S", 0.02)
    monkeypatch.setattr(writer, "LOOK_S", 0.0)


def a_desk(file: Path | None) -> Desk:
    journal = Journal(file, boot_id="today", alone=file is not None, insist=True)
    return Desk(journal, config=config_of(2), party=party_of(Kind.CLASSIC, 2, "expert", 7))


@cache
def undisturbed() -> tuple[str, ...]:
    """What the same game leaves in a journal that nothing happens to."""
    desk = a_desk(None)
    desk.run_until_over()
    lines = tuple(desk.journal.outcome_lines(1))
    desk.close()
    return lines


def play_until_level(desk: Desk, level: int) -> None:
    while desk.journal.game_id is None or desk.game.cards.level < level:
        desk.turn()
        desk.clock.jump_to(desk.parts.loop.due_us or 0)


def trouble(desk: Desk) -> str:
    return desk.journal.trouble or ""


def play_through(file: Path, break_it: Callable[[], object], mend_it: Callable[[], object]) -> str:
    """Play a game; break the disk in its second level, mend it in the third. What was told about it."""
    desk = a_desk(file)
    play_until_level(desk, 2)
    assert desk.journal.trouble is None
    break_it()
    play_until_level(desk, 3)
    wait_until(lambda: desk.journal.trouble is not None)
    told = trouble(desk)
    mend_it()
    wait_until(lambda: desk.journal.trouble is None)
    desk.run_until_over()
    desk.close()
    with reading(file) as records:
        assert_whole(records)
    return told


def assert_whole(records: Records, game_id: int = 1) -> None:
    assert tuple(records.outcome_lines(game_id)) == undisturbed()
    assert replayed(records, game_id) == journalled(records, game_id)


def fill(folder: Path) -> Path:
    """A file that leaves no room for anything else."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    continue
    return ballast


# --- full, read-only ---


@pytest.fixture
def memory_disk(tmp_path: Path) -> Iterator[Path]:
    with mounted("-t", "tmpfs", "-o", "size=16m", "tmpfs", tmp_path) as disk:
        yield disk


def remount(disk: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(disk)], check=True)


def test_a_full_disk_in_memory_that_gets_room_again(memory_disk: Path) -> None:
    ballast = memory_disk / "ballast"
    told = play_through(memory_disk / "games.sqlite", lambda: fill(memory_disk), ballast.unlink)

    assert told.endswith("is full; the game goes on and is kept once there is room: free some")


def test_a_full_card_that_gets_room_again(tmp_path: Path) -> None:
    with ext4(tmp_path, mib=32) as disk:
        told = play_through(disk / "games.sqlite", lambda: fill(disk), (disk / "ballast").unlink)

        assert "is full" in told


def test_a_card_that_turns_read_only_and_back(tmp_path: Path) -> None:
    """As ext4 does after an error, and an overlay when somebody locks it."""
    with ext4(tmp_path, mib=32) as disk:
        file = disk / "games.sqlite"
        desk = a_desk(file)
        play_until_level(desk, 2)
        desk.close_all_but_journal()
        desk.journal.close()
        remount(disk, "ro")
        desk = a_desk(file)
        assert "read-only" in trouble(desk)
        with reading(file) as records:
            assert len(list(game_lines(records))) == 1
        play_until_level(desk, 3)
        remount(disk, "rw")
        wait_until(lambda: desk.journal.trouble is None)
        desk.run_until_over()
        desk.close()
        remount(disk, "ro")
        with reading(file) as records:
            assert records.game(1).ended in ("won", "lost")
            assert replayed(records, 1) == journalled(records, 1)
            assert list(export(records, 1))


def test_a_disk_that_is_full_from_the_beginning(memory_disk: Path) -> None:
    ballast = fill(memory_disk)
    desk = a_desk(memory_disk / "games.sqlite")
    assert "is full" in trouble(desk)
    play_until_level(desk, 2)
    ballast.unlink()
    wait_until(lambda: desk.journal.trouble is None)
    desk.run_until_over()
    game_id = desk.journal.games()[0].id
    desk.close()

    with reading(memory_disk / "games.sqlite") as records:
        assert_whole(records, game_id)


def test_a_disk_that_stays_full_keeps_the_game_up_to_there(memory_disk: Path) -> None:
    desk = a_desk(memory_disk / "games.sqlite")
    play_until_level(desk, 2)
    fill(memory_disk)
    desk.run_until_over()
    assert desk.journal.trouble is not None
    desk.close()

    with reading(memory_disk / "games.sqlite") as records:
        lines = tuple(records.outcome_lines(1))
        assert lines == undisturbed()[: len(lines)]
        assert lines


# --- errors, slowness ---


def test_a_disk_that_answers_with_errors_for_a_while(tmp_path: Path) -> None:
    with faulty(tmp_path) as disk:
        disk.fail()
        told = play_through(disk.place / "games.sqlite", lambda: disk.fail(after_writes=3, errno=errno.EIO), disk.fail)

        assert told.endswith("can't be written (disk I/O error); the game goes on and is kept once that changes")


def test_a_disk_on_which_a_flush_takes_two_seconds(tmp_path: Path) -> None:
    """The game does not wait for it, or this would take ten minutes; but it says so."""
    with faulty(tmp_path) as disk:
        desk = a_desk(disk.place / "games.sqlite")
        play_until_level(desk, 1)
        disk.fail(fsync_s=2.0)
        desk.run_until_over()
        wait_until(lambda: "slow" in trouble(desk))
        disk.fail()
        desk.close()
        with reading(disk.place / "games.sqlite") as records:
            assert_whole(records)


def test_a_failed_flush_is_told_until_one_succeeds(tmp_path: Path) -> None:
    with faulty(tmp_path) as disk:
        desk = a_desk(disk.place / "games.sqlite")
        disk.fail(fsync_errno=errno.EIO)
        play_until_level(desk, 2)
        wait_until(lambda: "may not survive a power cut" in trouble(desk))
        disk.fail()
        desk.run_until_over()
        wait_until(lambda: desk.journal.trouble is None)
        desk.close()
        with reading(disk.place / "games.sqlite") as records:
            assert_whole(records)


# --- a file that is gone ---


def test_a_journal_that_is_deleted_is_made_anew_with_all_its_games(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    first = a_desk(file)
    first.run_until_over()
    first.close()
    desk = a_desk(file)
    while desk.journal.game_id is None:
        desk.turn()
        desk.clock.jump_to(desk.parts.loop.due_us or 0)
    for each in tmp_path.glob("games.sqlite*"):
        each.unlink()
    desk.run_until_over()
    wait_until(lambda: file.exists() and desk.journal.trouble is None)
    desk.close()

    with reading(file) as records:
        assert_whole(records, 1)
        assert [row.ended for row in records.games()] == [records.game(1).ended] * 2
        assert replayed(records, 2) == journalled(records, 2)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_what_lies_beside_a_journal_is_deleted(end: str, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    desk = a_desk(file)
    play_until_level(desk, 2)
    Path(f"{file}{end}").unlink()
    desk.run_until_over()
    wait_until(lambda: desk.journal.trouble is None)
    desk.close()
    with reading(file) as records:
        assert_whole(records)


def test_somebody_else_s_file_in_the_journal_s_place_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    desk = a_desk(file)
    play_until_level(desk, 2)
    (tmp_path / "diary").write_text("dear diary\n" * 1000)
    (tmp_path / "diary").replace(file)
    desk.run_until_over()
    wait_until(lambda: "no journal of mindbuzz" in trouble(desk))
    desk.close()

    assert file.read_text() == "dear diary\n" * 1000
    with reading(tmp_path / "games.replaced-1.sqlite") as records:
        lines = tuple(records.outcome_lines(1))
        assert lines == undisturbed()[: len(lines)]


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))


NO_FILE: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a socket": make_socket,
    "a device": lambda path: path.symlink_to("/dev/null"),
}


@pytest.mark.parametrize("end", ["", "-wal"])
@pytest.mark.parametrize("what", NO_FILE)
def test_what_is_no_file_in_the_journal_s_place_holds_up_nobody(what: str, end: str, tmp_path: Path) -> None:
    """The console plays and says what is wrong, and keeps the game once that is gone; who reads is told at once."""
    file = tmp_path / "games.sqlite"
    desk = a_desk(file)
    play_until_level(desk, 2)
    place = Path(f"{file}{end}")
    place.unlink()
    NO_FILE[what](place)
    play_until_level(desk, 3)
    wait_until(lambda: trouble(desk).count("games.sqlite") > 0)
    assert desk.journal.last_kind() in (None, Kind.CLASSIC)
    with suppress(JournalError), reading(file) as records:
        records.games()
    place.rmdir() if what == "a folder" else place.unlink(missing_ok=True)
    wait_until(lambda: desk.journal.trouble is None)
    desk.run_until_over()
    desk.close()
    with reading(file) as records:
        assert_whole(records)


@pytest.mark.parametrize("what", ["nothing", *NO_FILE])
def test_while_nobody_plays_it_is_noticed_too(what: str, tmp_path: Path) -> None:
    """Whoever asks after the console's health is told, though nothing is written; and when all is well again."""
    file = tmp_path / "games.sqlite"
    desk = a_desk(file)
    assert desk.journal.trouble is None
    file.rename(tmp_path / "moved")
    if what != "nothing":
        NO_FILE[what](file)
    wait_until(lambda: "games.sqlite" in (desk.journal.trouble or ""))
    if what != "nothing":
        file.rmdir() if what == "a folder" else file.unlink()
    wait_until(lambda: desk.journal.trouble is None)
    desk.close()
    with reading(file) as records:
        assert records.games() == []


@pytest.mark.parametrize("what", NO_FILE)
def test_what_is_no_file_beside_an_older_journal_is_not_copied(what: str, tmp_path: Path) -> None:
    """To read an older journal is to copy it; a device would fill the disk, since it has no end."""
    file = tmp_path / "games.sqlite"
    opened(file, migrations=MIGRATIONS[:1]).close()
    NO_FILE[what](Path(f"{file}-wal"))
    with pytest.raises(JournalError, match=r"can't be read: games.sqlite-wal is no ordinary file"), reading(file):
        pass


@pytest.mark.parametrize("what", NO_FILE)
def test_a_console_that_starts_on_what_is_no_file_says_so(what: str, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    NO_FILE[what](file)
    with pytest.raises(JournalError, match=r"can't be opened: it is (a folder|no ordinary file)"):
        Journal(file, alone=True, insist=True)


def test_another_journal_in_its_place_is_not_written_into(tmp_path: Path) -> None:
    file, other = tmp_path / "games.sqlite", tmp_path / "other.sqlite"
    theirs = a_desk(other)
    theirs.run_until_over()
    theirs.close()
    desk = a_desk(file)
    play_until_level(desk, 2)
    before = other.read_bytes()
    other.replace(file)
    desk.run_until_over()
    wait_until(lambda: "another journal" in trouble(desk))
    desk.close()

    assert file.read_bytes() == before
    assert not Path(f"{file}-wal").exists()
    with reading(file) as records:
        assert_whole(records)


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    first = Journal(tmp_path / "games.sqlite", alone=True)
    with pytest.raises(JournalError, match="in use by another console"):
        Journal(tmp_path / "games.sqlite", alone=True)
    first.close()
    Journal(tmp_path / "games.sqlite", alone=True).close()

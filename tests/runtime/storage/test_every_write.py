"""Every write of a journal torn by a power cut, or refused for a while, on a real file system that does that."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.resume import cut_off_game
from mindbuzz.runtime.storage import writer
from mindbuzz.runtime.storage.writer import FileWriter, Statement
from tests.runtime.cuts import played_game
from tests.runtime.storage.disks import FaultyDisk, faulty
from tests.waiting import wait_until

BATCHES = 12
ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS)
LONGEST_S = 20


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyDisk]:
    with faulty(tmp_path_factory.mktemp("faulty")) as disk:
        yield disk


@cache
def batches() -> list[list[Statement]]:
    """The first commits of a game, one by one."""
    game = played_game(Kind.CLASSIC, 2, "novice", 3)
    ends = sorted({cut.statements for cut in game.cuts})
    return [game.written[begin:end] for begin, end in zip([0, *ends], ends, strict=False)][:BATCHES]


def lines_after(count: int) -> list[object]:
    """The outcomes that so many batches hold."""
    return [values[-1] for batch in batches()[:count] for sql, values in batch if "INTO outcomes" in sql]


def writes_in_all(disk: FaultyDisk, name: str) -> int:
    """How many writes a journal takes when nothing fails."""
    disk.fail()
    written(disk, name)
    return disk.writes


def written(disk: FaultyDisk, name: str) -> int:
    """How many batches were acknowledged before the disk failed."""
    (disk.behind / name).mkdir()
    journal = FileWriter(disk.place / name / "games.sqlite", None, insist=True)
    acknowledged = 0
    for batch in batches():
        journal.write(batch)
        if journal.trouble is not None:
            break
        acknowledged += 1
    journal.close()
    return acknowledged


def kept(file: Path) -> list[str]:
    """What a journal holds; it must be whole, and its game must be able to go on."""
    FileWriter(file, None, insist=False).close()
    with reading(file) as records:
        games = records.games()
        lines = [line for row in games for line in records.outcome_lines(row.id)]
        if games:
            assert cut_off_game(records, games[-1].seats, DEFAULTS, games[-1].simulated) is not None
    assert not list(file.parent.glob("*damaged*"))
    return lines


@pytest.mark.parametrize("step", [23, pytest.param(1, marks=pytest.mark.slow)])
def test_a_power_cut_in_any_write_loses_nothing_that_was_acknowledged(
    step: int, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE_S", LONGEST_S)  # a game goes ahead sooner, without an acknowledgement
    possible = [lines_after(count) for count in range(BATCHES + 1)]
    cuts = range(0, writes_in_all(disk, f"torn-{step}"), step)
    for after_writes in cuts:
        name = f"torn-{step}-{after_writes}"
        disk.fail(after_writes=after_writes, errno=errno.EIO, torn=True, dead=True)
        acknowledged = written(disk, name)
        lines = kept(disk.behind / name / "games.sqlite")
        assert lines in possible[acknowledged:], f"write {after_writes}, {acknowledged} batches acknowledged"
    assert len(cuts) * step > 150


def wait_until_well(journal: FileWriter) -> None:
    wait_until(lambda: journal.trouble is None)


@pytest.mark.parametrize("step", [29, pytest.param(3, marks=pytest.mark.slow)])
def test_writes_refused_for_a_while_are_made_up_for(
    step: int, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RETRY_S", 0.02)
    for number, after_writes in enumerate(range(0, writes_in_all(disk, f"refused-{step}"), step)):
        disk.fail(after_writes=after_writes, errno=ERRORS[number % len(ERRORS)], torn=number % 2 == 0)
        name = f"refused-{step}-{after_writes}"
        (disk.behind / name).mkdir()
        journal = FileWriter(disk.place / name / "games.sqlite", None, insist=True)
        for batch in batches():
            journal.write(batch)
        disk.fail()
        wait_until_well(journal)
        journal.close()
        assert kept(disk.behind / name / "games.sqlite") == lines_after(BATCHES), f"write {after_writes}"

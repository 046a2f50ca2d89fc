"""The flusher: when it is closed all is on the disk that was committed before, whatever it was at just then."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from mindbuzz.runtime.storage.flusher import Flusher

PATIENCE_S = 20


class SlowDisk:
    """In place of os.fdatasync: notes how much was brought to the disk; takes as long as it is held up."""

    def __init__(self) -> None:
        self.kept_bytes = 0
        self.busy = threading.Event()
        self.held_up = False
        self.go_on = threading.Event()

    def __call__(self, descriptor: int) -> None:
        kept_bytes = os.fstat(descriptor).st_size
        self.busy.set()
        if self.held_up:
            assert self.go_on.wait(PATIENCE_S)
        self.kept_bytes = kept_bytes


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    disk = SlowDisk()
    monkeypatch.setattr(os, "fdatasync", disk)
    return disk


def commit(wal: Path, flusher: Flusher) -> None:
    with wal.open("ab") as file:
        file.write(b"a page")
    flusher.wake()


@pytest.mark.parametrize("commits", [0, 1, 3])
def test_closed_while_nothing_goes_on_it_has_flushed_all(tmp_path: Path, disk: SlowDisk, commits: int) -> None:
    wal = tmp_path / "games.sqlite-wal"
    wal.write_bytes(b"an old page")
    flusher = Flusher(tmp_path / "games.sqlite")
    for _ in range(commits):
        commit(wal, flusher)
    flusher.close(PATIENCE_S)

    assert disk.kept_bytes == wal.stat().st_size


@pytest.mark.parametrize("commits", [0, 1, 3])
def test_closed_while_a_flush_is_under_way_it_flushes_what_came_meanwhile(
    tmp_path: Path, disk: SlowDisk, commits: int
) -> None:
    wal = tmp_path / "games.sqlite-wal"
    flusher = Flusher(tmp_path / "games.sqlite")
    disk.held_up = True
    commit(wal, flusher)
    assert disk.busy.wait(PATIENCE_S)
    for _ in range(commits):
        commit(wal, flusher)
    closing = threading.Thread(target=flusher.close, args=(PATIENCE_S,))
    closing.start()
    closing.join(0.05)  # it waits for the disk
    disk.go_on.set()
    closing.join(PATIENCE_S)

    assert disk.kept_bytes == wal.stat().st_size
    assert not flusher._thread.is_alive()

"""The thread that writes: what it does when too much comes, and what it tells."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.outcomes import FocusLocked
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.storage import writer
from tests.waiting import wait_until


def begin(journal: Journal, seed: int = 7) -> int:
    journal.begin_game(5, "2026-01-01T00:00:00+00:00", Kind.CLASSIC, (1, 2), seed, DEFAULTS, 0, ())
    journal.commit()
    assert journal.game_id is not None
    return journal.game_id


def commit_contacts(journal: Journal, count: int) -> list[Contact]:
    """So many contacts of one button, each in a batch of its own."""
    contacts = [Contact(10 + number, 1, bool(number % 2)) for number in range(count)]
    for contact in contacts:
        journal.contact(contact)
        journal.commit()
    return contacts


class Gate:
    """In place of `commit`: raises, or waits, as long as it is shut."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.real = real
        self.error: Exception | None = None
        self.open = threading.Event()
        self.open.set()

    def __call__(self, *values: Any) -> Any:
        self.open.wait(20)
        if self.error is not None:
            raise self.error
        return self.real(*values)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate(writer.commit)
    monkeypatch.setattr(writer, "commit", gate)
    monkeypatch.setattr(writer, "RETRY_S", 0.02)
    return gate


def test_a_game_too_long_to_keep_in_mind_does_not_go_on_with_a_hole_in_it(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MOST_KEPT", 50)
    journal = Journal(tmp_path / "games.sqlite", alone=True)
    begin(journal)
    gate.error = OSError(5, "Input/output error")
    commit_contacts(journal, 80)
    gate.error = None
    wait_until(lambda: journal.trouble is None)
    second = begin(journal)
    journal.close()

    with reading(tmp_path / "games.sqlite") as records:
        assert [row.ended for row in records.games()] == ["abandoned", None]
        assert records.games()[-1].id == second


def test_a_long_game_on_a_disk_that_is_well_is_kept_whole(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MOST_KEPT", 50)
    journal = Journal(tmp_path / "games.sqlite", alone=True)
    begin(journal)
    contacts = commit_contacts(journal, 200)
    journal.close()

    with reading(tmp_path / "games.sqlite") as records:
        assert records.news(1) == contacts
        assert records.games()[0].ended is None


def test_a_disk_that_does_not_answer_holds_nobody_up_and_is_told(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were each commit waited for, this would take a minute."""
    monkeypatch.setattr(writer, "SLOW_S", 0.0)
    journal = Journal(tmp_path / "games.sqlite", alone=True)
    begin(journal)
    gate.open.clear()
    contacts = commit_contacts(journal, 300)
    assert "has not answered for" in (journal.trouble or "")
    gate.open.set()
    wait_until(lambda: journal.trouble is None)
    journal.outcome(FocusLocked(500), 500)
    journal.close()

    with reading(tmp_path / "games.sqlite") as records:
        assert records.news(1) == contacts
        assert len(records.outcomes(1)) == 1


def test_trouble_is_logged_once_and_its_end_too_and_never_a_seed(
    tmp_path: Path, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(tmp_path / "games.sqlite", alone=True)
    begin(journal, seed=0xABCDEF0123456789)
    gate.error = OSError(28, "No space left on device, disk is full")
    commit_contacts(journal, 30)
    gate.error = None
    wait_until(lambda: journal.trouble is None)
    journal.close()
    lines = [record.getMessage() for record in caplog.records if "games.sqlite" in record.getMessage()]

    assert len(lines) == 2
    assert "is full" in lines[0]
    assert "can be written again" in lines[1]
    assert "abcdef" not in caplog.text.lower()

"""What an export leaves out: seats that do not play, and whatever is nobody's business."""

from __future__ import annotations

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.source import SourceChange
from mindbuzz.runtime.ended import ABANDONED
from mindbuzz.runtime.export import export
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.scenario import read_scenario


def test_seats_that_do_not_play_are_in_no_line() -> None:
    """Two play at a console for four; a restart is a matter of all four."""
    journal = Journal(None)
    journal.begin_game(5_000, "2026-01-01T00:00:00+00:00", Kind.CLASSIC, (1, 2), 1, DEFAULTS, 0, ())
    journal.source(SourceChange(6_000, "restart", (1, 2, 3, 4), lost=True))
    journal.source(SourceChange(7_000, "restart", (1, 2, 3, 4), lost=False))
    journal.source(SourceChange(8_000, "pod", (3, 4), lost=True))
    journal.contact(Contact(9_000, 3, closed=True))
    journal.end_game(ABANDONED)

    content = "".join(f"{line}\n" for line in export(journal, 1)).encode()

    sources = [line for line in read_scenario(content).lines if isinstance(line, SourceChange)]
    assert [(line.source, line.seats) for line in sources] == [("restart", (1, 2)), ("restart", (1, 2))]
    assert len(read_scenario(content).lines) == 2

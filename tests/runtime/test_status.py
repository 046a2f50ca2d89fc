"""`status`: everything about the parts of a console that runs, and nothing that a player alone may know."""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.config.staff import Notice
from mindbuzz.core.phases import Phase
from mindbuzz.daemon import status_of
from mindbuzz.runtime.counts import Counts
from mindbuzz.runtime.journal import Journal
from tests.runtime.desk import Desk, config_of


class Watched(Desk):
    """A console on a desk that can be asked how it is."""

    def __init__(self, journal: Journal | None = None, seed: int = 7, notices: tuple[Notice, ...] = ()) -> None:
        counts = Counts()
        super().__init__(journal, config=config_of(3), seed=seed, sinks=[counts])
        self.parts.notices = notices
        self._status = status_of(self.parts, self.config, counts)

    def report(self) -> Mapping[str, Any]:
        report: Mapping[str, Any] = json.loads(json.dumps(self._status.report({})))
        return report

    def button(self, seat: int) -> Mapping[str, Any]:
        button: Mapping[str, Any] = self.report()["seats"][seat - 1]["button"]
        return button


def test_a_console_in_order_says_so_with_all_its_parts(tmp_path: Path) -> None:
    desk = Watched(Journal(tmp_path / "games.sqlite"))
    desk.tap(1)
    report = desk.report()

    assert (report["ok"], report["phase"], report["problems"], report["game"]) == (True, "lobby", {}, None)
    assert [(seat["seat"], seat["joined"]) for seat in report["seats"]] == [(1, True), (2, False), (3, False)]
    assert [seat["button"]["wire"] for seat in report["seats"]] == [5, 6, 26]
    assert report["journal"]["file"] == str(tmp_path / "games.sqlite")
    assert report["journal"]["bytes"] > 0
    assert report["machine"]["free_mib"] > 0
    desk.close()


def test_presses_edges_and_levels_are_told_by_button() -> None:
    desk = Watched()
    desk.tap(1)
    for _ in range(2):
        desk.tap(2)
    desk.press(3)

    assert [(desk.button(seat)["presses"], desk.button(seat)["edges"]) for seat in (1, 2)] == [(1, 2), (2, 4)]
    assert [desk.button(seat)["closed"] for seat in (1, 2, 3)] == [False, False, True]
    desk.close()


def test_a_stuck_button_is_told_and_counted_when_it_is_well_again() -> None:
    desk = Watched()
    desk.tap(1)
    desk.press(2)
    desk.wait_ms(16_000)

    assert desk.button(2)["stuck"]
    assert not desk.report()["ok"]

    desk.lift(2)
    desk.wait_ms(2_000)
    assert (desk.button(2)["stuck"], desk.button(2)["times_stuck"]) == (False, 1)
    assert desk.report()["ok"]
    desk.close()


def test_a_chattering_button_is_told_and_counted() -> None:
    desk = Watched()
    for _ in range(60):
        desk.press(1)
        desk.wait_ms(0.5)
        desk.lift(1)
        desk.wait_ms(8)

    assert desk.button(1)["chatters"]
    assert desk.button(1)["times_chattered"] == 1
    desk.close()


def test_a_journal_that_can_not_be_written_is_trouble() -> None:
    desk = Watched(Journal(Path("/proc/games.sqlite"), insist=True))
    problems = desk.report()["problems"]

    assert list(problems) == ["journal"]
    assert problems["journal"].startswith("the journal at /proc/games.sqlite can't be written")
    desk.close()


def test_what_staff_set_wrongly_is_trouble() -> None:
    desk = Watched(notices=(Notice(3, "langauge is nothing"),))

    assert desk.report()["problems"] == {"staff's file": "line 3: langauge is nothing"}
    desk.close()


def test_every_panel_tells_how_it_is() -> None:
    """A console with real panels on a bus that is not there."""
    config = replace(config_of(2), display_driver="ssd1306")
    counts = Counts()
    desk = Desk(config=config, sinks=[counts], screens=True)
    assert desk.parts.panels is not None
    desk.parts.panels.settled(10)
    report = status_of(desk.parts, config, counts).report({})

    assert [seat["display"]["state"] for seat in report["seats"]] == ["lost", "lost"]
    assert sorted(report["problems"]) == ["display 1", "display 2"]
    assert all(errno.errorcode[errno.ENOENT] or line for line in report["problems"].values())
    desk.close()


# --- what it does not tell ---


def without_files(report: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in ("up_s", "machine", "journal")}


@pytest.mark.slow
@given(st.integers(0, 2**64), st.integers(0, 2**64))
def test_two_games_with_other_hands_have_the_same_status(first: int, second: int) -> None:
    """As long as nothing was played: from the lobby into play."""
    desks = [Watched(seed=seed) for seed in (first, second)]
    for step in (Desk.begin, Desk.focus):
        for desk in desks:
            step(desk)
        one, other = (without_files(desk.report()) for desk in desks)
        assert one == other
    assert desks[0].phase() is Phase.PLAY
    for desk in desks:
        desk.close()

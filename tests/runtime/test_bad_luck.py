"""Clocks that jump, floods of contacts, a day and a night of games, parts that fail: the game goes on."""

from __future__ import annotations

import gc
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.phases import Phase
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.journal_lines import game_lines
from mindbuzz.runtime.records import reading
from tests.runtime.careful import lasting, play_on
from tests.runtime.desk import SECOND_US, Desk, config_of
from tests.waiting import wait_until

HOUR_US = 3_600 * SECOND_US

# --- clocks ---

# Six evenings: a console without a clock of its own wakes up whenever, sometimes in the past.
EVENINGS = ("2026-05-01T20:00:00+00:00", "1970-01-01T00:00:07+00:00", "2026-05-03T20:00:00+00:00",
            "2026-05-02T23:59:59+00:00", "2038-01-19T03:14:08+00:00", "1970-01-01T00:00:05+00:00")  # fmt: skip


def test_whatever_the_clock_on_the_wall_says_order_and_durations_are_right(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    for number, wall in enumerate(EVENINGS):
        desk = Desk(Journal(file, boot_id=f"boot {number}", alone=True), config=config_of(2))
        desk.parts.console._wall = partial(str, wall)
        desk.begin()
        desk.parts.console._wall = lambda: "1999-12-31T00:00:00+00:00"
        desk.focus()
        desk.play_level()
        desk.wait(40 * SECOND_US)
        desk.tap(1)
        desk.tap(1)
        assert desk.phase() is Phase.LOBBY
        desk.close()

    with reading(file) as records:
        games = records.games()
        assert [row.began_at for row in games] == list(EVENINGS)
        assert [row.boot_id for row in games] == [f"boot {number}" for number in range(len(EVENINGS))]
        ends = [records.known_until_us(row.id) for row in games]
        assert [row.began_us for row in games] == sorted(row.began_us for row in games)
        assert all(end < after.began_us for end, after in zip(ends, games[1:], strict=False))
        presses = [row["at_us"] for row in records._db.execute("SELECT at_us FROM presses ORDER BY id")]
        assert presses == sorted(presses)
        took = {row["took_us"] for row in records._db.execute("SELECT took_us FROM levels WHERE completed_us > 0")}
        assert len(took) == 1, "six times the same level, played at the same speed"
        assert [line.split()[0] for line in game_lines(records)] == [str(row.id) for row in games]


def test_a_machine_s_clock_that_begins_anew_does_not_turn_back_the_journal_s(tmp_path: Path) -> None:
    """After a boot CLOCK_MONOTONIC begins at zero."""
    file = tmp_path / "games.sqlite"
    late = Desk(Journal(file), start_us=50 * HOUR_US)
    late.begin()
    late.close()
    early = Desk(Journal(file), start_us=None)
    assert early.clock.now_us() > 50 * HOUR_US
    early.close()


# --- a flood ---

CONTACTS_A_SECOND = 10_000
FLOOD_S = 10


@pytest.mark.parametrize("seconds", [1, pytest.param(FLOOD_S, marks=pytest.mark.slow)])
def test_a_flood_of_contacts_is_kept_in_order_and_fills_nothing(seconds: int, tmp_path: Path) -> None:
    desk = Desk(Journal(tmp_path / "games.sqlite"), config=config_of(4))
    desk.begin()
    desk.focus()
    hands, began_us = desk.hands(), desk.clock.now_us()
    chance = random.Random(7)
    closed = dict.fromkeys(desk.seats, False)
    sent = []
    for number in range(seconds * CONTACTS_A_SECOND):
        seat = chance.choice(desk.seats)
        closed[seat] = not closed[seat]
        sent.append(Contact(began_us + number * SECOND_US // CONTACTS_A_SECOND, seat, closed[seat]))
    most_recent = most_waiting = 0
    for begin in range(0, len(sent), 10):
        for contact in sent[begin : begin + 10]:
            desk.parts.mailbox.put(contact)
        desk.clock.jump_to(sent[min(begin + 9, len(sent) - 1)].at_us)
        desk.turn()
        console = desk.parts.console
        assert not desk.parts.mailbox._news
        most_recent = max(most_recent, len(console._recent))
        most_waiting = max(most_waiting, len(console._stage._ready), len(console._presses._open))
    assert most_recent <= 1.1 * CONTACTS_A_SECOND
    assert most_waiting < 100
    for seat in desk.seats:
        desk.pins[seat].drive_high()
        desk.parts.mailbox.put(Contact(desk.clock.now_us(), seat, False))
    desk.wait(5 * SECOND_US)

    assert desk.hands() == hands or desk.game.cards.lives < 4
    while desk.phase() is not Phase.PLAY:
        desk.focus()
        desk.wait(SECOND_US)
    wait_until(lambda: desk.journal.trouble is None)  # a slow disk of this computer's is told, and got over
    desk.close()
    with reading(tmp_path / "games.sqlite") as records:
        rows = records._db.execute("SELECT at_us, seat, closed FROM contacts WHERE at_us >= ? ORDER BY id", (began_us,))
        kept = [Contact(row["at_us"], row["seat"], bool(row["closed"])) for row in rows][: len(sent)]
        assert kept == sent


# --- a day and a night ---


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def living() -> int:
    gc.collect()
    return len(gc.get_objects())


@pytest.mark.parametrize("hours", [2, pytest.param(24, marks=pytest.mark.slow)])
def test_a_day_and_a_night_of_games_leave_nothing_behind(hours: int, tmp_path: Path) -> None:
    """As in a café: a game, an empty table for half an hour, a game, ..."""
    config = config_of(2)
    config = replace(config, seats={seat: replace(parts, lamp=None) for seat, parts in config.seats.items()})
    desk = Desk(Journal(tmp_path / "games.sqlite", alone=True, most_mb=1), config=config)
    sizes = []
    while desk.clock.now_us() < hours * HOUR_US:
        desk.begin()
        for _ in play_on(desk):
            if desk.game.table is not None and desk.game.cards.level > 3:
                break
        lose(desk)
        desk.wait(HOUR_US // 2)
        assert desk.phase() is Phase.ATTRACT
        desk.witness.outcomes.clear()
        desk.witness.pressed_before_shown.clear()
        sizes.append((living(), threading.active_count()))
        if len(sizes) == 2:
            held = descriptors()
        desk.tap(1)
    games = desk.journal.games()
    # A flush has some of its own while it lasts, and these games follow each other faster than a disk is;
    # SQLite keeps one of a checkpoint's for the next.
    wait_until(lambda: descriptors() <= held + 1)
    desk.close()

    assert games[-1].id == len(sizes) > hours
    early, late = sizes[1], sizes[-1]
    assert late[0] < early[0] * 1.02, "objects"
    assert late[1] == early[1], "threads"
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 4_000_000


def lose(desk: Desk) -> None:
    """Play the highest card first until no life is left."""
    while desk.phase() is not Phase.DEFEAT:
        if desk.phase() is Phase.FOCUS:
            desk.focus()
            desk.tap(max((hand[0].value, seat) for seat, hand in desk.hands().items() if hand)[1])
        desk.wait(SECOND_US)


# --- every part fails ---


def played_through(desk: Desk) -> list[dict[str, Any]]:
    for _ in play_on(desk):
        continue
    return lasting(desk.journal, 1)


@pytest.fixture(scope="module")
def undisturbed() -> Iterator[list[dict[str, Any]]]:
    desk = Desk()
    yield played_through(desk)
    desk.close()


def test_a_driver_that_is_silent_loses_no_press(undisturbed: list[dict[str, Any]]) -> None:
    """Whatever becomes of the driver's thread: the level audit makes the edges up, and it is told that it had to."""
    desk = Desk(config=config_of(2, audit_ms=50))
    desk.begin()
    for seat in desk.seats:
        desk.pins[seat].when_changed = None
    assert played_through(desk) == undisturbed
    assert "edges of seat 1, 2 got lost" in (desk.parts.buttons.trouble or "")
    desk.close()

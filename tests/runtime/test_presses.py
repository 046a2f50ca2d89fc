"""Every press is a row: when, how long, by which input, and what became of it."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mindbuzz.core.game import Button
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.presses import PressBook, PressRow
from mindbuzz.runtime.records import reading
from mindbuzz.simulation import Plan, played
from tests.runtime.cuts import party_of
from tests.runtime.desk import MS, SECOND_US, Desk, config_of

Story = tuple[int, str, str | None, str | None]


def stories(desk: Desk, since: int = 0) -> list[Story]:
    """Seat, phase, what became of it and why, of every press after the one with the number `since`."""
    rows = desk.journal._db.execute("SELECT * FROM presses WHERE id > ? ORDER BY id", (since,))
    return [(row["seat"], row["phase"], row["became"], row["why"]) for row in rows]


def fates(desk: Desk, since: int = 0) -> list[str | None]:
    return [became for _, _, became, _ in stories(desk, since)]


def so_far(desk: Desk) -> int:
    return int(desk.journal._db.execute("SELECT coalesce(max(id), 0) FROM presses").fetchone()[0])


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def playing(desk: Desk) -> Desk:
    desk.begin()
    desk.focus()
    assert desk.phase() is Phase.PLAY
    return desk


def highest(desk: Desk) -> int:
    return max((hand[0].value, seat) for seat, hand in desk.hands().items() if hand)[1]


def lowest(desk: Desk) -> int:
    return min((hand[0].value, seat) for seat, hand in desk.hands().items() if hand)[1]


# --- one gesture after the other ---


def test_joining_leaving_choosing_and_starting(desk: Desk) -> None:
    for _ in range(3):
        desk.tap(1)
    desk.tap(2, ms=700)
    desk.tap(2)
    desk.press(1, 2)
    desk.wait_ms(1_600)
    desk.lift(1, 2)
    desk.wait_ms(100)

    assert fates(desk) == ["join", "leave", "join", "next_game", "join", "start", "start"]
    assert {phase for _, phase, _, _ in stories(desk)} == {"lobby"}


def test_the_press_that_wakes_the_console_does_only_that(desk: Desk) -> None:
    desk.wait(150 * SECOND_US)
    assert desk.phase() is Phase.ATTRACT
    desk.tap(2)

    assert stories(desk) == [(2, "attract", "wake", None)]


def test_hands_that_lock_are_focus_and_one_that_lifts_before_is_nothing(desk: Desk) -> None:
    desk.begin()
    since = so_far(desk)
    desk.tap(1)
    desk.focus()

    assert fates(desk, since) == ["nothing", "focus", "focus"]


def test_a_tap_is_played_to_the_microsecond(playing: Desk) -> None:
    since = so_far(playing)
    seat, pressed_us = lowest(playing), playing.clock.now_us()
    playing.tap(seat, ms=123)

    [row] = playing.journal._db.execute("SELECT * FROM presses WHERE id > ?", (since,))
    assert (row["seat"], row["at_us"], row["released_us"]) == (seat, pressed_us, pressed_us + 123 * MS)
    assert (row["held_us"], row["source"], row["uncertainty_us"]) == (123 * MS, "gpio", 100)
    assert (row["game_id"], row["phase"], row["became"]) == (playing.journal.game_id, "play", "played")
    assert (row["made_up"], row["release_made_up"], row["tied"]) == (False, False, False)


def test_two_that_land_together_are_tied(playing: Desk) -> None:
    since = so_far(playing)
    late, early = highest(playing), lowest(playing)
    playing.press(late)
    playing.wait_ms(20)
    playing.press(early)
    playing.wait_ms(90)
    playing.lift(late, early)
    playing.wait_ms(200)

    rows = playing.journal._db.execute("SELECT seat, became, tied FROM presses WHERE id > ? ORDER BY id", (since,))
    assert [tuple(row) for row in rows] == [(late, "played", 1), (early, "played", 1)]


def test_of_two_presses_of_one_seat_only_the_one_that_was_a_play_is_told_as_played(playing: Desk) -> None:
    """The first tap waits for an earlier press; meanwhile the same hand is down again."""
    since = so_far(playing)
    early, late = lowest(playing), highest(playing)
    playing.press(early)
    playing.wait_ms(50)
    playing.press(late)
    playing.wait_ms(80)
    playing.lift(late)
    playing.wait_ms(200)
    playing.press(late)
    playing.wait_ms(120)
    playing.lift(early)
    playing.wait_ms(200)
    assert playing.phase() is Phase.LEVEL
    playing.lift(late)
    playing.wait_ms(200)

    assert [(seat, became) for seat, _, became, _ in stories(playing, since)] == [
        (early, "played"), (late, "played"), (late, "nothing"),
    ]  # fmt: skip


def test_of_two_presses_at_the_same_microsecond_only_the_one_that_was_a_play_is_told_as_played(playing: Desk) -> None:
    since = so_far(playing)
    early, late = lowest(playing), highest(playing)
    playing.press(early, late)
    playing.wait_ms(90)
    playing.lift(early)
    playing.wait_ms(600)
    assert playing.phase() is Phase.STOP
    playing.lift(late)

    became = {seat: became for seat, _, became, _ in stories(playing, since)}
    assert became == {early: "played", late: "hold"}


def test_a_knock_on_the_table_is_void_because_it_was_too_short(playing: Desk) -> None:
    since = so_far(playing)
    playing.tap(1, ms=5)

    assert stories(playing, since) == [(1, "play", "void", "too_short")]


def test_a_hand_that_bounces_off_the_focus_is_void_because_it_was_too_soon(desk: Desk) -> None:
    desk.begin()
    desk.press(1, 2)
    desk.wait_ms(600)
    desk.lift(1, 2)
    desk.wait_ms(50)
    since = so_far(desk)
    desk.tap(1)

    assert stories(desk, since) == [(1, "play", "void", "too_soon")]


def test_a_press_that_waits_when_a_mistake_is_made_is_void(playing: Desk) -> None:
    since = so_far(playing)
    late, early = highest(playing), lowest(playing)
    playing.press(late)
    playing.wait_ms(60)
    playing.press(early)
    playing.wait_ms(30)
    playing.lift(late)
    playing.wait_ms(100)
    playing.lift(early)
    playing.wait_ms(200)

    assert stories(playing, since) == [(late, "play", "played", None), (early, "play", "void", "after_mistake")]
    [mistake] = playing.journal._db.execute("SELECT seat, lives FROM mistakes")
    assert tuple(mistake) == (late, 1)


def test_a_hold_stops_and_asks_and_the_other_consents(playing: Desk) -> None:
    since = so_far(playing)
    playing.press(1)
    playing.wait_ms(2_100)
    assert playing.phase() is Phase.QUESTION
    playing.press(2)
    playing.wait_ms(1_600)
    assert playing.phase() is not Phase.QUESTION
    playing.lift(1, 2)
    playing.wait_ms(200)

    assert stories(playing, since) == [(1, "play", "hold", None), (2, "question", "consent", None)]
    stars = [tuple(row) for row in playing.journal._db.execute("SELECT became, asked_by, left FROM stars")]
    assert stars == [("asked", 1, None), ("thrown", None, 0)]


def test_a_press_under_way_at_a_stop_is_void(playing: Desk) -> None:
    since = so_far(playing)
    playing.press(1)
    playing.wait_ms(580)
    playing.press(2)
    playing.wait_ms(100)
    playing.lift(1, 2)
    playing.wait_ms(100)

    assert stories(playing, since) == [(1, "play", "hold", None), (2, "play", "void", "stopped")]


def test_two_taps_end_a_game_that_nobody_goes_on_with(desk: Desk) -> None:
    desk.begin()
    since = so_far(desk)
    desk.wait(31 * SECOND_US)
    desk.tap(1)
    desk.tap(1)

    assert desk.phase() is Phase.LOBBY
    assert fates(desk, since) == ["end", "end"]


def test_a_button_that_is_stuck_in_the_lobby_is_told_as_stuck(desk: Desk) -> None:
    desk.press(1)
    desk.wait(20 * SECOND_US)
    desk.lift(1)
    desk.wait(2 * SECOND_US)

    assert stories(desk) == [(1, "lobby", "stuck", None)]


def test_an_answer_to_still_there(playing: Desk) -> None:
    since = so_far(playing)
    while playing.phase() is Phase.PLAY:
        playing.wait(SECOND_US)
    assert playing.phase() is Phase.STILL_THERE
    playing.tap(2)

    assert stories(playing, since) == [(2, "still_there", "answer", None)]


def test_made_up_edges_are_marked() -> None:
    desk = Desk(config=config_of(2, audit_ms=50))
    mailbox = desk.parts.mailbox
    put, mailbox.put = mailbox.put, lambda news: None  # type: ignore[method-assign]
    desk.pins[1].drive_low()
    mailbox.put = put  # type: ignore[method-assign]
    desk.parts.buttons._lines[1]._told = False
    desk.wait_ms(300)
    desk.lift(1)
    desk.wait_ms(300)

    [row] = desk.journal._db.execute("SELECT made_up, release_made_up, became FROM presses")
    assert tuple(row) == (True, False, "join")
    assert "seat 1" in (desk.parts.buttons.trouble or "")
    desk.wait(61 * SECOND_US)
    assert desk.parts.buttons.trouble is None
    desk.close()


# --- whole games ---

PLANS = [
    Plan(2, Kind.CLASSIC, "novice", seed=1, challenge=False),
    Plan(4, Kind.CLASSIC, "normal", seed=2, challenge=False),
    Plan(3, Kind.BLIND, "novice", seed=4, challenge=False),
    Plan(4, Kind.EXTREME, "novice", seed=7, challenge=False),
    Plan(2, Kind.CLASSIC, "expert", seed=2, challenge=True),
]


@pytest.mark.parametrize(
    "plan", PLANS, ids=lambda plan: f"{plan.kind.value}-{plan.seats}{'-challenge' * plan.challenge}"
)
def test_in_whole_games_presses_and_outcomes_tell_the_same(plan: Plan, tmp_path: Path) -> None:
    played(plan, None, (), Journal(tmp_path / "games.sqlite"), screens=False)
    with reading(tmp_path / "games.sqlite") as records:
        outcomes = records.outcomes(1)
        presses = [dict(row) for row in records._db.execute("SELECT * FROM presses ORDER BY id")]
    by_fate: dict[str, Counter[tuple[int, int]]] = {}
    for press in presses:
        by_fate.setdefault(press["became"], Counter())[press["seat"], press["at_us"]] += 1

    def told(event: str) -> Counter[tuple[int, int]]:
        return Counter((line["seat"], line["at_us"]) for line in outcomes if line["event"] == event)

    assert by_fate["played"] == told("card_played")
    assert by_fate.get("void", Counter()) == told("press_void")
    assert by_fate.get("hold", Counter()).total() == told("stopped").total()
    assert by_fate.get("toggle", Counter()).total() == told("colour_armed").total()
    starts = sum(line["event"] in ("game_started", "challenge_started") for line in outcomes)
    assert starts == 1 + plan.challenge
    assert by_fate["start"].total() == starts * plan.seats
    assert ("toggle" in by_fate) is (plan.kind is Kind.EXTREME)
    focuses = sum(line["event"] == "focus_locked" for line in outcomes)
    assert by_fate["focus"].total() + by_fate.get("hold", Counter()).total() >= focuses * plan.seats
    tied = {(tap["seat"], tap["at_us"]) for line in outcomes if line["event"] == "taps_tied" for tap in line["taps"]}
    assert {(press["seat"], press["at_us"]) for press in presses if press["tied"]} == tied
    ends = [press for press in presses if press["became"] is None or press["released_us"] is None]
    assert len(ends) <= plan.seats, "only what was down when the console ended is not known"
    assert all(press["held_us"] >= 0 for press in presses if press["released_us"] is not None)


def test_presses_of_a_game_that_was_cut_off_are_closed_when_it_goes_on(tmp_path: Path) -> None:
    first = Desk(Journal(tmp_path / "games.sqlite"), party=party_of(Kind.CLASSIC, 2, "novice", 3))
    while first.phase() is not Phase.PLAY or not first.game.presses:
        first.turn()
        first.clock.jump_to(first.parts.loop.due_us or 0)
    game_id = first.game_id
    assert first.journal.open_presses(game_id)
    first.journal.commit()
    first.close_all_but_journal()
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        second = Desk(journal)
        second.wait(10 * SECOND_US)
        assert journal.open_presses(game_id) == []
        second.close_all_but_journal()
    first.journal.close()


@pytest.mark.parametrize(("down", "at_us", "became"), [(True, 7, None), (False, 7, "cut_off"), (True, 8, "cut_off")])
def test_of_a_press_that_the_game_knows_nothing_of_it_is_told_that_it_was_cut_off(
    desk: Desk, down: bool, at_us: int, became: str | None
) -> None:
    """The lamp was on, and the machine was off before the press was written into the game."""
    row = PressRow(1, 1, "boot", seat=1, at_us=7, source="gpio", uncertainty_us=0, made_up=False, phase="play")
    button = Button(down=down, pressed_at_us=at_us)
    book = PressBook(replace(desk.game, buttons={**desk.game.buttons, 1: button}), [row])

    assert row.became == became
    assert book.changed() == ([row] if became else [])
    assert book.changed() == []


# --- real cards ---


def test_every_press_beside_real_cards_has_become_what_it_was_made_for() -> None:
    desk = Desk(config=config_of(game="companion-blind"))
    desk.begin()
    desk.focus()
    since = so_far(desk)
    for seat in (1, 2):
        desk.tap(seat)
    for _ in range(2):
        desk.tap(1)
        desk.wait_ms(1_000)
    desk.tap(2, ms=2_100)
    desk.press(1, 2)
    desk.wait_ms(700)
    desk.lift(1, 2)
    desk.wait_ms(200)
    desk.tap(1, ms=2_100)

    fate = ["hand_empty", "hand_empty", "error", "error", "undo", "done", "done", "undo"]
    assert fates(desk, since) == fate


def test_a_marked_mistake_is_a_press_of_its_own() -> None:
    desk = Desk(config=config_of(game="companion-classic"))
    desk.begin()
    desk.focus()
    since = so_far(desk)
    desk.tap(1, ms=700)
    desk.tap(2)

    assert fates(desk, since) == ["hold", "mark"]

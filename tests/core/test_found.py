"""Where the code was found to say something else than the rules do."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.cards import Pile
from mindbuzz.core.events import ButtonPressed, ButtonReleased, SourceLost, SourceReturned, TimePassed
from mindbuzz.core.outcomes import (
    GameAbandoned,
    GameStarted,
    HandsLifted,
    KindChosen,
    LevelDealt,
    PauseLifted,
    PressVoid,
    SeatJoined,
)
from mindbuzz.core.phases import ROWS, Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.core.views import LettingGo
from mindbuzz.errors import ScenarioError
from mindbuzz.runtime.outcome_lines import outcome_line
from mindbuzz.runtime.replay import replay
from mindbuzz.runtime.scenario import read_scenario
from tests.core.walks import WALKS
from tests.table import Table

HEAD: dict[str, Any] = {
    "format": "mindbuzz-scenario/1",
    "variant": "classic",
    "seats": [1, 2],
    "deals": {"1": {"1": [5], "2": [20]}},
}

# --- scenario files ---


def test_a_value_nested_nearly_too_deeply_is_told_in_one_line() -> None:
    """Reading it is fine, quoting it in the message is not."""
    for depth in range(800, 1000):
        content = json.dumps({**HEAD, "seed": "here"}).replace('"here"', "[" * depth + "]" * depth)
        with pytest.raises(ScenarioError):
            read_scenario(content.encode())


def plays_or_is_told(head: dict[str, Any], *lines: dict[str, Any]) -> None:
    content = "".join(json.dumps(line) + "\n" for line in (head, *lines))
    try:
        told = [outcome_line(outcome) for outcome in replay(read_scenario(content.encode()))]
    except ScenarioError:
        told = []
    assert len(told) < 100


def test_a_duration_beyond_all_numbers_is_told_or_played() -> None:
    hands = [{"at_us": 5, "seat": seat, "down": True} for seat in (1, 2)]
    plays_or_is_told({**HEAD, "settings": {"focus_lock_ms": 1e306}}, *hands)


def test_a_time_that_can_be_read_can_be_written() -> None:
    """A whole number may have 4300 digits when read; half a second later it has one more."""
    late = 10**4300 - 1
    hands = [{"at_us": late, "seat": seat, "down": True} for seat in (1, 2)]
    plays_or_is_told(HEAD, *hands)


def test_a_press_that_can_never_be_believed_in_time_is_noise() -> None:
    """At the cap a burst that is closed begins anew at its latest closing edge; with the cap short of the
    confirmation that would for ever be the same burst."""
    head = {**HEAD, "settings": {"press_cap_ms": 0.5}}
    contacts = [{"at_us": at_us, "seat": 1, "closed": closed} for at_us, closed in ((0, True), (90_000, False))]
    content = "".join(f"{json.dumps(line)}\n" for line in (head, *contacts)).encode()

    assert [type(outcome) for outcome in replay(read_scenario(content))] == [GameStarted, LevelDealt]


# --- stuck buttons ---


def start_attended_game(seats: int = 3) -> Table:
    table = Table(seats, attended=True)
    table.start()
    return table


def test_a_pause_for_a_button_held_since_focus_ends_by_focus() -> None:
    """A button that is stuck in play has lain there since focus: any other press would have become a stop."""
    table = start_attended_game()
    table.hold_all(600)
    table.release(1, 2)
    table.wait_ms(16_000)
    table.expect(Phase.PAUSED)

    table.press(1, 2)
    table.wait_ms(600)

    table.expect(Phase.LOCKED)


def test_a_game_with_a_stuck_button_can_be_ended_by_the_others() -> None:
    table = start_attended_game()
    table.hold_all(600)
    table.release(1, 2)
    table.wait_ms(16_000)
    table.expect(Phase.PAUSED)

    table.ask_to_end()
    table.tap(1, 2)

    assert table.told(GameAbandoned)
    table.expect(Phase.LOBBY)


def test_a_button_that_was_stuck_and_is_well_can_join_while_another_is_still_stuck() -> None:
    table = Table(3, attended=True)
    table.press(1, 2)
    table.wait_ms(16_000)
    table.release(1)
    table.wait_ms(2_000)

    table.tap(1)

    assert [joined.seat for joined in table.told(SeatJoined)] == [1]


def test_a_pause_that_lasts_longer_than_three_minutes_does_not_go_round_in_circles() -> None:
    """paused → fell_silent → still_there → source_lost → paused, at one and the same microsecond, for ever."""
    table = start_attended_game(2)
    table.focus()
    table.lose(1)
    table.expect(Phase.PAUSED)

    table.wait_ms(250_000)


# --- what is told and seen ---


def test_the_tap_of_an_empty_hand_is_not_on_its_way_anywhere() -> None:
    table = Table(2)
    table.deal({1: [], 2: [20]})
    table.focus()
    table.wait_ms(500)

    table.tap(1)
    table.wait_ms(1_000)

    assert not table.view(1).waiting


def test_a_second_tap_that_has_no_card_left_is_not_on_its_way_anywhere() -> None:
    table = Table(3)
    table.deal({1: [5], 2: [20], 3: [30]})
    table.focus()
    table.wait_ms(500)
    table.press(2)
    table.tap(1)
    table.wait_ms(150)
    table.tap(1)
    table.release(2)
    table.wait_ms(1_000)
    assert not table.hands[1]

    assert not table.view(1).waiting


def test_letting_go_plays_nothing_when_the_hand_has_lost_the_colour_that_was_pressed() -> None:
    """One white card, tapped and on its way; the second press is on white too, and white runs out while it is held."""
    table = Table(2)
    table.deal({1: ["w5", "r40"], 2: ["w20"]}, level=2, kind=Kind.EXTREME)
    table.focus()
    table.wait_ms(500)
    table.press(2)
    table.tap(1, ms=30)
    table.wait_ms(130)
    table.press(1)
    table.wait_ms(20)
    table.release(2)
    table.wait_ms(30)
    assert [card.value for card in table.hands[1]] == [40]

    assert table.view(1).letting_go is LettingGo.NOTHING


def test_after_the_pick_letting_go_does_nothing() -> None:
    table = Table(2)
    table.deal({1: ["w5", "r20"], 2: ["w10", "w40"]}, level=2, kind=Kind.EXTREME)
    table.focus()
    table.wait_ms(500)
    table.hold(1, ms=2_500)
    table.press(2)
    table.wait_ms(1_600)
    table.lift_all()
    table.tap(1)
    assert table.view(1).pick is not None

    table.press(1)
    table.wait_ms(50)

    assert table.view(1).letting_go is LettingGo.NOTHING


def test_the_spread_of_lifted_hands_is_counted_from_the_start_of_play() -> None:
    """Seat 3 forgets its hand on the button while seat 2 makes a mistake."""
    table = Table(3)
    table.deal({1: [5, 6], 2: [20, 21], 3: [30, 31]}, level=2)
    table.hold_all(600)
    table.release(1, 2)
    table.wait_ms(500)
    table.tap(2)
    table.wait_ms(500)
    table.expect(Phase.MISTAKE)

    table.release(3)
    table.wait_ms(30)

    assert [lifted.spread_us for lifted in table.told(HandsLifted)] in ([], [1_120_000])


def test_two_hands_that_hold_at_once_in_the_lobby_choose_no_game() -> None:
    """Nobody has joined yet. A hold counts only if no other button was down meanwhile."""
    table = Table(2, attended=True)
    table.press(1, 2)
    table.wait_ms(800)
    table.release(1, 2)
    table.wait_ms(30)

    assert not table.told(KindChosen)


# --- power and silence ---


def test_the_offer_to_resume_stands_for_a_minute_after_power_came_back() -> None:
    """The last press before the cut was long ago."""
    table = start_attended_game()
    table.focus()
    table.wait_ms(100_000)

    table.cut_power()
    table.wait_ms(50_000)

    table.expect(Phase.RESUME)


def test_silence_in_the_middle_of_a_pause_does_not_excuse_hands_from_being_laid_anew_after_the_deal() -> None:
    """The hand of seat 3 has lain on its button since before the deal."""
    table = Table(3, attended=True, settings=replace(DEFAULTS, silence_jitter_ms=0))
    table.draw_seed()
    table.tap(*table.seats)
    table.hold_all(1_600)
    table.release(1, 2)
    table.wait_ms(30)
    table.lose(1)
    table.wait_ms(190_000)

    table.regain(1)
    table.press(1, 2)
    table.wait_ms(700)

    assert table.phase is not Phase.LOCKED
    table.release(3)


def test_nobody_answering_leads_to_the_lobby_and_not_past_it() -> None:
    table = start_attended_game()
    table.focus()
    table.wait_until(Phase.STILL_THERE)

    table.wait_ms(31_000)

    table.expect(Phase.LOBBY)


def test_a_finished_game_is_not_offered_to_be_resumed() -> None:
    table = Table(2, attended=True)
    table.deal({1: [5], 2: []}, level=12)
    table.focus()
    table.wait_ms(500)
    table.tap(1)
    table.wait_ms(1_000)
    table.expect(Phase.VICTORY)

    table.cut_power()
    table.wait_ms(130_000)
    table.expect(Phase.ATTRACT)
    table.tap(1)

    table.expect(Phase.LOBBY)


# --- a source that comes back ---


def test_a_source_that_is_back_within_a_release_leaves_no_button_down_for_ever() -> None:
    """The opening edge was told, the cable lost, and back 5 ms later it says: closed."""
    stage = Stage((1, 2), DEFAULTS)
    events = [*stage.contact(Contact(0, 1, closed=True)), *stage.pass_time(100_000)]
    events += stage.contact(Contact(200_000, 1, closed=False))
    events += stage.lose(201_000, "pod", (1,))
    events += stage.regain(205_000, "pod", (1,), closed=(1,))
    events += stage.contact(Contact(400_000, 1, closed=False))
    events += stage.contact(Contact(900_000, 1, closed=True))
    events += stage.pass_time(1_000_000)

    kinds = [type(event) for event in events if isinstance(event, ButtonPressed | ButtonReleased)]
    assert kinds == [ButtonPressed, ButtonReleased, ButtonPressed]


def test_a_late_contact_of_a_chattering_button_does_not_make_it_well_in_the_past() -> None:
    """The contact is two seconds late and counts as now; so the quiet second begins now."""
    stage = Stage((1, 2), DEFAULTS, watchful=True)
    for number in range(41):
        stage.contact(Contact(number * 20_000, 1, closed=True))
        stage.contact(Contact(number * 20_000 + 100, 1, closed=False))
    stage.pass_time(1_500_000)
    stage.contact(Contact(200_000, 1, closed=True))
    now_us = 1_600_000

    assert [event.at_us for event in stage.pass_time(now_us) if isinstance(event, SourceReturned)] == []


def test_a_stuck_source_in_a_scenario_ends_no_earlier_than_it_began() -> None:
    """`stuck` is a name that the rules use themselves; a file may use it too."""
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.wait_ms(5_000)
    table.tell(SourceLost(table.now_us, "stuck", (1,)))
    table.tell(TimePassed(table.now_us + 1))

    assert all(lifted.at_us >= 5_000_000 for lifted in table.told(PauseLifted))


# --- phases ---


def test_every_row_can_be_walked() -> None:
    """Nothing leads along this one: it takes a tap with no other button down, and in a stop the stopper's is."""
    ways = {(row.source, row.trigger) for row in ROWS}

    assert ways - set(WALKS) == set()


def test_a_press_past_the_tap_time_is_a_toggle_however_long_a_tap_must_be() -> None:
    """Only where settings ask for taps longer than the tap time."""
    table = Table(2, settings=replace(DEFAULTS, arm_ms=100, tap_min_ms=300))
    table.deal({1: ["w5", "r20"], 2: ["w30"]}, level=2, kind=Kind.EXTREME)
    table.focus()
    table.press(1)
    table.wait_ms(200)
    table.release(1)
    table.wait_ms(30)
    assert not table.told(PressVoid)
    assert table.view(1).armed is Pile.RED

"""Stuck buttons, lost cables, power cuts, and people who went away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.outcomes import (
    CardPlayed,
    ChallengeStarted,
    KindChosen,
    PauseCaused,
    PauseLifted,
    PressVoid,
    StarRefused,
    Void,
)
from mindbuzz.core.phases import Phase
from mindbuzz.core.settings import DEFAULTS
from tests.table import Table


def playing(seats: int = 2) -> Table:
    table = Table(seats, attended=True)
    table.deal({1: [5, 6], 2: [20, 30], 3: [40, 50]} if seats == 3 else {1: [5, 6], 2: [20, 30]}, level=2)
    table.focus()
    return table


# --- stuck ---


def test_a_button_that_is_down_for_fifteen_seconds_in_the_lobby_is_stuck_and_leaves() -> None:
    table = Table(2, attended=True)
    table.tap(1, 2)
    table.press(1)
    pressed_us = table.now_us
    table.wait_ms(15_000)

    assert table.last(PauseCaused) == PauseCaused(pressed_us + 15_000_000, "stuck:1", (1,))
    table.expect_joined(2)
    assert table.table_view.causes == (("stuck:1", (1,)),)


def test_a_stuck_button_is_well_again_after_a_quiet_second() -> None:
    table = Table(2, attended=True)
    table.press(1)
    table.wait_ms(16_000)
    table.release(1)
    released_us = table.now_us
    table.wait_ms(1_000)

    assert table.last(PauseLifted) == PauseLifted(released_us + 1_000_000, "stuck:1", (1,))
    table.tap(1)
    table.expect_joined(1)


def test_a_hand_left_on_its_button_when_play_starts_pauses_the_game_and_is_named() -> None:
    table = playing(3)
    table.hold(1)
    table.release(1)
    table.wait_ms(30)
    table.hold_all(600)
    table.release(1, 2)
    table.wait_ms(15_000)

    table.expect(Phase.PAUSED)
    assert table.table_view.causes == (("stuck:3", (3,)),)
    table.release(3)
    table.wait_ms(1_030)
    table.expect(Phase.FOCUS)


def test_a_button_that_focus_has_forgiven_is_not_called_stuck_again() -> None:
    table = playing()
    table.hold(1)
    table.release(1)
    table.wait_ms(30)
    table.hold_all(600)
    table.release(1)
    table.wait_ms(16_000)
    table.release(2)
    table.wait_ms(100)
    table.press(1, 2)
    table.wait_ms(600)
    table.expect(Phase.LOCKED)

    table.release(1)
    table.wait_ms(20_000)

    table.expect(Phase.PLAY)
    table.release(2)


@pytest.mark.parametrize(("bursts", "phase"), [(40, Phase.PLAY), (41, Phase.PAUSED)])
def test_a_button_that_chatters_pauses_the_game(bursts: int, phase: Phase) -> None:
    table = playing()
    for _ in range(bursts):
        table.press(1)
        table.wait_ms(0.5)
        table.release(1)
        table.wait_ms(10)

    table.wait_ms(30)

    table.expect(phase)


def test_a_button_that_chattered_is_well_again_after_a_quiet_second() -> None:
    table = playing()
    for _ in range(60):
        table.press(1)
        table.wait_ms(0.5)
        table.release(1)
        table.wait_ms(10)
    table.expect(Phase.PAUSED)
    assert table.table_view.causes == (("chatter:1", (1,)),)

    table.wait_ms(1_000)

    table.expect(Phase.FOCUS)


# --- lost cables ---


def test_a_tap_made_before_the_cable_came_out_still_counts() -> None:
    """It waits for the hand of seat 2, and of that hand nothing more will be heard."""
    table = playing()
    table.press(2)
    table.wait_ms(100)
    table.tap(1)
    assert not table.told(CardPlayed)
    table.lose(2)

    assert [played.seat for played in table.told(CardPlayed)] == [1]
    assert table.last(PressVoid).reason is Void.STOPPED
    table.expect(Phase.PAUSED)
    table.regain(2)
    table.release(2)


def test_after_the_end_a_hand_whose_cable_came_out_starts_no_other_game_until_it_was_lifted() -> None:
    table = Table(2, attended=True)
    table.deal({1: [5], 2: []}, level=12, challenge_hands={1: [1], 2: [2]})
    table.focus()
    table.tap(1)
    table.expect(Phase.VICTORY)
    table.press(1)
    table.wait_ms(100)
    table.lose(1)
    table.press(2)
    table.wait_ms(2_000)
    table.expect(Phase.VICTORY)

    table.release(1)
    table.wait_ms(30)
    table.press(1)
    table.wait_ms(1_500)

    assert table.told(ChallengeStarted)
    table.regain(1)
    table.lift_all()


def test_a_cable_that_comes_out_while_a_mistake_is_shown_pauses_the_game_after_it() -> None:
    table = playing()
    table.tap(2)
    table.lose(1)
    table.expect(Phase.MISTAKE)

    table.wait_ms(3_000)

    table.expect(Phase.PAUSED)
    table.regain(1)


def test_a_cable_that_serves_nobody_at_the_table_stops_nothing() -> None:
    table = Table(3, attended=True)
    table.draw_seed()
    table.tap(1, 2)
    table.press(1, 2)
    table.wait_ms(1_600)
    table.release(1, 2)
    table.wait_ms(30)

    table.lose(3)

    table.expect(Phase.FOCUS)


def test_the_game_waits_until_every_cable_is_back() -> None:
    table = playing(3)
    table.lose(1, source="left pod")
    table.lose(2, source="right pod")

    table.regain(1, source="left pod")
    table.expect(Phase.PAUSED)
    table.regain(2, source="right pod")
    table.expect(Phase.FOCUS)


def test_a_lost_cable_does_not_make_old_hands_count_after_the_deal() -> None:
    table = Table(2, attended=True)
    table.draw_seed()
    table.tap(1, 2)
    table.hold_all(1_600)
    table.release(1)
    table.wait_ms(30)
    table.expect(Phase.FOCUS)

    table.lose(1)
    table.regain(1)
    table.press(1)
    table.wait_ms(1_000)

    table.expect(Phase.FOCUS)
    table.release(2)


def test_nobody_whose_cable_is_out_can_join() -> None:
    table = Table(2, attended=True)
    table.tap(1)
    table.lose(1, 2)
    table.expect_joined()

    table.tap(2)

    table.expect_joined()


def test_a_press_made_while_the_cable_was_out_is_not_invented() -> None:
    table = playing()
    table.lose(1)
    table.wait_ms(1_000)
    table.regain(1, closed=[1])
    table.wait_ms(100)
    table.expect(Phase.FOCUS)
    assert 1 not in table.table_view.down

    table.release(1)
    table.wait_ms(30)
    table.press(1)
    table.wait_ms(10)

    assert 1 in table.table_view.ready
    table.release(1)


def test_a_question_under_way_is_refused_and_the_star_kept() -> None:
    table = playing()
    table.ask_for_a_star(1)
    table.lose(2)

    assert table.told(StarRefused)
    assert table.stars == 1
    table.regain(2)
    table.release(1)


# --- nobody there ---


def test_the_table_asks_who_is_there_after_three_to_four_minutes_without_a_press() -> None:
    table = playing()
    touched_us = table.game.touched_us

    table.wait_until(Phase.STILL_THERE)

    silent_us = table.game.began_us - touched_us
    assert 180_000_000 <= silent_us < 240_000_000


def test_the_moment_is_no_clock() -> None:
    moments = set()
    for pause_ms in (0.001, 1, 10, 100):
        table = playing()
        table.wait_ms(pause_ms)
        table.tap(1)
        touched_us = table.game.touched_us
        table.wait_until(Phase.STILL_THERE)
        moments.add(table.game.began_us - touched_us)

    assert len(moments) == 4


def test_from_the_start_of_play_nothing_anyone_can_see_changes_by_time() -> None:
    table = playing()
    views = [table.view(seat) for seat in table.seats]

    for _ in range(170):
        table.wait_ms(1_000)
        assert [table.view(seat) for seat in table.seats] == views


def test_the_press_that_answers_is_no_play() -> None:
    table = playing()
    hands = table.hands
    table.wait_until(Phase.STILL_THERE)

    table.tap(1)

    table.expect(Phase.FOCUS)
    assert table.hands == hands


def test_the_press_that_answers_may_be_the_first_hand_of_the_focus() -> None:
    table = playing()
    table.wait_until(Phase.STILL_THERE)

    table.hold_all(600)

    table.expect(Phase.LOCKED)
    table.lift_all()


def test_a_hand_left_on_its_button_means_nothing_in_the_lobby_that_follows() -> None:
    table = playing()
    table.hold(1)
    table.release(1)
    table.wait_ms(30)
    table.press(2)
    table.wait_until(Phase.STILL_THERE)
    table.wait_ms(31_000)

    table.release(2)
    table.wait_ms(30)

    assert not table.told(KindChosen)


def test_silence_without_jitter_is_exact() -> None:
    table = Table(2, attended=True, settings=replace(DEFAULTS, silence_jitter_ms=0))
    table.deal({1: [5], 2: [20]})
    table.wait_ms(179_999)
    table.expect(Phase.FOCUS)
    table.wait_ms(1)
    table.expect(Phase.STILL_THERE)


# --- power ---


def test_hands_stay_dark_until_all_hold() -> None:
    table = playing()
    table.cut_power()
    table.expect(Phase.RESUME)
    assert all(table.view(seat).hand == () for seat in table.seats)
    assert table.table_view.level == 2

    table.hold_all(1_500)

    assert all(table.view(seat).hand for seat in table.seats)
    table.lift_all()


def test_hands_are_dark_while_nobody_has_gone_on_yet_though_a_mistake_is_still_shown() -> None:
    table = playing()
    table.tap(2)
    table.expect(Phase.MISTAKE)
    table.cut_power()

    assert table.game.cards.hands[2]
    assert all(table.view(seat).hand == () for seat in table.seats)


def test_a_game_that_was_cut_off_stays_resumable_until_another_starts() -> None:
    table = playing()
    hands = table.hands
    table.cut_power()
    table.tap(1)
    table.expect(Phase.LOBBY)
    table.wait_until(Phase.ATTRACT)
    table.tap(1)
    table.expect(Phase.RESUME)
    assert table.hands == hands

    table.tap(1)
    table.draw_seed()
    table.hold_all(1_600)
    table.expect(Phase.FOCUS)
    assert table.table_view.level == 1
    assert table.table_view.causes == ()
    table.lift_all()


def test_hands_that_waited_long_for_the_last_one_are_not_stuck_when_play_begins() -> None:
    table = Table(3, attended=True)
    table.start()
    table.press(1, 2)
    table.wait_ms(20_000)
    table.press(3)
    table.wait_ms(600)
    table.release(3)
    table.wait_ms(30)
    table.expect(Phase.PLAY)
    table.wait_ms(1000)
    table.expect(Phase.PLAY)
    table.release(1, 2)
    assert not table.told(PauseCaused)

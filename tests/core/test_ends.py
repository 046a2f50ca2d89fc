"""Between levels, victory and defeat, and what comes after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.outcomes import (
    ChallengeStarted,
    GameAbandoned,
    GameLost,
    GameWon,
    LevelCompleted,
    LevelDealt,
    PileError,
    PileVerified,
)
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind, Reward
from tests.table import Table, card


def won(seats: int = 2, kind: Kind = Kind.CLASSIC) -> Table:
    """A victory a moment ago, everybody's hands up."""
    table = Table(seats, attended=True)
    cards = {1: ["w5"], 2: ["w20"]} if kind is Kind.EXTREME else {1: [5], 2: [20]}
    table.deal(cards, level=12, lives=3, kind=kind, challenge_hands={1: [8], 2: [7]})
    table.focus()
    table.tap(1, 2)
    table.expect(Phase.VICTORY)
    return table


def wait_since_the_end(table: Table, ms: float) -> None:
    ended_us = table.last(GameWon).at_us
    table.wait_ms(ms - (table.now_us - ended_us) / 1000)


# --- between levels ---


def level_done(kind: Kind, *, level: int = 1, lives: int = 3, stars: int = 1) -> Table:
    table = Table(2)
    table.deal(
        {1: [5], 2: [20]}, level=level, lives=lives, stars=stars, kind=kind, next_hands={1: [1], 2: [2]}
    )  # fmt: skip
    table.focus()
    table.tap(1, 2)
    table.expect(Phase.LEVEL)
    return table


@pytest.mark.parametrize(("kind", "shown_ms"), [(Kind.CLASSIC, 4_000), (Kind.BLIND, 5_400)])
def test_a_finished_level_is_shown_for_four_seconds_and_longer_for_every_card_turned_over(
    kind: Kind, shown_ms: int
) -> None:
    table = level_done(kind)
    done_us = table.last(LevelCompleted).at_us

    table.wait_until(Phase.FOCUS)

    assert table.last(LevelDealt).at_us == done_us + shown_ms * 1000


@pytest.mark.parametrize(
    ("level", "lives", "stars", "reward", "granted"),
    [
        (1, 2, 1, None, False),
        (2, 2, 1, Reward.STAR, True),
        (2, 2, 3, Reward.STAR, False),
        (3, 4, 1, Reward.LIFE, True),
        (3, 5, 1, Reward.LIFE, False),
        (4, 2, 1, None, False),
        (8, 2, 2, Reward.STAR, True),
        (9, 4, 1, Reward.LIFE, True),
    ],
)
def test_a_level_brings_its_reward_as_long_as_it_fits(
    level: int, lives: int, stars: int, reward: Reward | None, granted: bool
) -> None:
    completed = level_done(Kind.CLASSIC, level=level, lives=lives, stars=stars).last(LevelCompleted)

    assert (completed.reward, completed.granted) == (reward, granted)
    assert completed.lives == lives + (granted and reward is Reward.LIFE)
    assert completed.stars == stars + (granted and reward is Reward.STAR)


def test_buttons_do_nothing_while_a_level_is_shown() -> None:
    table = level_done(Kind.CLASSIC)

    table.tap(1, 2)
    table.hold(1, ms=1_000)

    table.expect(Phase.LEVEL)
    table.release(1)


def test_after_the_deal_every_hand_must_be_laid_down_anew() -> None:
    table = level_done(Kind.CLASSIC)
    table.press(2)
    table.wait_until(Phase.FOCUS)
    table.press(1)
    table.wait_ms(1_000)
    table.expect(Phase.FOCUS)

    table.release(2)
    table.wait_ms(30)
    table.press(2)
    table.wait_ms(500)

    table.expect(Phase.LOCKED)


# --- after the end ---


def test_a_tap_begun_within_four_seconds_of_the_end_does_nothing() -> None:
    table = won()
    wait_since_the_end(table, 4_000)

    table.tap(1)

    table.expect(Phase.VICTORY)


def test_a_tap_begun_later_leads_to_the_lobby_with_the_same_seats_and_game() -> None:
    table = won(kind=Kind.EXTREME)
    wait_since_the_end(table, 4_000.001)

    table.tap(1)

    table.expect(Phase.LOBBY)
    assert table.game.joined == (1, 2)
    assert table.game.table is None
    assert not table.told(GameAbandoned)


@pytest.mark.parametrize("ms", [9, 600, 2_000])
def test_a_knock_and_a_hold_are_no_taps(ms: int) -> None:
    table = won()
    table.wait_ms(5_000)

    table.tap(1, ms=ms)

    table.expect(Phase.VICTORY)


def test_a_tap_while_another_hand_is_down_does_nothing() -> None:
    table = won()
    table.wait_ms(5_000)
    table.press(2)
    table.wait_ms(100)

    table.tap(1)
    table.release(2)
    table.wait_ms(30)

    table.expect(Phase.VICTORY)


def test_after_a_classic_victory_the_blind_challenge_starts_with_what_was_left() -> None:
    table = won()
    table.press(1)
    table.wait_ms(300)
    table.press(2)
    pressed_us = table.now_us
    table.wait_ms(1_500)

    assert table.last(ChallengeStarted) == ChallengeStarted(pressed_us + 1_500_000, 3, 1)
    dealt = table.last(LevelDealt)
    assert (dealt.at_us, dealt.level) == (pressed_us + 1_500_000, 1)
    assert table.table_view.piles[0].face_down
    table.lift_all()


def test_an_error_in_the_challenge_costs_a_life_when_the_pile_is_turned_over() -> None:
    table = won()
    table.hold_all(1_600)
    table.lift_all()
    table.focus()
    table.tap(1, 2)

    assert table.last(PileVerified).errors == (PileError(card(8), (card(7),)),)
    assert table.lives == 2


def test_the_challenge_says_that_it_is_one_and_is_offered_once() -> None:
    table = Table(2)
    last = {1: [8], 2: [20]}
    table.deal(last, level=12, challenge_hands=last)
    table.focus()
    table.tap(1, 2)
    table.hold_all(1_600)
    table.lift_all()
    table.game = replace(table.game, table=replace(table.game.cards, level=12))
    table.focus()
    table.tap(1, 2)

    assert table.last(GameWon) == GameWon(table.last(GameWon).at_us, 12, challenge=True)
    assert not table.table_view.challenge_offered


def test_all_hold_for_another_game_of_the_same_kind_with_fresh_lives() -> None:
    table = won(kind=Kind.EXTREME)
    table.draw_seed()

    table.hold_all(1_600)

    table.expect(Phase.FOCUS)
    assert (table.game.kind, table.lives, table.stars) == (Kind.EXTREME, 2, 1)
    table.lift_all()


def test_hands_that_lie_there_since_before_the_end_count_if_one_is_laid_since() -> None:
    """Seat 1 has played its only card and has put its hand back when seat 2 plays the last one."""
    table = Table(2, attended=True)
    table.deal({1: [5], 2: [20]}, level=12, challenge_hands={1: [8], 2: [7]})
    table.focus()
    table.tap(1)
    table.wait_ms(200)
    table.press(1)
    table.wait_ms(100)
    table.tap(2)
    table.expect(Phase.VICTORY)
    table.wait_ms(2_000)
    table.expect(Phase.VICTORY)

    table.press(2)
    table.wait_ms(1_500)

    table.expect(Phase.FOCUS)
    table.lift_all()


def test_a_hand_that_never_left_its_button_since_focus_may_be_among_those_that_hold() -> None:
    table = Table(2, attended=True)
    table.deal({1: [5], 2: []}, level=12, challenge_hands={1: [8], 2: [7]})
    table.hold_all(600)
    table.release(1)
    table.wait_ms(200)
    table.tap(1)
    table.expect(Phase.VICTORY)

    table.press(1)
    table.wait_ms(1_500)

    table.expect(Phase.FOCUS)
    table.lift_all()


def test_hands_are_shown_to_all_after_defeat_and_never_before() -> None:
    table = Table(2)
    table.deal({1: [5, 6], 2: [20, 30]}, level=2, lives=1)
    table.focus()
    assert table.table_view.all_hands == ()

    table.tap(2)

    table.expect(Phase.DEFEAT)
    assert table.last(GameLost).level == 2
    assert dict(table.table_view.all_hands) == {1: (card(5), card(6)), 2: (card(30),)}


# --- ending a game that goes on ---


def in_focus(seats: int = 3) -> Table:
    table = Table(seats, attended=True)
    table.start()
    return table


def test_after_half_a_minute_of_focus_the_screens_add_the_question() -> None:
    table = in_focus()
    began_us = table.game.began_us
    table.wait_ms((began_us + 29_999_000 - table.now_us) / 1000)
    assert not table.table_view.end_asked

    table.wait_ms(1)

    assert table.table_view.end_asked


def test_taps_that_were_not_asked_for_end_nothing() -> None:
    table = in_focus()

    table.tap(1, 2)

    table.expect(Phase.FOCUS)


def test_one_player_of_three_cannot_end_the_game() -> None:
    table = in_focus()
    table.ask_to_end()

    table.tap(1, 1, 1)

    table.expect(Phase.FOCUS)


def test_at_a_table_of_two_one_player_can_by_two_taps() -> None:
    table = in_focus(2)
    table.ask_to_end()

    table.tap(1, 1)

    table.expect(Phase.LOBBY)
    assert table.game.joined == (1, 2)


def test_two_taps_further_apart_than_five_seconds_end_nothing() -> None:
    table = in_focus()
    table.ask_to_end()
    table.tap(1)
    table.wait_ms(5_000)

    table.tap(2)

    table.expect(Phase.FOCUS)
    table.wait_ms(1_000)
    table.tap(3)
    table.expect(Phase.LOBBY)


def test_a_tap_while_another_hand_waits_in_focus_is_none() -> None:
    table = in_focus()
    table.ask_to_end()
    table.press(3)
    table.wait_ms(100)

    table.tap(1, 2)

    table.expect(Phase.FOCUS)
    table.release(3)


def test_the_question_is_forgotten_when_the_hands_lock() -> None:
    table = in_focus()
    table.ask_to_end()
    table.focus()
    table.hold(1)
    table.release(1)
    table.wait_ms(30)

    assert not table.table_view.end_asked


def test_the_host_button_stops_a_game_that_is_being_played_and_asks() -> None:
    table = in_focus()
    table.focus()
    table.expect(Phase.PLAY)

    table.ask_to_end()

    table.expect(Phase.FOCUS)
    assert table.table_view.end_asked
    assert table.table_view.causes == ()
    table.tap(1, 2)
    table.expect(Phase.LOBBY)


def test_after_a_game_the_settings_of_the_house_hold_again() -> None:
    """A scenario, or a game that was cut off, brings settings of its own; the next game is the house's again."""
    table = Table(2, attended=True)
    house = table.settings
    table.settings = replace(house, tie_window_ms=7)
    table.deal({1: [5], 2: [20]})
    assert table.game.settings.tie_window_ms == 7
    table.wait_ms(31_000)
    table.tap(1)
    table.tap(2)
    table.expect(Phase.LOBBY)
    assert table.game.settings == house

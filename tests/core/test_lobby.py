"""The lobby: who plays, which game, and the start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.outcomes import GameStarted, KindChosen, LevelDealt, SeatJoined, SeatLeft
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import DEALT, Kind
from mindbuzz.core.settings import DEFAULTS, Settings
from tests.table import Table


def lobby(seats: int = 4) -> Table:
    table = Table(seats, attended=True)
    table.draw_seed()
    return table


def test_a_tap_joins_and_another_leaves() -> None:
    table = lobby()
    table.tap(2)
    table.expect_joined(2)

    table.tap(2)

    table.expect_joined()
    assert [left.seat for left in table.told(SeatLeft)] == [2]


def test_a_knock_on_the_table_joins_nobody() -> None:
    table = lobby()

    table.tap(1, ms=9)

    table.expect_joined()


def test_a_loose_start_throws_nobody_out() -> None:
    """One hand of two lets go too early."""
    table = lobby()
    table.tap(1, 2)
    table.press(1, 2)
    table.wait_ms(300)
    table.release(2)
    table.wait_ms(100)
    table.release(1)
    table.wait_ms(30)

    table.expect_joined(1, 2)


def test_people_join_while_others_hold_their_buttons() -> None:
    table = lobby()
    table.tap(1)
    table.press(1)
    table.wait_ms(200)

    table.tap(2)

    table.expect_joined(1, 2)


def test_there_is_room_for_four() -> None:
    table = lobby(5)

    table.tap(5, 4, 3, 2, 1)

    table.expect_joined(2, 3, 4, 5)


def test_a_hold_by_one_player_steps_to_the_next_game_and_round_again() -> None:
    table = lobby()
    table.tap(1)

    for _ in Kind:
        table.tap(1, ms=700)

    assert [chosen.kind.value for chosen in table.told(KindChosen)] == [
        "blind", "extreme", "companion-classic", "companion-blind", "companion-extreme", "classic",
    ]  # fmt: skip
    table.expect_joined(1)


def test_a_hold_while_another_joined_hand_is_down_chooses_no_game() -> None:
    table = lobby()
    table.tap(1, 2)
    table.press(2)
    table.wait_ms(100)
    table.tap(1, ms=700)

    assert not table.told(KindChosen)


def test_an_owner_can_lock_the_game() -> None:
    table = Table(2, settings=replace(DEFAULTS, lock_game=True))

    table.tap(1, ms=700)

    assert table.game.kind is Kind.CLASSIC


@pytest.mark.parametrize("first", Kind)
def test_an_owner_can_leave_out_the_games_with_own_cards(first: Kind) -> None:
    table = Table(2, settings=replace(DEFAULTS, own_cards=False), kind=first)

    for _ in range(4):
        table.tap(1, ms=700)

    chosen = [told.kind for told in table.told(KindChosen)]
    assert set(chosen) == set(DEALT)
    assert chosen[0] is not first


def test_the_game_starts_when_all_joined_have_held_for_a_second_and_a_half() -> None:
    table = lobby(2)
    table.tap(1, 2)
    table.press(1)
    table.wait_ms(500)
    table.press(2)
    pressed_us = table.now_us
    table.wait_ms(1_499)
    table.expect(Phase.LOBBY)

    table.wait_ms(1)

    table.expect(Phase.FOCUS)
    assert table.last(GameStarted).at_us == pressed_us + 1_500_000
    table.lift_all()


def test_the_hold_that_starts_a_game_is_shown_filling_up() -> None:
    table = lobby(2)
    table.tap(1, 2)
    table.press(1, 2)
    pressed_us = table.now_us
    table.wait_ms(100)

    assert table.table_view.progress == (pressed_us, pressed_us + 1_500_000)


def test_a_hand_that_lifts_starts_the_count_anew() -> None:
    table = lobby(2)
    table.tap(1, 2)
    table.press(1, 2)
    table.wait_ms(1_400)
    table.release(1)
    table.wait_ms(100)
    table.press(1)
    table.wait_ms(1_400)
    table.expect(Phase.LOBBY)
    table.wait_ms(100)
    table.expect(Phase.FOCUS)
    table.lift_all()


def test_one_player_cannot_start() -> None:
    table = lobby()
    table.tap(1)

    table.hold(1, ms=5_000)

    table.expect(Phase.LOBBY)
    assert table.table_view.progress is None


def test_without_chance_lying_ready_no_game_starts() -> None:
    table = Table(2, attended=True)
    table.tap(1, 2)

    table.hold_all(3_000)

    table.expect(Phase.LOBBY)
    table.draw_seed()
    table.wait_ms(1)
    table.expect(Phase.FOCUS)
    table.lift_all()


def test_only_those_who_joined_are_dealt_cards_and_only_their_buttons_count() -> None:
    table = lobby(3)
    table.tap(1, 3)
    table.press(1, 3)
    table.wait_ms(1_600)
    table.release(1, 3)
    table.wait_ms(100)

    assert sorted(table.last(LevelDealt).hands) == [1, 3]
    table.press(1, 3)
    table.wait_ms(600)
    table.expect(Phase.LOCKED)
    table.tap(2)
    table.expect(Phase.LOCKED)
    assert table.view(2).hand == ()
    table.lift_all()


def test_a_seat_that_stays_silent_for_a_minute_while_others_press_is_free_again() -> None:
    table = lobby()
    table.tap(1, 2)
    table.wait_ms(59_000)
    table.tap(1, ms=700)
    table.expect_joined(1, 2)

    table.wait_ms(1_000)
    table.tap(1, ms=700)

    table.expect_joined(1)


def test_people_who_talked_for_longer_than_that_can_start_all_the_same() -> None:
    """Whoever lays a hand down beside the others is not silent, though theirs was the first press for minutes."""
    table = lobby(3)
    table.tap(1, 2, 3)
    table.wait_ms(100_000)
    for seat in (1, 2, 3):
        table.press(seat)
        table.wait_ms(400)
    table.wait_ms(1_100)

    assert table.last(GameStarted).seats == (1, 2, 3)
    table.lift_all()


def test_a_seat_is_told_when_it_will_be_given_up() -> None:
    table = lobby()
    table.tap(1)
    first_us = table.game.buttons[1].released_at_us
    table.wait_ms(20_000)
    table.tap(2)
    last_us = table.game.buttons[2].released_at_us

    assert [table.view(seat).silent_at_us for seat in (1, 2, 3)] == [first_us + 60_000_000, last_us + 60_000_000, None]
    assert table.table_view.attract_at_us == last_us + 120_000_000
    table.press(1)
    table.wait_ms(20)
    assert table.view(1).silent_at_us is None
    assert table.table_view.attract_at_us is None


def test_the_table_is_told_who_chose_the_game_until_one_begins() -> None:
    """Anybody may, whether they have joined or not."""
    table = lobby(3)
    table.tap(1, 2)
    choosers = [table.table_view.chosen_by]
    table.tap(3, ms=700)
    choosers.append(table.table_view.chosen_by)
    table.hold_all()
    table.lift_all()
    choosers.append(table.game.chosen_by)

    assert choosers == [None, 3, None]


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [
        (DEFAULTS, tuple(Kind)),
        (replace(DEFAULTS, own_cards=False), (Kind.CLASSIC, Kind.BLIND, Kind.EXTREME)),
        (replace(DEFAULTS, lock_game=True), (Kind.CLASSIC,)),
    ],
)
def test_the_games_on_offer_are_those_that_holds_step_through(settings: Settings, kinds: tuple[Kind, ...]) -> None:
    table = Table(2, settings=settings)
    offered = table.table_view.kinds_on_offer
    stepped = []
    for _ in offered:
        stepped.append(table.game.kind)
        table.tap(1, ms=700)

    assert offered == kinds == tuple(stepped)
    assert table.game.kind is kinds[0]


def test_a_hand_that_lies_on_its_button_is_not_silent() -> None:
    table = lobby(2)
    table.tap(1, 2)
    table.press(2)
    table.wait_ms(14_000)

    table.expect_joined(1, 2)


def test_the_press_that_wakes_the_console_does_nothing_else_however_long_it_is() -> None:
    table = lobby()
    table.tap(1, 2)
    table.wait_until(Phase.ATTRACT)
    table.expect_joined()

    table.tap(3, ms=700)

    table.expect(Phase.LOBBY)
    table.expect_joined()
    assert not table.told(KindChosen)


def test_the_console_does_not_attract_while_a_hand_lies_on_a_button() -> None:
    table = Table(2, attended=True, settings=replace(DEFAULTS, stuck_ms=280_000))

    table.press(1)
    table.wait_ms(150_000)

    table.expect(Phase.LOBBY)
    table.release(1)


def test_a_button_that_is_down_when_the_console_starts_is_silent_until_it_was_released() -> None:
    table = Table(2, closed=[1], attended=True)
    table.wait_ms(1_000)
    table.release(1)
    table.wait_ms(30)
    assert not table.told(SeatJoined)

    table.tap(1)

    table.expect_joined(1)


def test_a_started_game_is_that_of_its_seed() -> None:
    first, second = lobby(2), lobby(2)
    first.start(seed=7)
    second.start(seed=8)

    assert first.hands != second.hands

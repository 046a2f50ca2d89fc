"""The star: asked for, consented to, refused, and in extreme chosen in secret."""

from __future__ import annotations

import pytest

from mindbuzz.core.outcomes import StarAsked, StarRefused, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.views import LettingGo
from tests.table import Table, card


def stopped(stars: int = 1) -> Table:
    """Seat 1 stopped the game, this very moment."""
    table = Table(3)
    table.deal({1: [5, 6], 2: [20, 30], 3: []}, level=2, lives=3, stars=stars)
    table.focus()
    table.hold(1, ms=600)
    table.expect(Phase.STOP)
    return table


def asked() -> Table:
    table = stopped()
    table.wait_ms(1_400)
    table.expect(Phase.QUESTION)
    return table


def consented() -> Table:
    """Both have consented, and their hands still lie there."""
    table = Table(2)
    table.deal({1: ["w5", "r20"], 2: ["w10", "w40"]}, level=2, kind=Kind.EXTREME)
    table.focus()
    table.ask_for_a_star(1)
    table.consent(2)
    table.expect(Phase.CHOICE)
    return table


def choosing() -> Table:
    """Both have consented and lifted their hands."""
    table = consented()
    table.lift_all()
    return table


def test_a_star_is_asked_for_after_holding_on_for_two_seconds() -> None:
    table = stopped()
    stopped_us = table.now_us
    table.wait_ms(1_399)
    assert table.table_view.star_can_be_asked
    table.wait_ms(1)

    assert table.told(StarAsked) == [StarAsked(stopped_us + 1_400_000, 1)]


def test_without_a_star_nobody_asks() -> None:
    table = stopped(stars=0)
    assert not table.table_view.star_can_be_asked

    table.wait_ms(2_000)

    table.expect(Phase.FOCUS)
    assert not table.told(StarAsked)


def test_a_focus_that_is_about_to_lock_is_not_disturbed_by_the_question() -> None:
    table = stopped()
    table.wait_ms(1_000)
    table.press(2, 3)
    table.wait_ms(500)

    table.expect(Phase.LOCKED)
    assert not table.told(StarAsked)
    table.lift_all()


def test_hands_that_are_down_before_the_question_do_not_consent() -> None:
    table = stopped()
    table.press(2)
    table.wait_ms(1_400)
    table.press(3)
    table.wait_ms(2_000)
    table.expect(Phase.QUESTION)

    table.release(2)
    table.wait_ms(30)
    table.press(2)
    table.wait_ms(1_499)
    table.expect(Phase.QUESTION)
    table.wait_ms(1)
    table.expect(Phase.STAR)


def test_those_with_empty_hands_are_asked_too_and_throw_nothing() -> None:
    table = asked()
    table.press(2)
    table.wait_ms(2_000)
    table.expect(Phase.QUESTION)
    table.consent(3)

    assert table.last(StarThrown).discarded == {1: card(5), 2: card(20)}
    assert table.stars == 0
    table.lift_all()


def test_a_consenting_hand_that_lifts_starts_the_count_anew() -> None:
    table = asked()
    table.press(2, 3)
    table.wait_ms(1_400)
    table.release(3)
    table.wait_ms(100)
    table.press(3)
    table.wait_ms(1_400)
    table.expect(Phase.QUESTION)
    table.wait_ms(100)
    table.expect(Phase.STAR)
    table.lift_all()


def test_after_fifteen_seconds_the_question_is_refused() -> None:
    table = asked()
    asked_us = table.now_us
    table.press(2)
    table.wait_ms(15_000)

    assert table.told(StarRefused) == [StarRefused(asked_us + 15_000_000)]
    assert table.stars == 1


def test_the_time_out_waits_while_all_consent() -> None:
    table = asked()
    table.wait_ms(14_000)
    table.consent(2, 3)

    table.expect(Phase.STAR)
    table.lift_all()


def test_a_hand_that_lifts_after_the_time_out_refuses() -> None:
    table = asked()
    table.wait_ms(14_000)
    table.press(2, 3)
    table.wait_ms(1_200)
    table.release(3)
    table.wait_ms(30)

    table.expect(Phase.FOCUS)


def test_after_a_refused_star_hands_already_down_count() -> None:
    table = asked()
    table.press(2, 3)
    table.wait_ms(500)
    table.release(1)
    table.wait_ms(30)
    table.expect(Phase.FOCUS)
    table.press(1)
    table.wait_ms(500)

    table.expect(Phase.LOCKED)
    table.lift_all()


# --- the secret choice ---


def test_each_takes_the_colour_that_is_armed_and_all_are_shown_at_once() -> None:
    table = choosing()
    table.tap(1, ms=500)
    table.tap(1)
    assert not table.told(StarThrown)
    assert table.view(1).pick == card("r20")
    assert table.view(2).pick is None
    assert table.table_view.picked == {1}

    table.tap(2)

    assert table.last(StarThrown).discarded == {1: card("r20"), 2: card("w10")}


def test_after_the_pick_taps_and_toggles_do_nothing() -> None:
    table = choosing()
    table.tap(1)
    table.wait_ms(100)
    table.tap(1, ms=500)
    table.tap(1)
    assert table.view(1).armed is card("w5").pile

    table.tap(2)

    assert table.last(StarThrown).discarded[1] == card("w5")


def test_after_the_pick_a_press_is_said_to_do_nothing() -> None:
    table = choosing()
    table.press(1)
    table.wait_ms(80)
    assert table.view(1).letting_go is LettingGo.PLAYS
    table.release(1)
    table.wait_ms(200)
    table.press(1)
    table.wait_ms(20)

    assert table.view(1).letting_go is LettingGo.NOTHING
    table.lift_all()


def test_the_repeat_guard_does_not_apply_to_the_choice_but_a_knock_is_nothing() -> None:
    table = choosing()
    table.tap(1, ms=5)
    assert table.view(1).pick is None

    table.tap(1)

    assert table.view(1).pick == card("w5")


@pytest.mark.parametrize("seat", [1, 2])
def test_a_hold_by_anyone_calls_the_star_off_even_after_their_pick(seat: int) -> None:
    table = choosing()
    table.tap(1)

    table.hold(seat, ms=1_000)

    table.expect(Phase.FOCUS)
    assert table.told(StarRefused)
    assert table.stars == 1
    assert table.view(1).pick is None


def test_hands_that_still_lie_there_from_the_vote_pick_nothing() -> None:
    table = consented()
    table.wait_ms(5_000)
    table.lift_all()

    table.expect(Phase.CHOICE)
    assert table.table_view.picked == frozenset()

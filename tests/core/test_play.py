"""Focus and play: what a press is, to the millisecond, and in which order taps are played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event, GameBegun, TimePassed
from mindbuzz.core.game import new_console
from mindbuzz.core.outcomes import (
    CardPlayed,
    ColourArmed,
    FocusLocked,
    HandsLifted,
    Mistake,
    Outcome,
    PlayStarted,
    PressVoid,
    Stopped,
    Void,
)
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.core.step import step
from mindbuzz.core.views import LettingGo
from tests.table import Table, card, hand_of


def classic(settings: Settings = DEFAULTS) -> Table:
    table = Table(3, settings=settings)
    table.deal({1: [5, 6], 2: [20, 30], 3: [40, 50]}, level=2, lives=3)
    table.focus()
    return table


def extreme(settings: Settings = DEFAULTS, level: int = 2) -> Table:
    table = Table(2, settings=settings)
    table.deal({1: ["w5", "r20"], 2: ["w20", "r10"]}, level=level, kind=Kind.EXTREME)
    table.focus()
    return table


def played(table: Table) -> list[int]:
    return [outcome.card.value for outcome in table.told(CardPlayed)]


def voids(table: Table) -> list[tuple[int, Void]]:
    return [(void.seat, void.reason) for void in table.told(PressVoid)]


# --- focus ---


def test_focus_locks_half_a_second_after_the_last_hand() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.press(1)
    table.wait_ms(300)
    table.press(2)
    laid_us = table.now_us
    table.wait_ms(499.999)
    table.expect(Phase.FOCUS)
    table.wait_ms(0.001)

    assert table.last(FocusLocked).at_us == laid_us + 500_000


def test_a_hand_that_lifts_before_the_lock_only_unreadies() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.press(1, 2)
    table.wait_ms(400)
    table.release(1)
    table.wait_ms(1_000)

    table.expect(Phase.FOCUS)
    assert table.table_view.ready == {2}


def test_play_starts_when_the_first_hand_lifts_and_the_spread_is_recorded() -> None:
    table = Table(3)
    table.deal({1: [5], 2: [20], 3: [30]})
    table.hold_all(600)
    table.release(2)
    first_us = table.now_us
    table.wait_ms(100)
    table.release(1)
    table.wait_ms(50)
    table.release(3)
    table.wait_ms(30)

    assert table.last(PlayStarted).at_us == first_us
    assert table.last(HandsLifted).spread_us == 150_000


def test_the_press_that_was_focus_is_never_a_play() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.hold_all(600)
    table.release(1)
    table.wait_ms(40)
    table.release(2)
    table.wait_ms(1_000)

    assert played(table) == []


def test_focus_never_locks_by_itself_after_a_mistake() -> None:
    """Everybody's hands lie on the buttons already: one must be laid down anew."""
    table = classic()
    table.tap(2)
    table.hold_all(4_000)
    table.expect(Phase.FOCUS)
    assert not table.table_view.hand_laid

    table.release(2)
    table.wait_ms(30)
    table.press(2)
    table.wait_ms(500)

    table.expect(Phase.LOCKED)


# --- what a press is ---


@pytest.mark.parametrize(("ms", "plays"), [(9.999, False), (10, True), (599.999, True)])
def test_a_press_between_a_knock_and_a_hold_is_a_tap(ms: float, plays: bool) -> None:
    table = classic()

    table.tap(1, ms=ms)
    table.wait_ms(30)

    assert played(table) == [5] * plays
    assert voids(table) == [(1, Void.TOO_SHORT)] * (not plays)


def test_a_press_of_six_tenths_of_a_second_stops_everyone() -> None:
    table = classic()
    table.press(1)
    pressed_us = table.now_us
    table.wait_ms(600)

    assert table.told(Stopped) == [Stopped(pressed_us + 600_000, 1)]


@pytest.mark.parametrize(("pause_ms", "plays"), [(149.999, False), (150, True)])
def test_a_press_too_soon_after_the_last_release_is_no_tap(pause_ms: float, plays: bool) -> None:
    table = classic()
    table.press(1)
    table.wait_ms(90)
    table.release(1)
    table.wait_ms(pause_ms)

    table.tap(1)

    assert played(table) == [5, 6] if plays else [5]
    assert voids(table) == [(1, Void.TOO_SOON)] * (not plays)


def test_a_press_too_soon_may_become_a_hold() -> None:
    table = classic()
    table.tap(1)
    table.hold(1)

    table.expect(Phase.STOP)


def test_a_hand_that_slips_off_the_focus_costs_no_life() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.hold_all(600)
    table.release(1, 2)
    table.wait_ms(100)

    table.tap(2)

    assert played(table) == []
    assert voids(table) == [(2, Void.TOO_SOON)]


def test_calm_hands_have_twice_the_time() -> None:
    table = classic(replace(DEFAULTS, calm_seats=(1,)))
    table.tap(1, ms=1_100)
    assert played(table) == [5]

    table.wait_ms(200)
    table.hold(1, ms=1_199)
    table.expect(Phase.PLAY)
    table.wait_ms(1)
    table.expect(Phase.STOP)


@pytest.mark.parametrize(("ms", "told"), [(349.999, CardPlayed), (350, ColourArmed), (999.999, ColourArmed)])
def test_in_extreme_a_longer_press_arms_the_other_colour(ms: float, told: type) -> None:
    table = extreme()

    table.tap(1, ms=ms)

    assert len(table.told(told)) == 1
    table.expect(Phase.PLAY)


def test_the_screen_says_what_letting_go_will_do() -> None:
    table = extreme()
    table.press(1)
    table.wait_ms(100)
    assert table.view(1).letting_go is LettingGo.PLAYS

    table.wait_ms(250)
    assert table.view(1).letting_go is LettingGo.TOGGLES
    assert table.view(2).letting_go is None


def test_a_tap_plays_the_colour_that_was_armed() -> None:
    table = extreme()
    table.tap(1, ms=400)
    table.wait_ms(200)
    table.tap(1)

    assert table.last(CardPlayed).card == card("r20")
    assert table.view(1).armed is card("w5").pile, "red has run out"


# --- order and ties ---


def test_a_tap_waits_for_an_earlier_press_that_is_still_down() -> None:
    table = classic()
    table.press(1)
    table.wait_ms(100)
    table.tap(2)
    table.wait_ms(300)
    assert played(table) == []
    assert table.view(2).waiting
    assert not table.view(1).waiting

    table.release(1)
    table.wait_ms(30)

    assert played(table) == [5, 20]
    assert not table.view(2).waiting


def test_nobody_waits_for_a_hand_that_has_no_card() -> None:
    table = Table(2)
    table.deal({1: [], 2: [20]})
    table.focus()
    table.press(1)
    table.wait_ms(100)
    table.tap(2)
    table.wait_ms(40)

    assert played(table) == [20]


def test_nobody_waits_for_a_press_that_came_too_soon() -> None:
    table = classic()
    table.tap(1)
    table.wait_ms(50)
    table.press(1)
    table.wait_ms(20)
    table.tap(2)
    table.wait_ms(30)

    assert played(table) == [5, 20]


def test_in_extreme_nobody_waits_for_a_press_that_is_past_the_tap() -> None:
    table = extreme()
    table.press(1)
    pressed_us = table.now_us
    table.wait_ms(200)
    table.tap(2, ms=50)
    assert played(table) == []

    table.wait_ms(350 - (table.now_us - pressed_us) / 1000)

    assert played(table) == [20]
    assert table.last(Mistake).set_aside == {1: hand_of(["w5"])}


@pytest.mark.parametrize(("lead_ms", "order"), [(39.999, [5, 20]), (40, [20])])
def test_two_cards_that_land_together_are_sorted(lead_ms: float, order: list[int]) -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20, 30]}, level=2)
    table.focus()
    table.press(2)
    table.wait_ms(lead_ms)
    table.press(1)
    table.wait_ms(60)
    table.release(1, 2)
    table.wait_ms(100)

    assert played(table) == order
    assert len(table.told(Mistake)) == (order == [20])


def uncertain(first_lead_us: int, *, kind: Kind = Kind.CLASSIC, uncertainty_us: int = 30_000) -> list[int]:
    """What is played when 20 is pressed a little before 5, each with a clock that may be wrong."""
    game = new_console((1, 2), attended=False)
    hands = {1: hand_of([5]), 2: hand_of([20])}
    begun = GameBegun(0, kind, (1, 2), DEFAULTS, deals={1: hands}, lives=2, uncertainty_us=uncertainty_us)
    at_us = 2_000_000
    events: tuple[Event, ...] = (
        begun,
        *(ButtonPressed(0, seat) for seat in (1, 2)),
        *(ButtonReleased(600_000, seat) for seat in (1, 2)),
        ButtonPressed(at_us, 2, uncertainty_us),
        ButtonPressed(at_us + first_lead_us, 1, uncertainty_us),
        ButtonReleased(at_us + 100_000, 1),
        ButtonReleased(at_us + 100_000, 2),
        TimePassed(at_us + 1_000_000),
    )
    outcomes: list[Outcome] = []
    for event in events:
        game, new = step(game, event)
        outcomes.extend(new)
    return [outcome.card.value for outcome in outcomes if isinstance(outcome, CardPlayed)]


def test_when_clocks_are_uncertain_the_window_is_as_wide_as_they_are() -> None:
    assert uncertain(59_999) == [5, 20]
    assert uncertain(60_000) == [20]
    assert uncertain(39_999, uncertainty_us=1) == [5, 20]
    assert uncertain(40_000, uncertainty_us=1) == [20]


def test_on_a_face_down_pile_only_uncertain_clocks_tie() -> None:
    assert uncertain(59_999, kind=Kind.BLIND) == [5, 20]
    assert uncertain(60_000, kind=Kind.BLIND) == [20, 5]
    assert uncertain(0, kind=Kind.BLIND, uncertainty_us=0) == [5, 20]
    assert uncertain(1, kind=Kind.BLIND, uncertainty_us=0) == [20, 5]


def test_on_a_face_down_pile_the_order_of_presses_stands() -> None:
    table = Table(2)
    table.deal({1: [5, 6], 2: [20, 30]}, level=2, kind=Kind.BLIND)
    table.focus()
    table.press(2)
    table.wait_ms(0.001)
    table.press(1)
    table.wait_ms(60)
    table.release(1, 2)
    table.wait_ms(30)

    assert played(table) == [20, 5]
    assert table.table_view.piles[0].cards == ()


def test_taps_on_different_piles_never_compete() -> None:
    table = extreme()
    table.tap(2, ms=400)
    table.wait_ms(200)
    table.press(1)
    table.wait_ms(10)
    table.press(2)
    table.wait_ms(60)
    table.release(1, 2)
    table.wait_ms(100)

    assert [(outcome.seat, outcome.card) for outcome in table.told(CardPlayed)] == [(1, card("w5")), (2, card("r10"))]


# --- mistake and stop ---


def test_a_mistake_voids_what_was_not_yet_played_and_costs_one_life() -> None:
    table = classic()
    table.press(3)
    table.wait_ms(45)
    table.press(1, 2)
    table.wait_ms(60)
    table.release(3)
    table.wait_ms(30)

    mistake = table.last(Mistake)
    assert (mistake.seat, mistake.lives) == (3, 2)
    assert mistake.set_aside == {1: hand_of([5, 6]), 2: hand_of([20, 30])}
    assert voids(table) == [(1, Void.AFTER_MISTAKE), (2, Void.AFTER_MISTAKE)]
    table.release(1, 2)


def test_a_press_that_comes_too_soon_is_said_to_do_nothing() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.hold_all(600)
    table.lift_all()
    table.wait_ms(50)
    table.press(1)
    table.wait_ms(20)

    assert table.view(1).letting_go is LettingGo.NOTHING
    table.lift_all()


def test_hidden_discards_stay_hidden_when_the_level_is_over() -> None:
    """Where the mistake is still on show, and in the picture of how the level went."""
    table = Table(2, settings=replace(DEFAULTS, hide_discards=True))
    table.deal({1: [5], 2: [20]})
    table.focus()
    table.tap(2)
    table.expect(Phase.LEVEL)

    shown = [outcome for outcome in table.table_view.shown if isinstance(outcome, Mistake)]
    drawn = [outcome for outcome in table.table_view.timeline if isinstance(outcome, Mistake)]
    assert [mistake.set_aside for mistake in (*shown, *drawn)] == [{}, {}]


def test_hidden_discards_show_only_how_many() -> None:
    table = classic(replace(DEFAULTS, hide_discards=True))
    table.tap(2)

    (shown,) = table.table_view.shown
    assert isinstance(shown, Mistake)
    assert shown.set_aside == {}
    assert table.table_view.set_aside_counts == ((1, 2),)


def test_a_stop_plays_what_was_released_and_voids_what_was_not() -> None:
    table = classic()
    table.press(2)
    pressed_us = table.now_us
    table.wait_ms(300)
    table.tap(1)
    table.wait_ms(100)
    table.press(3)
    table.wait_ms(300)

    assert played(table) == [5]
    assert voids(table) == [(3, Void.STOPPED)], "the stopper's own press could not be a play any more"
    assert table.told(Stopped) == [Stopped(pressed_us + 600_000, 2)]
    assert table.table_view.ready == {2, 3}
    table.release(3)


def test_a_tap_that_turns_out_to_be_a_mistake_leaves_no_stop() -> None:
    table = classic()
    table.press(1)
    table.wait_ms(300)
    table.tap(2)
    table.wait_ms(300)

    table.expect(Phase.MISTAKE)
    assert not table.told(Stopped)
    table.release(1)


def test_of_two_holds_at_one_moment_the_earlier_press_stopped() -> None:
    table = classic(replace(DEFAULTS, calm_seats=(3,)))
    table.press(3)
    table.wait_ms(600)
    table.press(1)
    table.wait_ms(600)

    assert [stopped.seat for stopped in table.told(Stopped)] == [3]
    table.release(3)

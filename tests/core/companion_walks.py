"""The walks of a game with real cards."""

from __future__ import annotations

from mindbuzz.core.companion.outcomes import CheckStarted, HandMarked, MistakeCounted, StarSpent, Undone
from mindbuzz.core.phases import Phase, Trigger
from mindbuzz.core.rules import SETUP
from tests.core.walks import walks
from tests.table import RealCards

LAST_LEVEL = SETUP[2].levels


@walks(Phase.LOCKED, Trigger.MISTAKE_MADE)
def a_marked_mistake_costs_a_life_at_the_lock() -> None:
    table = RealCards(lives=2)
    table.make_mistake()
    table.expect(Phase.FOCUS)
    assert table.last(MistakeCounted).lives == table.lives == 1


@walks(Phase.LOCKED, Trigger.LOST)
def the_last_life_is_defeat() -> None:
    table = RealCards(lives=1)
    table.make_mistake()
    table.expect(Phase.DEFEAT)


@walks(Phase.QUESTION, Trigger.CARDS_LAID_ASIDE)
def a_star_that_all_agree_on_is_spent() -> None:
    table = RealCards()
    table.spend_star()
    table.expect(Phase.FOCUS)
    assert table.last(StarSpent).stars == table.stars == 0


@walks(Phase.PLAY, Trigger.HANDS_EMPTIED)
def all_hands_are_empty() -> None:
    table = RealCards()
    table.empty_hands()
    table.expect(Phase.CHECK)
    assert table.told(CheckStarted)


@walks(Phase.CHECK, Trigger.HAND_NOT_EMPTY)
def one_hand_is_not() -> None:
    table = RealCards()
    table.empty_hands()
    table.tap(2)
    table.expect(Phase.PLAY)
    assert not table.last(HandMarked).empty


@walks(Phase.CHECK, Trigger.LEVEL_DONE)
def all_hold_and_the_level_is_done() -> None:
    table = RealCards()
    table.finish_level()
    table.expect(Phase.FOCUS)
    assert table.game.cards.level == 2


@walks(Phase.CHECK, Trigger.WON)
def the_last_level_is_done() -> None:
    table = RealCards(level=LAST_LEVEL)
    table.finish_level()
    table.expect(Phase.VICTORY)


@walks(Phase.CHECK, Trigger.LOST)
def the_errors_of_a_pile_take_the_last_life() -> None:
    table = RealCards("blind", lives=1)
    table.finish_level(errors=2)
    table.expect(Phase.DEFEAT)


@walks(Phase.FOCUS, Trigger.TAKEN_BACK)
def a_mistake_is_taken_back() -> None:
    table = RealCards()
    table.make_mistake()
    table.take_back()
    table.expect(Phase.FOCUS)
    assert table.lives == 2


@walks(Phase.CHECK, Trigger.TAKEN_BACK)
def a_level_is_taken_back_and_then_the_mistake_before_it() -> None:
    table = RealCards()
    table.make_mistake()
    table.focus()
    table.finish_level()
    table.take_back()
    table.expect(Phase.CHECK)
    table.take_back()
    table.expect(Phase.FOCUS)
    assert len(table.told(Undone)) == 2


@walks(Phase.DEFEAT, Trigger.TAKEN_BACK)
def the_mistake_that_was_the_end_is_taken_back() -> None:
    table = RealCards(lives=1)
    table.make_mistake()
    table.take_back()
    table.expect(Phase.FOCUS)


@walks(Phase.FOCUS, Trigger.CHECK_REOPENED)
def a_level_is_taken_back() -> None:
    table = RealCards()
    table.finish_level()
    table.take_back()
    table.expect(Phase.CHECK)


@walks(Phase.CHECK, Trigger.CHECK_REOPENED)
def two_levels_are_taken_back() -> None:
    table = RealCards()
    table.finish_level()
    table.focus()
    table.finish_level()
    table.take_back()
    table.take_back()
    table.expect(Phase.CHECK)
    assert table.game.cards.level == 1


@walks(Phase.VICTORY, Trigger.CHECK_REOPENED)
def a_victory_is_taken_back() -> None:
    table = RealCards(level=LAST_LEVEL)
    table.finish_level()
    table.take_back()
    table.expect(Phase.CHECK)


@walks(Phase.DEFEAT, Trigger.CHECK_REOPENED)
def a_defeat_in_the_check_is_taken_back() -> None:
    table = RealCards("blind", lives=1)
    table.finish_level(errors=1)
    table.take_back()
    table.expect(Phase.CHECK)


@walks(Phase.CHECK, Trigger.SOURCE_LOST)
def a_cable_comes_out_during_the_check() -> None:
    table = RealCards()
    table.empty_hands()
    table.lose(2)
    table.expect(Phase.PAUSED)
    table.regain(2)
    table.expect(Phase.FOCUS)
    table.focus()
    table.expect(Phase.CHECK)


@walks(Phase.CHECK, Trigger.FELL_SILENT)
def nobody_turns_the_pile_over() -> None:
    table = RealCards("blind", attended=True)
    table.empty_hands()
    table.wait_ms(15 * 60_000)
    table.wait_until(Phase.STILL_THERE)
    table.wait_ms(31_000)
    table.expect(Phase.LOBBY)

"""Games with real cards: what people say of theirs, what it costs, and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given

from mindbuzz.core.companion.outcomes import (
    Action,
    CheckStarted,
    ErrorCounted,
    HandMarked,
    LevelGuided,
    MistakeCounted,
    MistakeMarked,
    StarSpent,
    Undone,
)
from mindbuzz.core.events import GameBegun
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import (
    ChallengeStarted,
    GameAbandoned,
    GameLost,
    GameWon,
    LevelCompleted,
    Outcome,
    PlayStarted,
    StarRefused,
    Stopped,
)
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import PLAYED_BESIDE, SETUP
from mindbuzz.core.settings import DEFAULTS
from tests.games import HANDS_NAMES, Run, again, runs
from tests.table import RealCards

LAST_LEVEL = SETUP[2].levels
BESIDE = tuple(PLAYED_BESIDE)


# --- the guide ---


def test_the_guide_says_what_to_deal_and_what_there_is_to_win() -> None:
    guided = RealCards("extreme", level=3, lives=2, stars=1).last(LevelGuided)

    assert (guided.level, guided.cards_each, [pile.value for pile in guided.face_down]) == (3, 3, ["white"])
    assert guided.reward is not None
    assert (guided.reward.value, guided.lives, guided.stars) == ("life", 2, 1)


def test_a_seat_sees_no_hand_but_what_all_see() -> None:
    table = RealCards()

    assert {table.view(seat).table for seat in (1, 2)} == {table.table_view}
    assert [table.view(seat).hand for seat in (1, 2)] == [(), ()]


def test_the_guide_of_the_next_level_comes_with_the_result_of_the_one_before() -> None:
    table = RealCards()
    table.finish_level()

    assert table.last(LevelGuided).at_us == table.last(LevelCompleted).at_us
    assert table.table_view.level == 2
    assert [type(outcome) for outcome in table.table_view.shown] == [LevelCompleted]


# --- play ---


def test_a_tap_marks_a_hand_as_empty_and_another_takes_it_back() -> None:
    table = RealCards()
    table.tap(1)
    table.wait_ms(200)
    table.tap(1)

    assert [(mark.seat, mark.empty) for mark in table.told(HandMarked)] == [(1, True), (1, False)]


def test_a_tap_counts_when_it_is_let_go() -> None:
    table = RealCards()
    table.press(1)
    table.wait_ms(100)
    table.release(1)
    released_us = table.now_us
    table.wait_ms(30)

    assert table.last(HandMarked).at_us == released_us


@pytest.mark.parametrize(("wait_ms", "held_ms"), [(100, 90), (300, 9)])
def test_a_bouncing_finger_and_a_knock_mark_nothing(wait_ms: int, held_ms: int) -> None:
    table = RealCards()
    table.tap(1)
    table.wait_ms(wait_ms - 30)
    table.tap(1, ms=held_ms)

    assert len(table.told(HandMarked)) == 1


def test_a_hold_stops_everyone_and_a_slow_hand_holds_twice_as_long() -> None:
    table = RealCards(settings=replace(DEFAULTS, calm_seats=(2,)))
    table.tap(2, ms=1_100)
    assert table.told(HandMarked)

    table.wait_ms(200)
    table.hold(2, ms=1_200)
    assert table.last(Stopped).seat == 2


def test_marks_stay_through_a_stop() -> None:
    table = RealCards()
    table.tap(1)
    table.stop(2)
    table.focus()

    assert table.table_view.real_cards is not None
    assert table.table_view.real_cards.empty == {1}


# --- a mistake ---


def test_a_mistake_costs_one_life_when_the_hands_lock() -> None:
    table = RealCards(lives=2)
    table.stop()
    table.mark(2)
    assert table.lives == 2
    table.hold_all(600)

    assert table.last(MistakeMarked).seat == 2
    assert table.last(MistakeCounted).lives == table.lives == 1
    assert len(table.told(PlayStarted)) == 1  # the hands that lift now start nothing


def test_whoever_marked_it_anybody_may_take_it_back() -> None:
    table = RealCards()
    table.stop()
    table.mark(1)
    table.mark(2)
    table.focus()

    assert not table.told(MistakeCounted)
    table.expect(Phase.PLAY)


def test_a_tap_beside_a_hand_that_lies_there_marks_nothing() -> None:
    table = RealCards(seats=3)
    table.hold(1)
    table.tap(2)
    assert not table.told(MistakeMarked)

    table.lift_all()
    table.press(3)
    table.wait_ms(100)
    table.tap(2)
    assert not table.told(MistakeMarked)


def test_only_a_focus_that_follows_a_stop_knows_mistakes() -> None:
    table = RealCards()
    table.make_mistake()
    table.mark()
    table.mark()
    table.finish_level()
    table.mark()
    table.mark()

    assert len(table.told(MistakeMarked)) == 1


@pytest.mark.parametrize(("game", "level", "marked"), [("blind", 1, 0), ("extreme", 6, 0), ("extreme", 3, 1)])
def test_where_all_piles_lie_face_down_a_mistake_shows_in_the_check(game: str, level: int, marked: int) -> None:
    table = RealCards(game, level=level)
    table.stop()
    table.mark()

    assert len(table.told(MistakeMarked)) == marked


def test_a_star_that_was_refused_leaves_room_for_a_mistake() -> None:
    table = RealCards()
    table.ask_for_a_star(1)
    table.lift_all()
    table.wait_ms(200)
    table.mark()

    assert table.told(StarRefused)
    assert table.told(MistakeMarked)


def test_a_mark_outlives_a_lost_cable() -> None:
    table = RealCards()
    table.stop()
    table.mark()
    table.lose(2)
    table.wait_ms(1_000)
    table.regain(2)
    table.focus()

    assert table.told(MistakeCounted)


# --- the check ---


def test_a_hand_that_was_on_its_way_when_the_check_began_means_nothing_in_it() -> None:
    table = RealCards("blind", seats=3)
    table.tap(1, 2)
    table.press(1)
    table.wait_ms(50)
    table.tap(3)
    table.wait_ms(100)
    table.release(1)
    table.wait_ms(100)

    assert table.told(CheckStarted)
    assert not table.told(ErrorCounted)


def test_an_error_that_two_people_count_is_one() -> None:
    table = RealCards("blind")
    table.empty_hands()
    table.tap(1)
    counted_us = table.last(ErrorCounted).at_us
    table.wait_ms(500)
    table.tap(2)
    table.press(1)
    table.wait_ms((counted_us + 1_000_000 - table.now_us) / 1000)
    table.release(1)
    table.wait_ms(30)

    assert [told.errors for told in table.told(ErrorCounted)] == [1, 2]
    assert table.last(ErrorCounted).at_us == counted_us + 1_000_000


def test_errors_can_be_taken_back_one_by_one_but_not_below_none() -> None:
    table = RealCards("blind")
    table.empty_hands()
    table.tap(1)
    for _ in range(2):
        table.take_back()

    assert [told.errors for told in table.told(ErrorCounted)] == [1, 0]
    assert not table.told(Undone)


def test_a_long_hold_takes_back_one_error_however_long_it_is() -> None:
    table = RealCards("blind")
    table.empty_hands()
    table.tap(1)
    table.wait_ms(1_000)
    table.tap(1)
    table.hold(2, ms=9_000)
    table.lift_all()

    assert table.last(ErrorCounted).errors == 1


def test_more_errors_than_lives_leave_none() -> None:
    table = RealCards("blind", lives=1)
    table.finish_level(errors=3)

    table.expect(Phase.DEFEAT)
    assert table.lives == 0
    assert not table.told(LevelCompleted)


def test_the_lives_go_before_the_reward_comes() -> None:
    table = RealCards("blind", level=3, lives=5)
    table.finish_level(errors=1)

    completed = table.last(LevelCompleted)
    assert (completed.granted, completed.lives) == (True, 5)


def test_a_slow_hand_says_no_in_its_own_time() -> None:
    """All hands are down for 600 ms, but one of them may still turn out to be a tap."""
    table = RealCards(settings=replace(DEFAULTS, calm_seats=(2,)))
    table.empty_hands()
    table.press(1, 2)
    table.wait_ms(1_000)
    table.release(2)
    table.wait_ms(30)

    table.expect(Phase.PLAY)
    table.release(1)


# --- taking back ---


def test_a_mistake_taken_back_is_no_longer_marked() -> None:
    table = RealCards(lives=2)
    table.make_mistake()
    table.take_back()
    table.focus()

    assert table.lives == 2
    assert len(table.told(MistakeCounted)) == 1
    table.expect(Phase.PLAY)


def test_what_is_on_show_stays_until_all_hands_are_down_and_so_long_it_can_be_taken_back() -> None:
    table = RealCards()
    table.spend_star()
    table.wait_ms(600_000)
    assert [type(outcome) for outcome in table.table_view.shown] == [StarSpent]

    table.press(1, 2)
    table.wait_ms(100)
    table.release(1, 2)
    table.wait_ms(200)
    assert table.table_view.shown == ()
    table.take_back()
    assert not table.told(Undone)


def test_a_hand_beside_others_takes_nothing_back() -> None:
    table = RealCards(seats=3)
    table.make_mistake()
    table.press(1)
    table.wait_ms(500)
    table.tap(2)
    table.wait_ms(3_000)
    table.release(1)

    assert not table.told(Undone)


def pulled_cable(table: RealCards) -> None:
    """Out, and in again."""
    table.lose(2)
    table.wait_ms(1_000)
    table.regain(2)


def fell_silent(table: RealCards) -> None:
    """Nobody stirs until they are asked; one answers."""
    table.wait_ms(14 * 60_000)
    table.wait_until(Phase.STILL_THERE)
    table.tap(1)
    table.wait_ms(200)


def mistake_made(table: RealCards) -> None:
    """A mistake cost a life."""
    table.make_mistake()


def star_spent(table: RealCards) -> None:
    """A star was thrown."""
    table.spend_star()


def level_done(table: RealCards) -> None:
    """The level is done, the next one is to be dealt."""
    table.finish_level()


def level_reopened(table: RealCards) -> None:
    """Two actions were done, and the last of them was taken back: the check is on again."""
    table.make_mistake()
    table.focus()
    table.finish_level()
    table.take_back()


@pytest.mark.parametrize("paused", [pulled_cable, fell_silent])
@pytest.mark.parametrize("shown", [mistake_made, star_spent, level_done, level_reopened])
def test_what_is_on_show_outlives_a_pause_and_can_still_be_taken_back(
    shown: Callable[[RealCards], None], paused: Callable[[RealCards], None]
) -> None:
    table = RealCards(lives=2, attended=True)
    shown(table)
    told, undone = table.table_view.shown, len(table.told(Undone))
    assert told
    paused(table)

    table.expect(Phase.FOCUS)
    assert table.table_view.shown == told
    table.take_back()
    assert len(table.told(Undone)) == undone + 1


def test_a_hand_that_lay_there_before_the_cable_was_in_again_takes_nothing_back() -> None:
    table = RealCards(lives=2)
    table.make_mistake()
    table.lose(2)
    table.press(1)
    table.wait_ms(1_500)
    table.regain(2)
    table.wait_ms(3_000)

    table.expect(Phase.FOCUS)
    assert not table.told(Undone)
    table.release(1)
    table.wait_ms(200)
    table.take_back()
    assert table.told(Undone)


def test_a_blind_challenge_that_was_lost_goes_back_as_far_as_the_first_level() -> None:
    """Every action can be taken back, one after the other, to the very first."""
    table = RealCards(level=LAST_LEVEL - 1, lives=2)
    table.finish_level()
    table.focus()
    table.finish_level()
    table.hold_all(1_600)
    table.lift_all()
    assert table.told(ChallengeStarted)
    table.focus()
    table.finish_level(errors=2)
    table.expect(Phase.DEFEAT)
    assert table.last(GameLost).challenge

    table.take_back()
    for _ in range(2):
        table.take_back()  # the errors
    for _ in range(3):
        table.take_back()

    assert [told.action for told in table.told(Undone)] == [Action.DEFEAT, Action.VICTORY, Action.LEVEL]
    assert (table.game.cards.level, table.game.cards.challenge, table.lives) == (LAST_LEVEL - 1, False, 2)
    table.expect(Phase.CHECK)


@dataclass(frozen=True)
class Score:
    """All that a game with real cards is about, as the outcomes alone tell it."""

    level: int
    lives: int
    stars: int
    challenge: bool = False


def score_of(game: Game) -> Score:
    table = game.cards
    return Score(table.level, table.lives, table.stars, table.challenge)


class Scorekeeper:
    """A second opinion: keeps every former score and goes back to the one before when something is taken back."""

    def __init__(self, begun: GameBegun) -> None:
        assert begun.lives is not None
        assert begun.stars is not None
        self.score = Score(begun.level, begun.lives, begun.stars)
        self.former: list[Score] = []
        self._last: Outcome | None = None

    def note(self, outcome: Outcome) -> None:
        if isinstance(outcome, MistakeCounted | StarSpent | LevelCompleted):
            self.former.append(self.score)
        if isinstance(outcome, MistakeCounted):
            self.score = replace(self.score, lives=outcome.lives)
        elif isinstance(outcome, StarSpent):
            self.score = replace(self.score, stars=outcome.stars)
        elif isinstance(outcome, LevelCompleted):
            self.score = replace(self.score, lives=outcome.lives, stars=outcome.stars)
        elif isinstance(outcome, GameLost) and not isinstance(self._last, MistakeCounted):
            self.former.append(self.score)
            self.score = replace(self.score, lives=0)
        elif isinstance(outcome, ChallengeStarted):
            self.score = replace(self.score, challenge=True)
        elif isinstance(outcome, LevelGuided):
            self.score = replace(self.score, level=outcome.level)
        elif isinstance(outcome, Undone):
            self.score = self.former.pop()
        self._last = outcome


@given(runs(attended=False, kinds=BESIDE, names=HANDS_NAMES + ("hold_alone",) * 4))
def test_undo_after_any_sequence_of_actions_gives_the_state_before_it(run: Run) -> None:
    keeper = Scorekeeper(run.setup.begun)
    for _, outcomes, game in run.steps:
        for outcome in outcomes:
            keeper.note(outcome)
        if game.table is None or game.phase is Phase.LOBBY:
            break  # the game has been left; another has a score of its own
        assert score_of(game) == keeper.score
        assert [score_of(replace(game, table=entry.table)) for entry in game.ledger.entries] == keeper.former


@given(runs(attended=False, kinds=BESIDE))
def test_a_check_is_on_exactly_while_all_hands_are_said_to_be_empty(run: Run) -> None:
    for _, _, game in run.steps:
        if game.phase is Phase.CHECK:
            assert game.ledger.empty == set(game.joined)
        elif game.phase is Phase.PLAY:
            assert game.ledger.empty != set(game.joined)


@given(runs(attended=False, kinds=BESIDE, names=HANDS_NAMES + ("hold_alone",) * 4))
def test_no_more_can_be_taken_back_than_a_game_has_to_give(run: Run) -> None:
    """The ledger stays small, however long people play and take back."""
    levels = 2 * SETUP[len(run.setup.seats)].levels
    for _, _, game in run.steps:
        actions = [entry.action for entry in game.ledger.entries]
        rewards = 2 * 6
        assert len(actions) <= levels + run.setup.lives + run.setup.stars + rewards


@given(runs(attended=False, kinds=BESIDE))
def test_the_same_contacts_give_the_same_game(run: Run) -> None:
    assert again(run.setup, run.events) == run.steps


# --- what a standing console adds ---


def test_people_who_sort_a_mistake_out_are_not_asked_whether_the_game_shall_end() -> None:
    """Two of them marking and unmarking would end it."""
    table = RealCards(attended=True)
    table.stop()
    for _ in range(4):
        table.wait_ms(25_000)
        table.tap(1)
        table.wait_ms(200)
        table.tap(2)

    assert not table.told(GameAbandoned)
    assert len(table.told(MistakeMarked)) == 8


def left_alone_after_a_stop() -> RealCards:
    """Somebody stopped, and nobody has touched anything for half a minute."""
    table = RealCards(attended=True)
    table.stop()
    table.wait_ms(30_001)
    assert table.table_view.end_asked
    return table


def test_after_a_stop_that_nobody_goes_on_from_two_taps_end_the_game() -> None:
    table = left_alone_after_a_stop()
    table.tap(1)
    assert not table.told(GameAbandoned)
    table.tap(2)

    assert table.told(GameAbandoned)


def test_one_tap_that_no_other_follows_is_a_mistake_at_once() -> None:
    table = left_alone_after_a_stop()
    lives = table.lives
    table.tap(1)
    assert [(told.seat, told.marked) for told in table.told(MistakeMarked)] == [(1, True)]
    table.wait_ms(5_000)
    table.hold_all(600)

    assert not table.told(GameAbandoned)
    assert table.lives == lives - 1


def test_while_real_cards_are_dealt_the_table_may_end_the_game_as_in_any_focus() -> None:
    table = RealCards(attended=True)
    table.finish_level()
    table.lift_all()
    table.wait_ms(30_001)
    assert table.table_view.end_asked
    table.tap(1, 2)

    assert table.told(GameAbandoned)


def test_the_host_button_asks_even_then_and_two_taps_answer() -> None:
    table = RealCards(attended=True)
    table.stop()
    table.ask_to_end()
    table.tap(1, 2)

    assert table.told(GameAbandoned)


def test_people_who_play_real_cards_are_left_alone_for_a_quarter_of_an_hour() -> None:
    table = RealCards(attended=True)
    table.wait_ms(14 * 60_000)
    table.expect(Phase.PLAY)
    table.wait_until(Phase.STILL_THERE)


def test_after_a_victory_with_no_challenge_the_table_may_play_again() -> None:
    table = RealCards("blind", level=LAST_LEVEL)
    table.draw_seed()
    table.finish_level()
    assert table.told(GameWon)
    table.hold_all(1_600)
    table.lift_all()

    table.expect(Phase.FOCUS)
    assert (table.game.cards.level, table.lives, table.game.ledger.entries) == (1, 2, ())
    assert table.table_view.shown == ()

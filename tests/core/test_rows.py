"""A walk along every row of the table of phases, and the proof that each row is needed: without it, its walk fails."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import mindbuzz
from mindbuzz.core import phases
from mindbuzz.core.outcomes import (
    ChallengeStarted,
    GameAbandoned,
    HandsLifted,
    LevelDealt,
    SeatJoined,
    StarAsked,
    StarRefused,
    StarThrown,
)
from mindbuzz.core.phases import FIRST_PHASE, ROWS, NoSuchWay, Phase, Row, Trigger, machine_of, next_phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from tests.core import companion_walks  # noqa: F401 - its walks are remembered
from tests.core.walks import WALKS, walks
from tests.table import Table, laid_tables

# --- how the walks begin ---


def classic(seats: int = 2, lives: int = 2) -> Table:
    """Level 2, two cards each, play is on."""
    table = Table(seats)
    table.deal({1: [5, 6], 2: [20, 30], 3: [40, 50]} if seats == 3 else {1: [5, 6], 2: [20, 30]}, level=2, lives=lives)
    table.focus()
    table.expect(Phase.PLAY)
    return table


def one_card_each(level: int = 1) -> Table:
    table = Table(2)
    table.deal({1: [5], 2: [20]}, level=level, challenge_hands={1: [7], 2: [8]})
    table.focus()
    return table


def extreme(level: int = 2, lives: int = 2) -> Table:
    table = Table(2)
    table.deal({1: ["w5", "r20"], 2: ["w20", "r10"]}, level=level, lives=lives, kind=Kind.EXTREME)
    table.focus()
    return table


def one_coloured_card_each(level: int = 2) -> Table:
    table = Table(2)
    table.deal({1: ["w5"], 2: ["r10"]}, level=level, kind=Kind.EXTREME)
    table.focus()
    return table


def attended() -> Table:
    """A standing console whose people have started a game; it waits for their hands."""
    table = Table(2, attended=True)
    table.start()
    return table


def agree_on_a_star(table: Table) -> None:
    table.ask_for_a_star(1)
    table.expect(Phase.QUESTION)
    table.consent(2)


def let_everyone_choose(table: Table) -> None:
    table.lift_all()
    table.tap(1, 2)


def win(table: Table) -> None:
    table.tap(1, 2)
    table.expect(Phase.VICTORY)


def lose_everything() -> Table:
    table = classic(lives=1)
    table.tap(2)
    table.expect(Phase.DEFEAT)
    return table


# --- coming and going ---


@walks(Phase.LOBBY, Trigger.IDLED)
def a_console_that_nobody_touches_attracts() -> None:
    table = Table(2, attended=True)
    table.wait_ms(121_000)
    table.expect(Phase.ATTRACT)


@walks(Phase.ATTRACT, Trigger.WOKEN)
def the_press_that_wakes_the_console_does_nothing_else() -> None:
    table = Table(2, attended=True)
    table.wait_ms(121_000)
    table.tap(1)
    table.expect(Phase.LOBBY)
    assert not table.told(SeatJoined)


@walks(Phase.LOBBY, Trigger.GAME_BEGUN)
def all_joined_hold_together_and_the_game_starts() -> None:
    table = attended()
    table.expect(Phase.FOCUS)
    assert table.last(LevelDealt).level == 1


# --- in tune, and off ---


@walks(Phase.FOCUS, Trigger.HANDS_LOCKED)
def all_hands_down_together_are_locked() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.hold_all(600)
    table.expect(Phase.LOCKED)


@walks(Phase.LOCKED, Trigger.HAND_LIFTED)
def the_first_hand_to_lift_starts_play() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.hold_all(600)
    table.release(2)
    table.wait_ms(30)
    table.expect(Phase.PLAY)
    assert not table.told(HandsLifted)


# --- a stop, and perhaps a star ---


@walks(Phase.PLAY, Trigger.STOPPED)
def a_hold_stops_everyone() -> None:
    table = classic()
    table.hold(1)
    table.expect(Phase.STOP)


@walks(Phase.STOP, Trigger.HANDS_LOCKED)
def everyone_joins_the_stopper_and_the_table_is_in_tune_again() -> None:
    table = classic()
    table.hold(1)
    table.press(2)
    table.wait_ms(600)
    table.expect(Phase.LOCKED)
    assert not table.told(StarAsked)


@walks(Phase.STOP, Trigger.STOP_PASSED)
def a_stopper_who_lets_go_wants_to_focus() -> None:
    table = classic()
    table.hold(1)
    table.release(1)
    table.wait_ms(30)
    table.expect(Phase.FOCUS)


@walks(Phase.STOP, Trigger.STAR_ASKED)
def a_stopper_who_keeps_holding_asks_for_a_star() -> None:
    table = classic()
    table.ask_for_a_star(1)
    table.expect(Phase.QUESTION)


@walks(Phase.QUESTION, Trigger.STAR_REFUSED)
def a_stopper_who_lets_go_of_the_question_keeps_the_star() -> None:
    table = classic()
    table.ask_for_a_star(1)
    table.release(1)
    table.wait_ms(30)
    table.expect(Phase.FOCUS)
    assert table.stars == 1


@walks(Phase.QUESTION, Trigger.STAR_THROWN)
def everyone_consents_and_the_lowest_cards_are_thrown() -> None:
    table = classic()
    agree_on_a_star(table)
    table.expect(Phase.STAR)
    assert {seat: card.value for seat, card in table.last(StarThrown).discarded.items()} == {1: 5, 2: 20}


@walks(Phase.QUESTION, Trigger.STAR_AGREED)
def in_extreme_consent_leads_to_the_secret_choice() -> None:
    table = extreme()
    agree_on_a_star(table)
    table.expect(Phase.CHOICE)


@walks(Phase.CHOICE, Trigger.STAR_REFUSED)
def a_hold_during_the_choice_calls_the_star_off() -> None:
    table = extreme()
    agree_on_a_star(table)
    table.lift_all()
    table.hold(2)
    table.expect(Phase.FOCUS)
    assert table.told(StarRefused)


@walks(Phase.CHOICE, Trigger.STAR_THROWN)
def all_have_picked_and_the_cards_are_thrown() -> None:
    table = extreme()
    agree_on_a_star(table)
    let_everyone_choose(table)
    table.expect(Phase.STAR)


@walks(Phase.STAR, Trigger.SHOWN)
def after_a_star_everyone_focuses() -> None:
    table = classic()
    agree_on_a_star(table)
    table.lift_all()
    table.wait_ms(3000)
    table.expect(Phase.FOCUS)


# --- a mistake ---


@walks(Phase.PLAY, Trigger.MISTAKE_MADE)
def a_card_that_passes_others_over_is_a_mistake() -> None:
    table = classic()
    table.tap(2)
    table.expect(Phase.MISTAKE)


@walks(Phase.MISTAKE, Trigger.SHOWN)
def after_a_mistake_everyone_focuses() -> None:
    table = classic()
    table.tap(2)
    table.wait_ms(3000)
    table.expect(Phase.FOCUS)


# --- the level is over ---


@walks(Phase.PLAY, Trigger.LEVEL_DONE)
def the_last_card_completes_the_level() -> None:
    table = one_card_each()
    table.tap(1, 2)
    table.expect(Phase.LEVEL)


@walks(Phase.QUESTION, Trigger.LEVEL_DONE)
def a_star_that_empties_all_hands_completes_the_level() -> None:
    table = one_card_each()
    agree_on_a_star(table)
    table.expect(Phase.LEVEL)


@walks(Phase.CHOICE, Trigger.LEVEL_DONE)
def a_choice_that_empties_all_hands_completes_the_level() -> None:
    table = one_coloured_card_each()
    agree_on_a_star(table)
    let_everyone_choose(table)
    table.expect(Phase.LEVEL)


@walks(Phase.LEVEL, Trigger.LEVEL_DEALT)
def a_finished_level_makes_way_for_the_next() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]}, next_hands={1: [1, 2], 2: [3, 4]})
    table.focus()
    table.tap(1, 2)
    table.wait_ms(4000)
    table.expect(Phase.FOCUS)
    assert table.last(LevelDealt).level == 2


@walks(Phase.LEVEL, Trigger.ABANDONED)
def a_game_whose_time_is_up_makes_room_after_its_level() -> None:
    limit_ms = 1_800_000
    table = Table(2, attended=True, settings=replace(DEFAULTS, game_limit_ms=limit_ms, silence_ms=2 * limit_ms))
    table.deal({1: [5], 2: [20]}, next_hands={1: [1, 2], 2: [3, 4]})
    table.focus()
    table.wait_ms(limit_ms)
    table.tap(1, 2)
    table.wait_ms(4000)
    table.expect(Phase.LOBBY)
    table.expect_joined()


@walks(Phase.LEVEL, Trigger.CARDS_RAN_OUT)
def a_level_that_nobody_knows_the_cards_of_ends_the_game() -> None:
    table = one_card_each()
    table.tap(1, 2)
    table.wait_ms(4000)
    table.expect(Phase.LOBBY)


@walks(Phase.LOBBY, Trigger.CARDS_RAN_OUT)
def a_game_without_any_cards_does_not_start() -> None:
    table = Table(2)
    table.deal(None)
    table.expect(Phase.LOBBY)
    assert not table.told(LevelDealt)


# --- the game is over ---


@walks(Phase.PLAY, Trigger.WON)
def the_last_card_of_the_last_level_wins() -> None:
    win(one_card_each(level=12))


@walks(Phase.QUESTION, Trigger.WON)
def a_star_can_win() -> None:
    table = one_card_each(level=12)
    agree_on_a_star(table)
    table.expect(Phase.VICTORY)


@walks(Phase.CHOICE, Trigger.WON)
def a_choice_can_win() -> None:
    table = one_coloured_card_each(level=12)
    agree_on_a_star(table)
    let_everyone_choose(table)
    table.expect(Phase.VICTORY)


@walks(Phase.PLAY, Trigger.LOST)
def a_mistake_with_the_last_life_loses() -> None:
    lose_everything()


@walks(Phase.QUESTION, Trigger.LOST)
def a_star_that_ends_a_blind_level_can_lose() -> None:
    table = Table(2)
    table.deal({1: [5, 50], 2: [20, 60]}, level=2, lives=1, kind=Kind.BLIND)
    table.focus()
    table.tap(2, 1)
    table.wait_ms(200)
    agree_on_a_star(table)
    table.expect(Phase.DEFEAT)


@walks(Phase.CHOICE, Trigger.LOST)
def a_choice_that_ends_a_half_blind_level_can_lose() -> None:
    table = extreme(level=3, lives=1)
    table.tap(2, 1)
    table.wait_ms(200)
    agree_on_a_star(table)
    let_everyone_choose(table)
    table.expect(Phase.DEFEAT)


@walks(Phase.VICTORY, Trigger.CHALLENGE_BEGUN)
def after_a_classic_victory_all_hold_for_the_blind_challenge() -> None:
    table = one_card_each(level=12)
    win(table)
    table.hold_all(1600)
    table.expect(Phase.FOCUS)
    assert table.told(ChallengeStarted)


@walks(Phase.VICTORY, Trigger.CARDS_RAN_OUT)
def a_challenge_without_cards_for_its_first_level_does_not_start() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]}, level=12, challenge_hands={1: [8], 2: [7]}, challenge_level=2)
    table.focus()
    win(table)
    table.hold_all(1600)
    table.expect(Phase.LOBBY)


@walks(Phase.VICTORY, Trigger.GAME_BEGUN)
def after_a_victory_in_extreme_all_hold_for_another_game() -> None:
    table = Table(2)
    table.deal({1: ["w5"], 2: ["r20"]}, level=12, kind=Kind.EXTREME)
    table.focus()
    win(table)
    table.draw_seed()
    table.hold_all(1600)
    table.expect(Phase.FOCUS)
    assert table.last(LevelDealt).level == 1


@walks(Phase.DEFEAT, Trigger.GAME_BEGUN)
def after_a_defeat_all_hold_for_another_game() -> None:
    table = lose_everything()
    table.draw_seed()
    table.hold_all(1600)
    table.expect(Phase.FOCUS)
    assert table.lives == 2


@walks(Phase.VICTORY, Trigger.LEFT)
def after_a_victory_a_tap_leads_to_the_lobby() -> None:
    table = one_card_each(level=12)
    win(table)
    table.wait_ms(4000)
    table.tap(1)
    table.expect(Phase.LOBBY)


@walks(Phase.DEFEAT, Trigger.LEFT)
def after_a_defeat_a_tap_leads_to_the_lobby() -> None:
    table = lose_everything()
    table.wait_ms(4000)
    table.tap(1)
    table.expect(Phase.LOBBY)


@walks(Phase.VICTORY, Trigger.IDLED)
def a_victory_that_everybody_has_left_attracts() -> None:
    table = Table(2, attended=True)
    table.deal({1: [5], 2: [20]}, level=12)
    table.focus()
    win(table)
    table.wait_ms(121_000)
    table.expect(Phase.ATTRACT)


@walks(Phase.DEFEAT, Trigger.IDLED)
def a_defeat_that_everybody_has_left_attracts() -> None:
    table = Table(2, attended=True)
    table.deal({1: [5], 2: [20]}, lives=1)
    table.focus()
    table.tap(2)
    table.wait_ms(121_000)
    table.expect(Phase.ATTRACT)


# --- ended by the people ---


@walks(Phase.FOCUS, Trigger.ABANDONED)
def two_taps_end_a_game_when_it_was_asked() -> None:
    table = Table(3)
    table.deal({1: [5], 2: [20], 3: [30]})
    table.ask_to_end()
    table.tap(1, 2)
    table.expect(Phase.LOBBY)
    assert table.told(GameAbandoned)


@walks(Phase.PAUSED, Trigger.ABANDONED)
def two_taps_end_a_game_that_is_paused() -> None:
    table = classic(seats=3)
    table.lose(3)
    table.ask_to_end()
    table.tap(1, 2)
    table.expect(Phase.LOBBY)


@walks(Phase.STILL_THERE, Trigger.ABANDONED)
def a_game_that_nobody_answers_for_is_abandoned() -> None:
    table = attended()
    table.wait_until(Phase.STILL_THERE)
    table.wait_ms(31_000)
    assert table.told(GameAbandoned)


# --- something broke ---


@walks(Phase.FOCUS, Trigger.SOURCE_LOST)
def a_lost_cable_pauses_focus() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.lose(2)
    table.expect(Phase.PAUSED)


@walks(Phase.LOCKED, Trigger.SOURCE_LOST)
def a_lost_cable_pauses_a_table_in_tune() -> None:
    table = Table(2)
    table.deal({1: [5], 2: [20]})
    table.hold_all(600)
    table.lose(2)
    table.expect(Phase.PAUSED)


@walks(Phase.PLAY, Trigger.SOURCE_LOST)
def a_lost_cable_pauses_play() -> None:
    table = classic()
    table.lose(2)
    table.expect(Phase.PAUSED)


@walks(Phase.STOP, Trigger.SOURCE_LOST)
def a_lost_cable_pauses_a_stop() -> None:
    table = classic()
    table.hold(1)
    table.lose(2)
    table.expect(Phase.PAUSED)


@walks(Phase.QUESTION, Trigger.SOURCE_LOST)
def a_lost_cable_refuses_the_star() -> None:
    table = classic()
    table.ask_for_a_star(1)
    table.lose(2)
    table.expect(Phase.PAUSED)
    assert table.told(StarRefused)
    assert table.stars == 1


@walks(Phase.CHOICE, Trigger.SOURCE_LOST)
def a_lost_cable_calls_the_choice_off() -> None:
    table = extreme()
    agree_on_a_star(table)
    table.lift_all()
    table.tap(1)
    table.lose(2)
    table.expect(Phase.PAUSED)
    assert table.told(StarRefused)
    assert table.stars == 1


@walks(Phase.PAUSED, Trigger.RESUMED)
def when_the_cable_is_back_everyone_focuses() -> None:
    table = classic()
    table.lose(2)
    table.regain(2)
    table.expect(Phase.FOCUS)


@walks(Phase.PAUSED, Trigger.HANDS_LOCKED)
def a_stuck_button_is_forgiven_when_everyone_focuses() -> None:
    table = attended()
    table.hold_all(600)
    table.release(1)
    table.wait_ms(16_000)
    table.expect(Phase.PAUSED)
    table.release(2)
    table.wait_ms(100)
    table.press(1, 2)
    table.wait_ms(600)
    table.expect(Phase.LOCKED)
    table.lift_all()


# --- nobody moves ---


@walks(Phase.FOCUS, Trigger.FELL_SILENT)
def a_focus_that_nobody_joins_asks_who_is_there() -> None:
    table = attended()
    table.wait_until(Phase.STILL_THERE)


@walks(Phase.PLAY, Trigger.FELL_SILENT)
def a_game_in_which_nobody_plays_asks_who_is_there() -> None:
    table = attended()
    table.focus()
    table.wait_until(Phase.STILL_THERE)


@walks(Phase.CHOICE, Trigger.FELL_SILENT)
def a_choice_that_nobody_makes_keeps_the_star() -> None:
    table = Table(2, attended=True)
    table.deal({1: ["w5"], 2: ["r20"]}, kind=Kind.EXTREME)
    table.focus()
    agree_on_a_star(table)
    table.lift_all()
    table.expect(Phase.CHOICE)
    table.wait_until(Phase.STILL_THERE)
    assert table.told(StarRefused)
    assert table.stars == 1


@walks(Phase.STILL_THERE, Trigger.ANSWERED)
def the_press_that_answers_leads_to_focus() -> None:
    table = attended()
    table.focus()
    table.wait_until(Phase.STILL_THERE)
    table.tap(1)
    table.expect(Phase.FOCUS)


# --- power came back ---


@walks(Phase.PAUSED, Trigger.POWER_RETURNED)
def a_game_that_the_power_cut_off_is_offered_again() -> None:
    table = attended()
    table.cut_power()
    table.expect(Phase.RESUME)
    assert table.view(1).hand == ()


@walks(Phase.RESUME, Trigger.RESUMED)
def all_hold_and_the_game_goes_on_with_the_same_hands() -> None:
    table = attended()
    hands = table.hands
    table.cut_power()
    table.hold_all(1600)
    table.expect(Phase.FOCUS)
    assert table.hands == hands
    table.lift_all()


@walks(Phase.RESUME, Trigger.LEFT)
def a_tap_leaves_the_game_that_was_cut_off_for_the_lobby() -> None:
    table = attended()
    table.cut_power()
    table.tap(1)
    table.expect(Phase.LOBBY)


@walks(Phase.RESUME, Trigger.IDLED)
def a_game_that_nobody_wants_back_attracts() -> None:
    table = attended()
    table.cut_power()
    table.wait_ms(61_000)
    table.expect(Phase.ATTRACT)


@walks(Phase.ATTRACT, Trigger.RECALLED)
def whoever_comes_next_is_offered_the_game_that_was_cut_off() -> None:
    table = attended()
    table.cut_power()
    table.wait_ms(61_000)
    table.tap(2)
    table.expect(Phase.RESUME)


# --- the proof ---


def name_of(way: tuple[Phase, Trigger]) -> str:
    return f"{way[0].value}-{way[1].value}"


@pytest.mark.parametrize("way", WALKS, ids=name_of)
def test_the_walk_of_a_row_succeeds(way: tuple[Phase, Trigger]) -> None:
    WALKS[way]()


@pytest.mark.parametrize("way", WALKS, ids=name_of)
def test_without_its_row_a_walk_fails(way: tuple[Phase, Trigger], monkeypatch: pytest.MonkeyPatch) -> None:
    others = tuple(row for row in ROWS if (row.source, row.trigger) != way)
    assert len(others) == len(ROWS) - 1

    with monkeypatch.context() as patch:
        patch.setattr(phases, "MACHINE", machine_of(others))
        with pytest.raises((NoSuchWay, AssertionError)):
            WALKS[way]()
    laid_tables.clear()


def test_no_phase_has_two_rows_for_one_trigger() -> None:
    assert len({(row.source, row.trigger) for row in ROWS}) == len(ROWS)


def test_every_trigger_has_a_row() -> None:
    assert {row.trigger for row in ROWS} == set(Trigger)


def test_every_phase_can_be_reached_from_the_first_and_left_again() -> None:
    reached = {FIRST_PHASE}
    for _ in Phase:
        reached |= {row.dest for row in ROWS if row.source in reached}

    assert reached == set(Phase)
    assert {row.source for row in ROWS} == set(Phase)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.source.value}-{row.trigger.value}")
def test_the_machine_goes_where_the_row_says(row: Row) -> None:
    assert next_phase(row.source, row.trigger) is row.dest


def test_where_there_is_no_row_there_is_no_way() -> None:
    ways = {(row.source, row.trigger) for row in ROWS}
    for phase in Phase:
        for trigger in Trigger:
            if (phase, trigger) not in ways:
                with pytest.raises(NoSuchWay):
                    next_phase(phase, trigger)


def calls_that_pass_a_phase(path: Path) -> Iterator[str]:
    """Where a file hands on a keyword `phase`, by function."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and any(word.arg == "phase" for word in node.keywords):
                    yield f"{path.name}:{function.name}"


def test_only_one_line_of_the_project_assigns_a_phase() -> None:
    """`Turn.go` does; a view only copies what it reads."""
    core = Path(mindbuzz.__file__).parent / "core"
    places = [place for path in sorted(core.rglob("*.py")) for place in calls_that_pass_a_phase(path)]

    assert places == ["turn.py:go", "views.py:table_view"]

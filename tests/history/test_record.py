"""Records of games: what the outcome lines of a level come to."""

from __future__ import annotations

from typing import Any

from mindbuzz.core.rules import Kind
from mindbuzz.history.record import Level, Record, record_levels
from mindbuzz.history.totals import totals
from mindbuzz.runtime.outcome_lines import outcome_fields
from tests.table import Table, card

SECOND_US = 1_000_000


def lines_of(table: Table) -> list[dict[str, Any]]:
    return [outcome_fields(outcome) for outcome in table.outcomes]


def played(table: Table, *seats: int) -> list[Level]:
    """Focus, then a tap of each of these seats in turn."""
    table.focus()
    for seat in seats:
        table.tap(seat)
        table.wait_ms(1000)
    return record_levels(lines_of(table))


def record(number: int, levels: list[Level], kind: str = "classic", ended: str = "lost") -> Record:
    return Record(number, "2026-01-01T20:15:00", kind, (1, 2), ended, levels)


def test_a_level_knows_its_cards_and_how_long_it_took() -> None:
    table = Table(seats=2)
    table.deal({1: [5], 2: [20]})
    [level, *_] = played(table, 1, 2)

    assert [(play.seat, play.card, play.wrong) for play in level.plays] == [(1, card(5), False), (2, card(20), False)]
    assert level.completed
    assert level.took_us == level.plays[1].at_us > level.plays[0].at_us >= 0
    assert (level.mistakes, level.stars, level.stops) == (0, 0, 0)
    assert len(level.spreads_us) == 1


def test_a_mistake_marks_the_card_that_came_too_early_and_ends_the_stretch() -> None:
    table = Table(seats=2)
    table.deal({1: [20], 2: [5, 30]})
    table.focus()
    table.tap(1)
    table.wait_ms(4000)
    [level] = record_levels(lines_of(table))

    assert level.mistakes == 1
    assert [play.wrong for play in level.plays] == [True]


def test_the_errors_of_a_face_down_pile_are_marked_when_it_is_turned_over() -> None:
    table = Table(seats=2, kind=Kind.BLIND)
    table.deal({1: [20], 2: [5]}, kind=Kind.BLIND)
    [level, *_] = played(table, 1, 2)

    assert level.blind
    assert level.mistakes == 1
    assert [(play.seat, play.wrong) for play in level.plays] == [(1, True), (2, False)]


def test_a_stop_begins_a_new_stretch_and_times_go_on_from_the_first() -> None:
    table = Table(seats=2)
    table.deal({1: [5], 2: [20]})
    table.focus()
    table.hold(1)
    table.release(1)
    table.wait_ms(2000)
    [level, *_] = played(table, 1, 2)

    assert level.stops == 1
    assert len(level.stretches) == 2
    assert level.stretches[0] == (0, [])
    assert 2 * SECOND_US < level.stretches[1][0] < level.plays[0].at_us


def test_what_was_taken_back_in_companion_mode_counts_no_more() -> None:
    guide = {"event": "level_guide", "at_us": 0, "level": 1, "cards_each": 1, "face_down": []}
    began = {"event": "play_started", "at_us": 10}
    mistake = {"event": "mistake", "at_us": 20, "lives": 1}
    done = {"event": "level_completed", "at_us": 30, "level": 1}
    lines: list[dict[str, Any]] = [guide, began, mistake, done]

    [level] = record_levels(lines)
    assert (level.mistakes, level.completed, level.took_us) == (1, True, 20)
    [level] = record_levels([*lines, {"event": "undone", "at_us": 40, "what": "level"}])
    assert (level.mistakes, level.completed, level.took_us) == (1, False, None)
    later = [{**guide, "level": 2}, began, {"event": "star_thrown", "at_us": 35, "stars": 0}]
    undone = [{"event": "undone", "at_us": 40, "what": what} for what in ("star", "level")]
    [level] = record_levels([*lines, *later, *undone, done])
    assert (level.number, level.mistakes, level.stars, level.completed) == (1, 1, 0, True)
    undone = [{"event": "undone", "at_us": 40, "what": what} for what in ("level", "mistake")]
    [level] = record_levels([*lines, {**guide, "level": 2}, *undone])
    assert (level.number, level.mistakes, level.completed) == (1, 0, False)


def test_errors_that_people_count_come_on_top_of_the_mistakes_that_they_marked() -> None:
    """A level of extreme with one pile open and one face down has both; and an error may be counted back."""
    lines: list[dict[str, Any]] = [
        {"event": "level_guide", "at_us": 0, "level": 3, "cards_each": 3, "face_down": ["white"]},
        {"event": "play_started", "at_us": 10},
        {"event": "mistake", "at_us": 20, "lives": 2},
        *(
            {"event": "error_counted", "at_us": at_us, "errors": errors}
            for at_us, errors in ((30, 1), (40, 2), (50, 1))
        ),
        {"event": "level_completed", "at_us": 60, "level": 3},
    ]
    [level] = record_levels(lines)
    assert level.mistakes == 2


# --- many games ---


def level(number: int, completed: bool = True, mistakes: int = 0) -> Level:
    return Level(number, False, False, 0, 1, completed, mistakes)


def test_totals_count_games_levels_and_the_longest_clean_run() -> None:
    games = [
        record(1, [level(1), level(2, mistakes=1), level(3), level(4), level(5, completed=False)]),
        record(2, [level(1), level(2, completed=False, mistakes=2)], ended="abandoned"),
    ]
    sums = totals(games)

    assert (sums.games, sums.ended) == (2, {"lost": 1, "abandoned": 1})
    assert (sums.levels, sums.highest, sums.mistakes, sums.longest_clean) == (5, 4, 3, 2)
    assert [(best.kind, best.number, best.level) for best in sums.best] == [("classic", 1, 4)]


def test_the_best_game_is_the_furthest_then_the_cleanest_then_the_first() -> None:
    games = [record(1, [level(3, mistakes=2)]), record(2, [level(3)]), record(3, [level(3)]), record(4, [level(2)])]
    assert totals(games).best[0].number == 2


def test_no_games_are_no_fault() -> None:
    sums = totals([])
    assert (sums.games, sums.best, sums.rhythm.tempo_s) == (0, (), None)

"""Lamps: the whole table of what is shown when, and that no lamp ever flashes faster than is safe."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from mindbuzz.core.views import SeatView
from mindbuzz.screens import lamp as lamps
from mindbuzz.screens.lamp import lamp
from mindbuzz.screens.pattern import Pattern
from mindbuzz.screens.rehearsal import Deal, Rehearsal, Sample
from mindbuzz.screens.samples import BLIND, CLASSIC, EXTREME, FOUR, LAST

SECOND_US = 1_000_000


def names(game: Rehearsal) -> dict[int, str]:
    return {seat: lamp(game.seen_by(seat).view).name for seat in (1, 2, 3, 4)}


# --- the table ---


def test_lobby(all_samples: dict[str, Sample]) -> None:
    table = all_samples["lobby, two"].view.table

    assert {seat: lamp(SeatView(seat, table)).name for seat in (1, 2, 3, 4)} == {1: "on", 2: "dim", 3: "on", 4: "dim"}


def test_a_lamp_answers_its_button_at_once() -> None:
    playing = CLASSIC.begun().focus()

    assert names(playing.down(2)) == {1: "on", 2: "full", 3: "on", 4: "on"}


def test_focus() -> None:
    assert names(CLASSIC.begun().down(1, 3)) == {1: "full", 2: "slow pulse", 3: "full", 4: "slow pulse"}


def test_focus_a_hand_that_has_to_be_laid_down_anew_is_missing(all_samples: dict[str, Sample]) -> None:
    view = all_samples["focus, held from before"].view

    assert view.seat in view.table.down
    assert lamp(view).name == "slow pulse"


def test_locked() -> None:
    assert set(names(CLASSIC.begun().down(1, 2, 3, 4).wait(600)).values()) == {"full"}


def test_play_without_cards_is_dark() -> None:
    playing = FOUR.begun().focus()
    assert names(playing) == dict.fromkeys((1, 2, 3, 4), "on")

    played = Deal(white=((5,), (7, 9), (60,)), level=2).begun().focus().tap(1)
    assert names(played) == {1: "off", 2: "on", 3: "on", 4: "off"}


def test_a_waiting_tap_is_full_until_played() -> None:
    waiting = CLASSIC.begun().focus().down(1).down(3).wait(80).up(3)

    assert names(waiting)[3] == "full"


def test_mistake() -> None:
    assert names(CLASSIC.begun().focus().tap(2)) == {
        1: "opposite flashes",
        2: "three flashes",
        3: "opposite flashes",
        4: "on",
    }


def test_opposite_flashes_are_opposite() -> None:
    for at_us in range(0, 6 * lamps.FLASH_HALF_US, lamps.FLASH_HALF_US // 4):
        assert lamps.THREE_FLASHES.level(at_us) + lamps.OPPOSITE_FLASHES.level(at_us) == 1.0


def test_three_flashes_are_three() -> None:
    for pattern in (lamps.THREE_FLASHES, lamps.OPPOSITE_FLASHES):
        assert [key.level for key in pattern.keys].count(1.0) == 3


def test_stop() -> None:
    stopped = CLASSIC.begun().focus().down(2).wait(1050)
    assert names(stopped) == {1: "slow pulse", 2: "fast pulse", 3: "slow pulse", 4: "slow pulse"}


def test_star_question() -> None:
    asked = CLASSIC.begun().focus().down(2).wait(1050).down(4).wait(1500).down(3)
    assert names(asked) == {1: "slow pulse", 2: "fast pulse", 3: "full", 4: "slow pulse"}


def test_a_sweep_runs_around_the_table(all_samples: dict[str, Sample]) -> None:
    table = all_samples["star thrown"].view.table
    began_us, step_us = table.began_us, lamps.SWEEP_STEP_US
    table = replace(table, down=frozenset())
    patterns = [lamp(SeatView(seat, table)) for seat in table.joined]
    lit_us = [next(at for at in range(0, 2 * SECOND_US, 10_000) if p.level(began_us + at) == 1.0) for p in patterns]

    assert lit_us == [0, step_us, 2 * step_us, 3 * step_us]


@pytest.mark.parametrize("name", ["level done, a star", "victory", "total victory", "blind level done"])
def test_sweep_after_what_has_to_be_shown_first(all_samples: dict[str, Sample], name: str) -> None:
    pattern = lamp(all_samples[name].view)

    assert pattern.name.endswith("sweep")
    assert pattern.level(all_samples[name].view.table.began_us + 60 * SECOND_US) == lamps.ON_LEVEL


def test_defeat_fades_out(all_samples: dict[str, Sample]) -> None:
    view, _ = all_samples["defeat"]
    pattern = lamp(view)

    assert pattern.name == "three flashes, fade out"
    assert pattern.level(view.table.began_us + 60 * SECOND_US) == 0.0
    assert pattern.due_us(view.table.began_us + 60 * SECOND_US) is None


def test_a_late_card_that_is_turned_over_changes_no_lamp() -> None:
    right = BLIND.begun().focus().tap(2, 1, 2, 3, 3, 1).seen_by(1)
    wrong = BLIND.begun().focus().tap(2, 1, 3, 2, 3, 1).seen_by(1)

    assert lamp(right.view) == lamp(wrong.view)


def test_an_armed_colour_changes_no_lamp() -> None:
    white = EXTREME.begun().focus()
    red = EXTREME.begun().focus().down(1).wait(400).up(1)

    assert names(white) == names(red)


def test_a_seat_that_is_not_at_the_table_stays_dark() -> None:
    assert lamp(LAST.begun().seen_by(4).view) is lamps.OFF


# --- patterns ---


def flashes(pattern: Pattern, span_us: int, from_us: int = 0) -> int:
    """How often the lamp goes from dark to bright."""
    count, bright = 0, pattern.level(from_us) > 0.4
    for at_us in changes(pattern, from_us, from_us + span_us):
        level = pattern.level(at_us)
        count += level > 0.55 and not bright
        bright = level > (0.4 if bright else 0.55)
    return count


def changes(pattern: Pattern, from_us: int, until_us: int) -> list[int]:
    """Every moment at which the level changes."""
    moments = [from_us]
    while (due_us := pattern.due_us(moments[-1])) is not None and due_us < until_us:
        moments.append(due_us)
    return moments


def every_pattern(all_samples: dict[str, Sample]) -> set[Pattern]:
    return {lamp(SeatView(seat, view.table)) for view, _ in all_samples.values() for seat in (1, 2, 3, 4)} | {
        lamp(view) for view, _ in all_samples.values()
    }


def test_never_more_than_three_flashes_a_second(all_samples: dict[str, Sample]) -> None:
    for pattern in every_pattern(all_samples):
        began_us = pattern.began_us - SECOND_US
        for from_us in range(began_us, began_us + 12 * SECOND_US, SECOND_US // 10):
            assert flashes(pattern, SECOND_US, from_us) <= 3, pattern.name


def test_the_counting_of_flashes_counts() -> None:
    assert flashes(lamps.FAST_PULSE, 10 * SECOND_US) in (20, 21)
    assert flashes(lamps.SLOW_PULSE, 10 * SECOND_US) == 5


def test_levels_change_only_when_due_and_at_most_25_times_a_second(all_samples: dict[str, Sample]) -> None:
    for pattern in every_pattern(all_samples):
        moments = changes(pattern, pattern.began_us, pattern.began_us + 8 * SECOND_US)
        for here_us, next_us in pairwise(moments):
            assert pattern.level(next_us - 1) == pattern.level(here_us), pattern.name
        gliding = [later - here for here, later in pairwise(moments)]
        assert all(gap_us >= 40_000 for gap_us in gliding), pattern.name


def test_levels_are_levels(all_samples: dict[str, Sample]) -> None:
    for pattern in every_pattern(all_samples):
        for at_us in range(pattern.began_us - SECOND_US, pattern.began_us + 8 * SECOND_US, 37_000):
            assert 0.0 <= pattern.level(at_us) <= 1.0


def test_a_steady_pattern_is_never_due() -> None:
    assert lamps.FULL.due_us(123) is None
    assert lamps.FULL.steady

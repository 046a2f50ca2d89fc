"""Tempo: seconds for one number, found again in levels that were played to a known one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.core.cards import Card, Pile, in_playing_order, rank
from mindbuzz.core.rules import CLASSIC_DECK, EXTREME_DECK, RANK_BEFORE_FIRST
from mindbuzz.history.record import Level, Play
from mindbuzz.history.tempo import apart, tempi_s, tempo_s, waits
from tests.table import card

SECOND_US = 1_000_000


def level(plays: list[Play], began_us: int = 0) -> Level:
    return Level(1, False, False, began_us, stretches=[(0, plays)])


def steady(cards: list[Card], tempo_us: int) -> Level:
    """A level that an unerring table of two plays at this tempo, each pile on its own."""
    plays = [Play((rank(c) - RANK_BEFORE_FIRST[c.pile]) * tempo_us, 1 + n % 2, c) for n, c in enumerate(cards)]
    return level(sorted(plays, key=lambda play: play.at_us))


@given(
    st.lists(st.sampled_from((*CLASSIC_DECK, *EXTREME_DECK)), unique=True, min_size=1), st.integers(1_000, 10_000_000)
)
def test_a_steady_table_s_tempo_is_found_again(cards: list[Card], tempo_us: int) -> None:
    found = list(waits(steady(list(in_playing_order(cards)), tempo_us)))

    assert len(found) == len(cards)
    assert tempo_s(found) == pytest.approx(tempo_us / SECOND_US)
    assert all(tempo == pytest.approx(tempo_us / SECOND_US) for tempo in tempi_s(found).values())


def test_the_first_card_is_waited_for_from_the_start_of_the_level_and_red_from_above() -> None:
    found = list(waits(level([Play(5 * SECOND_US, 1, card("r46")), Play(6 * SECOND_US, 2, card("w3"))])))
    assert [(wait.seat, wait.us, wait.numbers) for wait in found] == [(1, 5 * SECOND_US, 5), (2, 6 * SECOND_US, 3)]


def test_after_an_interruption_only_what_follows_a_card_counts() -> None:
    plays = [Play(8 * SECOND_US, 1, card(30)), Play(9 * SECOND_US, 2, card(40))]
    broken = Level(1, False, False, 0, stretches=[(0, []), (5 * SECOND_US, plays)])
    assert [wait.numbers for wait in waits(broken)] == [10]


def test_a_wrong_card_tells_nothing_of_tempo() -> None:
    plays = [Play(SECOND_US, 1, card(10)), Play(2 * SECOND_US, 2, card(90), True), Play(3 * SECOND_US, 1, card(20))]
    assert [wait.numbers for wait in waits(level(plays))] == [10]


def test_how_far_tempi_lie_apart_takes_two() -> None:
    assert apart({1: 0.5}) is None
    assert apart({}) is None
    assert apart({1: 0.5, 2: 1.0, 3: 0.75}) == 2


def test_every_pile_starts_one_before_its_first_card() -> None:
    assert RANK_BEFORE_FIRST == {Pile.CLASSIC: 0, Pile.WHITE: 0, Pile.RED: -51}

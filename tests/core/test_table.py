"""What the rules of play do to the table, time aside."""

from __future__ import annotations

import pytest

from mindbuzz.core.judging import pile_errors
from mindbuzz.core.rules import (
    DECK,
    MOST_STARS,
    SETUP,
    Kind,
    Reward,
    face_down_piles,
    has_challenge,
)
from mindbuzz.core.table import dealt, new_table, passed_over, reward_of, toggled, with_star_thrown
from tests.table import CardName, card, hand_of, hands_of

PILES: list[tuple[list[CardName], list[tuple[CardName, list[CardName]]]]] = [
    ([7, 14, 28, 20, 25, 23, 37, 48], [(28, [20, 25, 23])]),
    ([2, 13, 11, 28, 44, 42, 37], [(13, [11]), (44, [42, 37])]),
    ([5, 9, 3, 7], [(5, [3]), (9, [7])]),
    ([10, 9, 8, 7, 6], [(10, [9, 8, 7, 6])]),
    ([1, 3, 2, 5, 4, 7, 6], [(3, [2]), (5, [4]), (7, [6])]),
    (["r45", "r31", "r43", "r36", "r26", "r3"], [("r31", ["r43", "r36"])]),
    (["r45", "r43", "r36", "r31", "r26", "r3"], []),
    ([], []),
    ([5], []),
]


@pytest.mark.parametrize(("pile", "errors"), PILES)
def test_a_pile_that_is_turned_over_has_the_errors_of_the_rules(
    pile: list[CardName], errors: list[tuple[CardName, list[CardName]]]
) -> None:
    found = list(pile_errors(tuple(card(name) for name in pile)))

    assert found == [(card(name), tuple(card(late) for late in lates)) for name, lates in errors]


def test_a_classic_card_passes_over_every_lower_card_in_other_hands() -> None:
    table = dealt(new_table(Kind.CLASSIC, (1, 2, 3), 2), hands_of({1: [5, 60], 2: [34, 50], 3: [30, 90]}))

    assert passed_over(table, card(34)) == hands_of({1: [5], 3: [30]})
    assert passed_over(table, card(5)) == {}


def test_in_extreme_only_the_played_colour_matters() -> None:
    table = dealt(new_table(Kind.EXTREME, (1, 2, 3), 2), hands_of({1: ["w34"], 2: ["w26", "r50"], 3: ["w30", "r1"]}))

    assert passed_over(table, card("w34")) == hands_of({2: ["w26"], 3: ["w30"]})
    assert passed_over(table, card("r1")) == hands_of({2: ["r50"]})


def test_white_is_armed_wherever_there_is_white() -> None:
    table = dealt(new_table(Kind.EXTREME, (1, 2)), hands_of({1: ["w34", "r3"], 2: ["r50"]}))

    assert {seat: pile.value for seat, pile in table.armed.items()} == {1: "white", 2: "red"}


def test_only_a_colour_that_the_hand_has_can_be_armed() -> None:
    table = dealt(new_table(Kind.EXTREME, (1, 2)), hands_of({1: ["w34", "r3"], 2: ["r50"]}))

    assert toggled(table, 1).armed[1].value == "red"
    assert toggled(toggled(table, 1), 1) == table
    assert toggled(table, 2) is table


def test_a_boxed_star_takes_the_place_of_a_reward() -> None:
    table = dealt(new_table(Kind.CLASSIC, (1, 2), 2, stars=MOST_STARS), hands_of({1: [1], 2: [2]}))

    assert reward_of(with_star_thrown(table, {1: card(1)}, recycle=True)) == (Reward.STAR, True)
    assert reward_of(with_star_thrown(table, {1: card(1)}, recycle=False)) == (Reward.STAR, False)


def test_hands_are_listed_in_playing_order() -> None:
    assert [card.value for card in hand_of([20, 3, 100])] == [3, 20, 100]
    assert hand_of(["r4", "w9", "r40", "w2"]) == tuple(card(name) for name in ("w2", "w9", "r40", "r4"))


def test_the_figures_of_the_rules() -> None:
    assert SETUP == {2: (12, 2, 1), 3: (10, 3, 1), 4: (8, 4, 1)}
    assert len(set(DECK[Kind.CLASSIC])) == len(set(DECK[Kind.EXTREME])) == 100
    assert [kind for kind in Kind if has_challenge(kind)] == [Kind.CLASSIC, Kind.COMPANION_CLASSIC]


@pytest.mark.parametrize("level", range(1, 13))
def test_which_piles_lie_face_down(level: int) -> None:
    white, red = level in (3, 6, 8, 10), level in (4, 6, 10, 12)

    names = [pile.value for pile in face_down_piles(Kind.EXTREME, level, challenge=False)]
    assert names == ["white"] * white + ["red"] * red
    assert face_down_piles(Kind.CLASSIC, level, challenge=False) == ()
    assert [pile.value for pile in face_down_piles(Kind.CLASSIC, level, challenge=True)] == ["classic"]
    assert [pile.value for pile in face_down_piles(Kind.BLIND, level, challenge=False)] == ["classic"]

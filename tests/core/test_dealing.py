"""A seed gives the same hands for ever, and every card has the same chance."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.core.cards import card_name
from mindbuzz.core.dealing import Dice, dealt_hands, shuffled
from mindbuzz.core.rules import DECK, Kind

SEATS = (1, 2, 3)
SEED = 0x0123456789ABCDEF0123456789ABCDEF


def names(seed: int, kind: Kind, level: int, *, challenge: bool = False) -> dict[int, list[int | str]]:
    hands = dealt_hands(seed, kind, challenge, level, SEATS)
    return {seat: [card_name(card) for card in hand] for seat, hand in hands.items()}


def test_the_dice_roll_as_the_reference_implementation_does() -> None:
    """State 42, stream 54: the first numbers that O'Neill's own test of pcg64 expects."""
    dice = Dice(42, 54)

    assert [dice.word() for _ in range(6)] == [
        0x86B1DA1D72062B68,
        0x1304AA46C9853D39,
        0xA3670E9E0DD50358,
        0xF9090E529A7DAE00,
        0xC85B9FD837996F2C,
        0x606121F8E3919196,
    ]


def test_seeds_deal_what_they_have_always_dealt() -> None:
    """An old journal must replay for ever: if these change, every seed that was ever written down is worthless."""
    assert names(0, Kind.CLASSIC, 3) == {1: [33, 69, 75], 2: [46, 64, 68], 3: [6, 26, 90]}
    assert names(7, Kind.CLASSIC, 3) == {1: [22, 47, 67], 2: [33, 37, 40], 3: [13, 81, 87]}
    assert names(7, Kind.CLASSIC, 3, challenge=True) == {1: [7, 48, 84], 2: [20, 62, 72], 3: [17, 51, 73]}
    assert names(SEED, Kind.BLIND, 2) == {1: [2, 11], 2: [13, 99], 3: [37, 52]}
    assert names(SEED, Kind.EXTREME, 4) == {
        1: ["w16", "w31", "r37", "r34"],
        2: ["w14", "w29", "w33", "r24"],
        3: ["w19", "w30", "w49", "r1"],
    }


@given(st.integers(0, 2**128 - 1), st.sampled_from(Kind), st.integers(1, 12), st.booleans())
def test_everyone_is_dealt_as_many_different_cards_of_the_deck_as_the_level_says(
    seed: int, kind: Kind, level: int, challenge: bool
) -> None:
    hands = dealt_hands(seed, kind, challenge, level, SEATS)
    cards = [card for hand in hands.values() for card in hand]

    assert [len(hand) for hand in hands.values()] == [level] * 3
    assert len(set(cards)) == 3 * level
    assert set(cards) <= set(DECK[kind])


@given(st.integers(0, 2**128 - 1))
def test_a_shuffle_only_reorders(seed: int) -> None:
    deck = DECK[Kind.EXTREME]

    assert sorted(shuffled(deck, Dice(seed, 3)), key=deck.index) == list(deck)


def test_every_level_and_the_challenge_have_a_shuffle_of_their_own() -> None:
    orders = [
        tuple(shuffled(DECK[Kind.CLASSIC], Dice(SEED, level << 1 | challenge)))
        for level in range(1, 13)
        for challenge in (0, 1)
    ]

    assert len(set(orders)) == len(orders) == 24


def test_numbers_below_a_limit_are_evenly_spread() -> None:
    """Six sides, 60,000 throws: chi-square with 5 degrees of freedom, beyond 25 once in 10,000 dice."""
    dice = Dice(SEED, 1)
    counts = Counter(dice.below(6) for _ in range(60_000))

    assert sorted(counts) == list(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 25


def test_every_card_comes_first_equally_often() -> None:
    """100 cards, 2,500 shuffles: chi-square with 99 degrees of freedom, beyond 165 once in 10,000 decks."""
    counts = Counter(names(seed, Kind.CLASSIC, 1)[1][0] for seed in range(2_500))

    assert len(counts) == 100
    assert sum((count - 25) ** 2 / 25 for count in counts.values()) < 165


def test_words_past_the_last_full_lap_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 7])
    monkeypatch.setattr(Dice, "word", lambda dice: next(words))

    assert Dice(0, 0).below(10) == 7, "2**64 is six more than a multiple of ten, so the last six words are no lap"

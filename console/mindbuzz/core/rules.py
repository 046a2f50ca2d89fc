"""The rules as data: players, levels, rewards, caps, decks, face-down piles.

An owner of the box can correct any figure here; nothing elsewhere repeats one.
"""

from enum import Enum
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile, rank


class Kind(Enum):
    """The games. Blind practice is a house mode; those of the companion are played with real cards."""

    CLASSIC = "classic"
    BLIND = "blind"
    EXTREME = "extreme"
    COMPANION_CLASSIC = "companion-classic"
    COMPANION_BLIND = "companion-blind"
    COMPANION_EXTREME = "companion-extreme"

    __hash__ = object.__hash__


# What people play with their own cards beside the console.
PLAYED_BESIDE = {
    Kind.COMPANION_CLASSIC: Kind.CLASSIC,
    Kind.COMPANION_BLIND: Kind.BLIND,
    Kind.COMPANION_EXTREME: Kind.EXTREME,
}
DEALT = tuple(kind for kind in Kind if kind not in PLAYED_BESIDE)


def has_real_cards(kind: Kind) -> bool:
    """Whether people deal and play their own cards, and the console knows no hand."""
    return kind in PLAYED_BESIDE


def game_played(kind: Kind) -> Kind:
    """The game whose rules hold, by whichever cards it is played."""
    return PLAYED_BESIDE.get(kind, kind)


class Reward(Enum):
    """What a completed level may bring."""

    STAR = "star"
    LIFE = "life"


class Setup(NamedTuple):
    """What a table starts with, by number of players."""

    levels: int
    lives: int
    stars: int


SETUP = {2: Setup(12, 2, 1), 3: Setup(10, 3, 1), 4: Setup(8, 4, 1)}
FEWEST_SEATS, MOST_SEATS = min(SETUP), max(SETUP)
SEATS = tuple(range(1, MOST_SEATS + 1))
MOST_LIVES = 5
MOST_STARS = 3
REWARD = {
    2: Reward.STAR, 3: Reward.LIFE,
    5: Reward.STAR, 6: Reward.LIFE,
    8: Reward.STAR, 9: Reward.LIFE,
}  # fmt: skip

HIGHEST = {Pile.CLASSIC: 100, Pile.WHITE: 50, Pile.RED: 50}
CARDS = {pile: tuple(Card(pile, value) for value in range(1, HIGHEST[pile] + 1)) for pile in Pile}
CLASSIC_DECK = CARDS[Pile.CLASSIC]
EXTREME_DECK = CARDS[Pile.WHITE] + CARDS[Pile.RED]
DECK = {kind: EXTREME_DECK if game_played(kind) is Kind.EXTREME else CLASSIC_DECK for kind in Kind}
PILES = {kind: (Pile.WHITE, Pile.RED) if game_played(kind) is Kind.EXTREME else (Pile.CLASSIC,) for kind in Kind}

# Where counting begins on a pile: one before the card that belongs first.
RANK_BEFORE_FIRST = {pile: min(map(rank, cards)) - 1 for pile, cards in CARDS.items()}

# Which piles of extreme lie face down. The rules text fixes levels 3, 6 and 10; the other levels come
# from one public tracker for the physical game and may be corrected here by whoever owns the box.
EXTREME_FACE_DOWN = {
    3: (Pile.WHITE,),
    4: (Pile.RED,),
    6: (Pile.WHITE, Pile.RED),
    8: (Pile.WHITE,),
    10: (Pile.WHITE, Pile.RED),
    12: (Pile.RED,),
}


def face_down_piles(kind: Kind, level: int, challenge: bool) -> tuple[Pile, ...]:
    """The piles that lie face down at a level, white before red."""
    kind = game_played(kind)
    if kind is Kind.EXTREME:
        return EXTREME_FACE_DOWN.get(level, ())
    return (Pile.CLASSIC,) if challenge or kind is Kind.BLIND else ()


def has_challenge(kind: Kind) -> bool:
    """Whether a victory in this game is followed by the offer of the blind challenge."""
    return game_played(kind) is Kind.CLASSIC

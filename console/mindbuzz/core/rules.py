"""The rules as data: players, levels, rewards, caps, decks, face-down piles.

An owner of the box can correct any figure here; nothing elsewhere repeats one.
"""

from enum import Enum
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile


class Kind(Enum):
    """The games the console deals. Blind practice is a house mode."""

    CLASSIC = "classic"
    BLIND = "blind"
    EXTREME = "extreme"

    __hash__ = object.__hash__


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
MOST_LIVES = 5
MOST_STARS = 3
REWARD = {
    2: Reward.STAR, 3: Reward.LIFE,
    5: Reward.STAR, 6: Reward.LIFE,
    8: Reward.STAR, 9: Reward.LIFE,
}  # fmt: skip

CLASSIC_DECK = tuple(Card(Pile.CLASSIC, value) for value in range(1, 101))
EXTREME_DECK = tuple(Card(pile, value) for pile in (Pile.WHITE, Pile.RED) for value in range(1, 51))
DECK = {Kind.CLASSIC: CLASSIC_DECK, Kind.BLIND: CLASSIC_DECK, Kind.EXTREME: EXTREME_DECK}
PILES = {Kind.CLASSIC: (Pile.CLASSIC,), Kind.BLIND: (Pile.CLASSIC,), Kind.EXTREME: (Pile.WHITE, Pile.RED)}

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
    if kind is Kind.EXTREME:
        return EXTREME_FACE_DOWN.get(level, ())
    return (Pile.CLASSIC,) if challenge or kind is Kind.BLIND else ()


def has_challenge(kind: Kind) -> bool:
    """Whether a victory in this game is followed by the offer of the blind challenge."""
    return kind is Kind.CLASSIC

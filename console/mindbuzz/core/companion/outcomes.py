"""What came of an event in a game with real cards. No hand is known, so no outcome tells of a card."""

from dataclasses import dataclass
from enum import Enum

from mindbuzz.core.cards import Pile
from mindbuzz.core.rules import Reward


class Action(Enum):
    """What can be taken back."""

    MISTAKE = "mistake"
    STAR = "star"
    LEVEL = "level"
    VICTORY = "victory"
    DEFEAT = "defeat"


@dataclass(frozen=True, slots=True)
class LevelGuided:
    """What to deal, what lies face down, and what there is to win."""

    at_us: int
    level: int
    cards_each: int
    face_down: tuple[Pile, ...]
    reward: Reward | None
    lives: int
    stars: int


@dataclass(frozen=True, slots=True)
class HandMarked:
    """A player says that their hand is empty, or that it is not."""

    at_us: int
    seat: int
    empty: bool


@dataclass(frozen=True, slots=True)
class MistakeMarked:
    """A player says that there was a mistake, or that there was none."""

    at_us: int
    seat: int
    marked: bool


@dataclass(frozen=True, slots=True)
class MistakeCounted:
    """The mistake that was marked has cost a life."""

    at_us: int
    lives: int


@dataclass(frozen=True, slots=True)
class StarSpent:
    """Everyone lays a card of their own aside."""

    at_us: int
    stars: int


@dataclass(frozen=True, slots=True)
class CheckStarted:
    """All hands are said to be empty. The piles of `face_down` are to be turned over."""

    at_us: int
    face_down: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class ErrorCounted:
    """So many errors were found in the face-down piles so far."""

    at_us: int
    errors: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The last action was taken back."""

    at_us: int
    action: Action


CompanionOutcome = (
    LevelGuided | HandMarked | MistakeMarked | MistakeCounted | StarSpent | CheckStarted | ErrorCounted | Undone
)

"""What came of an event. Past tense, in the order in which things were decided; `at_us` is when they happened.

The outcomes of a scenario come first; those below the line are told to the journal and to `--verbose` only. What a
game with real cards has of its own is in `companion.outcomes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.companion.outcomes import CompanionOutcome
from mindbuzz.core.dealing import Hands
from mindbuzz.core.rules import Kind, Reward


class Void(Enum):
    """Why a press that might have been a play was none."""

    AFTER_MISTAKE = "after_mistake"
    STOPPED = "stopped"
    TOO_SOON = "too_soon"
    TOO_SHORT = "too_short"


class PileError(NamedTuple):
    """A card of a face-down pile that lay before the `late` ones."""

    card: Card
    late: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LevelDealt:
    at_us: int
    level: int
    hands: Hands
    face_down: tuple[Pile, ...]
    lives: int
    stars: int


@dataclass(frozen=True, slots=True)
class FocusLocked:
    at_us: int


@dataclass(frozen=True, slots=True)
class PlayStarted:
    at_us: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    at_us: int
    seat: int
    card: Card
    face_up: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    at_us: int
    seat: int
    card: Card
    lives: int
    set_aside: Hands


@dataclass(frozen=True, slots=True)
class PressVoid:
    at_us: int
    seat: int
    reason: Void


@dataclass(frozen=True, slots=True)
class Stopped:
    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class StarAsked:
    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class StarRefused:
    at_us: int


@dataclass(frozen=True, slots=True)
class StarThrown:
    at_us: int
    discarded: Mapping[int, Card]
    stars: int


@dataclass(frozen=True, slots=True)
class PileVerified:
    """A face-down pile was turned over. `lives` are those left then; there were `lives_before`."""

    at_us: int
    pile: Pile
    cards: tuple[Card, ...]
    errors: tuple[PileError, ...]
    lives: int
    lives_before: int

    @property
    def late(self) -> frozenset[Card]:
        """The cards that lay too late."""
        return frozenset(card for error in self.errors for card in error.late)

    def errors_up_to(self, turned: int) -> int:
        """How many errors have come to light once so many cards are turned over."""
        cards = self.cards[:turned]
        return sum(1 for error in self.errors if any(card in cards for card in error.late))


@dataclass(frozen=True, slots=True)
class LevelCompleted:
    at_us: int
    level: int
    reward: Reward | None
    granted: bool
    lives: int
    stars: int


@dataclass(frozen=True, slots=True)
class GameWon:
    at_us: int
    level: int
    challenge: bool


@dataclass(frozen=True, slots=True)
class GameLost:
    at_us: int
    level: int
    challenge: bool


@dataclass(frozen=True, slots=True)
class ChallengeStarted:
    at_us: int
    lives: int
    stars: int


# --- told to the journal and to --verbose only ---


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A new game, dealt from `seed`."""

    at_us: int
    kind: Kind
    seats: tuple[int, ...]
    seed: int | None


@dataclass(frozen=True, slots=True)
class HandsLifted:
    """All hands came up after a focus; the last one `spread_us` after the first."""

    at_us: int
    spread_us: int


@dataclass(frozen=True, slots=True)
class ColourArmed:
    """A toggle: only its owner may see it."""

    at_us: int
    seat: int
    pile: Pile


class Tap(NamedTuple):
    """A press that was a tap."""

    seat: int
    at_us: int


@dataclass(frozen=True, slots=True)
class TapsTied:
    """These landed together on one pile; which of them is played first, the tie rule says."""

    at_us: int
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class PauseCaused:
    """The game waits for `source`; how events.SourceLost, or a core timer, told it."""

    at_us: int
    source: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PauseLifted:
    at_us: int
    source: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    at_us: int
    level: int


@dataclass(frozen=True, slots=True)
class SeatJoined:
    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class KindChosen:
    at_us: int
    kind: Kind


ScenarioOutcome = (
    LevelDealt
    | FocusLocked
    | PlayStarted
    | CardPlayed
    | Mistake
    | PressVoid
    | Stopped
    | StarAsked
    | StarRefused
    | StarThrown
    | PileVerified
    | LevelCompleted
    | GameWon
    | GameLost
    | ChallengeStarted
)
HouseOutcome = (
    GameStarted
    | HandsLifted
    | ColourArmed
    | TapsTied
    | PauseCaused
    | PauseLifted
    | GameAbandoned
    | SeatJoined
    | SeatLeft
    | KindChosen
)
Outcome = ScenarioOutcome | CompanionOutcome | HouseOutcome

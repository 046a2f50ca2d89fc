"""What came of an event. Past tense, in the order in which things were decided.

`at_us` is when they happened, in microseconds of the clock that events are stamped with: it may lie before that of an
outcome told earlier. `lives` and `stars` are those left after it. Hands and cards go by seat, hands in playing order.

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
    """New cards: every hand of the table in playing order, the piles that lie face down. Focus comes next."""

    at_us: int
    level: int
    hands: Hands
    face_down: tuple[Pile, ...]
    lives: int
    stars: int


@dataclass(frozen=True, slots=True)
class FocusLocked:
    """All hands have lain there for the lock time; `at_us` is when that was over."""

    at_us: int


@dataclass(frozen=True, slots=True)
class PlayStarted:
    """The first hand has lifted after the lock."""

    at_us: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A tap has laid the next card of its hand; `at_us` is the time of its press."""

    at_us: int
    seat: int
    card: Card
    face_up: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """`card` passed over the cards of `set_aside`, by owner; `at_us` is the time of its press, `lives` may be 0."""

    at_us: int
    seat: int
    card: Card
    lives: int
    set_aside: Hands


@dataclass(frozen=True, slots=True)
class PressVoid:
    """A press was no play; `at_us` is the time of that press, not of its end."""

    at_us: int
    seat: int
    reason: Void


@dataclass(frozen=True, slots=True)
class Stopped:
    """A hold of `seat` was recognised; `at_us` is when its hold time was over."""

    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class StarAsked:
    """`seat`, who had stopped the game, held on for long enough."""

    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class StarRefused:
    """The star stays: somebody let go, held in the choice or was lost, or the time was up."""

    at_us: int


@dataclass(frozen=True, slots=True)
class StarThrown:
    """Every player with cards has thrown one, shown to all."""

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
    """All hands are empty; `at_us` is the press of the last card, or the throw. `reward` is what the level brings,
    `granted` whether it fitted."""

    at_us: int
    level: int
    reward: Reward | None
    granted: bool
    lives: int
    stars: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """The last level is done, of the blind challenge if `challenge`."""

    at_us: int
    level: int
    challenge: bool


@dataclass(frozen=True, slots=True)
class GameLost:
    """The last life is gone, in this level, of the blind challenge if `challenge`."""

    at_us: int
    level: int
    challenge: bool


@dataclass(frozen=True, slots=True)
class ChallengeStarted:
    """The blind challenge begins, with the lives and stars left over from the victory."""

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
    """The game waits for `source` no more."""

    at_us: int
    source: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ended early, in this level: people wanted it, nobody answered, or its time was over."""

    at_us: int
    level: int


@dataclass(frozen=True, slots=True)
class SeatJoined:
    """A tap in the lobby: this seat plays."""

    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat in the lobby plays no more: a tap, silence while others press, or a button that broke."""

    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class KindChosen:
    """The lobby offers this game now."""

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

"""What can happen to a game. Every event says when, in microseconds of the console's clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mindbuzz.core.dealing import Hands
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings

STUCK = "stuck"
SILENCE = "silence"
POWER = "power"
HOST = "host"


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened up to `at_us`; whatever falls due by then may happen now."""

    at_us: int


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button went down. The true time lies within `uncertainty_us` of `at_us`."""

    at_us: int
    seat: int
    uncertainty_us: int = 0


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """A button came up."""

    at_us: int
    seat: int


@dataclass(frozen=True, slots=True)
class SourceLost:
    """The buttons of `seats` can't be relied on any more; `source` names what is to blame."""

    at_us: int
    source: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SourceReturned:
    """The buttons of `seats` can be relied on again."""

    at_us: int
    source: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeedDrawn:
    """Chance for the next game that starts: 128 bits from whoever drives the core."""

    at_us: int
    seed: int


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A table sits down to a game that was set up elsewhere: a scenario, or a journal.

    `deals[level]` and `challenge_deals[level]` are hands by seat; a level that is missing there is dealt from
    `seed`, and cannot be dealt if there is none. `uncertainty_us` is the largest of any clock's; a press
    whose edge was made up may carry more.
    """

    at_us: int
    kind: Kind
    seats: tuple[int, ...]
    settings: Settings
    seed: int | None = None
    deals: Mapping[int, Hands] = field(default_factory=dict)
    challenge_deals: Mapping[int, Hands] = field(default_factory=dict)
    level: int = 1
    lives: int | None = None
    stars: int | None = None
    uncertainty_us: int = 0


@dataclass(frozen=True, slots=True)
class EndAsked:
    """The host button was pressed: shall the game end?"""

    at_us: int


Event = TimePassed | ButtonPressed | ButtonReleased | SourceLost | SourceReturned | SeedDrawn | GameBegun | EndAsked

"""A game as a value: everything the rules need to know to say what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.companion.ledger import Ledger
from mindbuzz.core.dealing import Hands, dealt_hands
from mindbuzz.core.events import POWER
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import FIRST_PHASE, Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.core.table import Table

LONG_AGO_US = -(10**12)


@dataclass(frozen=True, slots=True)
class Button:
    """One button. `inert` until released: its press means nothing. `met`: the seats that were down meanwhile.

    `too_soon`: the press began so soon after the last release that it is no tap.
    """

    down: bool = False
    pressed_at_us: int = LONG_AGO_US
    released_at_us: int = LONG_AGO_US
    uncertainty_us: int = 0
    inert: bool = False
    too_soon: bool = False
    met: frozenset[int] = frozenset()

    @property
    def live(self) -> bool:
        """Down, and it counts."""
        return self.down and not self.inert


@dataclass(frozen=True, slots=True)
class Press:
    """A press of play or of the secret choice that has not come to its end yet."""

    seat: int
    at_us: int
    pile: Pile
    uncertainty_us: int = 0
    too_soon: bool = False
    released: bool = False
    past_tap: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """Where the cards of a game come from: given deals first, then the seed."""

    seed: int | None = None
    deals: Mapping[int, Hands] = field(default_factory=dict)
    challenge_deals: Mapping[int, Hands] = field(default_factory=dict)

    @property
    def has_challenge(self) -> bool:
        """Whether anything is known of a challenge's hands."""
        return self.seed is not None or bool(self.challenge_deals)

    def hands(self, table: Table) -> Hands | None:
        """The hands of the table's level, or None if nobody knows them."""
        given = (self.challenge_deals if table.challenge else self.deals).get(table.level)
        if given is not None or self.seed is None:
            return given
        return dealt_hands(self.seed, table.kind, table.challenge, table.level, table.seats)


@dataclass(frozen=True)  # without slots: `evolved` copies it in one go, which is most of what a step costs
class Game:
    """The whole console as the rules see it. Mappings are never changed in place."""

    seats: tuple[int, ...]
    house: Settings = DEFAULTS  # what holds between games, and for the next one
    settings: Settings = DEFAULTS
    asked_for: Kind | None = None  # what the lobby offers once the game is over; None: the same again
    attended: bool = True
    uncertainty_us: int = 0

    phase: Phase = FIRST_PHASE
    at_us: int = 0
    began_us: int = 0
    touched_us: int = 0
    buttons: Mapping[int, Button] = field(default_factory=dict)

    # Lobby
    kind: Kind = Kind.CLASSIC
    chosen_by: int | None = None  # the seat that stepped to this kind, until a game begins
    joined: tuple[int, ...] = ()
    spare_seed: int | None = None
    long_pressed: frozenset[int] = frozenset()  # seats whose press has become a long one
    slow: frozenset[int] = frozenset()  # seats whose last tap was slow
    calm: frozenset[int] = frozenset()  # seats that took calm times

    # The game going on
    chance: Chance = field(default_factory=Chance)
    table: Table | None = None
    game_began_us: int = 0
    presses: tuple[Press, ...] = ()
    fresh: bool = False
    hand_laid: bool = False
    lifting_since_us: int | None = None
    stopper: int | None = None
    picks: Mapping[int, Card] = field(default_factory=dict)
    refused_by: tuple[int, ...] | None = None  # who said no to the star asked for last; nobody if the time was over
    ledger: Ledger = field(default_factory=Ledger)

    # What is shown, and until when
    shown: tuple[Outcome, ...] = ()
    show_until_us: int = 0
    timeline: tuple[Outcome, ...] = ()

    # What keeps the game from going on
    causes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    excused: frozenset[int] = frozenset()
    end_asked: bool = False
    end_taps: tuple[tuple[int, int], ...] = ()

    @property
    def cards(self) -> Table:
        """The table of the game that is going on."""
        assert self.table is not None, "no game is going on"
        return self.table


NOTHING_GOING_ON: Mapping[str, Any] = {
    "presses": (),
    "hand_laid": False,
    "stopper": None,
    "picks": {},
    "refused_by": None,
    "shown": (),
    "end_asked": False,
    "end_taps": (),
}


def new_console(
    seats: tuple[int, ...],
    settings: Settings = DEFAULTS,
    *,
    at_us: int = 0,
    attended: bool = True,
    uncertainty_us: int = 0,
    kind: Kind = Kind.CLASSIC,
) -> Game:
    """A console that was just switched on, in the lobby, with a button at each of `seats`."""
    return Game(
        seats=seats,
        house=settings,
        settings=settings,
        attended=attended,
        uncertainty_us=uncertainty_us,
        at_us=at_us,
        began_us=at_us,
        touched_us=at_us,
        buttons={seat: Button() for seat in seats},
        kind=kind,
    )


def all_live(game: Game) -> bool:
    """Every joined button is down, and counts."""
    return all(game.buttons[seat].live for seat in game.joined)


def quiet_since_us(game: Game) -> int:
    """Since when nobody has touched anything in this phase."""
    return max(game.touched_us, game.began_us)


def broken_seats(game: Game) -> frozenset[int]:
    """Seats whose buttons can't be relied on."""
    return frozenset(seat for source, seats in game.causes.items() if source != POWER for seat in seats)


def last_laid_us(game: Game) -> int:
    """When the last of the joined hands was laid down."""
    return max(game.buttons[seat].pressed_at_us for seat in game.joined)


ALL_BUT_TIME = tuple(field.name for field in fields(Game) if field.name != "at_us")


def only_time_passed(before: Game, after: Game) -> bool:
    """Whether nothing but the time differs between a game and one that came of it."""
    return all(getattr(before, name) is getattr(after, name) for name in ALL_BUT_TIME)

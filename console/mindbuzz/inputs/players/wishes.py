"""What the people at the table have agreed to do; they talk, so everyone knows."""

from dataclasses import dataclass
from enum import Enum

from mindbuzz.core.rules import Kind


class AtEnd(Enum):
    """What to do when a game is over."""

    NOTHING = "nothing"
    LOBBY = "lobby"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the table wants.

    `kind`: the game to choose in the lobby, None for the one that is chosen. `challenge`: go on with the blind
    challenge after a classic victory. `people`: seats of people who play along; the simulated players then start
    nothing by themselves, but join in when all of those hold.
    """

    kind: Kind | None = None
    challenge: bool = True
    at_end: AtEnd = AtEnd.NOTHING
    people: tuple[int, ...] = ()


NO_WISHES = Wishes()

"""A played game as a record: its levels, and in each who played what, when. Made from the journal's outcome lines.

Times within a level count from when play first started in it, in microseconds of the console's clock; no wall clock
is asked, since that may be wrong.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from mindbuzz.core.cards import Card, card_named
from mindbuzz.runtime.standing import Line, standing


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was played. `wrong`: it came too early, or lay before one that belonged first."""

    at_us: int
    seat: int
    card: Card
    wrong: bool = False


@dataclass(slots=True)
class Level:
    """One level as it was played.

    `stretches` are the plays between two interruptions (a stop, a mistake, a star), each from its focus on: the
    first item is when that stretch began. `spreads_us`: how long after the first hand the last one lifted.
    """

    number: int
    challenge: bool
    blind: bool
    began_us: int | None = None
    took_us: int | None = None
    completed: bool = False
    mistakes: int = 0
    stars: int = 0
    stops: int = 0
    spreads_us: list[int] = field(default_factory=list)
    stretches: list[tuple[int, list[Play]]] = field(default_factory=list)

    @property
    def plays(self) -> list[Play]:
        """Every card that was played, in order."""
        return [play for _, plays in self.stretches for play in plays]


@dataclass(slots=True)
class Record:
    """A game: `number` in the journal, `began_at` by the wall clock, `ended` won, lost or abandoned."""

    number: int
    began_at: str
    kind: str
    seats: tuple[int, ...]
    ended: str
    levels: list[Level] = field(default_factory=list)

    @property
    def completed(self) -> list[Level]:
        """The levels that were completed."""
        return [level for level in self.levels if level.completed]

    @property
    def completed_told(self) -> str:
        """How many that is: "8", or with 3 of the blind challenge after them "8 + 3"."""
        blind = sum(level.challenge for level in self.completed)
        return told_apart(len(self.completed) - blind, blind)

    @property
    def highest(self) -> int:
        """The highest level that was completed outside the challenge, or 0."""
        return max((level.number for level in self.completed if not level.challenge), default=0)

    @property
    def mistakes(self) -> int:
        return sum(level.mistakes for level in self.levels)

    @property
    def stars(self) -> int:
        """How many stars were thrown."""
        return sum(level.stars for level in self.levels)


def told_apart(levels: int, challenge: int) -> str:
    """Completed levels, those of the blind challenge on their own: a game has no more levels than it has."""
    return f"{levels} + {challenge}" if challenge else str(levels)


def record_levels(lines: Iterable[Line]) -> list[Level]:
    """The levels of a game, from its outcome lines in order. What was taken back counts no more."""
    scribe = _Scribe()
    for line in standing(lines):
        take = TAKES.get(line["event"])
        if take is not None:
            take(scribe, line)
    return scribe.levels


class _Scribe:
    """Reads on, and keeps what the level that is being played needs to know."""

    def __init__(self) -> None:
        self.levels: list[Level] = []
        self.challenge = False
        self.errors = 0  # of this level's face-down piles, as people have counted them so far

    def begin_challenge(self, line: Line) -> None:
        self.challenge = True

    def deal(self, line: Line) -> None:
        self.levels.append(Level(line["level"], self.challenge, bool(line["face_down"])))
        self.errors = 0

    def start(self, line: Line) -> None:
        level = self.levels[-1]
        if level.began_us is None:
            level.began_us = line["at_us"]
        level.stretches.append((line["at_us"] - level.began_us, []))

    def lift(self, line: Line) -> None:
        self.levels[-1].spreads_us.append(line["spread_us"])

    def play(self, line: Line) -> None:
        card = card_named(line["card"])
        assert card is not None
        level = self.levels[-1]
        level.stretches[-1][1].append(Play(self._into(line), line["seat"], card))

    def mistake(self, line: Line) -> None:
        level = self.levels[-1]
        level.mistakes += 1
        if "card" in line:
            self._blame(level, line["card"])

    def verify(self, line: Line) -> None:
        level = self.levels[-1]
        level.mistakes += len(line["errors"])
        for error in line["errors"]:
            self._blame(level, error["card"])

    def count_errors(self, line: Line) -> None:
        """In companion mode people count the errors of a pile themselves, and may count one less again."""
        self.levels[-1].mistakes += line["errors"] - self.errors
        self.errors = line["errors"]

    def _blame(self, level: Level, name: int | str) -> None:
        wrong = card_named(name)
        for _, plays in level.stretches:
            plays[:] = [Play(p.at_us, p.seat, p.card, p.wrong or p.card == wrong) for p in plays]

    def stop(self, line: Line) -> None:
        self.levels[-1].stops += 1

    def throw(self, line: Line) -> None:
        self.levels[-1].stars += 1

    def complete(self, line: Line) -> None:
        level = self.levels[-1]
        level.completed = True
        level.took_us = self._into(line)

    def _into(self, line: Line) -> int:
        began_us = self.levels[-1].began_us
        return 0 if began_us is None else int(line["at_us"]) - began_us


TAKES: Mapping[str, Callable[[_Scribe, Line], None]] = {
    "level_dealt": _Scribe.deal,
    "level_guide": _Scribe.deal,
    "play_started": _Scribe.start,
    "hands_lifted": _Scribe.lift,
    "card_played": _Scribe.play,
    "mistake": _Scribe.mistake,
    "pile_verified": _Scribe.verify,
    "error_counted": _Scribe.count_errors,
    "stopped": _Scribe.stop,
    "star_thrown": _Scribe.throw,
    "level_completed": _Scribe.complete,
    "challenge_started": _Scribe.begin_challenge,
}

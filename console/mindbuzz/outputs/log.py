"""What an owner wants to know afterwards: one line each, with fields to search by. No cards, no seeds."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from mindbuzz.core import outcomes as told
from mindbuzz.core.companion import outcomes as companion
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.narration import sentence
from mindbuzz.outputs.quiet_sink import QuietSink

log = logging.getLogger(__name__)

Fields = Mapping[str, object]


class Row(NamedTuple):
    """How one kind of outcome is told. `line` None: as it is narrated, which holds no card for these."""

    level: int
    fields: Callable[[Any], Fields]
    line: Callable[[Any], str] | None = None


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _stars_and_lives(outcome: Any) -> Fields:
    return {"LIVES": outcome.lives, "STARS": outcome.stars}


def _of_level(outcome: Any) -> Fields:
    return {"LEVEL": outcome.level}


def _waiting(outcome: Any) -> Fields:
    return {"SOURCE": outcome.source, "SEAT": _seats(outcome.seats)}


# Quiet: a game that begins and ends, and what it had to wait for. The rest only when asked.
ROWS: Mapping[type, Row] = {
    told.GameStarted: Row(logging.INFO, lambda o: {"KIND": o.kind.value, "SEAT": _seats(o.seats)}),
    told.GameWon: Row(logging.INFO, _of_level),
    told.GameLost: Row(logging.INFO, _of_level),
    told.GameAbandoned: Row(logging.INFO, _of_level),
    told.ChallengeStarted: Row(logging.INFO, _stars_and_lives),
    told.PauseCaused: Row(logging.INFO, _waiting),
    told.PauseLifted: Row(logging.INFO, _waiting),
    told.LevelDealt: Row(logging.DEBUG, lambda o: {**_of_level(o), **_stars_and_lives(o)}),
    told.LevelCompleted: Row(logging.DEBUG, lambda o: {**_of_level(o), **_stars_and_lives(o)}),
    told.Stopped: Row(logging.DEBUG, lambda o: {"SEAT": o.seat}),
    told.Mistake: Row(
        logging.DEBUG,
        lambda o: {"SEAT": o.seat, "LIVES": o.lives},
        lambda o: f"mistake of seat {o.seat}; lives {o.lives}",
    ),
    companion.LevelGuided: Row(logging.DEBUG, lambda o: {**_of_level(o), **_stars_and_lives(o)}),
    companion.MistakeCounted: Row(
        logging.DEBUG, lambda o: {"LIVES": o.lives}, lambda o: f"a mistake is counted; lives {o.lives}"
    ),
    companion.StarSpent: Row(
        logging.DEBUG, lambda o: {"STARS": o.stars}, lambda o: f"a star is thrown; stars {o.stars}"
    ),
    companion.Undone: Row(logging.DEBUG, lambda o: {"WHAT": o.action.value}, lambda o: f"taken back: {o.action.value}"),
    told.StarThrown: Row(logging.DEBUG, lambda o: {"STARS": o.stars}, lambda o: f"a star is thrown; stars {o.stars}"),
}


class GameLog(QuietSink):
    """A sink of the console that writes the log. `game_number` is the journal's number of the game, None between."""

    def __init__(self, game_number: Callable[[], int | None]) -> None:
        self._game_number = game_number
        self._number: int | None = None

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Write what is worth a line."""
        before, self._number = self._number, self._game_number()
        # The journal has no number any more when it is told of a game that it has ended.
        number = self._number or before
        for outcome in outcomes:
            row = ROWS.get(type(outcome))
            if row is not None and log.isEnabledFor(row.level):
                _write(row, outcome, number)


def _write(row: Row, outcome: Outcome, game: int | None) -> None:
    line = sentence(outcome) if row.line is None else row.line(outcome)
    number = {} if game is None else {"GAME": game}
    log.log(row.level, "%s", line, extra={"fields": {**number, **row.fields(outcome)}})

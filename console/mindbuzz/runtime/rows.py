"""The journal's rows, read back: what each column means, and which row can't be understood any more.

What is wrong with a row is told without what is in it: a row of a game that goes on holds its hands.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.rules import SEATS, Kind
from mindbuzz.core.settings import Settings
from mindbuzz.inputs.source import SourceChange
from mindbuzz.runtime.ended import ENDED
from mindbuzz.runtime.storage.schema import TABLES

UNREADABLE = (ValueError, TypeError, LookupError, AssertionError, RecursionError)
LATEST_US = 1 << 61  # some seventy thousand years


class DamagedRow(ValueError):
    """A row of a table that says what no row of ours can; of which column, where only one is to blame."""

    def __init__(self, table: str, row_id: int, column: str | None = None) -> None:
        what = f"row {row_id} of {table}"
        super().__init__(f"{what} can't be read" + ("" if column is None else f": what it says of {column} is damaged"))


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the journal knows it."""

    id: int
    began_us: int
    began_at: str
    boot_id: str
    kind: Kind
    seats: tuple[int, ...]
    seed: int
    settings: Settings
    uncertainty_us: int
    held: tuple[int, ...]
    ended: str | None
    simulated: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DayRow:
    """What was played of one kind on one local day, "2026-01-31": nothing that tells of people."""

    day: str
    kind: str
    started: int
    won: int
    lost: int
    abandoned: int
    played_us: int

    @property
    def ended(self) -> int:
        """How many games have ended; one that goes on has only begun."""
        return self.won + self.lost + self.abandoned


def is_moment(value: object) -> bool:
    """Whether a broken page can't have said that."""
    return isinstance(value, int) and 0 <= value < LATEST_US


def _moment(value: Any) -> int:
    if not is_moment(value):
        raise ValueError
    return int(value)


def _seats(text: str) -> tuple[int, ...]:
    seats = tuple(json.loads(text))
    if not set(seats) <= set(SEATS):
        raise ValueError
    return seats


def _settings(text: str) -> Settings:
    settings = json.loads(text)
    settings["calm_seats"] = tuple(settings["calm_seats"])
    return Settings(**settings)


def _ended(text: str | None) -> str | None:
    if text is not None and text not in ENDED:
        raise ValueError
    return text


# What is read out of a column that can be damaged and still be a value for SQLite. The others are taken as they are.
COLUMNS: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "games": {
        "began_us": _moment,
        "kind": Kind,
        "seats": _seats,
        "seed": lambda text: int(text, 16),
        "settings": _settings,
        "held": _seats,
        "simulated": _seats,
        "uncertainty_us": _moment,
        "ended": _ended,
    },
    "contacts": {"at_us": _moment, "uncertainty_us": _moment},
    "sources": {"at_us": _moment, "seats": _seats, "closed": _seats},
    "outcomes": {"decided_us": _moment, "line": json.loads},
    "presses": {"at_us": _moment},
}


def values_of(table: str, row: sqlite3.Row) -> dict[str, Any]:
    """A row's values by column. Raises DamagedRow."""
    values: dict[str, Any] = dict(row)
    for column, read in COLUMNS[table].items():
        try:
            values[column] = read(values[column])
        except UNREADABLE:
            raise DamagedRow(table, values["id"], column) from None
    return values


def game_of(row: sqlite3.Row) -> GameRow:
    """A row of games. Raises DamagedRow."""
    return GameRow(**values_of("games", row))


def contact_of(row: sqlite3.Row) -> Contact:
    """A row of contacts. Raises DamagedRow."""
    values = values_of("contacts", row)
    return Contact(
        values["at_us"], values["seat"], bool(values["closed"]), values["uncertainty_us"], bool(values["made_up"])
    )


def change_of(row: sqlite3.Row) -> SourceChange:
    """A row of sources. Raises DamagedRow."""
    values = values_of("sources", row)
    names = ("at_us", "source", "seats", "closed")
    return SourceChange(lost=bool(values["lost"]), **{name: values[name] for name in names})


def outcome_of(row: sqlite3.Row) -> dict[str, Any]:
    """The line of a row of outcomes, with its keys. Raises DamagedRow, also where it does not say what its row says."""
    line = values_of("outcomes", row)["line"]
    told = (line.get("event"), line.get("at_us")) if isinstance(line, dict) else None
    if told != (row["event"], row["at_us"]):
        raise DamagedRow("outcomes", row["id"], "line")
    outcome: dict[str, Any] = line
    return outcome


_READERS: Mapping[str, Callable[[sqlite3.Row], Any]] = {
    "games": game_of,
    "contacts": contact_of,
    "sources": change_of,
    "outcomes": outcome_of,
    "presses": partial(values_of, "presses"),
}


class Examined(NamedTuple):
    """A game after every row of it was read once: those that can't be understood, and the lines of its outcomes."""

    damaged: list[DamagedRow]
    outcomes: list[dict[str, Any]]


def examined(db: sqlite3.Connection, game_id: int) -> Examined:
    """Read every row of a game, table by table."""
    damaged: list[DamagedRow] = []
    whole: dict[str, list[Any]] = {table: [] for table in TABLES}
    for table in TABLES:
        key = "id" if table == "games" else "game_id"
        for row in db.execute(f"SELECT * FROM {table} WHERE {key} = ? ORDER BY id", (game_id,)):
            try:
                whole[table].append(_READERS[table](row))
            except DamagedRow as error:
                damaged.append(error)
    most_uncertain_us = max((each.uncertainty_us for each in whole["contacts"] if not each.made_up), default=0)
    too_sure = [head for head in whole["games"] if head.uncertainty_us < most_uncertain_us]
    damaged += [DamagedRow("games", head.id, "uncertainty_us") for head in too_sure]
    return Examined(damaged, whole["outcomes"])

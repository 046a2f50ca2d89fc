"""What was played day by day: how many games of which kind began and ended, how, how long. It tells of no person."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from rich.table import Table

from mindbuzz.core.units import MINUTE_US
from mindbuzz.history.tables import NOTHING, narrow_table
from mindbuzz.runtime.rows import DayRow

CSV_HEAD = (*(field.name for field in fields(DayRow) if field.name != "played_us"), "played_min")
SEPARATOR = ", "


class Sum(NamedTuple):
    """Games of any kind together; `kinds` counts those that have ended, by their name, in the order of the alphabet."""

    started: int
    ended: int
    won: int
    lost: int
    abandoned: int
    played_us: int
    kinds: dict[str, int]

    @property
    def minutes(self) -> int:
        """How long was played, rounded."""
        return round(self.played_us / MINUTE_US)


def summed(rows: Iterable[DayRow]) -> Sum:
    """The sum of these rows."""
    kept = list(rows)
    kinds = {kind: sum(row.ended for row in kept if row.kind == kind) for kind in sorted({row.kind for row in kept})}
    counts = {name: sum(getattr(row, name) for row in kept) for name in Sum._fields if name != "kinds"}
    return Sum(**counts, kinds=kinds)


def by_day(rows: Sequence[DayRow]) -> dict[str, Sum]:
    """The sum of each day, oldest first."""
    return {day: summed(group) for day, group in groupby(rows, attrgetter("day"))}


def days_table(rows: Sequence[DayRow]) -> Table:
    """A line for each day, and their total."""
    table = narrow_table("day", "begun", "ended", "won", "lost", "ended early", "minutes", "of those ended")
    table.columns[-1].no_wrap = False
    for name, counted in {**by_day(rows), "total": summed(rows)}.items():
        counts = (counted.started, counted.ended, counted.won, counted.lost, counted.abandoned, counted.minutes)
        kinds = SEPARATOR.join(f"{count} {kind}" for kind, count in counted.kinds.items() if count) or NOTHING
        table.add_row(name, *map(str, counts), kinds)
    return table


def days_csv(rows: Iterable[DayRow]) -> str:
    """A line for each day and kind of game, for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    writer.writerows(_day_object(row).values() for row in rows)
    return text.getvalue()


def days_json(rows: Iterable[DayRow]) -> str:
    """The same as a list of objects."""
    return json.dumps([_day_object(row) for row in rows], indent=1)


def _day_object(row: DayRow) -> dict[str, object]:
    counts = {name: value for name, value in asdict(row).items() if name != "played_us"}
    return {**counts, "played_min": round(row.played_us / MINUTE_US, 1)}

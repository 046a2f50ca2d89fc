"""Histories as tables for the terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table

from mindbuzz.core.cards import card_name
from mindbuzz.core.units import SECOND_US
from mindbuzz.history.moment import local_minute, local_zone
from mindbuzz.history.record import Level, Record, told_apart
from mindbuzz.history.totals import Rhythm, Totals, rhythm, totals
from mindbuzz.outputs.narration import ENDED_NAMES, counted

NOTHING = "–"
COLUMNS_MEAN = (
    "levels: how many were completed; after a + those of the blind challenge",
    "s/number: seconds that the table waits for one number",
    "apart: how many times as long as the fastest player the slowest one waits",
)


def totals_table(records: Sequence[Record]) -> Table:
    """Everything together, a line each."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for name, value in _total_rows(totals(records)):
        table.add_row(name, value)
    return table


def _total_rows(sums: Totals) -> Iterator[tuple[str, str]]:
    ended = ", ".join(f"{sums.ended[ended]} {name}" for ended, name in ENDED_NAMES.items() if ended in sums.ended)
    yield "games", f"{sums.games} ({ended})"
    yield "levels completed", told_apart(sums.levels, sums.challenge)
    yield "highest level completed", str(sums.highest or NOTHING)
    yield "levels with cards face down", str(sums.blind)
    yield "mistakes", str(sums.mistakes)
    yield "stars thrown", str(sums.stars)
    yield "most levels in a row without a mistake", str(sums.longest_clean)
    for best in sums.best:
        yield f"best of {best.kind}", f"game {best.number}: level {best.level}, {counted(best.mistakes, 'mistake')}"
    yield from _rhythm_rows(sums.rhythm)


def _rhythm_rows(found: Rhythm) -> Iterator[tuple[str, str]]:
    yield "seconds for one number", _seconds(found.tempo_s)
    yield "hands lifted within (median)", NOTHING if found.lifted_ms is None else f"{found.lifted_ms:.0f} ms"


def _seconds(tempo_s: float | None) -> str:
    return NOTHING if tempo_s is None else f"{tempo_s:.2f}"


def _apart(found: Rhythm) -> str:
    return NOTHING if found.apart is None else f"{found.apart:.1f} ×"


def games_table(records: Sequence[Record]) -> Table:
    """A line for each game."""
    table = narrow_table(
        "game", f"began ({local_zone()})", "kind", "seats", "ended", "levels", "mistakes", "s/number", "apart"
    )
    for record in records:
        found = rhythm(record.levels)
        counts = (record.completed_told, record.mistakes)
        head = (str(record.number), local_minute(record.began_at), record.kind, str(len(record.seats)))
        ended = ENDED_NAMES[record.ended]
        table.add_row(*head, ended, *map(str, counts), _seconds(found.tempo_s), _apart(found))
    return table


def levels_table(record: Record) -> Table:
    """A line for each level of a game."""
    table = narrow_table("level", "took", "mistakes", "stars", "stops", "lifted within", "s/number", "apart")
    for level in record.levels:
        found = rhythm([level])
        lifted = NOTHING if found.lifted_ms is None else f"{found.lifted_ms:.0f} ms"
        counts = map(str, (level.mistakes, level.stars, level.stops))
        table.add_row(_level_name(level), _took(level), *counts, lifted, _seconds(found.tempo_s), _apart(found))
    return table


def narrow_table(*head: str) -> Table:
    """Narrow, so that it fits a terminal of eighty characters."""
    table = Table(*head, box=None, padding=(0, 1, 0, 0))
    for column in table.columns:
        column.no_wrap = True
    return table


def _level_name(level: Level) -> str:
    marks = (" challenge" if level.challenge else "") + (" face down" if level.blind and not level.challenge else "")
    return f"{level.number}{marks}"


def _took(level: Level) -> str:
    return NOTHING if level.took_us is None else f"{level.took_us / SECOND_US:.1f} s"


def timeline_lines(record: Record) -> Iterator[str]:
    """Each level's cards: when, by whom, which."""
    for level in record.levels:
        if level.plays:
            yield f"level {_level_name(level)}"
        for play in level.plays:
            wrong = "  too early" if play.wrong else ""
            yield f"  {play.at_us / SECOND_US:10.3f} s  seat {play.seat}  {card_name(play.card):>4}{wrong}"

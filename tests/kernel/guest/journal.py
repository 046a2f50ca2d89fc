"""What the console has written down, read from beside it."""

import json
import sqlite3
from contextlib import closing
from typing import Any

from tests.kernel.guest.waiting import found_within

FILE = "/var/lib/mindbuzz/mindbuzz.sqlite"


def rows(query: str, *values: Any) -> list[list[Any]]:
    """What a query finds; nothing while there is no journal yet."""
    try:
        with closing(sqlite3.connect(f"file:{FILE}?mode=ro", uri=True, timeout=10)) as db:
            return [list(row) for row in db.execute(query, values)]
    except sqlite3.OperationalError:
        return []


def outcomes(after: int = 0) -> list[dict[str, Any]]:
    """Everything that came out of any game after that many outcomes."""
    return [json.loads(line) for (line,) in rows("SELECT line FROM outcomes WHERE id > ? ORDER BY id", after)]


def count(table: str = "outcomes") -> int:
    """The number of the row that was written down last."""
    found = rows(f"SELECT coalesce(max(id), 0) FROM {table}")
    return int(found[0][0]) if found else 0


def comes(events: list[str], after: int, within_s: float) -> dict[str, Any] | None:
    """The first outcome of one of these kinds after that many outcomes; None if there is none by then."""
    return found_within(within_s, lambda: next((each for each in outcomes(after) if each["event"] in events), None))


def await_event(events: list[str], after: int, timeout_s: float) -> dict[str, Any]:
    """The same, which has to come. Raises TimeoutError with what came instead."""
    found = comes(events, after, timeout_s)
    if found is None:
        came = [outcome["event"] for outcome in outcomes(after)]
        raise TimeoutError(f"none of {events} in {timeout_s} s, but {came}")
    return found


def last_us() -> int:
    """The newest stamp of any contact."""
    return int(rows("SELECT coalesce(max(at_us), 0) FROM contacts")[0][0])


def await_contacts(after_us: int, closed: bool, number: int, timeout_s: float) -> list[list[int]]:
    """So many seats' contacts that closed, or opened, after a time, by their stamps: microsecond, seat, uncertainty.

    An edge that came so late that it had been made up is there twice: the one that is more certain counts.
    Raises TimeoutError with those that came.
    """
    query = (
        "SELECT at_us, seat, min(uncertainty_us) FROM contacts WHERE at_us > ? AND closed = ? "
        "GROUP BY seat ORDER BY at_us, seat"
    )
    found = found_within(timeout_s, lambda: came if len(came := rows(query, after_us, closed)) >= number else None)
    if found is None:
        raise TimeoutError(f"not {number} contacts in {timeout_s} s, but {rows(query, after_us, closed)}")
    return found


def hands() -> dict[int, list[int]]:
    """The cards that everyone holds in the game that goes on, as the outcomes tell."""
    held: dict[int, list[int]] = {}
    for (line,) in rows("SELECT line FROM outcomes WHERE game_id = (SELECT max(id) FROM games) ORDER BY id"):
        outcome = json.loads(line)
        if outcome["event"] == "level_dealt":
            held = {int(seat): list(cards) for seat, cards in outcome["hands"].items()}
        for seat, card in _gone(outcome):
            held[seat].remove(card)
    return held


def _gone(outcome: dict[str, Any]) -> list[tuple[int, int]]:
    """The cards that leave a hand with an outcome."""
    if outcome["event"] in ("card_played", "mistake"):
        aside = outcome.get("set_aside", {})
        gone = [(int(seat), card) for seat, cards in aside.items() for card in cards]
        return [(outcome["seat"], outcome["card"]), *gone] if outcome["event"] == "card_played" else gone
    if outcome["event"] == "star_thrown":
        return [(int(seat), card) for seat, card in outcome["discarded"].items()]
    return []


def integrity() -> str:
    """What SQLite says of the whole file."""
    return str(rows("PRAGMA integrity_check")[0][0])

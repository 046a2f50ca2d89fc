"""Games that were played, as lines for people."""

import json
from collections.abc import Iterator
from typing import Any

from mindbuzz.runtime.records import GameRow, Records


def game_lines(records: Records) -> Iterator[str]:
    """One line for each game, oldest first."""
    games = records.games()
    if not games:
        yield "no games yet"
    for row in games:
        yield f"{row.id:5}  {row.began_at}  {row.kind.value:<8} {len(row.seats)} players  {_result(row, records)}"


def _result(row: GameRow, records: Records) -> str:
    lines = [json.loads(line) for line in records.outcome_lines(row.id)]
    in_challenge = next((n for n, line in enumerate(lines) if line["event"] == "challenge_started"), len(lines))
    completed, blind = _completed(lines[:in_challenge]), _completed(lines[in_challenge:])
    reached = max((line["level"] for line in lines if line["event"] == "level_dealt"), default=0)
    more = f" and {blind} blind" if in_challenge < len(lines) else ""
    return f"{row.ended or 'goes on'}; {completed} levels completed{more}, level {reached} reached"


def _completed(lines: list[dict[str, Any]]) -> int:
    return sum(line["event"] == "level_completed" for line in lines)


def story_lines(records: Records, game_id: int) -> Iterator[str]:
    """What happened in a finished game, as JSON lines. Raises JournalError while it goes on."""
    return records.outcome_lines(records.finished_game(game_id).id)

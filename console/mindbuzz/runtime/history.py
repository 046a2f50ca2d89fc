"""Games that were played, as lines for people."""

import json
from collections.abc import Iterator

from mindbuzz.runtime.records import GameRow, Records
from mindbuzz.runtime.standing import Line, standing

LEVEL_BEGAN = ("level_dealt", "level_guide")


def game_lines(records: Records) -> Iterator[str]:
    """One line for each game, oldest first."""
    games = records.games()
    if not games:
        yield "no games yet"
    for row in games:
        yield f"{row.id:5}  {row.began_at}  {row.kind.value:<17} {len(row.seats)} players  {_result(row, records)}"


def _result(row: GameRow, records: Records) -> str:
    lines = standing(json.loads(line) for line in records.outcome_lines(row.id))
    in_challenge = next((n for n, line in enumerate(lines) if line["event"] == "challenge_started"), len(lines))
    completed, blind = _completed(lines[:in_challenge]), _completed(lines[in_challenge:])
    reached = max((line["level"] for line in lines if line["event"] in LEVEL_BEGAN), default=0)
    more = f" and {blind} blind" if in_challenge < len(lines) else ""
    return f"{row.ended or 'goes on'}; {completed} levels completed{more}, level {reached} reached"


def _completed(lines: list[Line]) -> int:
    return sum(line["event"] == "level_completed" for line in lines)


def story_lines(records: Records, game_id: int) -> Iterator[str]:
    """What happened in a finished game, as JSON lines. Raises JournalError while it goes on."""
    return records.outcome_lines(records.finished_game(game_id).id)

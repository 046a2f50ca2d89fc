"""Games that were played, as lines for people."""

from collections.abc import Iterator

from mindbuzz.outputs.narration import ENDED_NAMES, counted
from mindbuzz.runtime.records import Records
from mindbuzz.runtime.rows import UNREADABLE, GameRow
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
    try:
        return _told(row, standing(records.outcomes(row.id)))
    except UNREADABLE:
        return f"damaged; what is left of it: mindbuzz journal show {row.id}"


def _told(row: GameRow, lines: list[Line]) -> str:
    in_challenge = next((n for n, line in enumerate(lines) if line["event"] == "challenge_started"), len(lines))
    completed, blind = _completed(lines[:in_challenge]), _completed(lines[in_challenge:])
    reached = max((line["level"] for line in lines if line["event"] in LEVEL_BEGAN), default=0)
    more = f" and {blind} blind" if in_challenge < len(lines) else ""
    ended = "goes on" if row.ended is None else ENDED_NAMES[row.ended]
    return f"{ended}; {counted(completed, 'level')} completed{more}, level {reached} reached"


def _completed(lines: list[Line]) -> int:
    return sum(line["event"] == "level_completed" for line in lines)


def story_lines(records: Records, game_id: int) -> Iterator[str]:
    """What happened in a finished game, as JSON lines, those that can be read. Raises JournalError while it goes on."""
    records.need_ended(game_id)
    yield from records.readable_lines(game_id)

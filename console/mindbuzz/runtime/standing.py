"""What stands of a game's outcome lines, once everything that was taken back is left out.

The journal keeps what happened and that it was taken back. Whoever counts must count what stands.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Line = Mapping[str, Any]

# With which event each action that can be taken back began.
BEGAN_WITH = {
    "mistake": "mistake",
    "star": "star_thrown",
    "level": "level_completed",
    "victory": "level_completed",
    "defeat": "game_lost",
}


def standing(lines: Iterable[Line]) -> list[Line]:
    """The lines of a game as if nothing had been done that was taken back later."""
    kept: list[Line] = []
    for line in lines:
        if line["event"] == "undone":
            del kept[_beginning(kept, BEGAN_WITH[line["what"]]) :]
        else:
            kept.append(line)
    return kept


def _beginning(lines: list[Line], event: str) -> int:
    """Where the last action of a kind began: a mistake that took the last life, with the mistake."""
    place = max((place for place, line in enumerate(lines) if line["event"] == event), default=len(lines))
    lost_by_mistake = event == "game_lost" and place > 0 and lines[place - 1]["event"] == "mistake"
    return place - lost_by_mistake

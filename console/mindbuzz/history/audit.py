"""Whether every game that is over can still be read: a bit that flipped in a row breaks no page of the file.

The console looks at its journal beside the game, game by game with a rest between two, so that nobody waits for it;
the doctor looks at once.
"""

import logging
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from mindbuzz.core.cards import card_named
from mindbuzz.core.dealing import dealt_hands
from mindbuzz.core.rules import has_real_cards
from mindbuzz.errors import JournalError
from mindbuzz.history.record import record_levels
from mindbuzz.runtime.records import Records, reading
from mindbuzz.runtime.rows import UNREADABLE, GameRow
from mindbuzz.runtime.standing import Line

REST_S = 0.05
CLOSE_S = 5.0
MOST_NAMED = 5
REMEDY = (
    "what is left of it: {show}; if there are ever more, the card is failing: change it; "
    "`mindbuzz ctl forget` erases all games that are over"
)

log = logging.getLogger(__name__)


def damage(journal: Records, game_id: int) -> list[str]:
    """What of a game that is over can't be read or can't be true, a line each; empty: nothing.

    Raises JournalError if it is gone by now.
    """
    found = journal.examined(game_id)
    if found.damaged:
        return [str(row) for row in found.damaged]
    row = journal.game(game_id)
    try:
        record_levels(found.outcomes)
        return list(_false_deals(row, found.outcomes))
    except UNREADABLE:
        return ["its outcomes do not make a game any more"]


def _false_deals(row: GameRow, outcomes: Iterable[Line]) -> Iterator[str]:
    """The seed is every hand of the game: where another was dealt, one of both rows is damaged."""
    challenge = False
    for line in outcomes:
        challenge = challenge or line["event"] == "challenge_started"
        if line["event"] == "level_dealt" and not has_real_cards(row.kind):
            told = {int(seat): tuple(map(card_named, cards)) for seat, cards in line["hands"].items()}
            if told != dealt_hands(row.seed, row.kind, challenge, line["level"], row.seats):
                yield f"its seed and the hands of level {line['level']} do not fit together"


class Audit:
    """Looks through the journal at `path` once, on a thread of its own."""

    name = "games kept"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stopping = threading.Event()
        self._damaged: list[int] = []
        self._failed = False
        self._thread = threading.Thread(target=self._run, name="journal-audit", daemon=True)

    @property
    def trouble(self) -> str | None:
        """Which games can't be read, and what to do, in one sentence; None: as far as it has looked, all can."""
        if self._failed:
            return f"{self._path} could not be looked through; the log says why; see: mindbuzz doctor"
        if not self._damaged:
            return None
        named = ", ".join(map(str, self._damaged[:MOST_NAMED])) + (", ..." if len(self._damaged) > MOST_NAMED else "")
        show = f"mindbuzz journal --file {self._path} show {self._damaged[0]}"
        return f"damaged in {self._path}: game {named}; all others are whole; {REMEDY.format(show=show)}"

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def forget(self) -> None:
        """Games that are over were forgotten, damaged ones with them."""
        self._damaged = []

    def close(self) -> None:
        """Look no further; a disk that hangs is not waited for for long."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            with reading(self._path) as journal:
                for game_id in journal.ended_games():
                    self._look_at(journal, game_id)
                    if self._stopping.wait(REST_S):
                        return
        except JournalError as error:
            log.warning("the journal can't be looked through: %s", error)
        except Exception:
            log.exception("the journal can't be looked through")
            self._failed = True

    def _look_at(self, journal: Records, game_id: int) -> None:
        try:
            found = damage(journal, game_id)
        except JournalError:
            return  # pruned or forgotten meanwhile
        if found:
            log.warning("game %d of the journal: %s", game_id, found[0], extra={"fields": {"GAME": game_id}})
            self._damaged.append(game_id)

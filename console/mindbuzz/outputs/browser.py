"""What browsers may be shown: each seat's screen, open or covered, every lamp, and the table. Drawn when asked for."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from mindbuzz.core.due import earliest_us
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView, covered
from mindbuzz.screens.lamp import FULL, OFF, lamp
from mindbuzz.screens.pattern import Pattern
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.table import table_picture_due_us
from mindbuzz.screens.texts import Texts


class Change(Enum):
    """What has changed: light alone, or what is to be seen on screens, too."""

    LAMPS = "lamps"
    PICTURES = "pictures"


Listener = Callable[[Change], None]


class Showcase:
    """The newest of everything, for whoever watches. A sink of the console.

    A watcher is told that something changed, and fetches what it wants to show when it has time for it: whoever is
    slow gets the newest, and delays nobody. Without watchers nothing is drawn and nothing moves.
    """

    def __init__(self, seats: Sequence[int], texts: Texts) -> None:
        self.texts = texts
        self.version = 0
        self.now_us = 0
        self.levels: dict[int, float] = dict.fromkeys(seats, 0.0)
        self._patterns: dict[int, Pattern] = dict.fromkeys(seats, OFF)
        self._views: dict[int, SeatView] = {}
        self._table: TableView | None = None
        self._frames: dict[tuple[int, bool], bytes] = {}
        self._listeners: list[Listener] = []
        self._lamps_due_us: int | None = None
        self._pictures_due_us: int | None = None

    # --- watching ---

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change; answers what ends that. The loop has to look at `due_us` anew."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def table(self) -> TableView:
        """The table as it was shown last."""
        assert self._table is not None, "nothing was shown yet"
        return self._table

    def frame(self, seat: int, is_open: bool) -> bytes:
        """A seat's screen, one bit a dot, row after row from the top left, eight dots a byte.

        Covered, it has card backs in place of the hand, and all that everyone may read.
        """
        key = (seat, is_open)
        if key not in self._frames:
            self._frames[key] = self._drawn(seat, is_open)
        return self._frames[key]

    def has_secret(self, seat: int) -> bool:
        """Whether a seat's screen shows more than others may see, so that there is something to cover."""
        return self.frame(seat, is_open=True) != self.frame(seat, is_open=False)

    def _drawn(self, seat: int, is_open: bool) -> bytes:
        view = self._views[seat]
        return picture(view if is_open else covered(view), self.texts, self.now_us).tobytes()

    # --- what every sink has ---

    def pressed(self, down: frozenset[int]) -> None:
        """A press is believed: its own lamp is full, at once. Going out again is left to the pattern."""
        for seat in down & self.levels.keys():
            self.levels[seat] = FULL.level(0)
        self._tell(Change.LAMPS)

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """The game has moved on."""
        self._views = dict(seats)
        self._table = table
        self._patterns = {seat: lamp(seats[seat]) for seat in self.levels}
        self._light(now_us)
        self._turn_pages(now_us)

    @property
    def due_us(self) -> int | None:
        """When something that is watched changes by itself next, or None."""
        return earliest_us((self._lamps_due_us, self._pictures_due_us)) if self._listeners else None

    def refresh(self, now_us: int) -> None:
        """What moves by itself moves on."""
        if self._lamps_due_us is not None and self._lamps_due_us <= now_us:
            self._light(now_us)
        if self._pictures_due_us is not None and self._pictures_due_us <= now_us:
            self._turn_pages(now_us)

    def _light(self, now_us: int) -> None:
        self.levels = {seat: pattern.level(now_us) for seat, pattern in self._patterns.items()}
        self._lamps_due_us = earliest_us(pattern.due_us(now_us) for pattern in self._patterns.values())
        self._tell(Change.LAMPS)

    def _turn_pages(self, now_us: int) -> None:
        self.now_us = now_us
        self.version += 1
        self._frames.clear()
        of_seats = (picture_due_us(view, now_us) for view in self._views.values())
        self._pictures_due_us = earliest_us((table_picture_due_us(self.table, now_us), *of_seats))
        self._tell(Change.PICTURES)

    def _tell(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)

    def close(self) -> None:
        """The browsers have gone before."""

"""What is counted while a console runs: presses, and buttons that stuck or chattered. Public, like the table."""

from collections import Counter
from collections.abc import Mapping, Sequence

from mindbuzz.contacts.chatter import CHATTER
from mindbuzz.core.events import STUCK
from mindbuzz.core.outcomes import Outcome, PauseCaused
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.quiet_sink import QuietSink


class Counts(QuietSink):
    """A sink of the console: counts by seat since it started, and the table as it was shown last."""

    def __init__(self) -> None:
        self.presses: Counter[int] = Counter()
        self.stuck: Counter[int] = Counter()
        self.chatter: Counter[int] = Counter()
        self._down: frozenset[int] = frozenset()
        self._table: TableView | None = None

    @property
    def table(self) -> TableView:
        """The table as it was shown last."""
        assert self._table is not None, "nothing was shown yet"
        return self._table

    def broken(self, kind: str) -> frozenset[int]:
        """The seats whose button is STUCK or in CHATTER now."""
        return frozenset(seat for source, seats in self.table.causes if _is(source, kind) for seat in seats)

    def pressed(self, down: frozenset[int]) -> None:
        """Count the buttons that went down."""
        self.presses.update(down - self._down)
        self._down = down

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Count what broke."""
        self._table = table
        for outcome in outcomes:
            if isinstance(outcome, PauseCaused):
                self.stuck.update(outcome.seats if _is(outcome.source, STUCK) else ())
                self.chatter.update(outcome.seats if _is(outcome.source, CHATTER) else ())


def _is(source: str, kind: str) -> bool:
    return source.partition(":")[0] == kind

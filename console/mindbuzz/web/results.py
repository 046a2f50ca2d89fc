"""Which result is on show: of a level that is over first what ended it, then face-down cards one by one."""

from mindbuzz.core.outcomes import Mistake, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import TableView
from mindbuzz.screens.opening import Shown, opening


def result(table: TableView, now_us: int) -> Shown | None:
    """What is to be seen now; None: whatever the phase says by itself."""
    if table.phase in (Phase.MISTAKE, Phase.STAR):
        return next(outcome for outcome in table.shown if isinstance(outcome, Mistake | StarThrown))
    ends_us = table.began_us
    for stays_us, shown in opening(table):
        ends_us += stays_us
        if now_us < ends_us:
            return shown
    return None

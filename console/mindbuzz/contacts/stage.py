"""All buttons together: confirmed downs and ups leave in time order, none before an older one can still come.

A confirmed event waits while an older change of another button is still under confirmation, and the timers of the
game wait with it: `Stage` answers TimePassed only up to its watermark, the time before which nothing can happen
any more.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count

from mindbuzz.contacts.button import Debounce, Edge, Level, Limits
from mindbuzz.contacts.chatter import Chatter
from mindbuzz.contacts.contact import Contact
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event, SourceLost, SourceReturned, TimePassed
from mindbuzz.core.settings import Settings, us

NO_SEAT = 0


class Stage:
    """The input stage of one console.

    Times must not run back from one call to the next; a contact that is late all the same counts as now. Every
    method answers the events that are certain now, oldest first, and ends with TimePassed at the watermark.
    Buttons of `closed` are down at the start: silent until released. `watchful`: a chattering button is told as a
    lost source of its own.
    """

    def __init__(
        self, seats: Iterable[int], settings: Settings, closed: Iterable[int] = (), *, watchful: bool = False
    ) -> None:
        self._limits = Limits.of(settings)
        held = frozenset(closed)
        self._buttons = {seat: Debounce(seat, self._limits, seat in held) for seat in sorted(seats)}
        self._chatter = Chatter(us(settings.quiet_ms)) if watchful else None
        self._ready: list[tuple[int, int, int, Event]] = []
        self._number = count()
        self._now_us = 0

    # --- what happens ---

    def contact(self, contact: Contact) -> list[Event]:
        """A contact closed or opened."""
        self._settle(contact.at_us)
        seat, now_us = contact.seat, self._now_us
        button = self._buttons.get(seat)
        if button is not None:
            button.edge(now_us, contact.closed, contact.uncertainty_us)
            begins = contact.closed and button.pending_us == now_us
            if self._chatter is not None and self._chatter.noted(seat, now_us, begins):
                self._hold_ready(SourceLost(now_us, self._chatter.source(seat), (seat,)), seat)
        return self._certain()

    def pass_time(self, now_us: int) -> list[Event]:
        """No contact changed up to now."""
        self._settle(now_us)
        return self._certain()

    def lose(self, at_us: int, source: str, seats: tuple[int, ...]) -> list[Event]:
        """A source went away; its buttons stay as they were until it is back."""
        self._settle(at_us)
        self._hold_ready(SourceLost(self._now_us, source, seats), min(seats))
        return self._certain()

    def regain(self, at_us: int, source: str, seats: tuple[int, ...], closed: Iterable[int] = ()) -> list[Event]:
        """A source is back. A press made meanwhile is not invented: such a button is silent until released."""
        self._settle(at_us)
        for seat in closed:
            self._find_closed(seat)
        self._hold_ready(SourceReturned(self._now_us, source, seats), min(seats))
        return self._certain()

    def _find_closed(self, seat: int) -> None:
        button = self._buttons[seat]
        if button.level is Level.DOWN:
            button.edge(self._now_us, True)
        elif not button.closed:
            self._buttons[seat] = Debounce(seat, self._limits, closed=True)

    def pass_on(self, event: Event) -> list[Event]:
        """Something else happened; it takes its place in time among presses and releases."""
        self._settle(event.at_us)
        self._hold_ready(event, NO_SEAT)
        return self._certain()

    # --- what can be known ---

    @property
    def due_us(self) -> int | None:
        """When pass_time may know more if no contact changes, or None."""
        dues = [due for button in self._buttons.values() if (due := button.due_us) is not None]
        if self._chatter is not None and self._chatter.due_us is not None:
            dues.append(self._chatter.due_us)
        return min(dues, default=None)

    @property
    def pending_us(self) -> int | None:
        """The time of the oldest change under confirmation, past which nothing is certain, or None."""
        oldest = self._oldest_pending()
        return None if oldest is None else oldest[0]

    @property
    def down(self) -> frozenset[int]:
        """The seats whose press is believed, also while its turn to be told has not come."""
        return frozenset(seat for seat, button in self._buttons.items() if button.level is Level.DOWN)

    def is_closed(self, seat: int) -> bool:
        """What the edges so far say of a contact."""
        return self._buttons[seat].closed

    def _oldest_pending(self) -> tuple[int, int] | None:
        """(time, seat) of the oldest change under confirmation; seats are in order, so the first oldest wins."""
        oldest = None
        for seat, button in self._buttons.items():
            at_us = button.pending_us
            if at_us is not None and (oldest is None or at_us < oldest[0]):
                oldest = (at_us, seat)
        return oldest

    def _certain(self) -> list[Event]:
        oldest = self._oldest_pending()
        ready = self._ready
        events: list[Event] = []
        while ready and (oldest is None or ready[0][:2] < oldest):
            events.append(heappop(ready)[3])
        events.append(TimePassed(self._now_us if oldest is None else min(oldest[0], self._now_us)))
        return events

    # --- how it is known ---

    def _settle(self, now_us: int) -> None:
        now_us = max(now_us, self._now_us)
        for button in self._buttons.values():
            while (edge := button.settle(now_us)) is not None:
                self._hold_ready(_event_of(edge), edge.seat)
        if self._chatter is not None:
            for seat, at_us in self._chatter.ended(now_us):
                self._hold_ready(SourceReturned(at_us, self._chatter.source(seat), (seat,)), seat)
        self._now_us = now_us

    def _hold_ready(self, event: Event, seat: int) -> None:
        heappush(self._ready, (event.at_us, seat, next(self._number), event))


def _event_of(edge: Edge) -> ButtonPressed | ButtonReleased:
    if edge.down:
        return ButtonPressed(edge.at_us, edge.seat, edge.uncertainty_us)
    return ButtonReleased(edge.at_us, edge.seat)

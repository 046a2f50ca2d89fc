"""Buttons in browsers: contacts of people who sit at a seat, perhaps with several browsers at the same one."""

from collections.abc import Hashable, Iterable

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.due import earliest_us
from mindbuzz.inputs.source import Mailbox, SourceChange

# No contact carries more: taps wait that long for ties.
MOST_UNCERTAIN_US = 8_000
# A page that is loaded anew is back by then, and nobody need know.
GONE_AFTER_US = 3_000_000


class BrowserButtons:
    """The buttons of `seats`, each down while any browser that sits there holds it down. A source of contacts.

    `who` stands for a browser. A seat that the last one has left, and to which none came back for a while, is lost:
    the game waits for it. All of it runs on the game's thread.
    """

    name = "browser"

    def __init__(self, seats: Iterable[int], mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._places = {seat: _Place() for seat in seats}

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that browsers can sit at."""
        return tuple(self._places)

    # --- coming and going ---

    def sit(self, seat: int, who: Hashable, now_us: int) -> None:
        """A browser takes a seat."""
        place = self._places[seat]
        place.sitting.add(who)
        place.lost_due_us = None
        if place.lost:
            place.lost = False
            self._mailbox.put(SourceChange(now_us, self.name, (seat,), lost=False))

    def rise(self, seat: int, who: Hashable, now_us: int) -> None:
        """A browser leaves a seat, or is gone; what it held down comes up."""
        self.touch(seat, who, False, now_us, 0)
        place = self._places[seat]
        place.sitting.discard(who)
        if not place.sitting and not place.lost:
            place.lost_due_us = now_us + GONE_AFTER_US
            self._mailbox.wake()

    def sitting(self, seat: int) -> frozenset[Hashable]:
        """Who sits at a seat."""
        return frozenset(self._places[seat].sitting)

    # --- contacts ---

    def touch(self, seat: int, who: Hashable, closed: bool, at_us: int, uncertainty_us: int) -> None:
        """A browser that sits at a seat presses its button, or lets go."""
        place = self._places[seat]
        if who not in place.sitting or closed is (who in place.holding):
            return
        was_closed = bool(place.holding)
        (place.holding.add if closed else place.holding.discard)(who)
        if bool(place.holding) is not was_closed:
            # A refined clock must not turn a press and its release around.
            place.told_us = max(at_us, place.told_us + 1)
            uncertainty_us = min(uncertainty_us, MOST_UNCERTAIN_US)
            self._mailbox.put(Contact(place.told_us, seat, closed, uncertainty_us, source=self.name))

    def closed(self) -> frozenset[int]:
        """The seats whose button is down."""
        return frozenset(seat for seat, place in self._places.items() if place.holding)

    # --- what every source has ---

    @property
    def due_us(self) -> int | None:
        """When a seat that was left counts as lost, or None."""
        return earliest_us(place.lost_due_us for place in self._places.values())

    def act(self, now_us: int) -> None:
        """Tell of seats that nobody came back to."""
        for seat, place in self._places.items():
            if place.lost_due_us is not None and place.lost_due_us <= now_us:
                place.lost_due_us = None
                place.lost = True
                self._mailbox.put(SourceChange(now_us, self.name, (seat,), lost=True))

    def close(self) -> None:
        """Nothing to let go of: the browsers have gone before."""


class _Place:
    """One seat: which browsers sit there, and which of them hold its button down."""

    def __init__(self) -> None:
        self.sitting: set[Hashable] = set()
        self.holding: set[Hashable] = set()
        self.told_us = 0
        self.lost = False
        self.lost_due_us: int | None = None

"""Buttons on GPIO, through gpiozero's pins.

The stamp of a contact comes with the pin's event, never from a clock read in the callback. The callback runs on the
driver's thread and only puts the contact into the mailbox; no library timer (`bounce_time`, `when_held`) decides
anything. A contact to ground closes low.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.units import MINUTE_US, SECOND_US
from mindbuzz.errors import PinError
from mindbuzz.inputs.source import Mailbox
from mindbuzz.pins.stamps import DoubtfulTicks, believable, wrong_clock

GPIO = "gpio"
AUDITS_THAT_MUST_AGREE = 2
TOLD_FOR_US = MINUTE_US
NO_AUDIT = "nothing makes them up, since audit_ms = 0"
CLOSE_S = 1.0
NEVER_US = -(1 << 62)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class EdgeCounts:
    """Edges that came, those of them that told nothing new, and edges that were lost and had to be made up."""

    edges: int = 0
    repeated: int = 0
    made_up: int = 0


class GpioButtons:
    """The buttons of `pins`, seat to BCM number.

    `at_us` turns a pin's ticks (seconds) into the console's microseconds. Every `audit_ms` the level of each button is
    compared with what its edges said; two disagreements in a row, and the missing edge is made up and marked. It is
    as uncertain as the time since the two last agreed is long. 0 switches that off.
    At the same time the driver's thread is looked after. In real time a thread of its own takes the look (`watch`).
    """

    name = GPIO

    def __init__(
        self,
        pins: Mapping[int, int],
        factory: Any,
        mailbox: Mailbox,
        at_us: Callable[[float], int],
        *,
        uncertainty_us: int,
        audit_ms: float,
        now_us: int,
    ) -> None:
        self._mailbox = mailbox
        self._factory = factory
        self._revivals = 0
        self._revived_us = NEVER_US
        self._audit_us = round(audit_ms * 1000) if pins else 0
        self._audit_due_us = now_us + self._audit_us
        self._watch: threading.Thread | None = None
        self._uneasy = True
        self._closing = threading.Event()
        self._stamps = stamps = _Stamps(factory, at_us, uncertainty_us)
        self._lines = {seat: _Line(seat, factory.pin(number), mailbox, stamps, now_us) for seat, number in pins.items()}
        mailbox.fetch_first(factory.fetch)

    @property
    def trouble(self) -> str | None:
        """Whether the driver's thread died lately, or which seats' edges got lost, and what to do; None: nothing."""
        since_us = self._stamps.now_us() - TOLD_FOR_US
        if self._revived_us > since_us:
            return f"the thread that brings the edges died, {self._revivals} times so far; started anew, see the log"
        seats = [str(seat) for seat, line in self._lines.items() if line.made_up_us > since_us]
        if not seats:
            return None
        late_s = AUDITS_THAT_MUST_AGREE * self._audit_us / SECOND_US
        remedy = f"the level audit made them up, up to {late_s:g} s late" if late_s else NO_AUDIT
        return f"edges of seat {', '.join(seats)} got lost; {remedy}: check wire and driver"

    @property
    def due_us(self) -> int | None:
        """When the levels are to be audited next, or None."""
        return self._audit_due_us if self._audit_us and (self._watch is None or self._uneasy) else None

    def closed(self) -> frozenset[int]:
        """The seats whose contacts are closed now."""
        return frozenset(seat for seat, line in self._lines.items() if line.is_closed())

    @property
    def edge_counts(self) -> dict[int, EdgeCounts]:
        """What was counted of each seat's button since the start."""
        return {seat: line.counts for seat, line in self._lines.items()}

    def act(self, now_us: int) -> None:
        """Audit the levels if it is time to. Raises PinError if the pins keep another time than the console."""
        if self._audit_us and now_us >= self._audit_due_us:
            self._audit_due_us = now_us + self._audit_us
            self._look_after_driver(now_us)
            for line in self._lines.values():
                line.audit(now_us)
            self._uneasy = not self._all_is_well()

    def watch(self, now_us: Callable[[], int], seconds_until: Callable[[int], float]) -> None:
        """Have a thread of its own look from now on, and call for the audit only when there is something to find.

        Nearly always there is nothing: then the game's thread sleeps on, and a thread that only sleeps and looks costs
        a third of an event loop that wakes up for that.
        """
        if self._audit_us:
            self._watch = threading.Thread(
                target=self._look_now_and_then, args=(now_us, seconds_until), name="audit", daemon=True
            )
            self._watch.start()

    def _look_now_and_then(self, now_us: Callable[[], int], seconds_until: Callable[[int], float]) -> None:
        while not self._closing.wait(seconds_until(now_us() + self._audit_us)):
            if not self._uneasy:
                self._look(now_us())

    def _look(self, now_us: int) -> None:
        try:
            well = self._all_is_well()
        except Exception:  # whatever it is, the audit on the game's thread meets it, too, and tells
            well = False
        if well:
            self._audit_due_us = now_us + self._audit_us
            for line in self._lines.values():
                line.agreed_us = now_us
        elif not self._closing.is_set():
            self._audit_due_us = now_us
            self._uneasy = True
            self._mailbox.wake()

    def _all_is_well(self) -> bool:
        return bool(self._factory.alive) and all(line.agrees for line in self._lines.values())

    def _look_after_driver(self, now_us: int) -> None:
        if not self._factory.alive:
            self._revivals += 1
            self._revived_us = now_us
            log.error("the thread that brings the buttons' edges has died; it is started anew")
            self._factory.revive()

    @property
    def driver_counts(self) -> dict[str, int]:
        """What went wrong on the way from the kernel: edges it dropped, listeners that raised, threads that died."""
        return {
            "lost_edges": self._factory.lost_edges,
            "failed_callbacks": self._factory.failed_callbacks,
            "revivals": self._revivals,
        }

    def close(self) -> None:
        """Let go of the pins; an edge that comes later falls on deaf ears."""
        self._mailbox.fetch_first()
        self._closing.set()
        if self._watch is not None:
            self._watch.join(CLOSE_S)
        for line in self._lines.values():
            line.close()


def listen(pin: Any, changed: Callable[[float, int], None]) -> None:
    """Hear of both edges. The pin keeps only a weak reference to `changed`: it must be a method of something kept."""
    pin.function = "input"
    pin.pull = "up"
    pin.bounce = None
    pin.edges = "both"
    pin.when_changed = changed


class _Stamps:
    """From a pin's ticks to the console's time, for pins of one factory."""

    def __init__(self, factory: Any, at_us: Callable[[float], int], uncertainty_us: int) -> None:
        self._factory = factory
        self._at_us = at_us
        self._uncertainty_us = uncertainty_us

    def now_us(self) -> int:
        """The time that an edge would be stamped with now."""
        return self._at_us(self._factory.ticks())

    def contact(self, seat: int, closed: bool, ticks: float) -> Contact:
        """What an edge says. Raises PinError if no clock of ours can have stamped it."""
        now_s = self._factory.ticks()
        if not believable(ticks, now_s):
            raise wrong_clock(ticks, now_s)
        at_us = self._at_us(ticks)
        if isinstance(ticks, DoubtfulTicks):
            return self.made_up(seat, closed, self._at_us(ticks.since_s), at_us)
        return Contact(at_us, seat, closed, self._uncertainty_us, source=GPIO)

    def made_up(self, seat: int, closed: bool, since_us: int, at_us: int) -> Contact:
        """An edge that happened somewhere in that time: nobody saw it, or others before it were lost."""
        return Contact(at_us, seat, closed, at_us - since_us + self._uncertainty_us, made_up=True, source=GPIO)


class _Line:
    """One pin. Holds the bound callback, of which the pin itself keeps only a weak reference."""

    def __init__(self, seat: int, pin: Any, mailbox: Mailbox, stamps: _Stamps, now_us: int) -> None:
        self.counts = EdgeCounts()
        self._seat = seat
        self._pin = pin
        self._mailbox = mailbox
        self._stamps = stamps
        self._disagreed = 0
        self._edges_then = 0  # how many edges there had been when level and edges last disagreed
        self._refusal: PinError | None = None
        self.agreed_us = now_us
        self._told = False  # an edge may come while we begin to listen
        self.made_up_us = NEVER_US
        listen(pin, self._changed)
        self._told = self.is_closed()

    def is_closed(self) -> bool:
        return not self._pin.state

    def _changed(self, ticks: float, state: int) -> None:
        """On the driver's thread: an exception here would end every button, so a refusal waits for the next audit."""
        closed = not state
        try:
            contact = self._stamps.contact(self._seat, closed, ticks)
        except PinError as refusal:
            self._refusal = refusal
            return
        self.counts.edges += 1
        self.counts.repeated += closed is self._told
        if contact.made_up:
            self.counts.made_up += 1
            self.made_up_us = contact.at_us
        self._told = closed
        self._mailbox.put(contact)

    @property
    def agrees(self) -> bool:
        """Whether the level is what the edges said, and no edge was refused."""
        return self._refusal is None and self.is_closed() is self._told

    def audit(self, now_us: int) -> None:
        """Compare level and edges; an edge that must have been lost happened somewhere since the two last agreed.

        Raises PinError if an edge was refused.
        """
        if self._refusal is not None:
            raise self._refusal
        closed = self.is_closed()
        if closed is self._told:
            self._disagreed, self.agreed_us = 0, now_us
            return
        if self.counts.edges != self._edges_then:  # then it is another edge that is missing, and may be under way
            self._edges_then, self._disagreed = self.counts.edges, 0
        self._disagreed += 1
        if self._disagreed >= AUDITS_THAT_MUST_AGREE:
            self._make_up(now_us, closed)

    def _make_up(self, now_us: int, closed: bool) -> None:
        contact = self._stamps.made_up(self._seat, closed, self.agreed_us, now_us)
        self._disagreed, self.agreed_us = 0, now_us
        self._told = closed
        self.counts.made_up += 1
        self.made_up_us = now_us
        self._mailbox.put(contact)

    def close(self) -> None:
        self._pin.when_changed = None
        self._pin.close()

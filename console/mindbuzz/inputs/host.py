"""The host's button: a short press asks whether the game shall end, or opens the menu where nobody plays; a very long
one switches the machine off."""

from collections import deque
from collections.abc import Callable
from typing import Any

from mindbuzz.contacts.button import Debounce, Limits
from mindbuzz.core.due import earliest_us
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.gpio import listen
from mindbuzz.inputs.source import HostPressed, Mailbox

NO_SEAT = 0
AT_ONCE_US = 0


class HostButton:
    """A source of news, on BCM `pin_number`. `on_held` is called once it was down for `hold_us`; 0: never. `takes` is
    asked first about every shorter press, with now and how long it was: the operator's menu may be open.

    A press is short when it ends before that, so it is told when it ends. A button that is down when the console
    starts is silent until it was released: a jammed one must not switch the machine off again and again.
    """

    name = "host"

    def __init__(
        self,
        pin_number: int,
        factory: Any,
        mailbox: Mailbox,
        at_us: Callable[[float], int],
        *,
        hold_us: int,
        on_held: Callable[[], object],
        takes: Callable[[int, int], bool] = lambda now_us, held_us: False,
    ) -> None:
        self._pin = factory.pin(pin_number)
        self._mailbox = mailbox
        self._at_us = at_us
        self._hold_us = hold_us
        self._on_held = on_held
        self._takes = takes
        self._edges: deque[tuple[int, bool]] = deque()
        self._down_us: int | None = None
        listen(self._pin, self._changed)
        self._debounce = Debounce(NO_SEAT, Limits.of(DEFAULTS), closed=not self._pin.state)

    def closed(self) -> frozenset[int]:
        """No seat's button."""
        return frozenset()

    @property
    def due_us(self) -> int | None:
        """When there is something to decide, or None."""
        if self._edges:
            return AT_ONCE_US
        dues = [self._debounce.due_us, self._held_us]
        return earliest_us(dues)

    @property
    def _held_us(self) -> int | None:
        """When the press under way becomes a long one, if the contact stays closed; or None."""
        if self._down_us is None or not self._hold_us or not self._debounce.closed:
            return None
        return self._down_us + self._hold_us

    def _changed(self, ticks: float, state: int) -> None:
        """On the driver's thread."""
        self._edges.append((self._at_us(ticks), not state))
        self._mailbox.wake()

    def act(self, now_us: int) -> None:
        """Decide what the edges that came were."""
        while self._edges:
            at_us, closed = self._edges.popleft()
            self._settle(at_us)
            self._debounce.edge(at_us, closed)
        self._settle(now_us)
        if self._held_us is not None and self._held_us <= now_us:
            self._end_press(now_us, now_us)

    def _settle(self, now_us: int) -> None:
        while (edge := self._debounce.settle(now_us)) is not None:
            if edge.down:
                self._down_us = edge.at_us
            else:
                self._end_press(edge.at_us, now_us)

    def _end_press(self, at_us: int, now_us: int) -> None:
        """It is long enough now, or was released; of a long press that was told already nothing is told."""
        began_us, self._down_us = self._down_us, None
        if began_us is None:
            return
        if self._hold_us and at_us - began_us >= self._hold_us:
            self._on_held()
        elif not self._takes(now_us, at_us - began_us):
            self._mailbox.put(HostPressed(now_us))

    def close(self) -> None:
        """Let go of the pin."""
        self._pin.when_changed = None
        self._pin.close()

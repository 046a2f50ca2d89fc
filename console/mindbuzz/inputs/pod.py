"""Buttons on a pod. It stamps contacts with its own clock; the link knows how that and the console's go together."""

from collections.abc import Callable, Mapping

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.due import earliest_us
from mindbuzz.inputs.source import Mailbox, SourceChange
from mindbuzz.pod.flash import mismatch
from mindbuzz.pod.frames import Hello
from mindbuzz.pod.link import Changed, Happening, Lost, Met
from mindbuzz.pod.pod import Pod

COMES_WITHIN_US = 1_500_000  # after the start; nobody need know that it was not there at once


class PodButtons:
    """The buttons of `wires`, seat to the pod's number of its button. A source of contacts.

    `uncertainty_us` is that of a stamp by its own clock. If all buttons of the table are on the pod (`alone`), its
    clock is the only one, and what is not known of its offset is no part of who was first.
    """

    name = "pod"

    def __init__(
        self,
        wires: Mapping[int, int],
        pod: Pod,
        mailbox: Mailbox,
        *,
        uncertainty_us: int,
        alone: bool,
        now_us: int,
        say: Callable[[str], object] = lambda line: None,
    ) -> None:
        self._seats = {button: seat for seat, button in wires.items()}
        self._pod = pod
        self._mailbox = mailbox
        self._uncertainty_us = uncertainty_us
        self._alone = alone
        self._say = say
        self._closed: set[int] = set()
        self._without_room = 0
        self._missed_due_us: int | None = now_us + COMES_WITHIN_US

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose button is on the pod."""
        return tuple(sorted(self._seats.values()))

    @property
    def certain_us(self) -> int | None:
        """The time before which no contact can have changed unheard; None while there is no pod to wait for."""
        return self._pod.certain_us

    @property
    def due_us(self) -> int | None:
        """When there is something to do, or None."""
        dues = (self._pod.due_us, self._missed_due_us)
        return earliest_us(dues)

    @property
    def trouble(self) -> str | None:
        """What is wrong with the pod, in a sentence; None: nothing."""
        return self._pod.trouble

    def closed(self) -> frozenset[int]:
        """The seats whose contacts are closed, as far as is known."""
        return frozenset(self._closed)

    def act(self, now_us: int) -> None:
        """Hear what the pod says; miss it if it does not come."""
        for happening in self._pod.act(now_us):
            self._tell(happening)
        if self._missed_due_us is not None and self._missed_due_us <= now_us:
            self._lose(now_us)
        if self._pod.without_room != self._without_room:
            self._without_room = self._pod.without_room
            self._say(f"pod: it had no room for {self._without_room} edges since its start")

    def _tell(self, happening: Happening) -> None:
        if isinstance(happening, Changed):
            self._change(happening)
        elif isinstance(happening, Lost):
            self._lose(happening.at_us, happening.reason)
        else:
            self._regain(happening)

    def _change(self, changed: Changed) -> None:
        seat = self._seats.get(changed.button)
        if seat is None:
            return
        (self._closed.add if changed.closed else self._closed.discard)(seat)
        uncertainty_us = self._uncertainty_us + (0 if self._alone and not changed.made_up else changed.uncertainty_us)
        contact = Contact(changed.at_us, seat, changed.closed, uncertainty_us, changed.made_up, source=self.name)
        self._mailbox.put(contact)

    def _lose(self, at_us: int, reason: str | None = None) -> None:
        self._missed_due_us = None
        self._say(f"pod: {reason or self._pod.trouble}")
        self._put_change(SourceChange(at_us, self.name, self.seats, lost=True))

    def _regain(self, met: Met) -> None:
        """What was let go meanwhile was let go; a press made meanwhile is not invented."""
        self._missed_due_us = None
        closed = {seat for button, seat in self._seats.items() if button in met.closed}
        for seat in sorted(self._closed - closed):
            contact = Contact(met.at_us, seat, False, self._uncertainty_us, made_up=True, source=self.name)
            self._mailbox.put(contact)
        self._closed = closed
        self._put_change(SourceChange(met.at_us, self.name, self.seats, lost=False, closed=tuple(sorted(closed))))
        if self._pod.hello is not None:
            self._greet(self._pod.hello)

    def _greet(self, hello: Hello) -> None:
        self._say(f"pod: {hello.unique_id} is here, firmware {hello.version}")
        advice = mismatch(hello)
        if advice is not None:
            self._say(f"pod: {advice}")

    def _put_change(self, change: SourceChange) -> None:
        """A pod that has lamps only stops no game."""
        if change.seats:
            self._mailbox.put(change)

    def close(self) -> None:
        """Let go of the port."""
        self._pod.close()

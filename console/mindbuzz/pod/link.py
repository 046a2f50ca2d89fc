"""The link: the console's side of the conversation with a pod. Bytes and times in, what happened and lines out.

It knows no port and no seat. A pod is met when it has said who it is, speaks our protocol, and its clock is known well
enough. Edges are taken in the order of their numbers; for one that is missing the link asks until it comes, and until
then nothing later is certain.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mindbuzz.pod.clock import ClockMap
from mindbuzz.pod.frames import (
    MOST_BUTTONS,
    MOST_NUMBER,
    PROTOCOL,
    Ack,
    Edge,
    Frame,
    Hello,
    LampKey,
    LampPattern,
    Lines,
    Nak,
    Ping,
    Query,
    Reply,
    Status,
    encode,
)

SILENT_US = 600_000  # a pod that says nothing for so long is lost
LATE_US = 50_000
ASK_AGAIN_US = 15_000  # for edges that are missing
FEWEST_REPLIES = 8
QUICK_PING_US = 15_000
PING_US = 397_000  # no multiple of anything that might be busy in the meantime
QUERY_US = 500_000
MOST_UNCERTAIN_US = 10_000  # half the width of what is known of the pod's clock, before it may play
PENDING_PINGS = 32
REMEDY = "put the right one on with: mindbuzz pod flash"
BUTTONS = range(1, MOST_BUTTONS + 1)


@dataclass(frozen=True, slots=True)
class Met:
    """The pod is there; its contacts of `closed` are closed."""

    at_us: int
    closed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Lost:
    """The pod can't be relied on any more, and why."""

    at_us: int
    reason: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A contact closed or opened at `at_us` of the console's clock, which may be off by `uncertainty_us` as clocks go.

    `made_up`: the edge was lost; the contacts' levels show that there must have been one within the uncertainty.
    """

    at_us: int
    button: int
    closed: bool
    uncertainty_us: int
    made_up: bool = False


Happening = Met | Lost | Changed


class Link:
    """One connection. `audit_us`: contacts that disagree with the edges for so long are believed; 0 never."""

    def __init__(self, now_us: int, audit_us: int) -> None:
        self.hello: Hello | None = None
        self.status: Status | None = None  # the newest, with what the pod itself has counted
        self.refused: str | None = None
        self._audit_us = audit_us
        self._lines = Lines()
        self._outgoing: list[bytes] = []
        self._happened: list[Happening] = []
        self._session: _Session | None = None
        self._heard_us = now_us
        self._query_due_us = now_us
        self._ping_due_us = now_us
        self._pinged_us = now_us
        self._ping_number = 0
        self._pings: dict[int, int] = {}

    # --- what comes in ---

    def take(self, data: bytes, at_us: int) -> None:
        """Bytes that were received at `at_us`."""
        for frame in self._lines.take(data):
            hear = HEARING.get(type(frame))
            if hear is not None:
                self._heard_us = at_us
                hear(self, frame, at_us)

    def happened(self) -> list[Happening]:
        """What happened since this was asked last, in order."""
        happened, self._happened = self._happened, []
        return happened

    # --- what goes out ---

    @property
    def due_us(self) -> int:
        """When `act` has something to do."""
        dues = [self._ping_due_us]
        if self.hello is None:
            dues.append(self._query_due_us)
        if self.met:
            dues.append(self._heard_us + SILENT_US)
        if self._session is not None and self._session.missing:
            dues.append(self._session.ask_due_us)
        return min(dues)

    def ask(self) -> None:
        """Somebody waits for `certain_us` to move on: a status follows every ping."""
        self._ping_due_us = min(self._ping_due_us, self._pinged_us + QUICK_PING_US)

    def act(self, now_us: int) -> None:
        """Do what is due."""
        if self.met and now_us >= self._heard_us + SILENT_US:
            self._find_silent(now_us)
        if self._session is not None and self._session.missing:
            self._chase(self._session, now_us)
        if self.hello is None and now_us >= self._query_due_us:
            self._query_due_us = now_us + QUERY_US
            self.send(encode(Query()))
        if now_us >= self._ping_due_us:
            self._ping(now_us)

    def _find_silent(self, now_us: int) -> None:
        """Nothing came for long; but if we come late ourselves, what came may not have been read yet."""
        if now_us - self._heard_us - SILENT_US > LATE_US:
            self._heard_us = now_us - SILENT_US + LATE_US
        else:
            self._lose(now_us, f"says nothing for {SILENT_US // 1000} ms")

    def _chase(self, session: "_Session", now_us: int) -> None:
        """What was asked for does not come. Only what was asked for here counts: before, nobody could answer."""
        self._ask_for(session, now_us)
        if session.asked_us is None:
            session.asked_us = now_us
        elif now_us - session.asked_us > SILENT_US:
            self._lose(now_us, "can't be understood")

    def _ping(self, now_us: int) -> None:
        waiting = self._session is None or not self._session.clock_known
        quick = waiting and now_us < self._heard_us + SILENT_US
        self._pinged_us = now_us
        self._ping_due_us = now_us + (QUICK_PING_US if quick else PING_US)
        self._ping_number = (self._ping_number + 1) % (MOST_NUMBER + 1)
        self._pings[self._ping_number] = now_us
        if len(self._pings) > PENDING_PINGS:
            del self._pings[next(iter(self._pings))]
        self.send(encode(Ping(self._ping_number)))

    def send(self, line: bytes) -> None:
        """Send a line. None is sure to arrive; those that matter are sent again."""
        self._outgoing.append(line)

    def outgoing(self) -> list[bytes]:
        """The lines to be sent since this was asked last."""
        outgoing, self._outgoing = self._outgoing, []
        return outgoing

    def play(self, lamp: int, began_us: int, loop_us: int, keys: tuple[LampKey, ...]) -> None:
        """Let a lamp play a pattern that began at `began_us` of the console's clock, if the pod was met."""
        if self._session is not None and self._session.met:
            began_ms = self._session.clock.pod_us(began_us) // 1000
            self.send(encode(LampPattern(lamp, max(0, began_ms), loop_us // 1000, keys)))

    # --- what is known ---

    @property
    def met(self) -> bool:
        """Whether the pod can be relied on."""
        return self._session is not None and self._session.met

    @property
    def certain_us(self) -> int | None:
        """The console's time before which no contact of a pod that was met can have changed unheard; else None."""
        return self._session.certain_us if self._session is not None and self._session.met else None

    @property
    def unreadable(self) -> int:
        """How many lines could not be read."""
        return self._lines.unreadable

    # --- frames ---

    def _lose(self, at_us: int, reason: str) -> None:
        if self.met:
            self._happened.append(Lost(at_us, reason))
        self._session = None

    def _of(self, boot: str, at_us: int) -> "_Session":
        """The session of a boot. Another boot is another pod."""
        if self._session is not None and self._session.boot != boot:
            self._lose(at_us, "has started anew")
            self.hello = None
            self._query_due_us = at_us
        if self._session is None:
            self._session = _Session(boot)
            self._ping_due_us = at_us
            self._pings.clear()
        return self._session

    def _hear_hello(self, hello: Hello, at_us: int) -> None:
        self._of(hello.boot, at_us)
        self.hello = hello
        self.refused = None
        if hello.protocol != PROTOCOL:
            self.refused = f"its firmware {hello.version} speaks protocol {hello.protocol}, not {PROTOCOL}; {REMEDY}"

    def _hear_reply(self, reply: Reply, at_us: int) -> None:
        session = self._of(reply.boot, at_us)
        sent_us = self._pings.pop(reply.number, None)
        session.clock.came(reply.sent_us, at_us)
        if sent_us is not None:
            session.clock.went(sent_us, reply.received_us)
            session.replies += 1
        if session.met and session.clock.known_within_us is None:
            self._lose(at_us, "has a clock that jumped")

    def _hear_edge(self, edge: Edge, at_us: int) -> None:
        session = self._of(edge.boot, at_us)
        if session.met and edge.seq == session.expected:
            session.expected += 1
            if session.missing:
                self.ask()  # until when everything is certain now
            session.found(at_us)
            self._change(session, edge)
        elif session.met and edge.seq > session.expected:
            self._ask_for(session, at_us)

    def _hear_status(self, status: Status, at_us: int) -> None:
        session = self._of(status.boot, at_us)
        session.clock.came(status.at_us, at_us)
        self.status = status
        if not session.met:
            self._meet(session, status, at_us)
            return
        if status.kept > session.expected:
            session.expected = status.kept  # nobody has them any more; what the contacts are now will show
        if status.kept < session.expected:
            self.send(encode(Ack(status.boot, session.expected - 1)))
        if status.last >= session.expected:
            self._ask_for(session, at_us)
            return
        session.found(at_us)
        session.certain_us = session.told_us = max(session.told_us, session.clock.console_us(status.at_us))
        self._audit(session, status, at_us)

    def _meet(self, session: "_Session", status: Status, at_us: int) -> None:
        if self.hello is None or self.refused or not session.clock_known:
            return
        session.met = True
        session.expected = status.last + 1
        session.closed = set(_buttons(status.closed))
        session.agreed_us = dict.fromkeys(BUTTONS, at_us)
        session.certain_us = session.told_us = session.clock.console_us(status.at_us)
        self.send(encode(Ack(status.boot, status.last)))
        self._happened.append(Met(at_us, frozenset(session.closed)))

    def _ask_for(self, session: "_Session", at_us: int) -> None:
        """Something is missing."""
        session.missing = True
        if at_us >= session.ask_due_us:
            session.ask_due_us = at_us + ASK_AGAIN_US
            self.send(encode(Nak(session.boot, session.expected)))

    def _change(self, session: "_Session", edge: Edge) -> None:
        (session.closed.add if edge.closed else session.closed.discard)(edge.button)
        session.disagreed_us.pop(edge.button, None)  # what a status shows from now on is about another edge
        uncertainty_us = min(MOST_UNCERTAIN_US, round(session.clock.half_width_us(edge.at_us)))
        self._happened.append(Changed(session.stamp(edge.at_us), edge.button, edge.closed, uncertainty_us))

    def _audit(self, session: "_Session", status: Status, at_us: int) -> None:
        """Contacts that disagree with their edges for long must have changed unheard."""
        closed = _buttons(status.closed)
        for button in BUTTONS:
            if (button in closed) is (button in session.closed):
                session.agreed_us[button] = at_us
                session.disagreed_us.pop(button, None)
            elif self._audit_us:
                self._doubt(session, button, status.at_us, at_us)

    def _doubt(self, session: "_Session", button: int, pod_us: int, at_us: int) -> None:
        """A contact may have changed just now, and its edge be on its way; another look will tell."""
        since_us = session.disagreed_us.setdefault(button, at_us)
        if at_us - since_us >= self._audit_us:
            self._make_up(session, button, pod_us, at_us - session.agreed_us[button])
            session.agreed_us[button] = at_us
            del session.disagreed_us[button]
        else:
            self._ping_due_us = min(self._ping_due_us, since_us + self._audit_us)

    def _make_up(self, session: "_Session", button: int, pod_us: int, late_us: int) -> None:
        """An edge of which nothing is known but that it was in the last `late_us`."""
        closed = button not in session.closed
        (session.closed.add if closed else session.closed.discard)(button)
        self._happened.append(Changed(session.stamp(pod_us), button, closed, late_us, made_up=True))


HEARING: dict[type[Frame], Callable[[Link, Any, int], None]] = {
    Hello: Link._hear_hello,
    Status: Link._hear_status,
    Edge: Link._hear_edge,
    Reply: Link._hear_reply,
}


class _Session:
    """What is known of one boot of a pod, from when it was heard first or could be relied on again."""

    def __init__(self, boot: str) -> None:
        self.boot = boot
        self.clock = ClockMap()
        self.replies = 0
        self.met = False
        self.expected = 1
        self.closed: set[int] = set()
        self.certain_us = 0
        self.told_us = 0
        self.stamped_pod_us = -1
        self.missing = False
        self.asked_us: int | None = None  # when it was noticed that something is missing, by the clock of `act`
        self.ask_due_us = 0
        self.agreed_us: dict[int, int] = {}  # when contacts and edges last said the same
        self.disagreed_us: dict[int, int] = {}  # since when they have not

    @property
    def clock_known(self) -> bool:
        """Whether the pod's clock is known well enough to play by it."""
        within_us = self.clock.known_within_us
        return self.replies >= FEWEST_REPLIES and within_us is not None and within_us <= MOST_UNCERTAIN_US

    def found(self, at_us: int) -> None:
        """What was missing is there; for what is missing next the link asks at once."""
        self.missing, self.asked_us, self.ask_due_us = False, None, at_us

    def stamp(self, pod_us: int) -> int:
        """The console's time of an edge: a refined clock must turn nothing around, nor make two moments one."""
        least_us = self.told_us + (pod_us != self.stamped_pod_us)
        self.stamped_pod_us = pod_us
        self.told_us = max(least_us, self.clock.console_us(pod_us))
        return self.told_us


def _buttons(closed: int) -> frozenset[int]:
    return frozenset(bit + 1 for bit in range(closed.bit_length()) if closed >> bit & 1)

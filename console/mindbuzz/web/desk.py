"""The virtual console: which browser sits where, what each may see, and what it says. No sockets here."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from mindbuzz.inputs.browser import BrowserButtons
from mindbuzz.outputs.browser import Change, Showcase
from mindbuzz.web.allowance import Allowance
from mindbuzz.web.messages import Hello, Peek, Rise, Said, Sit, Sync, Touch, Unacceptable
from mindbuzz.web.outbox import Message, Outbox
from mindbuzz.web.sync import COARSE_US, FINE_US, Stamp, Synchronisation

# A contact that took longer on its way counts as that old; nobody rewrites the past.
OLDEST_US = 500_000
# Pages speak every second; one that holds a button and says nothing for so long is gone, whatever its socket says.
SILENT_US = 4_000_000
SILENCE_CHECK_S = 1.0
# A seat whose page is gone is kept for that page, so that nobody else looks into its hand; but not for ever.
KEPT_US = 15_000_000
MESSAGES_AT_ONCE = 120
MESSAGES_PER_SECOND = 60.0
COVERED, OPEN, PLAIN = 0, 1, 2  # plain: there is nothing to cover


@dataclass(eq=False, slots=True)
class Visitor:
    """One page: its clock, its seats, what it was sent last."""

    outbox: Outbox
    part: Callable[[], None]
    synchronisation: Synchronisation = field(default_factory=Synchronisation)
    allowance: Allowance = field(default_factory=lambda: Allowance(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND))
    token: str = ""
    seats: set[int] = field(default_factory=set)
    peeking: set[int] = field(default_factory=set)
    sent: dict[object, Message] = field(default_factory=dict)
    spoke_us: int = 0


class Desk:
    """Gives seats to browsers, takes their contacts, and keeps covered what is not theirs to see.

    `simulated` are seats that nobody may take. `is_open`: for trying things out alone; every screen lies open, those of
    simulated players, too, and a seat may be shared. A table with one person's seat has nobody to hide its screen
    from: it lies open as well. Without `has_buttons` pages show lamps and hands, and the buttons are elsewhere.
    """

    def __init__(
        self,
        buttons: BrowserButtons,
        showcase: Showcase,
        now_us: Callable[[], int],
        wake: Callable[[], None],
        *,
        simulated: Iterable[int] = (),
        is_open: bool = False,
        has_buttons: bool = True,
    ) -> None:
        self._buttons = buttons
        self._showcase = showcase
        self._now_us = now_us
        self._wake = wake
        self._unwatch: Callable[[], None] | None = None
        self._simulated = frozenset(simulated)
        self._is_open = is_open
        self._has_buttons = has_buttons
        self._covers = not (is_open or len(buttons.seats) == 1)
        self._visitors: list[Visitor] = []
        self._kept: dict[int, tuple[str, int]] = {}
        self._table = secrets.token_hex(8)  # of this desk alone: a page that was made for another one loads anew

    @property
    def visitors(self) -> int:
        """How many pages are open."""
        return len(self._visitors)

    # --- coming and going ---

    def arrive(self, outbox: Outbox, part: Callable[[], None]) -> Visitor:
        """A page has connected; `part` ends its connection."""
        visitor = Visitor(outbox, part, spoke_us=self._now_us())
        self._visitors.append(visitor)
        if self._unwatch is None:
            self._unwatch = self._showcase.watch(self._changed)
            self._wake()
        return visitor

    def leave(self, visitor: Visitor) -> None:
        """A page is gone, and lets go of everything."""
        if visitor not in self._visitors:
            return
        self._visitors.remove(visitor)
        for seat in tuple(visitor.seats):
            self._kept[seat] = (visitor.token, self._now_us() + KEPT_US)
            self._rise(visitor, seat)
        self._tell_seats()
        if not self._visitors and self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    async def run(self) -> None:
        """Watch over pages that fall silent."""
        while True:
            await asyncio.sleep(SILENCE_CHECK_S)
            self._release_silent(self._now_us())
            self._give_up_kept(self._now_us())

    # --- what pages say ---

    def hear(self, visitor: Visitor, said: Said) -> None:
        """Act on a message. Raises Unacceptable for too many, or one that makes no sense here."""
        now_us = self._now_us()
        if not visitor.allowance.spend(now_us):
            raise Unacceptable("too many messages")
        visitor.spoke_us = now_us
        if not visitor.token and not isinstance(said, Hello):
            raise Unacceptable("no hello")
        match said:
            case Hello():
                self._hello(visitor, said)
            case Sit(seat):
                self._sit(visitor, seat)
            case Rise(seat):
                self._rise(visitor, seat)
                self._tell_seats()
            case Peek(seat, is_open):
                self._peek(visitor, seat, is_open)
            case Touch():
                self._touch(visitor, said, now_us)
            case Sync():
                self._sync(visitor, said, now_us)

    def _hello(self, visitor: Visitor, hello: Hello) -> None:
        """Whoever shows a token takes over from the page that showed it before: that one has lost its connection."""
        if visitor.token:
            raise Unacceptable("hello again")
        visitor.token = hello.token
        visitor.synchronisation.grain_us = FINE_US if hello.fine else COARSE_US
        for other in [other for other in self._visitors if other.token == hello.token and other is not visitor]:
            self.leave(other)
            other.part()
        visitor.outbox.put("welcome", self._welcome)
        visitor.outbox.put("seats", lambda: self._who_sits(visitor))
        self._send_lamps(visitor)
        self._send_frames(visitor)

    def _welcome(self) -> str:
        """Which table it is, its seats, whether screens are covered and buttons are there, where to sit unasked."""
        sit = () if self._covers else self._buttons.seats
        return _json(
            "welcome",
            table=self._table,
            seats=self._seats(),
            covers=self._covers,
            buttons=self._has_buttons,
            sit=sit,
        )

    def _seats(self) -> list[dict[str, Any]]:
        everyone = sorted({*self._buttons.seats, *self._simulated})
        return [{"seat": seat, "simulated": seat in self._simulated} for seat in everyone]

    def _sit(self, visitor: Visitor, seat: int) -> None:
        if self.may_sit(visitor, seat):
            self._buttons.sit(seat, visitor, self._now_us())
            visitor.seats.add(seat)
            self._send_frame(visitor, seat)
        self._tell_seats()

    def may_sit(self, visitor: Visitor, seat: int) -> bool:
        """Whether a seat is free for a page; an open console shares its seats."""
        if seat not in self._buttons.seats:
            return False
        taken = self._buttons.sitting(seat) - {visitor} or self._is_kept_from(visitor, seat)
        return self._is_open or not taken

    def _is_kept_from(self, visitor: Visitor, seat: int) -> bool:
        token, until_us = self._kept.get(seat, (visitor.token, 0))
        return token != visitor.token and self._now_us() < until_us

    def _rise(self, visitor: Visitor, seat: int) -> None:
        if seat in visitor.seats:
            visitor.seats.discard(seat)
            visitor.peeking.discard(seat)
            visitor.sent.pop(seat, None)
            self._buttons.rise(seat, visitor, self._now_us())

    def _peek(self, visitor: Visitor, seat: int, is_open: bool) -> None:
        if seat in visitor.seats:
            (visitor.peeking.add if is_open else visitor.peeking.discard)(seat)
            self._send_frame(visitor, seat)

    def _touch(self, visitor: Visitor, touch: Touch, now_us: int) -> None:
        visitor.synchronisation.heard(touch.sent_us, now_us)
        stamp = _bounded(visitor.synchronisation.stamp(touch.at_us, now_us), now_us)
        if self._has_buttons and touch.seat in visitor.seats:
            self._buttons.touch(touch.seat, visitor, touch.closed, stamp.at_us, stamp.uncertainty_us)

    def _sync(self, visitor: Visitor, sync: Sync, now_us: int) -> None:
        visitor.synchronisation.heard(sync.sent_us, now_us)
        if sync.heard_us is not None and sync.heard_at_us is not None:
            visitor.synchronisation.echoed(sync.heard_us, sync.heard_at_us)
        visitor.outbox.put("clock", lambda: _json("clock", at=self._now_us()))

    def _release_silent(self, now_us: int) -> None:
        """Buttons of pages that have fallen silent come up; should they speak again, they may press again. Who has not
        even said hello makes room."""
        for other in list(self._visitors):
            if other.spoke_us + SILENT_US < now_us and not other.token:
                self.leave(other)
                other.part()
            elif other.spoke_us + SILENT_US < now_us:
                for seat in other.seats:
                    self._buttons.touch(seat, other, False, now_us, 0)

    def _give_up_kept(self, now_us: int) -> None:
        """Seats whose page did not come back are anybody's again."""
        kept = {seat: (token, until_us) for seat, (token, until_us) in self._kept.items() if now_us < until_us}
        if kept != self._kept:
            self._kept = kept
            self._tell_seats()

    # --- what pages see ---

    def _changed(self, change: Change) -> None:
        for visitor in self._visitors:
            if change is Change.LAMPS:
                self._send_lamps(visitor)
            else:
                self._send_frames(visitor)

    def _send_frames(self, visitor: Visitor) -> None:
        for seat in visitor.seats | (self._simulated if self._is_open else frozenset()):
            self._send_frame(visitor, seat)

    def _send_lamps(self, visitor: Visitor) -> None:
        if visitor.token:
            visitor.outbox.put("lamps", lambda: self._if_new(visitor, "lamps", self._lamps()))

    def _send_frame(self, visitor: Visitor, seat: int) -> None:
        visitor.outbox.put(("frame", seat), lambda: self._if_new(visitor, seat, self._frame(visitor, seat)))

    def _if_new(self, visitor: Visitor, kind: object, message: Message | None) -> Message | None:
        if message is None or visitor.sent.get(kind) == message:
            return None
        visitor.sent[kind] = message
        return message

    def _lamps(self) -> str:
        return _json("lamps", levels={str(seat): round(level, 3) for seat, level in self._showcase.levels.items()})

    def _frame(self, visitor: Visitor, seat: int) -> bytes | None:
        """Seat, whether it is covered, and its dots. Nothing of a seat that is not the page's own to see."""
        to_be_seen = seat in visitor.seats or (self._is_open and seat in self._simulated)
        if not to_be_seen or not visitor.token:
            return None
        is_open = not self._covers or seat in visitor.peeking
        cover = PLAIN if not self._showcase.has_secret(seat) else OPEN if is_open else COVERED
        return bytes((seat, cover)) + self._showcase.frame(seat, is_open)

    def _tell_seats(self) -> None:
        for visitor in self._visitors:
            if visitor.token:
                visitor.outbox.put("seats", lambda visitor=visitor: self._who_sits(visitor))  # type: ignore[misc]

    def _who_sits(self, visitor: Visitor) -> str:
        taken = [seat for seat in self._buttons.seats if not self.may_sit(visitor, seat)]
        return _json("seats", mine=sorted(visitor.seats), taken=taken)


def _bounded(stamp: Stamp, now_us: int) -> Stamp:
    return stamp._replace(at_us=min(now_us, max(stamp.at_us, now_us - OLDEST_US)))


def _json(tell: str, **content: Any) -> str:
    return json.dumps({"tell": tell, **content}, separators=(",", ":"), ensure_ascii=False)

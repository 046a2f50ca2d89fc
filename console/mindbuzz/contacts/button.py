"""One contact's debounce: when is a closed contact a press, and an open one a release.

Stamps are early, decisions late: a press carries the time of the first closing edge of its burst, a release the
time of the opening edge after which the contact stayed open.
"""

from dataclasses import dataclass
from enum import Enum

from mindbuzz.core.settings import Settings, us


class Level(Enum):
    """What the debounced button is."""

    UP = "up"
    DOWN = "down"
    HELD_AT_START = "held_at_start"  # closed before anyone could know when: silent until it was released


@dataclass(frozen=True, slots=True)
class Limits:
    """The times of one contact, in microseconds."""

    confirm_us: int
    gap_us: int
    cap_us: int
    release_us: int

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        return cls(
            us(settings.press_confirm_ms),
            us(settings.press_gap_ms),
            us(settings.press_cap_ms),
            us(settings.release_confirm_ms),
        )


@dataclass(slots=True)
class Edge:
    """A confirmed change of one button, at the time of the contact edge that began it."""

    at_us: int
    seat: int
    down: bool
    uncertainty_us: int


class Debounce:
    """One button's contact. Feed edges in time order; call `settle(now)` before each, and whenever `due_us` comes."""

    __slots__ = (
        "_closed",
        "_closed_for_us",
        "_limits",
        "_pending",
        "_since_us",
        "_uncertainty_us",
        "level",
        "seat",
    )

    def __init__(self, seat: int, limits: Limits, closed: bool = False) -> None:
        self.seat = seat
        self.level = Level.HELD_AT_START if closed else Level.UP
        self._limits = limits
        self._closed = closed
        self._since_us = 0
        self._uncertainty_us = 0
        self._closed_for_us = 0
        self._pending: Edge | None = None

    @property
    def closed(self) -> bool:
        """What the edges say of the contact now."""
        return self._closed

    @property
    def pending_us(self) -> int | None:
        """The time that the change under confirmation will carry, or None."""
        return None if self._pending is None else self._pending.at_us

    @property
    def due_us(self) -> int | None:
        """When `settle` can decide more if no edge comes, or None."""
        pending = self._pending
        if pending is None:
            return None
        if not pending.down:
            return pending.at_us + self._limits.release_us
        cap_us = pending.at_us + self._limits.cap_us
        return min(cap_us, self._believed_us() if self._closed else self._since_us + self._limits.gap_us)

    def _believed_us(self) -> int:
        return self._since_us + self._limits.confirm_us - self._closed_for_us

    def settle(self, now_us: int) -> Edge | None:
        """Decide what can be decided by `now_us`; a confirmed change, or None."""
        while (due_us := self.due_us) is not None and due_us <= now_us:
            confirmed = self._decide(due_us)
            if confirmed is not None:
                return confirmed
        return None

    def _decide(self, due_us: int) -> Edge | None:
        pending = self._pending
        assert pending is not None
        if not pending.down:
            return self._confirm(Level.UP)
        if self._closed and due_us >= self._believed_us():
            return self._confirm(Level.DOWN)
        # Noise. If the contact is closed just then, the burst begins anew at its latest closing edge, unless it is
        # that very burst which took too long.
        self._pending = None
        if self._closed and self._since_us != pending.at_us:
            self._begin_burst()
        return None

    def _confirm(self, level: Level) -> Edge | None:
        confirmed, self._pending = self._pending, None
        silent = self.level is Level.HELD_AT_START
        self.level = level
        return None if silent else confirmed

    def edge(self, at_us: int, closed: bool, uncertainty_us: int = 0) -> None:
        """The contact closed or opened. A repeated edge of the same direction changes nothing."""
        if closed is self._closed:
            return
        if not closed and self.level is Level.UP:
            self._closed_for_us += at_us - self._since_us
        self._closed = closed
        self._since_us = at_us
        self._uncertainty_us = uncertainty_us
        if self.level is Level.UP:
            if self._pending is None and closed:
                self._begin_burst()
        elif closed:
            self._pending = None
        else:
            self._pending = Edge(at_us, self.seat, False, uncertainty_us)

    def _begin_burst(self) -> None:
        self._closed_for_us = 0
        self._pending = Edge(self._since_us, self.seat, True, self._uncertainty_us)

"""What every source of contacts looks like to the loop."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from mindbuzz.contacts.contact import Contact


@dataclass(frozen=True, slots=True)
class SourceChange:
    """A source went away or came back; on its return, `closed` are the contacts found closed."""

    at_us: int
    source: str
    seats: tuple[int, ...]
    lost: bool
    closed: tuple[int, ...] = ()


News = Contact | SourceChange


class Mailbox:
    """Where driver threads put their news; `wake` is called after each, from the thread that put it there."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._news: deque[News] = deque()
        self.wake = wake

    def put(self, news: News) -> None:
        """Add one piece of news; safe from any thread."""
        self._news.append(news)
        self.wake()

    def take_all(self) -> list[News]:
        """Everything that lies there, oldest first by (time, seat)."""
        return in_acting_order([self._news.popleft() for _ in range(len(self._news))])


def in_acting_order(news: list[News]) -> list[News]:
    """News by (time, seat); what came in one instant of one seat stays as it came."""
    return sorted(news, key=_place)


def _place(news: News) -> tuple[int, int]:
    return news.at_us, news.seat if isinstance(news, Contact) else min(news.seats)


class Source(Protocol):
    """A source of contacts. Its news come through a Mailbox; what it must do itself from time to time, in `act`."""

    name: str

    @property
    def due_us(self) -> int | None:
        """When `act` wants to be called, or None."""

    def closed(self) -> frozenset[int]:
        """The seats whose contacts are closed now, as the hardware says."""

    def act(self, now_us: int) -> None: ...

    def close(self) -> None: ...

"""What every source of contacts looks like to the loop."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from mindbuzz.contacts.contact import Contact


@dataclass(frozen=True, slots=True)
class SourceChange:
    """A source went away or came back; on its return, `closed` are the contacts found closed."""

    at_us: int
    source: str
    seats: tuple[int, ...]
    lost: bool
    closed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HostPressed:
    """The host button was pressed. Pressing it again, or a bounce, asks nothing new."""

    at_us: int


Recorded = Contact | SourceChange
News = Recorded | HostPressed


def _nothing() -> None:
    """There is nothing to do."""


class Mailbox:
    """Where driver threads put their news; `wake` is called after each, from the thread that put it there."""

    def __init__(self, wake: Callable[[], None] = _nothing) -> None:
        self._news: deque[News] = deque()
        self._fetch = _nothing
        self.wake = wake

    def fetch_first(self, fetch: Callable[[], None] = _nothing) -> None:
        """Before the mailbox is emptied, `fetch` puts into it what lies outside: no thread need be in time for that."""
        self._fetch = fetch

    def put(self, news: News) -> None:
        """Add one piece of news; safe from any thread."""
        self._news.append(news)
        self.wake()

    def take_all(self) -> list[News]:
        """Everything that lies there, oldest first by (time, seat)."""
        self._fetch()
        return in_acting_order([self._news.popleft() for _ in range(len(self._news))])


SomeNews = TypeVar("SomeNews", bound=News)


def in_acting_order(news: list[SomeNews]) -> list[SomeNews]:
    """News by (time, seat); what came in one instant of one seat stays as it came."""
    return sorted(news, key=_place)


def _place(news: News) -> tuple[int, int]:
    return news.at_us, _first_seat(news)


def _first_seat(news: News) -> int:
    if isinstance(news, Contact):
        return news.seat
    return min(news.seats) if isinstance(news, SourceChange) else 0


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

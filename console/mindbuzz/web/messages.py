"""What a browser may say, and nothing else: one small JSON object a message."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mindbuzz.core.rules import SEATS
from mindbuzz.core.units import MS_US

MOST_BYTES = 512
MOST_TOKEN_LETTERS = 64
# A page is open for no longer than some years; a number beyond is a mistake or malice.
LATEST_MS = 1e12


class Unacceptable(Exception):
    """A message that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A page introduces itself; one that was here a moment ago has the same token. `fine`: its stamps are fine."""

    token: str
    fine: bool


@dataclass(frozen=True, slots=True)
class Sit:
    """May I sit here?"""

    seat: int


@dataclass(frozen=True, slots=True)
class Rise:
    """I leave this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Peek:
    """Uncover a seat's screen, or cover it."""

    seat: int
    open: bool


@dataclass(frozen=True, slots=True)
class Touch:
    """A button was pressed or let go, by the page's clock; and when that was sent."""

    seat: int
    closed: bool
    at_us: int
    sent_us: int


@dataclass(frozen=True, slots=True)
class Sync:
    """The page's clock as this was sent; and when it heard which stamp of ours, if it has heard any."""

    sent_us: int
    heard_us: int | None
    heard_at_us: int | None


Said = Hello | Sit | Rise | Peek | Touch | Sync


# --- what the fields are ---


def _seat(value: Any) -> int:
    if type(value) is not int or value not in SEATS:
        raise Unacceptable("seat")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise Unacceptable("truth value")
    return value


def _moment(value: Any) -> int:
    """Milliseconds with a fraction, as pages have them."""
    if type(value) not in (int, float) or not math.isfinite(value) or not 0 <= value <= LATEST_MS:
        raise Unacceptable("moment")
    return round(float(value) * MS_US)


def _whole_moment(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LATEST_MS * MS_US:
        raise Unacceptable("moment")
    return value


def _token(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= MOST_TOKEN_LETTERS:
        raise Unacceptable("token")
    return value


def _or_none(field: Callable[[Any], int]) -> Callable[[Any], int | None]:
    return lambda value: None if value is None else field(value)


Fields = Mapping[str, Callable[[Any], Any]]
# Field by field in the order of the dataclass.
VERBS: dict[str, tuple[Callable[..., Said], Fields]] = {
    "hello": (Hello, {"token": _token, "fine": _truth}),
    "sit": (Sit, {"seat": _seat}),
    "rise": (Rise, {"seat": _seat}),
    "peek": (Peek, {"seat": _seat, "open": _truth}),
    "touch": (Touch, {"seat": _seat, "closed": _truth, "at": _moment, "sent": _moment}),
    "sync": (Sync, {"sent": _moment, "heard": _or_none(_whole_moment), "at": _or_none(_moment)}),
}


def said(text: str) -> Said:
    """The message in a text. Raises Unacceptable for anything that is none."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unacceptable("JSON") from error
    verb = content.pop("say", None) if isinstance(content, dict) else None
    if not isinstance(verb, str) or verb not in VERBS:
        raise Unacceptable("verb")
    make, fields = VERBS[verb]
    if content.keys() != fields.keys():
        raise Unacceptable("fields")
    return make(*(field(content[name]) for name, field in fields.items()))

"""What a value may be. Each kind of limit finds faults in what TOML gives, and reads what people write by hand."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Any, Protocol

from mindbuzz.config.fault import toml, written
from mindbuzz.config.values import POD_PREFIX
from mindbuzz.core.rules import SEATS

BCM_NUMBERS = range(28)
RESERVED_PINS = {0: "the HAT EEPROM", 1: "the HAT EEPROM", 2: "SDA of the displays", 3: "SCL of the displays"}
MOST_PATH_BYTES = 4095
MOST_NAME_BYTES = 255
MOST_FORMED_BITS = 64
YES = ("true", "yes", "on", "1")
NO = ("false", "no", "off", "0")
NONE = "none"
NEVER = "never"


class Limit(Protocol):
    """`complaint`: what is wrong with a value, with the remedy; None: nothing. `parsed`: what a person meant who
    knows no TOML; what can't be understood comes back as it was."""

    def complaint(self, value: Any) -> str | None: ...

    def parsed(self, text: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `low` to `high`; infinity and what is no number are outside of any limits. `form`: how it is
    usually written. `off`: 0 is allowed, too, and switches something off."""

    low: float
    high: float
    whole: bool = False
    form: str = "{}"
    off: bool = False

    def complaint(self, value: Any) -> str | None:
        kinds = int if self.whole else (int, float)
        if not isinstance(value, kinds) or isinstance(value, bool):
            return f"must be {'a whole number' if self.whole else 'a number'}, {self._said()}"
        if self.off and value == 0:
            return None
        return None if self.low <= value <= self.high else f"is out of range; choose a number {self._said()}"

    def _said(self) -> str:
        span = f"from {self.form.format(self.low)} to {self.form.format(self.high)}"
        return f"{span}, or 0" if self.off else span

    def written(self, value: Any) -> str:
        """A value as a configuration has it: an address in hexadecimal digits, whatever it was given as."""
        plain = isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= MOST_FORMED_BITS
        return self.form.format(value) if plain else written(value)

    def parsed(self, text: str) -> Any:
        plain = text.replace(",", ".")
        for kind in (int, float):
            try:
                return kind(plain)
            except ValueError:
                continue
        return text


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false; yes or no for people who know no TOML."""

    def complaint(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else "must be true or false, without quotes"

    def parsed(self, text: str) -> Any:
        word = text.lower()
        return True if word in YES else False if word in NO else text


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words, or one that begins with `prefix`."""

    words: tuple[str, ...]
    prefix: str = ""

    def complaint(self, value: Any) -> str | None:
        if not isinstance(value, str):
            return f"must be text in quotes, {self._said()}"
        if value in self.words or (self.prefix and value.startswith(self.prefix) and value.isprintable()):
            return None
        return f"is not known; choose {self._said()}"

    def _said(self) -> str:
        more = f", or {self.prefix} and a name" if self.prefix else ""
        return f"one of {', '.join(self.words)}{more}"

    def parsed(self, text: str) -> Any:
        return text.lower()


@dataclass(frozen=True, slots=True)
class FileName:
    """A path; empty only if it `may_be_empty`."""

    may_be_empty: bool = False

    def complaint(self, value: Any) -> str | None:
        if not isinstance(value, str):
            return "must be text in quotes, the name of a file"
        if not value:
            return None if self.may_be_empty else "names no file; name one"
        if "\0" in value or not value.isprintable():
            return "has signs in it that no file name should have; name another file"
        if len(value.encode("utf-8", "replace")) > MOST_PATH_BYTES or any(
            len(part.encode("utf-8", "replace")) > MOST_NAME_BYTES for part in value.split("/")
        ):
            return "is too long for a file name; choose a shorter one"
        return None

    def parsed(self, text: str) -> Any:
        return text


_HOURS = re.compile(r"([01]?[0-9]|2[0-3])-([01]?[0-9]|2[0-3])")


@dataclass(frozen=True, slots=True)
class Hours:
    """From one full hour to another, "22-8"; empty: never."""

    def complaint(self, value: Any) -> str | None:
        if not isinstance(value, str):
            return 'must be text in quotes, like "22-8"'
        found = _HOURS.fullmatch(value)
        if value and (found is None or int(found[1]) == int(found[2])):
            return 'is no time of day; choose two full hours, like "22-8", or "" for never'
        return None

    def parsed(self, text: str) -> Any:
        return "" if text.lower() in (NEVER, NONE) else text.replace(" ", "")


_HOST_LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")


@dataclass(frozen=True, slots=True)
class HostName:
    """An address or a name of this machine."""

    def complaint(self, value: Any) -> str | None:
        if not isinstance(value, str):
            return "must be text in quotes, an address or a host name"
        if _is_address(value) or (len(value) <= 253 and all(map(_HOST_LABEL.fullmatch, value.split(".")))):
            return None
        return 'is neither an address nor a host name; choose "127.0.0.1", or "0.0.0.0" for the whole network'

    def parsed(self, text: str) -> Any:
        return text


def _is_address(value: str) -> bool:
    try:
        ipaddress.ip_address(value)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Pin:
    """A BCM number that the console may use. `optional`: false says that there is none."""

    optional: bool = False

    def complaint(self, value: Any) -> str | None:
        if self.optional and value is False:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            return f"must be a whole number, a BCM number{', or false' if self.optional else ''}"
        if value not in BCM_NUMBERS:
            return "is no BCM number; they go from 0 to 27, see hardware/wiring.md"
        if value in RESERVED_PINS:
            return f"is reserved for {RESERVED_PINS[value]}; choose another pin"
        return None

    def parsed(self, text: str) -> Any:
        return Number(0, 27, whole=True).parsed(text)


POD_WIRES = tuple(f"{POD_PREFIX}{number}" for number in SEATS)


@dataclass(frozen=True, slots=True)
class SeatWire:
    """Where a seat's button or lamp is: on a pin, or on the pod."""

    def complaint(self, value: Any) -> str | None:
        if value in POD_WIRES:
            return None
        complaint = Pin().complaint(value)
        if isinstance(value, str):
            return f"{complaint}, or on a pod one of {', '.join(map(toml, POD_WIRES))}"
        return complaint

    def parsed(self, text: str) -> Any:
        return Pin().parsed(text)


@dataclass(frozen=True, slots=True)
class SeatList:
    """Some of the seats, each once."""

    def complaint(self, value: Any) -> str | None:
        if not isinstance(value, list):
            return f"must be a list of seats in brackets, like {written(list(SEATS[:2]))}"
        if any(not isinstance(seat, int) or isinstance(seat, bool) for seat in value):
            return "must list seats by their number, a whole number each"
        if strangers := set(value) - set(SEATS):
            return f"must not list {min(strangers)}, which is no seat; choose from {', '.join(map(str, SEATS))}"
        return None if len(set(value)) == len(value) else "must list each seat only once"

    def parsed(self, text: str) -> Any:
        words = [] if text.lower() == NONE else text.strip("[]").replace(",", " ").split()
        return [int(word) if word.isascii() and word.isdecimal() and len(word) < 9 else word for word in words]

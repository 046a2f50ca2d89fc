"""Frames: what pod and console say to each other, one line of ASCII each, as firmware/PROTOCOL.md has it.

A line is `$` fields `*` CRC-16. What can't be read is nothing: no frame is ever guessed.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

PROTOCOL = 1
LONGEST = 64  # bytes, line feed included
CRC_START = 0xFFFF
MOST_US = 10**15 - 1  # 31 years
MOST_MS = MOST_US // 1000
MOST_SEQ = 10**9 - 1
MOST_COUNT = 9_999
MOST_NUMBER = 65_535
MOST_BUTTONS = 4

# --- what is said ---


@dataclass(frozen=True, slots=True)
class Hello:
    """The pod says who it is. `unique_id` is the board's, `boot` another one at each start."""

    boot: str
    version: str
    protocol: int
    unique_id: str
    buttons: int


@dataclass(frozen=True, slots=True)
class Status:
    """The pod's heartbeat at `at_us` of its clock: bits of the closed contacts, its newest and oldest kept edge, how
    many edges found no room, how many lines it could not read."""

    boot: str
    at_us: int
    closed: int
    last: int
    kept: int
    lost: int
    bad: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact changed at `at_us` of the pod's clock. Edges of one boot are numbered 1, 2, 3, ..."""

    boot: str
    seq: int
    button: int
    closed: bool
    at_us: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to the Ping of that number, by the pod's clock."""

    boot: str
    number: int
    received_us: int
    sent_us: int


@dataclass(frozen=True, slots=True)
class Query:
    """Who are you?"""


@dataclass(frozen=True, slots=True)
class Ping:
    """For the clocks: answer at once."""

    number: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Every edge up to `seq` is here."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Nak:
    """Send the edges again from `seq` on."""

    boot: str
    seq: int


class LampKey(NamedTuple):
    """A brightness that is reached `at_ms` into a pattern; from there it glides to the next key, or stays till then."""

    at_ms: int
    percent: int
    glides: bool


@dataclass(frozen=True, slots=True)
class LampPattern:
    """What a lamp does from `began_ms` of the pod's clock on. With `loop_ms` it begins anew every so often."""

    lamp: int
    began_ms: int
    loop_ms: int
    keys: tuple[LampKey, ...]


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Restart without the watchdog, ready for new firmware; only the board of that id."""

    unique_id: str


Frame = Hello | Status | Edge | Reply | Query | Ping | Ack | Nak | LampPattern | Maintenance

# --- fields ---

KEY = re.compile(r"(0|[1-9][0-9]{0,8}):(0|[1-9][0-9]|[1-9]|100)([;>])")


@dataclass(frozen=True, slots=True)
class Field:
    """How one field is written: `read` raises ValueError for what can't be one."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _matching(pattern: str) -> Field:
    compiled = re.compile(pattern)

    def read(text: str) -> str:
        if compiled.fullmatch(text) is None:
            raise ValueError(text)
        return text

    return Field(read)


def _whole(most: int, least: int = 0) -> Field:
    digits = re.compile("0|[1-9][0-9]*")

    def read(text: str) -> int:
        if digits.fullmatch(text) is None or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return Field(read)


def _read_flag(text: str) -> bool:
    return bool(("0", "1").index(text))


def _read_keys(text: str) -> tuple[LampKey, ...]:
    keys = tuple(LampKey(int(at_ms), int(percent), end == ">") for at_ms, percent, end in KEY.findall(text))
    if not keys or _write_keys(keys) != text:
        raise ValueError(text)
    return keys


def _write_keys(keys: tuple[LampKey, ...]) -> str:
    return "".join(f"{at_ms}:{percent}{'>' if glides else ';'}" for at_ms, percent, glides in keys)


BOOT = _matching("[0-9A-F]{4}")
VERSION = _matching(r"[0-9A-Za-z.+-]{1,12}")
UNIQUE_ID = _matching("[0-9a-f]{1,24}")
CLOCK = _whole(MOST_US)
SEQ = _whole(MOST_SEQ)
COUNT = _whole(MOST_COUNT)
NUMBER = _whole(MOST_NUMBER)
BUTTON = _whole(MOST_BUTTONS, 1)
FLAG = Field(_read_flag, lambda flag: str(int(flag)))

LETTERS: dict[str, tuple[Callable[..., Frame], tuple[Field, ...]]] = {
    "H": (Hello, (BOOT, VERSION, NUMBER, UNIQUE_ID, BUTTON)),
    "S": (Status, (BOOT, CLOCK, _whole(2**MOST_BUTTONS - 1), SEQ, SEQ, COUNT, COUNT)),
    "E": (Edge, (BOOT, _whole(MOST_SEQ, 1), BUTTON, FLAG, CLOCK)),
    "R": (Reply, (BOOT, NUMBER, CLOCK, CLOCK)),
    "Q": (Query, ()),
    "T": (Ping, (NUMBER,)),
    "A": (Ack, (BOOT, SEQ)),
    "N": (Nak, (BOOT, SEQ)),
    "L": (LampPattern, (BUTTON, _whole(MOST_MS), NUMBER, Field(_read_keys, _write_keys))),
    "M": (Maintenance, (UNIQUE_ID,)),
}
FIELDS = {kind: (letter, fields) for letter, (kind, fields) in LETTERS.items()}

# --- lines ---


def encode(frame: Frame) -> bytes:
    """The line of a frame, line feed included. Raises ValueError for one that does not fit."""
    letter, fields = FIELDS[type(frame)]
    values = (getattr(frame, name) for name in frame.__dataclass_fields__)
    body = ",".join((letter, *(field.write(value) for field, value in zip(fields, values, strict=True)))).encode(
        "ascii"
    )
    line = b"$%s*%04X\n" % (body, crc_hqx(body, CRC_START))
    if len(line) > LONGEST:
        raise ValueError(f"{line!r} is longer than {LONGEST} bytes")
    return line


def most_keys(keys: Sequence[LampKey]) -> int:
    """How many of these keys fit into one line, whatever else is in it."""
    room, count = LONGEST - len(f"$L,{MOST_BUTTONS},{MOST_MS},{MOST_NUMBER},*FFFF\n"), 0
    for key in keys:
        room -= len(_write_keys((key,)))
        if room < 0:
            break
        count += 1
    return count


def decode(line: bytes) -> Frame | None:
    """The frame in a line, with or without its end; None if there is none in it."""
    _, start, rest = line.rstrip(b"\r\n").rpartition(b"$")
    body, star, crc = rest[:-5], rest[-5:-4], rest[-4:]
    if not start or star != b"*" or crc != b"%04X" % crc_hqx(body, CRC_START):
        return None
    try:
        letter, *texts = body.decode("ascii").split(",")
        kind, fields = LETTERS[letter]
        return kind(*(field.read(text) for field, text in zip(fields, texts, strict=True)))
    except (ValueError, KeyError):
        return None


class Lines:
    """Cuts a stream of bytes into frames. What is no frame is counted, and forgotten."""

    def __init__(self) -> None:
        self.unreadable = 0
        self._rest = b""

    def take(self, data: bytes) -> list[Frame]:
        """The frames that are complete with these bytes."""
        *lines, rest = (self._rest + data).split(b"\n")
        # A line that does not end is garbage; only its end could be the beginning of something.
        self._rest = rest[-LONGEST:]
        frames = [decode(line) for line in lines]
        self.unreadable += frames.count(None)
        return [frame for frame in frames if frame is not None]

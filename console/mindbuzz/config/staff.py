"""What staff set: a small text file on the boot partition, which any computer can open when the card is in it.

A line is `name = value`, written by people: Windows line ends and byte order marks, capitals, quotes or none, yes for
true and a comma for a point are all understood. What can't be understood is told, and the console starts without it.
"""

import codecs
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from mindbuzz.config.content import MOST_BYTES, bytes_of
from mindbuzz.config.fault import written
from mindbuzz.config.keys import STAFF_KEYS
from mindbuzz.config.limits import NEVER, Flag, Hours
from mindbuzz.config.reading import alike, usable
from mindbuzz.config.values import Config
from mindbuzz.core.settings import Settings

MOST_NOTICES = 20
REMEDY = "put an ordinary text file there, or none"
LIST = "mindbuzz config init --staff -"  # what can be set here
COMMENTS = ("#", ";", "//")
QUOTES = "\"'“”„‘’«»"
# What is wrong, in the words of who knows no TOML, where those of a limit speak of it.
PLAINLY: Mapping[type, str] = {
    Flag: "must be yes or no",
    Hours: f"is no time of day; choose two full hours, like 22-8, or {NEVER}",
}
_SETTINGS = {field.name for field in fields(Settings)}


@dataclass(frozen=True, slots=True)
class Notice:
    """What is wrong in the staff's file; `line` 0: with all of it."""

    line: int
    complaint: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.complaint}" if self.line else self.complaint


@dataclass(frozen=True, slots=True)
class StaffSettings:
    """What a staff file says: values by key, the line of each, and what is wrong."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    def over(self, config: Config) -> Config:
        """A configuration in which what staff set holds."""
        settings = {name: value for name, value in self.values.items() if name in _SETTINGS}
        others = {name: value for name, value in self.values.items() if name not in _SETTINGS}
        return replace(config, **others, settings=replace(config.settings, **settings))


def read_staff_settings(path: Path) -> StaffSettings:
    """What the file says; nothing where there is none. Never raises: no console stays dark because of it."""
    try:
        content = bytes_of(path)
    except FileNotFoundError:
        return StaffSettings()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return StaffSettings(notices=(Notice(0, f"can't be read: {reason}; {REMEDY}"),))
    if len(content) > MOST_BYTES:
        return StaffSettings(notices=(Notice(0, f"is larger than {MOST_BYTES // 1024} KiB: no such file is read"),))
    return staff_settings_in(content)


def staff_settings_in(content: bytes) -> StaffSettings:
    """What is in a staff file."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    notices: list[Notice] = []
    for number, name, text in _assignments(_decoded(content)):
        complaint = _take(name, text, values)
        if complaint is None and name in lines:
            complaint = f"{name} stands in line {lines[name]} already; this line holds"
        if name in values:
            lines[name] = number
        if complaint is not None:
            notices.append(Notice(number, complaint))
    return StaffSettings(values, lines, tuple(notices[:MOST_NOTICES]))


def _take(name: str, text: str | None, values: dict[str, Any]) -> str | None:
    """Take one value over. What is wrong with it, or None."""
    if text is None:
        return f"{_shown(name)}: a line is name = value"
    if not name:
        return f"= {_shown(text)}: no name stands before it; a line is name = value"
    try:
        values[name] = understood(name, text)
    except ValueError as error:
        return str(error)
    return None


def understood(name: str, text: str) -> Any:
    """The value of a key that a person means by a text. Raises ValueError: one line, with what to do instead."""
    key = STAFF_KEYS.get(name)
    if key is None:
        raise ValueError(f"{_shown(name)} is nothing that can be set here; {alike(name, STAFF_KEYS, LIST)}")
    value = key.limit.parsed(text)  # type: ignore[union-attr]  # no section may be set here
    complaint = key.limit.complaint(value)  # type: ignore[union-attr]
    if complaint is not None:
        raise ValueError(f"{name} = {_shown(text)} {PLAINLY.get(type(key.limit), complaint)}")
    return usable(key.limit, value)  # type: ignore[arg-type]


def _shown(text: str) -> str:
    """What people wrote, on one line, without quotes around it."""
    return written(text)[1:-1]


def _assignments(text: str) -> Iterator[tuple[int, str, str | None]]:
    """(line, name, value) of every line that says something; no value: it is no assignment."""
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith((*COMMENTS, "[")):
            continue
        name, sign, value = line.partition("=")
        yield number, name.strip().strip(QUOTES).lower(), _unquoted(value) if sign else None


def _unquoted(value: str) -> str:
    """A value without quotes, and without a comment behind it."""
    for comment in COMMENTS:
        value = value.partition(comment)[0]
    return value.strip().strip(QUOTES).strip()


_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def _decoded(content: bytes) -> str:
    """The text, whichever of Notepad's encodings it was saved in; what fits none is shown as it can be."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")

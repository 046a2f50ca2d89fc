"""From what TOML holds to a configuration, with every fault that is in it."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from mindbuzz.config.fault import Fault, Faults, written
from mindbuzz.config.keys import CONFIG, SETTINGS, EverySeat, Key, Section
from mindbuzz.config.limits import Limit, Number, Pin, SeatList
from mindbuzz.config.values import Config
from mindbuzz.core.rules import FEWEST_SEATS, SEATS

MOST_FAULTS = 50  # in a file that is something else altogether
LONGEST_NAME = 40
MOST_LISTED = 12  # names that still fit a line
LIST = "mindbuzz config init -"  # every key


class _Nothing:
    """No value: what stood there can't be used."""


NOTHING = _Nothing()


def read_content(content: Mapping[str, Any]) -> tuple[Config, Faults]:
    """The configuration in a mapping, as TOML gives it, and the faults of single keys; what is faulty is left out."""
    faults: Faults = []
    config = _read_section(CONFIG, content, "", faults)
    assert isinstance(config, Config)  # no key of it must be there
    return config, faults


def _read_section(section: Section, content: Any, path: str, faults: Faults) -> Any:
    if not isinstance(content, dict):
        faults.append(Fault(path, f"= {written(content)} is one value where a table of them belongs, in braces"))
        return NOTHING
    values = dict(section.defaults)
    for name, value in content.items():
        if len(faults) >= MOST_FAULTS:
            break
        key = section.by_name.get(name)
        if key is None:
            faults.append(_unknown(name, value, path, section))
            continue
        read = _read_value(key.limit, value, _joined(path, name), faults)
        if read is not NOTHING:
            values[name] = read
    return _made(section, content, values, path, faults)


def _made(section: Section, content: Mapping[str, Any], values: dict[str, Any], path: str, faults: Faults) -> Any:
    """The section's value, if every key that must be there is."""
    missing = [key for key in section.keys if key.name not in values]
    faults.extend(
        Fault(_joined(path, key.name), f"is missing: {key.meaning}") for key in missing if key.name not in content
    )
    return NOTHING if missing else section.kind(**values)


def _read_value(limit: "Limit | Section | EverySeat", value: Any, path: str, faults: Faults) -> Any:
    if isinstance(limit, Section):
        return _read_section(limit, value, path, faults)
    if isinstance(limit, EverySeat):
        return _read_seats(limit, value, path, faults)
    complaint = limit.complaint(value)
    if complaint is not None:
        faults.append(Fault(path, f"= {_written(limit, value)} {complaint}"))
        return NOTHING
    return usable(limit, value)


def _written(limit: object, value: Any) -> str:
    """A value as the configuration has it, and as TOML gave it where that looks different: nobody knows what it was."""
    formed, plain = limit.written(value) if isinstance(limit, Number) else written(value), written(value)
    return formed if formed == plain else f"{formed} ({plain})"


def usable(limit: Limit, value: Any) -> Any:
    """A value without fault, as the configuration holds it."""
    if isinstance(limit, Pin) and value is False:
        return None
    return tuple(value) if isinstance(limit, SeatList) else value


def _read_seats(limit: EverySeat, content: Any, path: str, faults: Faults) -> Any:
    if not isinstance(content, dict):
        faults.append(Fault(path, f"= {written(content)} is one value where a table of seats belongs: [seats.1]"))
        return NOTHING
    seats = {}
    for name, value in content.items():
        number = _seat_number(name)
        if number is None:
            faults.append(Fault(_joined(path, name), "is no seat; there are seats 1 to 4, by their whole number"))
            continue
        read = _read_section(limit.section, value, _joined(path, name), faults)
        if read is not NOTHING:
            seats[number] = read
    if len(content) < FEWEST_SEATS:
        named = [str(seat) for seat in SEATS if str(seat) in content]
        only = f"name only seat {', '.join(named)}" if named else "name no seat"
        faults.append(Fault(path, f"{only}; a table has two to four, and each needs a section like [seats.2]"))
    return seats


def _seat_number(name: str) -> int | None:
    """TOML's keys are text; those of seats are numbers, each written in one way only."""
    return next((seat for seat in SEATS if str(seat) == name), None)


def _joined(path: str, name: str) -> str:
    """A path of keys; a name that is none of ours is shown as it would be written."""
    plain = len(name) <= LONGEST_NAME and (name.isidentifier() or name.isdecimal())
    shown = name if plain else written(name)
    return f"{path}.{shown}" if path else shown


def _unknown(name: str, value: Any, path: str, section: Section) -> Fault:
    """What is wrong with a key that a section does not have."""
    if section is not CONFIG and name in CONFIG.by_name:
        advice = "is no key of this section; it belongs above the first [section] of the file"
    elif section is not SETTINGS and name in SETTINGS.by_name:
        advice = "is no key of this section; it belongs below [settings]"
    else:
        advice = f"is no known key; {alike(name, section.by_name, LIST)}"
    meant = section.by_name.get(_closest(name, section.by_name) or "")
    return Fault(_joined(path, name), f"= {_written(meant and meant.limit, value)} {advice}")


def alike(name: str, known: Mapping[str, Key], command: str) -> str:
    """The key that was meant, or all there are; the command that shows them where they are many."""
    close = _closest(name, known)
    if close is not None:
        return f"did you mean {close}? all there are: {command}"
    return f"known: {', '.join(sorted(known))}" if len(known) <= MOST_LISTED else f"all there are: {command}"


def _closest(name: str, known: Mapping[str, Key]) -> str | None:
    return next(iter(get_close_matches(name[:LONGEST_NAME], sorted(known), 1)), None)

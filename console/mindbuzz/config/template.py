"""A configuration written as TOML: every key with its meaning, or with where its value comes from."""

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from mindbuzz.config.effective import Effective
from mindbuzz.config.fault import toml
from mindbuzz.config.keys import CONFIG, DISPLAY, SEAT, SETTINGS, SPI, STAFF_KEYS, EverySeat, Key, Section
from mindbuzz.config.limits import NEVER, NONE, Choice, Number
from mindbuzz.config.values import Config

COMMENT_COLUMN = 40
LINE = 116
HEAD = """\
# Every key of the configuration, at its default. Keep what you change: a key that is left out has the value that
# stands here. `mindbuzz config check FILE` finds every mistake, `mindbuzz run --config FILE` runs with it.
# This file is made from a table in the program: `mindbuzz config init` writes it anew.
"""


def example() -> str:
    """Every key at its default, with its meaning."""
    config = Config()
    lines = [HEAD, *(_row(key, config) for key in CONFIG.keys if _is_single(key))]
    lines += ["", *_seats_explained()]
    for seat in config.seat_numbers:
        parts = config.seats[seat]
        lines.append(f"[seats.{seat}]")
        lines += [f"{key.name} = {_value(key, getattr(parts, key.name))}" for key in SEAT.keys]
        lines.append("")
    lines += [f"# {CONFIG.by_name['settings'].meaning}", "[settings]"]
    lines += [_row(key, config.settings) for key in SETTINGS.keys]
    return "\n".join(lines) + "\n"


def _is_single(key: Key) -> bool:
    return key.limit is not SETTINGS and not isinstance(key.limit, EverySeat)


def _row(key: Key, values: Any) -> str:
    """One key of the example; one that is not set by default is there to be uncommented."""
    value = getattr(values, key.name)
    assignment = f"# {key.name} = {key.example}" if value is None else f"{key.name} = {_value(key, value)}"
    row = f"{assignment:<{COMMENT_COLUMN}}# {_explained(key)}"
    if len(assignment) >= COMMENT_COLUMN or len(row) > LINE:
        return f"# {_explained(key)}:\n{assignment}"
    return row


def _explained(key: Key) -> str:
    """What a key means, and which words there are for it."""
    if isinstance(key.limit, Choice) and not key.limit.prefix:
        return f"{key.meaning}: {', '.join(key.limit.words)}"
    return key.meaning


def _value(key: Key, value: Any) -> str:
    """A value as TOML, a table in braces."""
    if isinstance(key.limit, Section):
        rows = [
            f"{inner.name} = {_value(inner, got)}"
            for inner in key.limit.keys
            if (got := getattr(value, inner.name)) is not None
        ]
        return f"{{ {', '.join(rows)} }}"
    if isinstance(key.limit, Number):
        return key.limit.written(value)
    return toml(list(value) if isinstance(value, tuple) else value)


def _seats_explained() -> Iterator[str]:
    yield from wrap(f"The seats. {CONFIG.by_name['seats'].meaning}", LINE, initial_indent="# ", subsequent_indent="# ")
    for title, section in (("a seat", SEAT), ("its display, and table_display", DISPLAY), ("spi", SPI)):
        yield f"# Keys of {title}:"
        for key in section.keys:
            yield f"#   {key.name:<14} {key.meaning}"


# --- with origins ---


def effective_toml(effective: Effective) -> str:
    """Every value that holds, with where it comes from."""
    config = effective.config
    lines = list(_told(CONFIG, config, "", "", effective.origin))
    for seat in config.seat_numbers:
        lines += ["", f"[seats.{seat}]", *_told(SEAT, config.seats[seat], f"seats.{seat}.", "", effective.origin)]
    lines += ["", "[settings]", *_told(SETTINGS, config.settings, "settings.", "", effective.origin)]
    return "\n".join(lines) + "\n"


def _told(section: Section, values: Any, path: str, before: str, origin: Callable[[str], str]) -> Iterator[str]:
    """A line for each value of a section, those of tables inside it by dotted keys."""
    for key in section.keys:
        if not _is_single(key):
            continue
        value, name = getattr(values, key.name), f"{before}{key.name}"
        if isinstance(key.limit, Section) and value is not None:
            yield from _told(key.limit, value, f"{path}{key.name}.", f"{name}.", origin)
        else:
            assignment = f"# {name} is not set" if value is None else f"{name} = {_value(key, value)}"
            yield f"{assignment:<{COMMENT_COLUMN - 1}} # {origin(f'{path}{key.name}')}"


# --- the staff's file ---

STAFF_HEAD = """\
# What staff change on this console. Take the # away at the beginning of a line and change what is behind the =,
# save, put the card back, start. A line that can't be understood is named on the screens, and does no harm.
"""


def staff_example() -> str:
    """Everything that staff may set, each line to be uncommented."""
    config = Config()
    lines = [STAFF_HEAD]
    for key in STAFF_KEYS.values():
        value = getattr(config.settings if key.name in SETTINGS.by_name else config, key.name)
        lines += [f"# {_in_plain_words(_explained(key))}:", f"#{key.name} = {spoken(value)}", ""]
    return "\n".join(lines)


PLAIN_WORDS = {"true:": "yes:", "false:": "no:", '""': NEVER, '"': ""}


def _in_plain_words(meaning: str) -> str:
    for in_toml, plain in PLAIN_WORDS.items():
        meaning = meaning.replace(in_toml, plain)
    return meaning


def spoken(value: Any) -> str:
    """A value as people write it, who know no TOML: what a limit has parsed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or NONE
    return str(value) or NEVER

"""The configuration file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mindbuzz.config.content import MOST_BYTES, bytes_of
from mindbuzz.config.fault import lines_of
from mindbuzz.config.reading import read_content
from mindbuzz.config.values import Config
from mindbuzz.config.wiring import wiring_faults
from mindbuzz.errors import ConfigError

LONGEST_LINE = 4096  # tomllib takes minutes for a key of a hundred thousand dots
MOST_LETTERS = 200
REMEDY = "name another file, or begin one with: mindbuzz config init"


def read_config(path: Path) -> Config:
    """The configuration in a file.

    Raises ConfigError: a line for every fault that is in it, with file, key and value, and what to do.
    """
    return checked_config(content_of(path), f"{path}: ")


def config_of(content: Mapping[str, Any]) -> Config:
    """The configuration in a mapping, as TOML gives it. Raises ConfigError, a line for every fault."""
    return checked_config(content)


def checked_config(content: Mapping[str, Any], before: str = "") -> Config:
    """Likewise, each line after `before`."""
    config, faults = read_content(content)
    faults += wiring_faults(config, frozenset(fault.key for fault in faults))
    if faults:
        raise ConfigError(lines_of(faults, before))
    return config


def content_of(path: Path) -> dict[str, Any]:
    """What TOML a file holds. Raises ConfigError, one line."""
    try:
        return tomllib.loads(_text(path))
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}; {REMEDY}") from error
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deep; a configuration has three levels at most") from None
    except ValueError as error:  # neither UTF-8 nor TOML
        raise ConfigError(f"{path}: is not TOML: {' '.join(str(error).split())[:MOST_LETTERS]}") from error


def _text(path: Path) -> str:
    """The content, with or without the mark that some editors put before it."""
    content = bytes_of(path)
    if len(content) > MOST_BYTES:
        raise ConfigError(f"{path}: is larger than {MOST_BYTES // 1024} KiB; that is no configuration")
    text = content.decode("utf-8-sig")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise ConfigError(f"{path}: line {number} is longer than {LONGEST_LINE} letters; no line of ours is")
    return text

"""The configuration that holds, and where each value in it comes from: the default, the file, or staff."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindbuzz.config.file import checked_config, content_of
from mindbuzz.config.keys import SETTINGS
from mindbuzz.config.staff import Notice, read_staff_settings
from mindbuzz.config.values import Config

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Effective:
    """`origins`: a path of keys to where its value comes from; what is in none is a default. `notices`: what is wrong
    in the staff's file, which never keeps a console from starting."""

    config: Config = field(default_factory=Config)
    origins: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    def origin(self, path: str) -> str:
        """Where the value of a path of keys comes from."""
        return self.origins.get(path, DEFAULT)


def effective(path: Path | None) -> Effective:
    """The configuration in a file, or all defaults, and over it what staff set.

    Raises ConfigError, a line for every fault, for the file; never for the staff's.
    """
    content = {} if path is None else content_of(path)
    config = checked_config(content, "" if path is None else f"{path}: ")
    origins = dict.fromkeys(_leaves(content), str(path))
    if not config.staff_file:
        return Effective(config, origins)
    staff = read_staff_settings(Path(config.staff_file))
    for name, line in staff.lines.items():
        origins[f"settings.{name}" if name in SETTINGS.by_name else name] = f"{config.staff_file}, line {line}"
    return Effective(staff.over(config), origins, staff.notices)


def _leaves(content: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The path of every value that is no table."""
    for name, value in content.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}"

"""The configuration that holds, and where each value in it comes from: the default, the file, staff, the console."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindbuzz.config.file import checked_config, content_of
from mindbuzz.config.keys import SETTINGS
from mindbuzz.config.staff import Notice, StaffSettings, read_staff_settings
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


def effective(path: Path | None, own: Path | None = None) -> Effective:
    """The configuration in a file, or all defaults, over it what staff set, and over that what was set at the console.

    Raises ConfigError, a line for every fault, for the file; never for the staff's.
    """
    content = {} if path is None else content_of(path)
    config = checked_config(content, "" if path is None else f"{path}: ")
    origins = dict.fromkeys(_leaves(content), str(path))
    notices: tuple[Notice, ...] = ()
    if config.staff_file:
        staff = read_staff_settings(Path(config.staff_file))
        notices = staff.notices
        config = _laid_over(config, staff, config.staff_file, origins)
    if own is not None:
        config = _laid_over(config, read_staff_settings(own), str(own), origins)
    return Effective(config, origins, notices)


def _laid_over(config: Config, staff: StaffSettings, name: str, origins: dict[str, str]) -> Config:
    for key, line in staff.lines.items():
        origins[f"settings.{key}" if key in SETTINGS.by_name else key] = f"{name}, line {line}"
    return staff.over(config)


def _leaves(content: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The path of every value that is no table."""
    for name, value in content.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}"

"""The owner's configuration: made once, never overwritten; and what it asks of the system."""

import tomllib
from collections.abc import Iterator
from typing import Any

from mindbuzz.appliance.machine import run
from mindbuzz.appliance.release import Release
from mindbuzz.places import CONFIG

ONLY_STAFF_S = 1  # of `config check`: a fault in the staff's file keeps no console from starting
# What every console uses that is not told about its seats.
DEFAULT_KEYS = frozenset({"mux"})


class Configured:
    """A step: there is a configuration."""

    name = "configuration"

    def __init__(self, release: Release) -> None:
        self._release = release

    def lacks(self) -> list[str]:
        return [] if CONFIG.exists() else [f"write {CONFIG}, every key at its default"]

    def do(self) -> None:
        CONFIG.parent.mkdir(parents=True, exist_ok=True)
        run(self._release.program, "config", "init", CONFIG)

    def traces(self) -> list[str]:
        """It is the owner's; `uninstall --purge` takes it."""
        return []

    def undo(self) -> None:
        """It stays."""


def check(release: Release) -> None:
    """Raises InstallError, one line, if the release does not understand the owner's configuration."""
    if CONFIG.exists():
        run(release.program, "config", "check", CONFIG, fine=ONLY_STAFF_S)


def uses(key: str) -> bool:
    """Whether the configuration has this key, in whatever section, or by default."""
    content = _content()
    return key in _keys(content) or ("seats" not in content and key in DEFAULT_KEYS)


def setting(key: str, default: str) -> str:
    """A text at the top of the configuration."""
    value = _content().get(key, default)
    return value if isinstance(value, str) else default


def _content() -> dict[str, Any]:
    """What it says; nothing where it says nothing that can be read, which the release's own check will tell."""
    if not CONFIG.is_file():
        return {}  # whoever opened a pipe would wait for ever
    try:
        return tomllib.loads(CONFIG.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _keys(inner)

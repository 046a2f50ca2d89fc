"""The verbs and their options, one table for `./install` and for the commands of `mindbuzz`."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """A flag of a verb, or an argument of it if its name has no dashes. `kind` None: it is there or not."""

    flag: str
    help: str
    kind: Callable[[str], Any] | None = None
    metavar: str | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """What can be done, and with which options; the module of its name has the function of its name."""

    name: str
    help: str
    options: tuple[Option, ...]

    def carry_out(self, **given: Any) -> None:
        """Do it. Raises InstallError, one line."""
        getattr(import_module(f"mindbuzz.appliance.{self.name}"), self.name)(**given)


DRY_RUN = Option("--dry-run", "Show every step and what it would change; change nothing.")
NOW = Option("--now", "Even while a game is played; it goes on afterwards.")
WHEELHOUSE = Option("--wheelhouse", "Take Python packages from this folder, not from the network.", Path, "DIR")

VERBS = (
    Verb(
        "install",
        "Make the console a service of this machine. Run it again to repair.",
        (
            DRY_RUN,
            NOW,
            WHEELHOUSE,
            Option("--firmware", "Also switch I2C on in the Pi's config.txt; the old one is kept beside it."),
            Option("--wheel", "The wheel that this code was unpacked from.", Path, "FILE"),
        ),
    ),
    Verb(
        "update",
        "Install another version. It is tried beside the one that runs, and goes back if it does not come up.",
        (
            Option("source", "A clone, or a wheel or release archive with its checksum.", Path),
            Option("--sha256", "The checksum, where there is no file SOURCE.sha256.", str, "HEX"),
            DRY_RUN,
            NOW,
            WHEELHOUSE,
        ),
    ),
    Verb("rollback", "Go back to the version before the last update.", (DRY_RUN, NOW)),
    Verb(
        "uninstall",
        "Take away what was installed. The journal and the configuration stay.",
        (DRY_RUN, NOW, Option("--purge", "Take away the journal and the configuration, too.")),
    ),
    Verb(
        "readonly",
        "Write nothing to the root after the next start. Pulling the plug can damage nothing then.",
        (Option("--off", "An ordinary root again."), DRY_RUN),
    ),
)

"""What a check may look at: files from a root, programs by name, and who is asking. Another root serves the tests."""

import grp
import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mindbuzz.runtime import machine

PATIENCE_S = 10


def output_of(words: Sequence[str]) -> str | None:
    """What a program says, or None: it is not here, or too slow."""
    if shutil.which(words[0]) is None:
        return None
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip()


def version_of(package: str) -> str | None:
    """Which version of a Python package is installed; None: none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def may_use(path: Path) -> bool:
    """Whether who asks may read and write a device."""
    return os.access(path, os.R_OK | os.W_OK)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A machine: its files, its programs, its Python packages, and what who asks may use of it."""

    root: Path = machine.ROOT
    ask: Callable[[Sequence[str]], str | None] = output_of
    version: Callable[[str], str | None] = version_of
    may_use: Callable[[Path], bool] = may_use

    def path(self, name: str) -> Path:
        """A file of the machine, by its absolute name."""
        return self.root / name.lstrip("/")

    def read(self, name: str) -> str | None:
        """What a file holds; None: it can't be read."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    @property
    def model(self) -> str | None:
        """Which Raspberry Pi it is, or None."""
        return machine.model(self.root)


def group_of(path: Path) -> str:
    """The group that a device belongs to."""
    number = path.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def user_name() -> str:
    """Who asks."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())

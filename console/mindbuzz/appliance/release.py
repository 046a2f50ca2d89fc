"""Releases: what was installed, each in a Python environment of its own, side by side under /opt/mindbuzz.

/opt/mindbuzz/0.1.0-3fa9c2d1/    an environment that sees the system's packages
/opt/mindbuzz/current            a link to the one that runs
/opt/mindbuzz/previous           a link to the one before, for the way back
"""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from mindbuzz.appliance.machine import PYTHON, answer, link_whole, run, succeeds, write_whole
from mindbuzz.errors import InstallError

HOME = Path("/opt/mindbuzz")
CURRENT = HOME / "current"
PREVIOUS = HOME / "previous"
COMMAND = Path("/usr/local/bin/mindbuzz")
STAMP = "mindbuzz-release.json"


@dataclass(frozen=True, slots=True)
class Release:
    """One that is installed, or could be: version and fingerprint of what it is made of."""

    name: str

    @property
    def folder(self) -> Path:
        return HOME / self.name

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def program(self) -> Path:
        return self.folder / "bin" / "mindbuzz"

    @property
    def is_whole(self) -> bool:
        """Whether it was finished, for the Python that the system has now."""
        try:
            stamp = json.loads((self.folder / STAMP).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return bool(stamp == {"python": system_python()}) and self.program.exists()


def system_python() -> str:
    """The system's Python, as "3.11"; its compiled packages fit that one only."""
    return answer(PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()


def current() -> Release | None:
    """The release that runs, or None."""
    return _linked(CURRENT)


def previous() -> Release | None:
    """The release before it, or None."""
    return _linked(PREVIOUS)


def _linked(link: Path) -> Release | None:
    return Release(link.readlink().name) if link.is_symlink() and link.exists() else None


def installed() -> list[Release]:
    """All that are there, whole or not."""
    folders = HOME.iterdir() if HOME.is_dir() else ()
    return sorted((Release(folder.name) for folder in folders if _is_release(folder)), key=lambda it: it.name)


def _is_release(folder: Path) -> bool:
    return folder.is_dir() and not folder.is_symlink()


def prune() -> list[Release]:
    """Take away all but the current and the previous one; those that went."""
    kept = {current(), previous()}
    gone = [release for release in installed() if release not in kept]
    for release in gone:
        shutil.rmtree(release.folder)
    return gone


class Made:
    """A step: the release is there, made of `source`; from the packages in `wheelhouse` if there is one."""

    name = "release"

    def __init__(self, release: Release, source: Path | None, wheelhouse: Path | None) -> None:
        self._release = release
        self._source = source
        self._wheelhouse = wheelhouse

    def lacks(self) -> list[str]:
        return [] if self._release.is_whole else [f"make {self._release.folder}"]

    def do(self) -> None:
        release, source = self._release, self._source
        if source is None:
            raise InstallError(f"{release.folder} is damaged; install it again from a clone or a release archive")
        shutil.rmtree(release.folder, ignore_errors=True)
        run(PYTHON, "-m", "venv", "--system-site-packages", release.folder)
        run(release.python, "-m", "pip", "install", "--quiet", *self._where_from(), *_requirements(source))
        told = answer(release.program, "--version").strip()
        if told != f"mindbuzz {release.name.partition('-')[0]}":
            raise InstallError(f"{release.program} --version says {told or 'nothing'!r}; try again from a fresh clone")
        write_whole(release.folder / STAMP, json.dumps({"python": system_python()}))

    def _where_from(self) -> list[str]:
        return ["--no-index", "--find-links", str(self._wheelhouse)] if self._wheelhouse else []

    def traces(self) -> list[str]:
        return [f"remove {release.folder}" for release in installed()] or ([f"remove {HOME}"] if HOME.exists() else [])

    def undo(self) -> None:
        shutil.rmtree(HOME)


def _requirements(source: Path) -> list[str]:
    """Where the system has no lgpio of its own, pip has to find one."""
    has_lgpio = succeeds(PYTHON, "-c", "import lgpio")
    return [str(source)] if has_lgpio else [f"{source}[pi]"]


class Switched:
    """A step: the release is the current one, and the one before is remembered."""

    name = "switch"

    def __init__(self, release: Release) -> None:
        self._release = release

    def lacks(self) -> list[str]:
        return [
            *([] if current() == self._release else [f"point {CURRENT} to {self._release.name}"]),
            *([] if _leads_to(COMMAND, CURRENT) else [f"point {COMMAND} to {CURRENT / 'bin' / 'mindbuzz'}"]),
        ]

    def do(self) -> None:
        before = current()
        if before is not None and before != self._release:
            link_whole(PREVIOUS, before.name)
        link_whole(CURRENT, self._release.name)
        if COMMAND.exists() and not COMMAND.is_symlink():
            raise InstallError(f"{COMMAND} is somebody else's; move it away and install again")
        link_whole(COMMAND, CURRENT / "bin" / "mindbuzz")

    def traces(self) -> list[str]:
        return [f"remove {link}" for link in self._links() if link.is_symlink()]

    def undo(self) -> None:
        for link in self._links():
            link.unlink(missing_ok=True)

    def _links(self) -> list[Path]:
        return [*([COMMAND] if _leads_to(COMMAND, CURRENT) else []), CURRENT, PREVIOUS]


def _leads_to(link: Path, target: Path) -> bool:
    return link.is_symlink() and link.readlink() == target / "bin" / "mindbuzz"

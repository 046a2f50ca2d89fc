"""Packages of the system that the console uses: what is compiled comes from Debian, so a Pi has nothing to build."""

import shutil
from pathlib import Path

from mindbuzz.appliance.machine import PYTHON, answer, run, say, succeeds
from mindbuzz.errors import InstallError

# In the order in which they are missed. Where Debian has no such package, pip finds a wheel.
PACKAGES = {
    "python3-venv": "the console's own Python environment",
    "python3-libgpiod": "pins",
    "python3-lgpio": "pins, where libgpiod is older than 2",
    "python3-pil": "screens",
    "python3-aiohttp": "the board in a browser",
    "python3-cbor2": "a part of the display library",
}
LISTS = Path("/var/lib/apt/lists")


class Packages:
    """A step: what apt has of them is installed. They stay when the console goes, since others may use them."""

    name = "packages"

    def __init__(self) -> None:
        self._asked = False

    def lacks(self) -> list[str]:
        if not shutil.which("apt-get"):
            return []
        wanted = _missing()
        # Whether apt has a package at all is known once there are lists, or there was no getting them.
        if self._asked or any(LISTS.glob("*_Packages*")):
            wanted = _available(wanted)
        return [f"install {package} ({PACKAGES[package]})" for package in wanted]

    def do(self) -> None:
        self._asked = True
        try:
            run("apt-get", "-qq", "update")
        except InstallError as error:
            say(f"    no fresh list of packages, going on with what there is: {error}")
        available = _available(_missing())
        if available:
            run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *available)
        if not succeeds(PYTHON, "-c", "import venv, ensurepip"):
            raise InstallError(f"{PYTHON} can't make environments; install the package python3-venv")

    def traces(self) -> list[str]:
        """None that would go."""
        return []

    def undo(self) -> None:
        """They stay."""


def _missing() -> list[str]:
    return [package for package in PACKAGES if not is_installed(package)]


def is_installed(package: str) -> bool:
    """Whether a package of Debian's is there."""
    return answer("dpkg-query", "--show", "--showformat=${db:Status-Status}", package) == "installed"


def _available(packages: list[str]) -> list[str]:
    """Those of which apt has a version to install."""
    if not packages:
        return []
    available, package = [], ""
    for line in answer("apt-cache", "policy", *packages).splitlines():
        if not line.startswith(" "):
            package = line.rstrip(":")
        elif line.strip().startswith("Candidate:") and "(none)" not in line:
            available.append(package)
    return available

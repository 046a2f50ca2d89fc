"""Machines for the tests of this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.appliance import debian
from tests.appliance.debian import CACHE, CLONE, GIVEN, HOUSE, Machine
from tests.appliance.releases import copy_of_the_project


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A clean Debian that is switched on, with a clone of the project, and a folder in which things are given to it."""
    reason = debian.why_not()
    if reason is not None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    # Not in pytest's own folder: an overlay can't lie on every file system that one may be on.
    folder = CACHE / f"machine-{os.getpid()}"
    archives, given = folder / "archives", tmp_path / "given"
    (archives / "partial").mkdir(parents=True)
    given.mkdir()
    share_downloads(CACHE / "archives", archives)
    shared = {
        CLONE: copy_of_the_project(tmp_path / "clone"),
        HOUSE: debian.wheelhouse(),
        GIVEN: given,
        "/var/cache/apt/archives": archives,
    }
    machine = Machine(folder, shared)
    machine.switch_on()
    try:
        yield machine
    finally:
        machine.pull_the_plug()
        share_downloads(archives, CACHE / "archives")
        shutil.rmtree(folder)


def share_downloads(here: Path, there: Path) -> None:
    """Debian's packages that were downloaded once are there, too; apt wants the folder of a machine for itself."""
    there.mkdir(parents=True, exist_ok=True)
    for package in here.glob("*.deb"):
        with suppress(FileExistsError):
            (there / package.name).hardlink_to(package)

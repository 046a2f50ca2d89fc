"""Every test of the kernel bench gets a machine of its own, started from the picture of one with the console on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.kernel.console import MINDBUZZ, Console
from tests.kernel.image import Image, ready_image
from tests.kernel.installed import installed
from tests.kernel.machine import GuestError, Machine, Picture


@pytest.fixture(scope="session")
def image() -> Image:
    return ready_image()


@pytest.fixture(scope="session")
def picture(image: Image, tmp_path_factory: pytest.TempPathFactory) -> tuple[Picture, Path]:
    return installed(image, tmp_path_factory.mktemp("installed") / "machine")


@pytest.fixture
def machine(image: Image, picture: tuple[Picture, Path], tmp_path: Path) -> Iterator[Machine]:
    """A machine that is up, with the console installed and not started."""
    shot, delivery = picture
    machine = Machine(image, tmp_path / "machine", delivery, shot.disk)
    machine.start(shot.memory)
    yield machine
    machine.cut_power()


@pytest.fixture
def console(machine: Machine, request: pytest.FixtureRequest) -> Iterator[Console]:
    """The console on that machine, ready to be started. When the test fails, what it knows is told."""
    console = Console(machine)
    failed_before = request.session.testsfailed
    yield console
    if request.session.testsfailed > failed_before:
        with suppress(GuestError):
            print(console.log(), console.machine.run(f"{MINDBUZZ} status --json || true"), sep="\n")


Load = Callable[[], None]


@pytest.fixture
def load(machine: Machine) -> Load:
    """Keeps both processors of the machine busy until the test ends."""

    def begin() -> None:
        for _ in range(2):
            machine.run("systemd-run --quiet --collect /bin/sh -c 'while :; do :; done'")

    return begin

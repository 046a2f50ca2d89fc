"""A machine with the console installed as the README says, kept as a picture from which every test starts."""

from __future__ import annotations

from pathlib import Path

from tests.kernel.delivery import delivery
from tests.kernel.image import Image, step
from tests.kernel.machine import Machine, Picture

UNPACK = "tar -C / -xf /dev/vdb"
INSTALL_S = 1800


def installed(image: Image, folder: Path) -> tuple[Picture, Path]:
    """The picture, and what was delivered to the machine."""
    brought = delivery()
    machine = Machine(image, folder, brought)
    try:
        with step("boot"):
            machine.start()
        with step("installing as the README says"):
            machine.run(UNPACK)
            for command in INSTALL:
                machine.run(f"cd /root/mindbuzz && {command}", INSTALL_S)
        machine.run("sync")
        return machine.picture(), brought
    except BaseException:
        machine.cut_power()
        raise


# The guest has no network: its packages were brought along. A test starts the console itself, and configures it.
INSTALL = (
    "./install --wheelhouse /root/wheels",
    "systemctl disable --now mindbuzz",
    "rm -r /etc/mindbuzz/mindbuzz.toml /var/lib/mindbuzz/*",
)

"""A machine with the console installed as the README says, kept as a picture from which every test starts."""

from __future__ import annotations

from pathlib import Path

from tests.kernel.delivery import delivery
from tests.kernel.image import Image, step
from tests.kernel.machine import Machine, Picture

UNPACK = "tar -C / -xf /dev/vdb"
INSTALL_S = 900


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


# By hand, systemd/README.md; the python3-venv of its first line is there, and lgpio and gpiod are Python packages.
INSTALL = (
    "python3 -m venv --system-site-packages /opt/mindbuzz/venv",
    "/opt/mindbuzz/venv/bin/pip install '.[pi]'",
    "install -D --mode=644 systemd/mindbuzz-sysusers.conf /etc/sysusers.d/mindbuzz.conf",
    "systemd-sysusers",
    "install -D --mode=644 systemd/mindbuzz.service /etc/systemd/system/mindbuzz.service",
    "install -d /etc/mindbuzz",
    "systemctl daemon-reload",
)

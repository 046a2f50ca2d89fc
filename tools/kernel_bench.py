"""The kernel bench: a machine with a real kernel, in QEMU. What it boots is made ready before its tests run."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from enum import Enum

from tools.project_files import ROOT

COMMAND = ["pytest", "-q", "-p", "no:cacheprovider", "tests/kernel"]
NO_REGISTRY = 3  # the exit status of what makes it ready: a package registry did not answer


class WhyNot(Enum):
    """Whom to blame when it can't run."""

    NOT_HERE = "this machine"
    NO_REGISTRY = "a package registry"


def make_ready() -> tuple[WhyNot, str] | None:
    """Makes it ready. Answers why it can't run, or None; what fails for another reason fails again when it runs."""
    if platform.machine() != "x86_64":
        return WhyNot.NOT_HERE, f"kernel bench: it is made for x86_64, and this is {platform.machine()}"
    if os.geteuid() != 0:
        return WhyNot.NOT_HERE, "kernel bench: making the disk of a machine takes root"
    print("kernel bench: making ready what it boots", flush=True)
    command = [sys.executable, "-m", "tests.kernel.ready"]
    making = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, check=False)
    if making.returncode == NO_REGISTRY:
        return WhyNot.NO_REGISTRY, f"kernel bench: {making.stdout.strip()}"
    return None

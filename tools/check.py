"""Everything that can be checked, as named steps. Started by ./check, which sets up what it needs."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import kernel_bench, oldest_pillow
from tools.kernel_bench import WhyNot
from tools.project_files import ROOT, project_files

IN_CI = bool(os.environ.get("CI"))

# What the tests need beyond Python: the program, and the Debian package that has it.
DEBIAN_PACKAGES = {
    "chromium": "chromium",
    "dot": "graphviz",
    "fusermount": "fuse",  # what fusepy needs comes with it
    "mkfs.ext4": "e2fsprogs",
    "mmdebstrap": "mmdebstrap",
    "openscad": "openscad",
    "systemd-analyze": "systemd",
}
# And for the kernel bench.
KERNEL_PACKAGES = {
    "cpio": "cpio",
    "depmod": "kmod",
    "make": "make",
    "mke2fs": "e2fsprogs",
    "mmdebstrap": "mmdebstrap",
    "qemu-img": "qemu-utils",
    "qemu-system-x86_64": "qemu-system-x86",
}

SHELL_SHEBANG = re.compile(rb"#!.*\b(ba|da)?sh\b")


@dataclass(frozen=True)
class Step:
    name: str
    command: list[str]
    shows_progress: bool = False  # its output goes straight to the terminal


def steps(everything: bool, fast: bool) -> list[Step]:
    pytest = ["pytest", "-n", "auto", f"--hypothesis-profile={'thorough' if everything else 'default'}"]
    if fast:
        pytest += ["-m", "not slow"]
    return [
        Step("ruff check", ["ruff", "check", "--output-format=concise", "."]),
        Step("ruff format", ["ruff", "format", "--check", "--output-format=concise", "."]),
        Step("mypy", ["mypy"]),
        Step("import layers", ["lint-imports", "--no-logo"]),
        Step("shell scripts", ["shellcheck", *shell_scripts()]),
        Step("tests", pytest, shows_progress=True),
    ]


def shell_scripts() -> list[str]:
    return [str(file.relative_to(ROOT)) for file in project_files() if is_shell_script(file)]


def is_shell_script(file: Path) -> bool:
    with file.open("rb") as content:
        return SHELL_SHEBANG.match(content.readline()) is not None


def install_missing_packages(needed: Mapping[str, str]) -> list[str]:
    """What could not be installed, with the reason: one line each. `needed`: program to package."""
    missing = {program: package for program, package in needed.items() if not shutil.which(program)}
    if not missing:
        return []
    as_root = becoming_root()
    if as_root is None:
        reason = "is not installed, and installing it takes root"
    else:
        packages = sorted(set(missing.values()))
        print(f"installing {' '.join(packages)} with apt-get", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "--yes", *packages]):
            subprocess.run([*as_root, "apt-get", "-qq", *command], check=False, env=environment)
        reason = "is not installed, and apt-get could not install it"
    return [
        f"what needs {program}: {package} {reason} (sudo apt install {package})"
        for program, package in missing.items()
        if not shutil.which(program)
    ]


def becoming_root() -> list[str] | None:
    """The words to put before a command so that it runs as root without a question; None: there are none."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    if shutil.which("sudo") and subprocess.call([*sudo, "true"], stderr=subprocess.DEVNULL) == 0:
        return sudo
    return None


def passes(step: Step) -> bool:
    started = time.monotonic()
    print(f"{step.name:<14}", end="\n" if step.shows_progress else "", flush=True)
    result = subprocess.run(
        step.command,
        cwd=ROOT,
        check=False,
        stdout=None if step.shows_progress else subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    good = result.returncode == 0
    name_again = f"{step.name:<14}" if step.shows_progress else ""
    print(f"{name_again}{'ok' if good else 'FAILED':<7}{time.monotonic() - started:5.1f} s", flush=True)
    if not good and result.stdout:
        print(result.stdout, flush=True)
    return good


def split_by_program(all_steps: Iterable[Step]) -> tuple[list[Step], list[str]]:
    """The steps whose program is here, and a line for each of the others."""
    possible, left_out = [], []
    for step in all_steps:
        if shutil.which(step.command[0]):
            possible.append(step)
        else:
            left_out.append(f"{step.name}: no {step.command[0]} for this kind of machine")
    return possible, left_out


def main() -> int:
    parser = argparse.ArgumentParser(prog="./check", description="Checks everything that can be checked.")
    how_much = parser.add_mutually_exclusive_group()
    how_much.add_argument("--all", action="store_true", help="search much longer in the randomised tests")
    how_much.add_argument("--fast", action="store_true", help="leave out the slow tests")
    parser.add_argument(
        "--kernel", action="store_true", help="also boot a machine with a real kernel, and play on its pins"
    )
    options = parser.parse_args()

    started = time.monotonic()
    left_out = install_missing_packages(DEBIAN_PACKAGES | (KERNEL_PACKAGES if options.kernel else {}))
    wanted = steps(options.all, options.fast)
    why_not = oldest_pillow.make_ready()
    if why_not:
        left_out.append(f"oldest Pillow: {why_not}")
    else:
        wanted.append(Step("oldest Pillow", oldest_pillow.COMMAND))
    excused: list[str] = []
    if options.kernel and (reason := kernel_bench.make_ready()):
        blamed, line = reason
        (excused if blamed is WhyNot.NO_REGISTRY else left_out).append(line)
    elif options.kernel:
        wanted.append(Step("kernel bench", kernel_bench.COMMAND, shows_progress=True))
    possible, impossible = split_by_program(wanted)
    left_out += impossible
    if options.fast:
        left_out.append("slow tests: --fast")

    failed = [step.name for step in possible if not passes(step)]

    for line in [*left_out, *excused]:
        print(f"left out: {line}")
    if left_out and IN_CI:
        failed.append("nothing may be left out in CI")
    seconds = time.monotonic() - started
    if failed:
        print(f"./check FAILED in {seconds:.0f} s: {', '.join(failed)}")
        return 1
    print(f"./check passed {len(possible)} steps in {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

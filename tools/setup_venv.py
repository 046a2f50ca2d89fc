"""usage: setup_venv.py [--dev] COMMAND [ARGUMENT…]

Makes the virtual environment .venv in this checkout if it is not there or not right any more, then becomes
COMMAND in it. Standard library only; started by tools/in-venv.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "mindbuzz-stamp.json"
LOCK = ROOT / ".venv.lock"
LOG = ROOT / ".venv.log"

SECONDS_BETWEEN_SIGNS_OF_LIFE = 10


@dataclass(frozen=True)
class Stamp:
    """What a finished environment was made for. Without one, it was never finished."""

    python: str  # its compiled packages fit this kind of Python only
    root: str  # its scripts hold absolute paths, so a moved or copied one is of no use
    requirements: str
    dev: bool

    def same_place(self, other: Stamp) -> bool:
        return (self.python, self.root) == (other.python, other.root)


def wanted_stamp(dev: bool) -> Stamp:
    return Stamp(
        python=sys.implementation.cache_tag,
        root=str(ROOT),
        requirements=requirements_hash((ROOT / "pyproject.toml").read_text(encoding="utf-8")),
        dev=dev,
    )


def requirements_hash(pyproject: str) -> str:
    """Of the tables that decide what is installed: a changed linter setting needs no new environment."""
    tables = tomllib.loads(pyproject)
    deciding = [tables.get("project"), tables.get("build-system"), tables.get("tool", {}).get("hatch")]
    return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()


def read_stamp() -> Stamp | None:
    try:
        stamp = Stamp(**json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    # The link to the Python it was made with dangles once that Python is gone.
    return stamp if (VENV / "bin" / "python").exists() else None


def write_stamp(stamp: Stamp) -> None:
    unfinished = STAMP.with_suffix(".new")
    unfinished.write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    unfinished.replace(STAMP)


def make_ready(dev: bool) -> None:
    wanted = wanted_stamp(dev)
    if serves(read_stamp(), wanted):
        return
    with only_one_at_a_time() as lock:
        present = read_stamp()  # again: whoever had the lock may have done it
        if serves(present, wanted):
            return
        if present is None or not present.same_place(wanted):
            make_empty_venv(lock)
        elif present.dev:
            wanted = replace(wanted, dev=True)
        STAMP.unlink(missing_ok=True)
        install(wanted.dev, lock)
        write_stamp(wanted)


def serves(present: Stamp | None, wanted: Stamp) -> bool:
    """Whether what is there will do; what a developer needs does for a player too."""
    return present is not None and present in (wanted, replace(wanted, dev=True))


@contextmanager
def only_one_at_a_time() -> Iterator[IO[str]]:
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another ./play or ./check is setting up; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def make_empty_venv(lock: IO[str]) -> None:
    say(f"making .venv with Python {sys.version.split()[0]}")
    if VENV.exists():
        shutil.rmtree(VENV)
    run([sys.executable, "-m", "venv", str(VENV)], lock)


def install(dev: bool, lock: IO[str]) -> None:
    what, project = ("the console and the developers' tools", ".[dev]") if dev else ("the console", ".")
    say(f"installing {what} into .venv; needs the network, this once")
    run([str(VENV / "bin" / "python"), "-m", "pip", "install", "--editable", project], lock)


def run(command: list[str], lock: IO[str]) -> None:
    """Runs a silent command, with a sign of life now and then, and stops everything when it fails."""
    started = time.monotonic()
    with LOG.open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=plain_environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            # A child that outlives us still holds the lock.
            pass_fds=[lock.fileno()],
        )
        while True:
            try:
                status = process.wait(timeout=SECONDS_BETWEEN_SIGNS_OF_LIFE)
                break
            except subprocess.TimeoutExpired:
                say(f"still at it after {time.monotonic() - started:.0f} s ({LOG.name} tells more)")
        if status:
            log.seek(0)
            sys.stderr.writelines(log.readlines()[-3:])
            sys.exit(f"mindbuzz: that failed; all it said is in {LOG.name}, and a new try starts afresh")


def plain_environment() -> dict[str, str]:
    """The caller's settings for pip hold (proxy, mirror), those that would lead out of .venv do not."""
    leading_out = ("PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_TARGET", "PIP_USER")
    kept = {name: value for name, value in os.environ.items() if name not in leading_out}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}


def say(line: str) -> None:
    print(f"mindbuzz: {line}", file=sys.stderr, flush=True)


def become(command: list[str]) -> None:
    """Never returns. What the command starts finds the environment's programs first, too."""
    programs = VENV / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    program = str(programs / command[0])
    os.execve(program, [program, *command[1:]], {**os.environ, "VIRTUAL_ENV": str(VENV), "PATH": path})


def main(arguments: list[str]) -> None:
    dev = arguments[:1] == ["--dev"]
    command = arguments[1:] if dev else arguments
    if not command:
        sys.exit(__doc__)
    try:
        make_ready(dev)
        become(command)
    except KeyboardInterrupt:
        sys.exit("mindbuzz: interrupted; the next start takes it up again")
    except OSError as error:
        sys.exit(f"mindbuzz: cannot set up .venv: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])

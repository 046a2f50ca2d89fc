"""What every step does to the machine: run a command, write a file whole, say so."""

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from mindbuzz.errors import InstallError
from mindbuzz.program import heard_out

# Debian's own: the compiled packages of the system are its packages.
PYTHON = "/usr/bin/python3"
SIGN_OF_LIFE_S = 10.0


def say(line: str) -> None:
    """One line to whoever installs; a reader who went away must not stop it half-way."""
    with suppress(BrokenPipeError):
        print(line, flush=True)


def need_root() -> None:
    """Raises InstallError, one line, unless this is root."""
    if os.geteuid() != 0:
        raise InstallError("this changes the system, so it takes root: put sudo before it, or --dry-run behind it")


def answer(*command: str | Path) -> str:
    """What a quick command says on standard output, whatever its exit status; empty where there is no such command."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        return ""
    return done.stdout


def run(*command: str | Path, fine: int = 0) -> None:
    """Run a command to its end, with a sign of life now and then. An exit status up to `fine` is no failure.

    Raises InstallError, one line with the last thing that the command said, if it fails.
    """
    words = [str(word) for word in command]
    try:
        process = subprocess.Popen(
            words,
            env=plain_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except OSError as error:
        raise InstallError(f"{words[0]} can't be run: {error.strerror}") from error
    told, _ = heard_out(process, lambda line: say(f"    {line}"), every_s=SIGN_OF_LIFE_S)
    if not 0 <= process.returncode <= fine:
        raise InstallError(f"{Path(words[0]).name} failed: {_last_line(told)} (all of it: {' '.join(words)})")


def runs_aloud(*command: str | Path, environment: Mapping[str, str] | None = None) -> bool:
    """Run a command that tells its own story, errors included; whether it succeeded."""
    return subprocess.call(command, env={**plain_environment(), **(environment or {})}) == 0


def succeeds(*command: str | Path) -> bool:
    """Whether a quick command is there and succeeds; what it says does not matter."""
    try:
        return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def plain_environment() -> dict[str, str]:
    """The caller's settings for pip hold (proxy, mirror); those that would lead Python or pip elsewhere do not."""
    leading_out = ("PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_TARGET", "PIP_USER")
    kept = {name: value for name, value in os.environ.items() if name not in leading_out}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "DEBIAN_FRONTEND": "noninteractive"}


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1].strip() if lines else "it said nothing"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there as it was or as it shall be, whenever the power fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.chmod(0o644)
    new.replace(path)
    bring_to_disk(path.parent)


def link_whole(link: Path, target: str | Path) -> None:
    """Point a link somewhere else in one go."""
    link.parent.mkdir(parents=True, exist_ok=True)
    new = link.with_name(f"{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
    bring_to_disk(link.parent)


def bring_to_disk(folder: Path) -> None:
    """What was renamed in a folder is renamed for good."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_or_none(path: Path) -> str | None:
    """The text of a file, or None where there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None

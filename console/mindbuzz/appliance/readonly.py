"""`readonly`: a root that nothing is written to, so that pulling the plug can damage nothing; or an ordinary one again.

The system's files lie under an overlay in memory (Debian's package overlayroot), which is forgotten when the machine is
switched off. What has to outlive that lies on a partition of its own; see systemd/README.md.
"""

import os
import re
from pathlib import Path

from mindbuzz.appliance.files import Files, shipped
from mindbuzz.appliance.lock import alone
from mindbuzz.appliance.machine import need_root, run, say, write_whole
from mindbuzz.appliance.packages import is_installed
from mindbuzz.appliance.step import Step, carry_out, preview, preview_undoing, take_back
from mindbuzz.errors import InstallError

PACKAGE = "overlayroot"
# recurse=0: only the root. Else every partition is overlaid, that of the games and that of the staff's file, too.
WORD = "overlayroot=tmpfs:recurse=0"
ANY_WORD = re.compile(r" *\boverlayroot=\S*")
COMMAND_LINES = (Path("/boot/firmware/cmdline.txt"), Path("/boot/cmdline.txt"))
JOURNALD = Path("/etc/systemd/journald.conf.d/mindbuzz.conf")
PARTITION = Path("/dev/disk/by-label/mindbuzz")


def readonly(*, off: bool = False, dry_run: bool = False) -> None:
    """Make it so from the next start on. Raises InstallError, one line that names the step."""
    steps: list[Step] = [
        Overlay(),
        Files("log", {JOURNALD: shipped("mindbuzz-journald.conf")}),
        KernelLine(_command_line()),
    ]
    if dry_run:
        (preview_undoing if off else preview)(steps)
        say("nothing was changed")
        return
    need_root()
    os.umask(0o022)
    with alone(even_if_forgotten=off):
        changed = (take_back if off else carry_out)(steps)
    say("from the next start on" if changed else "nothing to do: it is so")
    if not off and not PARTITION.exists():
        say("no partition is labelled mindbuzz: games will be forgotten at every switching off; see systemd/README.md")


def is_wanted() -> bool:
    """Whether the root is read-only from the next start on."""
    return any(file.exists() and WORD in file.read_text(encoding="utf-8") for file in COMMAND_LINES)


def _command_line() -> Path:
    for file in COMMAND_LINES:
        if file.exists():
            return file
    raise InstallError(f"{COMMAND_LINES[0]} is not there: this works on a Raspberry Pi with its own system only")


class Overlay:
    """A step: the package that lays memory over the root. It stays; without the word it does nothing."""

    name = "overlay"

    def lacks(self) -> list[str]:
        return [] if is_installed(PACKAGE) else [f"install {PACKAGE}"]

    def do(self) -> None:
        run("apt-get", "-qq", "update")
        run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", PACKAGE)

    def traces(self) -> list[str]:
        """None that would go."""
        return []

    def undo(self) -> None:
        """It stays."""


class KernelLine:
    """A step: the word is on the kernel's command line, `file`, which is one line and kept as it was beside it."""

    name = "cmdline.txt"

    def __init__(self, file: Path) -> None:
        self._file = file

    def lacks(self) -> list[str]:
        text = self._text()
        return [] if with_word(text) == text else [f"add {WORD} to {self._file}"]

    def do(self) -> None:
        text = self._text()
        write_whole(self._file.with_name(f"{self._file.name}.before-mindbuzz"), text)
        write_whole(self._file, with_word(text))

    def traces(self) -> list[str]:
        text = self._text()
        return [] if without_word(text) == text else [f"take overlayroot out of {self._file}"]

    def undo(self) -> None:
        write_whole(self._file, without_word(self._text()))

    def _text(self) -> str:
        return self._file.read_text(encoding="utf-8")


def with_word(text: str) -> str:
    """A command line with the word at the end of its first line, once; another one of the kind goes."""
    first, end, rest = without_word(text).partition("\n")
    return f"{first.rstrip()} {WORD}".lstrip() + end + rest


def without_word(text: str) -> str:
    """A command line without any of the kind."""
    return ANY_WORD.sub("", text)

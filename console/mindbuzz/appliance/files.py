"""Files of the system that are ours: written whole, never twice, and gone without a trace."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from mindbuzz.appliance.machine import read_or_none, write_whole
from mindbuzz.appliance.manifest import remember

PACKAGE = Path(__file__).parent
CLONE = PACKAGE.parents[2]
SHARE = "share/mindbuzz"


def shipped(name: str) -> str:
    """The text of a file of systemd/, wherever this code lies: in a clone, installed, in a wheel unpacked."""
    shares = (Path(sys.prefix, SHARE), *PACKAGE.parents[1].glob(f"*.data/data/{SHARE}"))
    [folder, *_] = [place / "systemd" for place in (CLONE, *shares) if (place / "systemd" / name).is_file()]
    return (folder / name).read_text(encoding="utf-8")


class Files:
    """A step: these files have these contents; None: there is no such file. `tell_system` is called after a change.

    `written` is whether this run changed any.
    """

    def __init__(
        self, name: str, contents: Mapping[Path, str | None], tell_system: Callable[[], None] = lambda: None
    ) -> None:
        self.name = name
        self.written = False
        self.contents = contents
        self._tell_system = tell_system

    def lacks(self) -> list[str]:
        return [
            f"remove {path}" if content is None else f"write {path}"
            for path, content in self.contents.items()
            if read_or_none(path) != content
        ]

    def do(self) -> None:
        self.written = True
        remember(path for path, content in self.contents.items() if content is not None)
        for path, content in self.contents.items():
            if content is None:
                path.unlink(missing_ok=True)
            elif read_or_none(path) != content:
                write_whole(path, content)
        self._tell_system()

    def traces(self) -> list[str]:
        return [f"remove {path}" for path in self.contents if path.exists()]

    def undo(self) -> None:
        for path in self.contents:
            path.unlink(missing_ok=True)
            remove_if_empty(path.parent)
        self._tell_system()


def remove_if_empty(folder: Path) -> None:
    """Remove a folder of snippets that nobody has one in."""
    if folder.name.endswith(".d") and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()

"""Which files of the system any release has written, so that another one can take away what it does not know."""

from collections.abc import Callable, Iterable
from pathlib import Path

from mindbuzz.appliance.machine import read_or_none, run, succeeds, write_whole
from mindbuzz.appliance.release import HOME

MANIFEST = HOME / "files"
UNIT_ENDINGS = (".service", ".path", ".socket", ".timer", ".mount")


def written() -> set[Path]:
    """All of them, there or not."""
    return {Path(line) for line in (read_or_none(MANIFEST) or "").splitlines()}


def remember(paths: Iterable[Path]) -> None:
    """These are ours, too, from now on."""
    known = written()
    every = known.union(paths)
    if every != known:
        write_whole(MANIFEST, "".join(f"{path}\n" for path in sorted(every)))


class LeftOver:
    """A step: nothing is there that another release has written and this one does not know."""

    name = "left over"

    def __init__(self, known: Iterable[Path], tell_system: Callable[[], None]) -> None:
        self._known = frozenset(known)
        self._tell_system = tell_system

    def lacks(self) -> list[str]:
        return [f"remove {path}" for path in self._strange()]

    def do(self) -> None:
        for path in self._strange():
            if path.suffix in UNIT_ENDINGS and succeeds("systemctl", "is-enabled", "--quiet", path.name):
                run("systemctl", "disable", "--quiet", "--now", path.name)
            path.unlink()
        self._tell_system()

    def traces(self) -> list[str]:
        return self.lacks()

    def undo(self) -> None:
        self.do()

    def _strange(self) -> list[Path]:
        return [path for path in sorted(written() - self._known) if path.exists()]

"""Files that are set aside for a journal: what they are called, in one place, so that all of them are found again.

For `mindbuzz.sqlite` the first damaged one is `mindbuzz.damaged-1.sqlite`. Nothing that is there is overwritten.
"""

from collections.abc import Iterator
from enum import Enum
from glob import escape
from itertools import count
from pathlib import Path

BESIDE = ("", "-wal", "-shm", "-journal")  # a journal, and what SQLite keeps beside it


class Aside(Enum):
    """Why a file was set aside."""

    DAMAGED = "damaged"
    REPLACED = "replaced"  # another file has taken its place while it was written to
    BEFORE = "before"  # a copy from before an update to the release that its name ends with
    NEWER = "newer"  # an older release can't read it


def beside(path: Path, end: str) -> Path:
    """What SQLite keeps beside a journal under that ending."""
    return path.with_name(path.name + end)


def aside_name(path: Path, why: Aside, which: object) -> Path:
    """What a file is called that was set aside for the journal at `path`."""
    return path.with_name(f"{path.stem}.{why.value}-{which}{path.suffix}")


def free_name(path: Path, why: Aside) -> Path:
    """The first such name that nothing has yet."""
    names = (aside_name(path, why, number) for number in count(1))
    return next(name for name in names if not any(beside(name, end).exists() for end in BESIDE))


def set_aside_for(path: Path, *reasons: Aside) -> Iterator[Path]:
    """Every file that was set aside for these reasons, with what lies beside it."""
    for why in reasons:
        yield from path.parent.glob(f"{escape(path.stem)}.{why.value}-*{escape(path.suffix)}*")

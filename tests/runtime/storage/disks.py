"""Real file systems with a will of their own, for tests. Each takes root and a device; where that is missing, a test is
skipped with the reason, but in CI it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.waiting import PATIENCE_S, last_seen

ROOT = Path(__file__).parents[3]


def give_up(why: str) -> NoReturn:
    """Nothing may be left out in CI."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@contextmanager
def mounted(*words: str | Path) -> Iterator[Path]:
    """`mount` with these words, the last of them the folder where it is."""
    done = subprocess.run(["mount", *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        give_up(f"mounting takes root: {done.stderr.strip()}")
    try:
        yield Path(words[-1])
    finally:
        subprocess.run(["umount", "--lazy", str(words[-1])], check=True)


@contextmanager
def ext4(folder: Path, mib: int) -> Iterator[Path]:
    """A small ext4 on a loop device."""
    image, place = folder / "disk.img", folder / "disk"
    with image.open("wb") as file:
        file.truncate(mib << 20)
    subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
    place.mkdir()
    with mounted("-o", "loop", image, place):
        yield place


class FaultyDisk:
    """A file system that fails as it is told; `behind` is the folder behind it."""

    def __init__(self, place: Path, behind: Path) -> None:
        self.place = place
        self.behind = behind

    def fail(self, **faults: Any) -> None:
        """From here on. Without words: all is well again."""
        (self.place / "faults").write_text(json.dumps(faults))

    @property
    def writes(self) -> int:
        """How many writes there were since it was told something."""
        descriptor = os.open(self.place / "faults", os.O_RDONLY | os.O_DIRECT)
        try:
            return int(os.pread(descriptor, 64, 0))
        finally:
            os.close(descriptor)


@contextmanager
def faulty(folder: Path) -> Iterator[FaultyDisk]:
    """A disk that can be told to fail."""
    if not os.access("/dev/fuse", os.W_OK):
        give_up("a file system that fails takes root and /dev/fuse")
    behind, place = folder / "behind", folder / "place"
    behind.mkdir()
    place.mkdir()
    command = [sys.executable, "-m", "tests.runtime.storage.faulty_fs", str(behind), str(place)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            last_seen(lambda: os.path.ismount(place) or process.poll() is not None, PATIENCE_S)
            if not os.path.ismount(place):
                give_up("FUSE could not be mounted")
            yield FaultyDisk(place, behind)
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=False)
            process.terminate()

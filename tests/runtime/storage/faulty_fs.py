"""usage: python -m tests.runtime.storage.faulty_fs FOLDER MOUNT

A real file system (FUSE) that passes everything on to FOLDER until it is told to fail: whoever writes an object of
JSON into MOUNT/faults decides from there on. Keys, all optional:

    {"after_writes": 7, "errno": 5, "torn": true, "dead": true, "fsync_s": 2.0}

`after_writes`: so many writes still go well (all of them if it is not there), then each fails with `errno`; `torn`: of
the first of these, half is written. `dead`: from then on nothing changes any more, as after a power cut. `fsync_s`: how
long every flush takes; `fsync_errno`: how it fails. MOUNT/faults, when read, says how many writes there were.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from fuse import FUSE, FuseOSError, Operations

FAULTS = "/faults"
CONTROL_HANDLE = 0


class FaultyFs(Operations):  # type: ignore[misc]
    """What sqlite asks of a file system, passed on, and failing on demand."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._faults: dict[str, Any] = {}
        self._writes = 0
        self._is_dead = False

    def _real(self, path: str) -> str:
        return str(self._root) + path

    # --- faults ---

    def _told(self, content: bytes) -> None:
        self._faults = json.loads(content)
        self._writes = 0
        self._is_dead = False

    def _may_change(self) -> None:
        """Raises what a dead or failing disk answers to everything but a write of content."""
        if self._is_dead:
            raise FuseOSError(errno.EIO)
        if self._writes > self._faults.get("after_writes", self._writes):
            raise FuseOSError(self._faults["errno"])

    def write(self, path: str, data: bytes, offset: int, handle: int) -> int:
        with self._lock:
            if path == FAULTS:
                self._told(data)
                return len(data)
            if self._is_dead:
                raise FuseOSError(errno.EIO)
            self._writes += 1
            beyond = self._writes - self._faults.get("after_writes", self._writes)
            if beyond <= 0:
                return os.pwrite(handle, data, offset)
            if beyond == 1 and self._faults.get("torn"):
                os.pwrite(handle, data[: len(data) // 2], offset)
            self._is_dead = bool(self._faults.get("dead"))
            raise FuseOSError(self._faults["errno"])

    def fsync(self, path: str, datasync: int, handle: int) -> None:
        time.sleep(self._faults.get("fsync_s", 0))
        self._may_change()
        if "fsync_errno" in self._faults:
            raise FuseOSError(self._faults["fsync_errno"])
        if handle != CONTROL_HANDLE:
            os.fsync(handle)

    # --- passed on ---

    def getattr(self, path: str, handle: int | None = None) -> dict[str, Any]:
        if path == FAULTS:
            return {"st_mode": 0o100600, "st_nlink": 1, "st_size": 64}
        found = os.lstat(self._real(path))
        keys = ("st_mode", "st_nlink", "st_size", "st_uid", "st_gid", "st_atime", "st_mtime", "st_ctime", "st_ino")
        return {key: getattr(found, key) for key in keys}

    def open(self, path: str, flags: int) -> int:
        return CONTROL_HANDLE if path == FAULTS else os.open(self._real(path), flags & ~os.O_APPEND)

    def create(self, path: str, mode: int, info: Any = None) -> int:
        self._may_change()
        return os.open(self._real(path), os.O_RDWR | os.O_CREAT, mode)

    def read(self, path: str, size: int, offset: int, handle: int) -> bytes:
        if path == FAULTS:
            return str(self._writes).rjust(64).encode()[offset : offset + size]
        return os.pread(handle, size, offset)

    def release(self, path: str, handle: int) -> None:
        if handle != CONTROL_HANDLE:
            os.close(handle)

    def truncate(self, path: str, length: int, handle: int | None = None) -> None:
        if path != FAULTS:
            self._may_change()
            os.truncate(self._real(path), length)

    def unlink(self, path: str) -> None:
        self._may_change()
        Path(self._real(path)).unlink()

    def rename(self, old: str, new: str) -> None:
        self._may_change()
        Path(self._real(old)).rename(self._real(new))

    def mkdir(self, path: str, mode: int) -> None:
        self._may_change()
        Path(self._real(path)).mkdir(mode)

    def chmod(self, path: str, mode: int) -> None:
        self._may_change()
        Path(self._real(path)).chmod(mode)

    def chown(self, path: str, uid: int, gid: int) -> None:
        self._may_change()

    def utimens(self, path: str, times: Any = None) -> None:
        self._may_change()

    def readdir(self, path: str, handle: int) -> list[str]:
        return [".", "..", *(file.name for file in Path(self._real(path)).iterdir())]

    def statfs(self, path: str) -> dict[str, int]:
        found = os.statvfs(self._root)
        return {key: getattr(found, key) for key in ("f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_frsize")}


if __name__ == "__main__":
    FUSE(FaultyFs(Path(sys.argv[1])), sys.argv[2], foreground=True, use_ino=True)

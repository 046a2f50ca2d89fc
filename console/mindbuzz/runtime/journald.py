"""The log: to the system's journal with its fields where the service runs, elsewhere a line on standard error.

journald's native protocol is documented by systemd as JOURNAL_NATIVE_PROTOCOL: one datagram an entry, a field a line.
"""

import logging
import os
import socket
import struct
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

SOCKET = Path("/run/systemd/journal/socket")
STREAM_VARIABLE = "JOURNAL_STREAM"  # device and inode of what systemd has connected to the journal
STANDARD_ERROR = 2
IDENTIFIER = "mindbuzz"
# What syslog calls them.
PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class JournalHandler(logging.Handler):
    """Sends records to journald. A record's `fields`, if it has any, become fields of the entry.

    Never waits: an entry that journald has no room for is lost.
    """

    def __init__(self, path: Path = SOCKET) -> None:
        super().__init__()
        self._path = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record."""
        fields = {
            "MESSAGE": self.format(record),
            "PRIORITY": PRIORITIES.get(record.levelno, PRIORITIES[logging.INFO]),
            "SYSLOG_IDENTIFIER": IDENTIFIER,
            "LOGGER": record.name,
            **getattr(record, "fields", {}),
        }
        with suppress(OSError):
            self._socket.sendto(entry(fields), self._path)

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()
        super().close()


def entry(fields: Mapping[str, object]) -> bytes:
    """An entry of the journal as its datagram; a value of several lines goes with its length before it."""
    return b"".join(_field(name, str(value).encode(errors="replace")) for name, value in fields.items())


def _field(name: str, value: bytes) -> bytes:
    if b"\n" not in value:
        return name.encode() + b"=" + value + b"\n"
    return name.encode() + b"\n" + struct.pack("<Q", len(value)) + value + b"\n"


def set_up(*, verbose: bool) -> None:
    """From now on what our modules log goes where it is read. `verbose`: levels, mistakes and stars, too."""
    handler: logging.Handler = JournalHandler() if _is_journal(STANDARD_ERROR) else logging.StreamHandler()
    ours = logging.getLogger("mindbuzz")
    ours.setLevel(logging.DEBUG if verbose else logging.INFO)
    # Everybody else's, aiohttp's for one, from warnings upwards.
    logging.getLogger().addHandler(handler)


def _is_journal(descriptor: int) -> bool:
    """Whether it leads to the journal, as systemd says in the environment."""
    status = os.fstat(descriptor)
    return os.environ.get(STREAM_VARIABLE) == f"{status.st_dev}:{status.st_ino}"

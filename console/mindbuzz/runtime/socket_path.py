"""Where the control socket of a console is: one order of places, for the console and for whoever asks it.

1. RUNTIME_DIRECTORY, which systemd sets for the service; then nowhere else.
2. /run/mindbuzz, the service's folder, as long as the service runs.
3. XDG_RUNTIME_DIR, the user's own, where there is one: of a login, not of `su` or cron.
4. /tmp/mindbuzz-UID, made by the console, for its user alone; one that belongs to somebody else is not touched.

A console takes the first of these folders that is there and that it may write to; whoever asks looks at all of them.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

from mindbuzz.places import RUNTIME_VARIABLE

SOCKET_NAME = "control.sock"
SERVICE_FOLDER = Path("/run/mindbuzz")
USER_VARIABLE = "XDG_RUNTIME_DIR"
USERS_FOLDER = Path("/run/user")  # where that is of a user who has logged in elsewhere
TEMPORARY = Path("/tmp")
PRIVATE_MODE = 0o700


def socket_to_make() -> Path | None:
    """Where a console makes its socket, in a folder that is there then; None: it may write nowhere."""
    own = _own_place()
    if _places()[-1] == own:
        with suppress(OSError):
            own.parent.mkdir(mode=PRIVATE_MODE)
    return next((place for place in sockets_to_ask() if os.access(place.parent, os.W_OK)), None)


def sockets_to_ask() -> list[Path]:
    """Where a console that runs may have its socket, the likeliest first."""
    own = _own_place()
    return [place for place in _places() if (_is_private(place.parent) if place == own else place.parent.is_dir())]


def _places() -> list[Path]:
    if folder := os.environ.get(RUNTIME_VARIABLE):
        return [Path(folder) / SOCKET_NAME]
    of_user = Path(os.environ.get(USER_VARIABLE) or USERS_FOLDER / str(os.getuid()))
    return [SERVICE_FOLDER / SOCKET_NAME, of_user / f"mindbuzz-{SOCKET_NAME}", _own_place()]


def _own_place() -> Path:
    return TEMPORARY / f"mindbuzz-{os.getuid()}" / SOCKET_NAME


def _is_private(folder: Path) -> bool:
    """Whether a folder is ours alone: in /tmp anybody may have made it, to answer in our name."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o077

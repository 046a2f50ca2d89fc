"""Switching the machine off, without the right to do so.

The console makes an empty file in its own folder; a systemd unit that waits for that file powers off. Nothing of ours
runs as root for it, no bus is spoken to, and nothing but "off" can be asked. See systemd/README.md.
"""

import logging
import os
from pathlib import Path

FOLDER_VARIABLE = "RUNTIME_DIRECTORY"  # set by systemd
REQUEST = "power-off"

log = logging.getLogger(__name__)


def request_power_off() -> None:
    """Ask for it. Where the console is no service, nobody listens, and a line in the log says so."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        log.warning("no power-off: the console does not run as a service here")
        return
    try:
        (Path(folder) / REQUEST).touch()
    except OSError as error:
        log.warning("no power-off: %s: %s", error.filename, error.strerror)
    else:
        log.info("switching off, as the host button asks")

"""Switching the machine off, without the right to do so.

The console makes an empty file in its own folder; a systemd unit that waits for that file powers off. Nothing of ours
runs as root for it, no bus is spoken to, and nothing but "off" can be asked. See systemd/README.md.
"""

import logging
import os
from pathlib import Path

from mindbuzz.places import RUNTIME_VARIABLE

REQUEST = "power-off"

log = logging.getLogger(__name__)


def request_power_off() -> str | None:
    """Ask for it; None. Or why it can't be asked, for people, as a line in the log says, too: nobody listens where the
    console is no service."""
    obstacle = _obstacle()
    if obstacle is None:
        log.info("switching off, as the operator asks")
    else:
        log.warning("%s", obstacle)
    return obstacle


def _obstacle() -> str | None:
    folder = os.environ.get(RUNTIME_VARIABLE)
    if folder is None:
        return "no power-off: the console does not run as a service here; switch the machine itself off"
    try:
        (Path(folder) / REQUEST).touch()
    except OSError as error:
        return f"no power-off: {error.filename}: {error.strerror}; see: mindbuzz doctor"
    return None

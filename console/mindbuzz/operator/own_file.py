"""The file of what was set at the console itself: lines `name = value` in the state folder, like the staff's file.

Written whole, beside the old one, and put in its place at once: whoever pulls the plug finds the old or the new one.
"""

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mindbuzz.config.staff import read_staff_settings
from mindbuzz.errors import ControlError

HEAD = "# Set at the console. What stands here goes before every other file; `mindbuzz ctl reset` forgets it.\n"


class OwnFile:
    """The file at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writing = threading.Lock()

    @property
    def values(self) -> dict[str, Any]:
        """What is set; nothing where there is no file, or nothing in it can be understood."""
        return dict(read_staff_settings(self.path).values)

    def set(self, changed: Mapping[str, Any]) -> None:
        """Set some keys, and keep the others. Raises ControlError, one line, for a disk that can't be written."""
        with self._writing:  # of two who set something at once neither undoes what the other did
            self._write({**self.values, **changed})

    def reset(self) -> None:
        """Forget everything that was set here."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise ControlError(f"{self.path} can't be removed: {error.strerror}") from error

    def _write(self, values: Mapping[str, Any]) -> None:
        beside = self.path.with_name(f"{self.path.name}.new")
        lines = (f"{name} = {_written(value)}\n" for name, value in values.items())
        try:
            with beside.open("w", encoding="utf-8") as file:
                file.writelines((HEAD, *lines))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            raise ControlError(f"{self.path} can't be written: {error.strerror}; see: mindbuzz doctor") from error


def _written(value: Any) -> str:
    """A value as the file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(str, value))}]"
    return str(value)

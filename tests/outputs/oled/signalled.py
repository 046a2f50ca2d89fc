"""usage: python -m tests.outputs.oled.signalled run|goodbye FOLDER

The console with mock pins, its four panels a file of bytes each in FOLDER: what went over the wire is there whatever
happens to the process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mindbuzz import daemon
from mindbuzz.config import Config, Effective
from mindbuzz.config.template import effective_toml
from mindbuzz.outputs.oled.wiring import SYSFS_I2C, I2c

SOCKET = "control.sock"  # there once the console listens to signals


class Recording:
    """A serial interface that writes all messages into a file, one a line, in hexadecimal digits."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", buffering=1, encoding="ascii")

    def command(self, *cmd: int) -> None:
        self._write(b"\x00" + bytes(cmd))

    def data(self, data: bytes) -> None:
        self._write(b"\x40" + bytes(data))

    def _write(self, message: bytes) -> None:
        self._file.write(f"{message.hex()}\n")

    def cleanup(self) -> None:
        self._file.close()


def main(what: str, folder: Path) -> None:
    def connect(place: I2c, sysfs: Path = SYSFS_I2C) -> Any:
        return Recording(folder / f"channel-{place.channel}")

    I2c.connect = connect  # type: ignore[assignment, method-assign]
    config = Config(pin_factory="mock", journal=str(folder / "journal.sqlite"), web_port=None)
    if what == "run":
        file = folder / "mindbuzz.toml"
        file.write_text(effective_toml(Effective(config)), encoding="utf-8")
        daemon.run(file, lambda text: None, folder / SOCKET)
    else:
        daemon.goodbye(config)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

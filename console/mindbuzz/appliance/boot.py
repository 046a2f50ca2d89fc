"""What the Raspberry Pi's firmware has to switch on: a few lines in its config.txt, between two marks of ours."""

import re
from collections.abc import Sequence
from pathlib import Path

from mindbuzz.appliance.configuration import uses
from mindbuzz.appliance.machine import write_whole

PLACES = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))
BEGIN = "# mindbuzz: made by its installation, and taken away by `mindbuzz uninstall`"
END = "# end of mindbuzz"
SECTION = re.compile(r"\[(.*)\]")
BLOCK = re.compile(rf"\n?^{re.escape(BEGIN)}\n.*?^{re.escape(END)}\n", re.MULTILINE | re.DOTALL)

# The key of the configuration that needs it, None: always → the line.
LINES = {
    None: "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
    "mux": "dtoverlay=i2c-mux,pca9548,addr=0x70,base=40,disconnect_on_idle",
    "spi": "dtparam=spi=on",
}


def firmware_file() -> Path | None:
    """The firmware's configuration, or None on a machine that has none."""
    return next((place for place in PLACES if place.exists()), None)


def needed_lines() -> list[str]:
    """What the configuration needs."""
    return [line for key, line in LINES.items() if key is None or uses(key)]


def without_block(text: str) -> str:
    """A config.txt as it was before us."""
    return BLOCK.sub("", text)


def with_block(text: str, lines: Sequence[str]) -> str:
    """A config.txt with these lines, each once: what somebody wrote there already is not said again.

    Ours come under [all], since the file may end in a section for some models only; and stay where they are, since
    somebody may have written something below them that [all] holds for, too.
    """
    rest = without_block(text)
    there_already = _for_all(rest)
    lacking = [line for line in lines if line not in there_already]
    if not lacking:
        return rest
    block = "\n".join(["", BEGIN, "[all]", *lacking, END, ""])
    if there := BLOCK.search(text):
        return text[: there.start()] + block + text[there.end() :]
    return rest + ("" if not rest or rest.endswith("\n") else "\n") + block


def _for_all(text: str) -> set[str]:
    """The lines that hold for every model: before any section, or in [all]."""
    found, holds = set(), True
    for line in map(str.strip, text.splitlines()):
        section = SECTION.fullmatch(line)
        if section:
            holds = section[1] == "all"
        elif holds:
            found.add(line)
    return found


def lacking_lines() -> list[str]:
    """What `FirmwareLines` would change here; empty where there is no such file."""
    file = firmware_file()
    return [] if file is None else FirmwareLines(file).lacks()


class FirmwareLines:
    """A step: I2C and the multiplexer are switched on. What the file was before is kept beside it."""

    name = "config.txt"

    def __init__(self, file: Path) -> None:
        self._file = file

    def lacks(self) -> list[str]:
        text, needed = self._text(), needed_lines()
        made = with_block(text, needed)
        lacking = [line for line in made.splitlines() if line in needed and line not in text.splitlines()]
        what = f"add to {self._file}: {'; '.join(lacking)}" if lacking else f"put our lines in order in {self._file}"
        return [] if made == text else [what]

    def do(self) -> None:
        text = self._text()
        kept = self._file.with_name(f"{self._file.name}.before-mindbuzz")
        if not kept.exists():
            write_whole(kept, text)
        write_whole(self._file, with_block(text, needed_lines()))

    def traces(self) -> list[str]:
        text = self._text()
        return [] if without_block(text) == text else [f"remove our lines from {self._file}"]

    def undo(self) -> None:
        write_whole(self._file, without_block(self._text()))

    def _text(self) -> str:
        return self._file.read_text(encoding="utf-8")

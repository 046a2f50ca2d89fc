"""usage: python -m tools.generated

Writes what is made from something else: parts of pages, each between its markers, and whole files. The kit in hardware/
takes most of the time, and needs Debian's graphviz and openscad.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tools.project_files import ROOT

try:
    from mindbuzz.config.template import example
    from tests.every_game import games_table
    from tools.kit import outputs
    from tools.kit.made import HARDWARE
    from tools.phase_diagram import game_diagram, trouble_diagram
    from tools.pin_table import pod_pins
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"tools.generated: {missing.name} is not installed here; say: tools/in-venv --dev python -m tools.generated"
    ) from None

# File -> marker in it -> what stands there.
PARTS: Mapping[Path, Mapping[str, Callable[[], str]]] = {
    ROOT / "README.md": {"games": games_table, "phases": game_diagram, "trouble": trouble_diagram},
    ROOT / "firmware" / "README.md": {"pins": pod_pins},
    **{HARDWARE / page: parts for page, parts in outputs.PAGES.items()},
}


# Files that are made as a whole.
FILES: Mapping[Path, Callable[[], str]] = {ROOT / "hardware" / "mindbuzz.toml": example}


def with_current_parts(page: Path) -> str:
    """The text of a page as it should be. Raises ValueError if it has no place for a part."""
    text = page.read_text(encoding="utf-8")
    for marker, part in PARTS[page].items():
        text = put_between_markers(text, marker, part())
    return text


def put_between_markers(text: str, marker: str, part: str, command: str = "python -m tools.generated") -> str:
    """A text with the part of a marker put in. Raises ValueError if the markers are not there."""
    begin, end = f"<!-- {marker}: made by {command} -->\n", f"<!-- end of {marker} -->"
    before, found_begin, rest = text.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found_begin and found_end):
        raise ValueError(f"no place for {marker!r}: {begin.strip()} ... {end}")
    return f"{before}{begin}\n{part}\n\n{end}{after}"


def main() -> None:
    outputs.write_everything(print)
    for page in PARTS:
        page.write_text(with_current_parts(page), encoding="utf-8")
    for file, content in FILES.items():
        file.write_text(content(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Work sheets: everything that depends on which console one builds, on one page for each, to tick off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.kit.bill import build_table, tool_table
from tools.kit.board import BOARD_WIRE, board_wire_needed, place_table, wire_table
from tools.kit.board_pictures import picture_name, steps_of
from tools.kit.build import ALL_BUILDS, SEATS, Build
from tools.kit.colours import COLOURS
from tools.kit.options import option_table
from tools.kit.source import read_kit
from tools.kit.units import in_metres
from tools.kit.wiring import config_txt, console_toml, cut_list, lead_table, with_address_0x3d
from tools.markdown import markdown_table

HEAD = """# Work sheet: {title}

Goes with the [building guide](../build.md): there is how to do it, here is what, for **{title}** and nothing else.
Made from [parts.yaml](../parts.yaml) by `python -m tools.generated`. Not yet built by us.

Other sheets:

{others}
"""
SETTINGS = """## Settings

The configuration, [{name}.toml](../config/{name}.toml), takes the place of any that is in
`/etc/mindbuzz/mindbuzz.toml`:

```toml
{toml}
```

On the Pi, in the clone of this repository ([how it comes there](../first-light.md#1-the-pi)):

```text
sudo cp hardware/config/{name}.toml /etc/mindbuzz/mindbuzz.toml
sudo ./install --firmware
sudo reboot
```

**After first light** this takes the place of first light's file. One of your displays has the address 0x3D: make it
that of seat {seat}, and in `sudo nano /etc/mindbuzz/mindbuzz.toml` ([how](../build.md#change-a-file-on-the-pi))
change the line of seat {seat}'s display to

```toml
{line}
```

`sudo ./install --firmware` adds the lines `dtparam=i2c_arm=…` and `dtoverlay=i2c-mux,…` of this to
`/boot/firmware/config.txt`, once, however often you say it, and leaves out what stands there
already. The last one, for a shutdown button on GPIO{gpio}, you add yourself,
at the end of the file:

```ini
{config_txt}
```
"""
FIRST_LIGHT_SEAT = 2  # where the display at the other address goes
# Step → the number of its section in the guide, and the link to it.
SECTIONS = {
    "board-displays": ("Step 2, board: displays", "2-the-board-displays"),
    "board-buttons": ("Step 3, board: buttons", "3-the-board-buttons"),
    "board-lamps": ("Step 4, board: lamps", "4-the-board-lamps"),
    "table": ("Step 8, table display", "8-table-display-optional"),
    "pod": ("Step 9, the pod", "9-the-pod-optional"),
}


def sheets() -> Mapping[str, str]:
    """File name → page, one for each build."""
    return {f"{build.name}.md": "\n".join(_sheet(build)) for build in ALL_BUILDS}


def sheet_links(folder: str) -> str:
    """Where the sheet of every build is, seen from a page beside `folder`."""
    rows = [
        (title, *(f"[{seats} seats]({folder}/{Build(seats, pod, table).name}.md)" for seats in SEATS))
        for title, pod, table in (
            ("buttons on the Pi", False, False),
            ("and a table display", False, True),
            ("buttons on the pod", True, False),
            ("and a table display", True, True),
        )
    ]
    return markdown_table(("Console", *[""] * len(SEATS)), rows)


def _sheet(build: Build) -> Iterator[str]:
    yield HEAD.format(title=build.title, others=sheet_links("."))
    yield f"## To order\n\n[As a CSV file](../order/{build.name}.csv). What to look for before you order:"
    yield "[order.md](../order.md). If you did first light, order what *After first light* says: the rest you have.\n"
    yield f"{build_table(build)}\n"
    yield f"## Tools\n\n{tool_table()}\n"
    yield f"## To print or cut\n\n{_printed(build)}\n"
    yield "## What you leave out\n\nThese are optional; their holes in the case get a strip of tape. Leave"
    yield f"out, by the numbers in this sheet's tables and pictures:\n\n{option_table(build)}\n"
    for step in steps_of(build):
        yield from _step(build, step)
    yield from _leads(build)
    yield from _settings(build)


def _printed(build: Build) -> str:
    rows = [
        ("[base.stl](../enclosure/stl/base.stl)", 1),
        (f"[lid-{build.seats}.stl](../enclosure/stl/lid-{build.seats}.stl)", 1),
        ("[hood-0.96.stl](../enclosure/stl/hood-0.96.stl), black", build.seats),
        ("[clamp.stl](../enclosure/stl/clamp.stl)", 1),
        *([("[stand.stl](../enclosure/stl/stand.stl)", 1)] if build.table else []),
    ]
    return markdown_table(("File", "How often"), rows)


def _step(build: Build, step: str) -> Iterator[str]:
    title, anchor = SECTIONS[step]
    pictures = [picture_name(build, step, solder_side=side) for side in (False, True)]
    yield f"## {title}\n\nHow: [guide](../build.md#{anchor}).\n\n{place_table(build, step)}\n"
    yield f"![The board from above after this step, {build.title}](../build/{pictures[0]})\n"
    yield f"{wire_table(build, step)}\n"
    yield f"![The solder side after this step, {build.title}](../build/{pictures[1]})\n"


def _leads(build: Build) -> Iterator[str]:
    wire = markdown_table(
        ("Wire on the board", "Length in all"),
        ((colour, in_metres(length)) for colour, length in sorted(board_wire_needed(build).items())),
    )
    yield "## Leads\n\nWhat the colours mean: [one table](../wiring.md#colours) for boards and leads."
    yield "How to strip, crimp and tin: [guide](../build.md#ends-of-wires). From which screw to which pin,"
    yield f"wire by wire:\n\n{lead_table(build)}\n"
    yield "Cut, strip every end that has no socket (a jumper lead keeps the one at its display),"
    yield "twist what the list says:\n"
    yield f"{cut_list(build)}\n\n{wire}\n"
    yield from _test_wires(build)
    yield f"![Harness: every lead with its colours between its two ends](../wiring/harness-{build.name}.svg)\n"


def _test_wires(build: Build) -> Iterator[str]:
    """Pieces of board wire that are for a test only."""
    for need in read_kit().needed:
        if need.part == BOARD_WIRE and (count := build.times(need.each)):
            step, _ = SECTIONS[need.step]
            yield f"Of the {COLOURS[need.colour]} wire, {count} × {need.count} mm are for the test of *{step}*.\n"


def _settings(build: Build) -> Iterator[str]:
    yield SETTINGS.format(
        name=build.name,
        toml=console_toml(build).strip(),
        seat=FIRST_LIGHT_SEAT,
        line=with_address_0x3d(build, FIRST_LIGHT_SEAT),
        gpio=read_kit().uses["shutdown"].bcm,
        config_txt=config_txt(),
    )

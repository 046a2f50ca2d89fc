"""All files of the kit, by where they go in hardware/; and the parts of its pages that are made."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import version

from tools.kit import enclosure, pictures, step_pictures, sums, wiring
from tools.kit.bill import (
    bills,
    cut_case_table,
    difference_table,
    first_light_table,
    order_table,
    reuse_table,
    step_table,
    tool_table,
)
from tools.kit.board import ribbon_table
from tools.kit.board_pictures import board_pictures, steps_of
from tools.kit.breadboard import jumper_table
from tools.kit.breadboard_pictures import breadboard_pictures
from tools.kit.build import ALL_BUILDS, WHOLE, Build
from tools.kit.cards import card_table, cards
from tools.kit.harness import harness_graph, harness_source
from tools.kit.made import HARDWARE, Recipe, made_or_kept, read_notes, write_notes
from tools.kit.plug_pictures import plug_pictures
from tools.kit.schematics import SCHEMATICS
from tools.kit.screen_pictures import screen_pictures
from tools.kit.sheets import sheet_links, sheets
from tools.kit.sight import sight_table
from tools.kit.source import PARTS, read_kit

Part = Callable[[], str]


def plain_files() -> Mapping[str, bytes]:
    """Files that are made by nothing but this program: the same bytes everywhere."""
    return {
        **{f"order/{name}": text.encode() for name, text in bills().items()},
        **{f"config/{name}": text.encode() for name, text in wiring.config_files().items()},
        **{f"first-light/{name}": content for name, content in breadboard_pictures().items()},
        **{f"build/{name}": content for name, content in board_pictures().items()},
        **{f"build/{name}": content for name, content in plug_pictures().items()},
        **{f"build/{name}": content for name, content in screen_pictures().items()},
        **{f"sheets/{name}": text.encode() for name, text in sheets().items()},
        **{f"cards/{name}": content for name, content in cards().items()},
        "enclosure/parameters.scad": enclosure.parameters().encode(),
    }


def recipes() -> Mapping[str, Recipe]:
    """Files that other programs draw."""
    parts = PARTS.read_bytes()
    return {
        **{
            f"wiring/harness-{build.name}.svg": Recipe(
                json.dumps(harness_source(read_kit(), build)).encode(), _graphviz, partial(_drawn_by_dot, build)
            )
            for build in ALL_BUILDS
        },
        **{f"design/{name}": Recipe(parts, _schemdraw, draw) for name, draw in SCHEMATICS.items()},
        **_enclosure_recipes(),
    }


def _enclosure_recipes() -> Mapping[str, Recipe]:
    """Parts before their pictures, which are drawn from them."""
    everything = b"".join(enclosure.source_of(printed) for printed in enclosure.PRINTED)
    bodies = {
        f"enclosure/stl/{printed.name}.stl": Recipe(
            enclosure.source_of(printed), enclosure.mesh_version, partial(enclosure.stl, printed), True
        )
        for printed in enclosure.PRINTED
    }
    sheets = {
        f"enclosure/laser/{sheet.name}.{kind}": Recipe(
            enclosure.source_of(sheet), enclosure.openscad_version, partial(enclosure.rendered, sheet, kind), True
        )
        for sheet in enclosure.SHEETS
        for kind in ("dxf", "svg")
    }
    drawn_from = everything + PARTS.read_bytes() + pictures.code() + step_pictures.code()
    drawn = {
        f"enclosure/pictures/{name}": Recipe(drawn_from, pictures.versions, draw, True)
        for name, draw in {**pictures.pictures(), **step_pictures.step_pictures()}.items()
    }
    return {**bodies, **sheets, **drawn}


@cache
def _graphviz() -> str:
    """How wide letters are decides where graphviz puts boxes, so its font counts as a version."""
    dot = subprocess.run(["dot", "-V"], check=True, capture_output=True, text=True).stderr.strip()
    font = subprocess.run(["fc-match", "arial"], check=True, capture_output=True, text=True).stdout.strip()
    return f"WireViz {version('wireviz')}, {dot}, {font}"


def _drawn_by_dot(build: Build) -> bytes:
    done = subprocess.run(["dot", "-Tsvg"], input=harness_graph(build).encode(), check=True, capture_output=True)
    return done.stdout


def _schemdraw() -> str:
    return f"schemdraw {version('schemdraw')}"


def _guide() -> Mapping[str, Part]:
    """What the building guide is told: what each step needs, and what its ribbon joins. The rest is in the sheets."""
    steps = ("print", *(step for step in steps_of(WHOLE) if step != "table"), "case", "seats")
    return {
        "sheets": partial(sheet_links, "sheets"),
        **{f"need-{step}": partial(step_table, step) for step in steps},
        "need-table": partial(step_table, "table", table=True),
        "need-pod": partial(step_table, "pod", pod=True),
        **{f"ribbon-{step}": partial(ribbon_table, step) for step in ("board-displays", "board-buttons")},
    }


def _first_light() -> Mapping[str, Part]:
    return {
        "need": first_light_table,
        "tools": partial(tool_table, first_light=True),
        "reuse": reuse_table,
        **{f"leads-{stage}": partial(jumper_table, stage) for stage in read_kit().first_light.stages},
        "toml": lambda: f"```toml\n{wiring.first_light_toml().strip()}\n```",
        "config-txt": lambda: f"```ini\n{wiring.first_light_config_txt()}\n```",
    }


PAGES: Mapping[str, Mapping[str, Part]] = {
    "README.md": {"sources": sums.source_table, "sheets": partial(sheet_links, "sheets")},
    "order.md": {
        "sheets": partial(sheet_links, "sheets"),
        "order": partial(order_table, pod=False, table=False),
        "order-table": partial(difference_table, pod=False, table=True),
        "order-pod": partial(difference_table, pod=True, table=False),
        "order-cut-case": cut_case_table,
        "order-first-light": first_light_table,
        "reuse": reuse_table,
        "tools": tool_table,
        "tools-first-light": partial(tool_table, first_light=True),
        "sizes": enclosure.size_table,
    },
    "wiring.md": {
        "pins": wiring.console_pins,
        "power": wiring.console_power,
        "left-free": wiring.console_left_free,
        "colours": wiring.colour_table,
        "nets": wiring.net_table,
        "config-txt": lambda: f"```ini\n{wiring.config_txt()}\n```",
    },
    "design.md": {
        "button": sums.button_sums,
        "lamp": sums.lamp_sums,
        "bus": sums.bus_sums,
        "pull-ups": sums.pull_up_table,
        "bare-bus": sums.bare_bus_sums,
        "sound": sums.sound_sums,
        "budget": sums.power_table,
        "rail": sums.rail_table,
        "shutdown": sums.shutdown_table,
    },
    "build.md": _guide(),
    "first-light.md": _first_light(),
    "cards/README.md": {"cards": card_table},
    "enclosure/README.md": {
        "files": enclosure.file_table,
        "cut-case": cut_case_table,
        "sight": lambda: sight_table(read_kit()),
    },
}


def write_everything(say: Callable[[str], None]) -> None:
    """Make every file, those that take long only where something has changed; what nobody makes any more goes."""
    for name, content in plain_files().items():
        path = HARDWARE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    old, notes = read_notes(), {}
    for number, (name, recipe) in enumerate(recipes().items(), start=1):
        say(f"{number}/{len(recipes())} hardware/{name}")
        notes[name] = made_or_kept(name, recipe, old.get(name))
    for name in old.keys() - notes.keys():
        (HARDWARE / name).unlink(missing_ok=True)
    write_notes(notes)


def stale_plain_files() -> list[str]:
    """The plain files that are not what they should be."""
    return [
        f"hardware/{name}"
        for name, content in plain_files().items()
        if not (HARDWARE / name).exists() or (HARDWARE / name).read_bytes() != content
    ]

"""The answer to `status` as one screen for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from mindbuzz.core.rules import Kind
from mindbuzz.outputs.narration import KIND_NAMES
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import texts_of

Report = Mapping[str, Any]

KILOBYTE = 1000
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86_400
LIGHT = {True: " lit", False: " dark", None: ""}  # nobody knows what the pod plays just now
NARROWEST = 100  # where nobody looks at it in a terminal


def print_status(report: Report) -> None:
    """Print all of it."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=NARROWEST)
    for name, text in _heading(report):
        console.print(f"{name:<10} {text}", markup=False, soft_wrap=True)
    console.print(seats_table(report))
    for name, text in _footing(report):
        console.print(f"{name:<10} {text}", markup=False, soft_wrap=True)


def _heading(report: Report) -> Iterator[tuple[str, str]]:
    state = "in order" if report["ok"] else "TROUBLE"
    yield "mindbuzz", f"{report['version']}, {state}, up {duration(report['up_s'])}, boot {report['boot_id'] or '?'}"
    yield "phase", report["phase"].replace("_", " ") + (f": {_game(report['game'])}" if report["game"] else "")
    for name, text in report["problems"].items():
        yield "trouble", f"{name}: {text}"


def _game(game: Report) -> str:
    name = KIND_NAMES[Kind(game["kind"])] + (", blind challenge" if game["challenge"] else "")
    return f"{name}, level {game['level']} of {game['last_level']}, lives {game['lives']}, stars {game['stars']}"


def seats_table(report: Report) -> Table:
    """A row for each seat: its button, lamp and screen."""
    table = Table(box=None, pad_edge=False)
    headings = (
        "seat",
        "joined",
        "button",
        "presses",
        "edges",
        "lost",
        "times stuck",
        "times chattered",
        "lamp",
        "screen",
    )
    for heading in headings:
        right = heading in headings[3:8]
        table.add_column(heading, justify="right" if right else "left", no_wrap=heading != "screen")
    for seat in report["seats"]:
        table.add_row(*_seat_row(seat))
    return table


def _seat_row(seat: Report) -> Iterator[str]:
    button, lamp = seat["button"], seat["lamp"]
    yield f"{seat['seat']} {seat_name(seat['seat'], texts_of('en')).lower()}"
    yield "yes" if seat["joined"] else "no"
    yield _button(button)
    for count in ("presses", "edges", "made_up", "times_stuck", "times_chattered"):
        yield "?" if button[count] is None else str(button[count])
    yield "none" if lamp is None else f"{wire(lamp['wire'])}{LIGHT[lamp['lit']]}"
    yield screen(seat["display"])


def _button(button: Report) -> str:
    state = "STUCK" if button["stuck"] else "CHATTERS" if button["chatters"] else "down" if button["closed"] else "up"
    return f"{wire(button['wire'])} {state}"


def wire(name: int | str) -> str:
    """A pin, or a place on the pod."""
    return f"GPIO{name}" if isinstance(name, int) else name


def screen(display: Report | None) -> str:
    """How a panel is."""
    if display is None:
        return "none"
    return f"{display['state']}: {display['reason']}" if display["reason"] else str(display["state"])


def _footing(report: Report) -> Iterator[tuple[str, str]]:
    if report["table_display"] is not None:
        yield "table", screen(report["table_display"])
    journal, machine = report["journal"], report["machine"]
    state = journal["trouble"] or "ok"
    yield "journal", f"{journal['file'] or 'in memory'}, {journal['bytes'] / KILOBYTE:.0f} kB, {state}"
    yield "machine", ", ".join(_machine(machine))


def _machine(machine: Report) -> Iterator[str]:
    yield machine["model"] or "not a Raspberry Pi"
    if machine["temperature_c"] is not None:
        yield f"{machine['temperature_c']:.0f} °C"
    if machine["undervoltage"] is not None:
        yield "UNDERVOLTAGE" if machine["undervoltage"] else "supply ok"
    if machine["throttled_by"]:
        yield f"since it started: {', '.join(machine['throttled_by'])}"
    if machine["free_mib"] is not None:
        yield f"{machine['free_mib']} MiB free"


def duration(seconds: int) -> str:
    """A duration in the two greatest units that say something."""
    if seconds >= DAY_S:
        return f"{seconds // DAY_S} d {seconds % DAY_S // HOUR_S} h"
    if seconds >= HOUR_S:
        return f"{seconds // HOUR_S} h {seconds % HOUR_S // MINUTE_S} min"
    return f"{seconds // MINUTE_S} min {seconds % MINUTE_S} s"

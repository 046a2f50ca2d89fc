"""How the console is, for whoever looks after it: everything about its parts, nothing that a player alone may know."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Protocol

from mindbuzz.config import Config
from mindbuzz.contacts.chatter import CHATTER
from mindbuzz.core.events import STUCK
from mindbuzz.core.phases import NO_GAME
from mindbuzz.core.views import TableView
from mindbuzz.inputs.gpio import EdgeCounts, GpioButtons
from mindbuzz.inputs.source import Source
from mindbuzz.outputs.lamps import Lamps
from mindbuzz.outputs.oled.health import BROKEN, Health
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.pictures import TABLE
from mindbuzz.runtime import machine
from mindbuzz.runtime.counts import Counts
from mindbuzz.runtime.health import HealthReport
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.service import boot_id


class Troubled(Protocol):
    """A source of contacts that can say what is wrong with it."""

    name: str

    @property
    def trouble(self) -> str | None: ...


NOT_COUNTED = dict.fromkeys(field.name for field in fields(EdgeCounts))


@dataclass(frozen=True, slots=True)
class Status:
    """Answers the request `status`."""

    config: Config
    health: HealthReport
    counts: Counts
    buttons: GpioButtons
    sources: Sequence[Source]
    lamps: Lamps
    panels: Panels[int] | None
    journal: Journal

    def report(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Everything, ready for JSON."""
        panels = {} if self.panels is None else self.panels.health()
        return {
            **self.health.report(),
            "boot_id": boot_id(),
            "pid": os.getpid(),
            "game": _game(self.counts.table),
            "seats": [self._seat(seat, panels.get(seat)) for seat in self.config.seat_numbers],
            "table_display": _display(panels.get(TABLE)),
            "driver": self.buttons.driver_counts,
            "journal": _journal(self.journal),
            "machine": _machine(self.journal.path),
        }

    def _seat(self, seat: int, display: Health | None) -> Mapping[str, Any]:
        wires, counts = self.config.seats[seat], self.counts
        on_pin = isinstance(wires.lamp, int)
        lamp = (
            None if wires.lamp is None else {"wire": wires.lamp, "lit": self.lamps.level(seat) > 0 if on_pin else None}
        )
        edges = self.buttons.edge_counts.get(seat)
        button = {
            "wire": wires.button,
            "closed": any(seat in source.closed() for source in self.sources),
            **(NOT_COUNTED if edges is None else asdict(edges)),
            "presses": counts.presses[seat],
            "stuck": seat in counts.broken(STUCK),
            "times_stuck": counts.stuck[seat],
            "chatters": seat in counts.broken(CHATTER),
            "times_chattered": counts.chatter[seat],
        }
        joined = seat in counts.table.joined
        return {"seat": seat, "joined": joined, "button": button, "lamp": lamp, "display": _display(display)}


def _display(health: Health | None) -> Mapping[str, Any] | None:
    return None if health is None else {"state": health.state.value, "reason": health.reason}


def _game(table: TableView) -> Mapping[str, Any] | None:
    """The game that goes on, as everyone at the table sees it; None: the lobby."""
    if table.phase in NO_GAME:
        return None
    return {
        "kind": table.kind.value,
        "challenge": table.challenge,
        "level": table.level,
        "last_level": table.last_level,
        "lives": table.lives,
        "stars": table.stars,
    }


def _journal(journal: Journal) -> Mapping[str, Any]:
    path = journal.path
    files = [] if path is None else [file for file in path.parent.glob(f"{path.name}*") if file.is_file()]
    return {
        "file": None if path is None else str(path.absolute()),
        "bytes": sum(file.stat().st_size for file in files),
        "trouble": journal.trouble,
    }


def _machine(journal: Path | None) -> Mapping[str, Any]:
    return {
        "model": machine.model(),
        "temperature_c": machine.temperature_c(),
        "undervoltage": machine.undervoltage(),
        "throttled_by": machine.throttling(),
        "free_mib": None if journal is None else machine.free_mib(journal.absolute().parent),
    }


def trouble_in(
    panels: Panels[int] | None,
    journal: Journal,
    buttons: Sequence[Troubled],
    notices: Sequence[object] = (),
) -> dict[str, str]:
    """What does not work, with a line about it: displays, journal, buttons, the staff's file, the supply."""
    health = {} if panels is None else panels.health()
    trouble = {
        f"display {place}": state.reason or state.state.value
        for place, state in health.items()
        if state.state in BROKEN
    }
    told = {"journal": journal.trouble, **{source.name: source.trouble for source in buttons}}
    trouble |= {name: sentence for name, sentence in told.items() if sentence is not None}
    if notices:
        trouble["staff's file"] = "; ".join(map(str, notices))
    if machine.undervoltage():
        trouble["supply"] = "undervoltage: use a stronger power supply"
    return trouble

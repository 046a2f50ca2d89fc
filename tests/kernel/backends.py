"""usage: python -m tests.kernel.backends [--write]

Measures the ways to the pins on a real kernel in QEMU, each alone and beside a busy processor, and prints one table;
--write also puts it into the README.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.row import percentile
from tests.kernel.image import ready_image
from tests.kernel.installed import installed
from tests.kernel.machine import Machine
from tools.generated import put_between_markers
from tools.markdown import markdown_table
from tools.project_files import ROOT

README = ROOT / "README.md"
BACKENDS = ("gpiod", "lgpio")
QUIET_S = 10
COLUMNS = (
    "pins by", "processors", "wake-ups a second at rest", "CPU at rest", "edges lost of 1000", "stamp error p50 / p99",
    "kernel to loop p50 / p99",
)  # fmt: skip
BUSY = "systemd-run --quiet --collect /bin/sh -c 'while :; do :; done'"


def rows() -> list[tuple[str, ...]]:
    """Every row, measured on one machine after the other, from one picture."""
    image = ready_image()
    with tempfile.TemporaryDirectory() as name:
        picture, delivery = installed(image, Path(name) / "installed")
        found = []
        for busy in (False, True):
            for backend in BACKENDS:
                machine = Machine(image, Path(name) / f"{backend}-{busy}", delivery, picture.disk)
                try:
                    machine.start(picture.memory)
                    found.append(row(machine, backend, busy=busy))
                finally:
                    machine.cut_power()
        return found


def row(machine: Machine, backend: str, *, busy: bool) -> tuple[str, ...]:
    """One backend on one machine."""
    if busy:
        machine.run(f"{BUSY}; {BUSY}; {BUSY}")
    told = machine.call("fingers.measure", backend, QUIET_S, timeout_s=300)
    lost, errors_us, late_us = compared(told)
    return (
        backend,
        "busy" if busy else "idle",
        f"{told['wakeups_a_second']:.0f}",
        f"{told['cpu']:.1%}",
        str(lost),
        f"{percentile(errors_us, 0.5):.0f} / {percentile(errors_us, 0.99):.0f} µs",
        f"{percentile(late_us, 0.5) / 1000:.1f} / {percentile(late_us, 0.99) / 1000:.1f} ms",
    )


def compared(told: dict[str, Any]) -> tuple[int, list[float], list[float]]:
    """How many edges never came; of the others, in µs: how late each was stamped, how long after that it was had."""
    driven = [(seat, (before_s - told["origin_s"]) * 1e6) for seat, _, before_s, _ in told["driven"]]
    errors_us = [at_us - _driven_last(driven, seat, at_us) for seat, _, at_us, _ in told["edges"]]
    late_us = [had_us - at_us for _, _, at_us, had_us in told["edges"]]
    return len(driven) - len(told["edges"]), errors_us, late_us


def _driven_last(driven: list[tuple[int, float]], seat: int, at_us: float) -> float:
    """When the last edge of a seat's contact before a stamp was driven."""
    return max(before_us for who, before_us in driven if who == seat and before_us <= at_us)


def main() -> None:
    table = markdown_table(COLUMNS, rows())
    print(table)
    if "--write" in sys.argv[1:]:
        text = README.read_text(encoding="utf-8")
        command = "python -m tests.kernel.backends --write"
        README.write_text(put_between_markers(text, "backends", table, command), encoding="utf-8")


if __name__ == "__main__":
    main()

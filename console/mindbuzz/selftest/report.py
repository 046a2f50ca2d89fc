"""The report: what was tested, on what, and what is wrong; for the terminal and for a file to keep or to send."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mindbuzz import __version__
from mindbuzz.config import Config
from mindbuzz.errors import MindbuzzError
from mindbuzz.runtime.machine import model
from mindbuzz.selftest.notes import Notes
from mindbuzz.selftest.plan import Plan, all_wires
from mindbuzz.selftest.verdict import Fault, Finding
from mindbuzz.selftest.wire import Part, Wire, where
from mindbuzz.selftest.words import told


def reached_wires(plan: Plan, notes: Notes) -> frozenset[Wire]:
    """Those whose own step was made; none of a kind that is not tested."""
    seen = (
        (Part.BUTTON, notes.presses),
        (Part.LAMP, notes.lamps),
        (Part.DISPLAY, [place for place, location in plan.displays.items() if location in notes.screens]),
        (Part.SOUND, notes.heard),
    )
    return frozenset(Wire(part, place) for part, places in seen for place in places)


NO_FAULT = {
    True: "everything is wired as it should be",
    False: "stopped before the end: no fault in what was tested so far",
}


def verdict_lines(findings: Iterable[Finding], config: Config, *, whole: bool) -> list[str]:
    """A line for each fault, or that there is none. `whole` False: the person stopped before the end."""
    return [told(finding, config) for finding in findings] or [NO_FAULT[whole]]


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether nothing is wrong; what was skipped is not known to be."""
    return all(finding.fault is Fault.SKIPPED for finding in findings)


def report_lines(
    plan: Plan, notes: Notes, findings: tuple[Finding, ...], config: Config, began_at: str, *, whole: bool
) -> Iterator[str]:
    """All of it. `whole` False: the person stopped before the end."""
    yield f"mindbuzz {__version__}, self-test of {began_at}"
    yield f"on {model() or 'a machine that is no Raspberry Pi'}, pins by {config.pin_factory}"
    if not whole:
        yield "STOPPED before the end"
    yield ""
    yield from verdict_lines(findings, config, whole=whole)
    yield ""
    faulty = {wire: finding.fault.value for finding in reversed(findings) for wire in finding.wires}
    wires = all_wires(plan)
    reached = frozenset(wires) if whole else reached_wires(plan, notes)
    for wire in wires:
        fine = ("ok" if whole else "no fault seen") if wire in reached else Fault.SKIPPED.value
        yield f"{faulty.get(wire, fine):<28} {wire.name}: {where(wire, config)}"


def need_place(file: Path) -> None:
    """Raises MindbuzzError, one line, where no report can be written: before anybody has walked through all parts."""
    with _written(file), file.open("a", encoding="utf-8"):
        pass


def write_report(file: Path, lines: Iterable[str]) -> None:
    """Write a report. Raises MindbuzzError, one line."""
    with _written(file):
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@contextmanager
def _written(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MindbuzzError(f"{file}: the report can't be written: {error.strerror}; name another --report") from error

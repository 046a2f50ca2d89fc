"""A whole self-test: the parts, a person at a terminal, the walk, the verdict, the report."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from mindbuzz.app import language_of
from mindbuzz.config import Config, on_pod
from mindbuzz.displays import panel_specs
from mindbuzz.errors import ControlError, MindbuzzError, NotRunning
from mindbuzz.outputs.oled.drivers import WITHOUT_WIRES
from mindbuzz.runtime.clock import RealClock
from mindbuzz.runtime.console import wall_clock
from mindbuzz.runtime.control import ask
from mindbuzz.selftest.bench import Bench, bench_of
from mindbuzz.selftest.pictures import Pictures
from mindbuzz.selftest.plan import ALL, Group, Plan
from mindbuzz.selftest.report import is_well, need_place, report_lines, verdict_lines, write_report
from mindbuzz.selftest.terminal import HELP, TerminalPerson
from mindbuzz.selftest.verdict import verdict
from mindbuzz.selftest.walk import Stopped, Walk
from mindbuzz.selftest.wire import HOST, PIEZO, Part, Wire

STDIN = 0


def plan_of(config: Config, groups: frozenset[Group] = ALL) -> Plan:
    """What there is to test in a configuration."""
    host = () if config.host_button is None else (HOST,)
    displays = {
        place: spec.wiring for place, spec in sorted(panel_specs(config).items()) if spec.driver not in WITHOUT_WIRES
    }
    ends = ((Part.BUTTON, config.buttons), (Part.LAMP, config.lamps))
    pod = frozenset(Wire(part, seat) for part, wires in ends for seat in on_pod(wires))
    sounds = () if config.sound_pin is None else (PIEZO,)
    return Plan((*config.seat_numbers, *host), tuple(config.lamps), displays, groups, pod, sounds)


def selftest(config: Config, only: str | None, report: Path, say: Callable[[str], object]) -> bool:
    """Walk through all parts, or `only` one kind; whether all is well. Writes the report, also of half a walk.

    Raises MindbuzzError if the console runs, ConfigError for hardware that can't be reached.
    """
    _refuse_beside_a_console()
    need_place(report)
    clock = RealClock(None)
    # Where standard input was closed, its number is soon that of another file.
    person = TerminalPerson(say, clock, None if sys.stdin is None else STDIN)
    bench = bench_of(config, clock, say)
    bench.mailbox.wake = person.wake
    try:
        return _walked(config, bench, person, only, report, say)
    finally:
        bench.mailbox.wake = lambda: None
        bench.close()
        person.close()


def _walked(
    config: Config, bench: Bench, person: TerminalPerson, only: str | None, report: Path, say: Callable[[str], object]
) -> bool:
    plan = plan_of(config, ALL if only is None else frozenset({Group(only)}))
    walk = Walk(plan, bench, person, Pictures(plan, language_of(config)))
    began_at, whole = wall_clock(), False
    say(f"self-test: {HELP}")
    with suppress(Stopped, KeyboardInterrupt):
        walk.run()
        whole = True
    findings = verdict(plan, walk.notes, config.settings)
    for line in verdict_lines(findings, config, whole=whole):
        say(line)
    write_report(report, report_lines(plan, walk.notes, findings, config, began_at, whole=whole))
    say(f"report: {report}")
    return whole and is_well(findings)


def _refuse_beside_a_console() -> None:
    """Two that hold the same pins are in each other's way."""
    try:
        report = ask(None, "status")
    except NotRunning:
        return
    except ControlError as error:
        raise MindbuzzError(f"a console seems to run: {error}") from error
    raise MindbuzzError(
        f"the console is running, as process {report['pid']}; stop it first: Ctrl-C where somebody started it, "
        "sudo systemctl stop mindbuzz where it is a service"
    )

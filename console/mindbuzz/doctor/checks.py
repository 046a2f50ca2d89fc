"""All checks, in the order in which they help: what stands further down often follows from what is above."""

from collections.abc import Callable, Iterator

from mindbuzz.config import Effective
from mindbuzz.doctor import devices, keeping, software
from mindbuzz.doctor.finding import Finding, State
from mindbuzz.doctor.surroundings import Surroundings

Check = Callable[[Surroundings, Effective], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    devices.raspberry_pi,
    software.python,
    keeping.configuration,
    software.pin_factory,
    devices.pins,
    devices.config_txt,
    devices.buses,
    devices.multiplexers,
    devices.pod,
    software.service,
    keeping.disk,
    keeping.journal,
    keeping.clock,
    keeping.supply,
)


def examine(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Everything there is to say, check by check."""
    for check in CHECKS:
        yield from check(machine, found)


def is_well(findings: list[Finding]) -> bool:
    """Whether there is nothing to put right."""
    return all(finding.state is not State.WRONG for finding in findings)

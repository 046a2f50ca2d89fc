"""Python, the packages, the way to the pins, the service."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires

from mindbuzz.config import Effective
from mindbuzz.doctor.finding import Finding, note, ok, wrong
from mindbuzz.doctor.surroundings import Surroundings
from mindbuzz.pins.factories import PACKAGES, chosen

OLDEST_PYTHON = (3, 11)
PACKAGE = "mindbuzz"
LGPIO = "lgpio"
EMPTY_LGPIO = "0.0.0"  # how the versions begin that hold nothing
UNIT = "mindbuzz.service"
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[.*?\])?\s*(?:>=\s*([0-9.]+))?")


def python(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether this Python is new enough, and has what we need."""
    running = sys.version_info[:3]
    name = ".".join(map(str, running))
    if running < OLDEST_PYTHON:
        yield wrong("python", f"{name} is too old", "install Raspberry Pi OS bookworm or newer")
    else:
        yield ok("python", name)
    required = [line for line in requires(PACKAGE) or () if "extra ==" not in line]
    missing = [complaint for line in required if (complaint := _lack_of(line, machine))]
    if missing:
        yield wrong("packages", ", ".join(missing), f"{sys.executable} -m pip install --upgrade mindbuzz")
    else:
        yield ok("packages", "all there")


def _lack_of(line: str, machine: Surroundings) -> str:
    """What is wrong with a required package; empty: nothing."""
    match = _REQUIREMENT.match(line)
    assert match is not None
    name, oldest = match[1], match[2]
    installed = machine.version(name)
    if installed is None:
        return f"{name} is missing"
    if oldest and _numbers(installed) < _numbers(oldest):
        return f"{name} {installed} is older than {oldest}"
    return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


def pin_factory(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the library that reaches the pins is here."""
    name = chosen(found.config.pin_factory)
    if name not in PACKAGES:
        yield note("pin factory", f"{name}: no real pins are used")
        return
    installed = machine.version(name)
    if installed is None and machine.model is None:
        yield note("pin factory", f"{name} is not installed; only a Raspberry Pi needs it")
    elif installed is None:
        what = f"{name} is not installed, or this environment does not see the system's packages"
        yield wrong("pin factory", what, f"sudo apt install {PACKAGES[name]}")
    elif name == LGPIO and installed.startswith(EMPTY_LGPIO):
        yield wrong("pin factory", f"lgpio {installed} from PyPI is empty", f"{sys.executable} -m pip uninstall lgpio")
    else:
        yield ok("pin factory", f"{name} {installed}")


def service(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the console is started by systemd, and how it fares."""
    words = ["systemctl", "show", UNIT, "--property=LoadState,ActiveState,UnitFileState,NRestarts"]
    answer = machine.ask(words)
    state = dict(line.partition("=")[::2] for line in (answer or "").splitlines())
    if state.get("LoadState") != "loaded":
        yield note("service", "not installed; the console starts by hand only: mindbuzz run", "sudo ./install")
        return
    active = state.get("ActiveState", "")
    if state.get("UnitFileState") != "enabled":
        yield wrong("service", "does not start by itself", "sudo systemctl enable mindbuzz")
    if active == "failed":
        yield wrong("service", "has failed", "journalctl --unit mindbuzz --lines 20")
    elif active != "active":
        yield note("service", f"is {active}", "sudo systemctl start mindbuzz")
    else:
        yield ok("service", "runs")
    restarts = state.get("NRestarts", "0")
    if restarts not in ("", "0"):
        why = "journalctl --unit mindbuzz --priority warning"
        yield note("service", f"was started again {restarts} times since the machine started", why)

"""Pins by their use: which of a header's forty pins serves what, on the Pi and on the pod's Pico.

The numbers of buttons, lamps and the host button are the console's own defaults, those of the pod the firmware's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mindbuzz.config import Config, on_pins
from tools.kit.source import Kit, Use
from tools.pin_table import PI_HEADER, PICO_HEADER, read_pod_pins

DEFAULT_WIRES = {"button": on_pins(Config().buttons), "lamp": on_pins(Config().lamps)}
SEATED = re.compile(r"(button|lamp)_(\d)")


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of the Pi's header that the kit uses."""

    use: str
    what: str
    bcm: int
    physical: int
    why: str


def pi_pins(kit: Kit) -> Iterator[Pin]:
    """Every pin that a kit uses, seats first."""
    for use, entry in kit.uses.items():
        if use in DEFAULT_WIRES:
            for seat, bcm in DEFAULT_WIRES[use].items():
                yield _pin(f"{use}_{seat}", entry, bcm, seat)
        else:
            yield _pin(use, entry, Config().host_button if entry.bcm is None else entry.bcm)


def _pin(use: str, entry: Use, bcm: int | None, seat: int = 0) -> Pin:
    if bcm is None:
        raise LookupError(f"{use}: the console's defaults have no pin for it")
    return Pin(use, entry.what.format(seat=seat), bcm, PI_HEADER.index(bcm) + 1, entry.why)


def pi_pin(kit: Kit, name: str) -> str:
    """The header pin of a number or a use, as text: "29" for "button_1". Raises LookupError."""
    if name.isdecimal() and 1 <= int(name) <= len(PI_HEADER):
        return name
    for pin in pi_pins(kit):
        if pin.use == name:
            return str(pin.physical)
    raise LookupError(f"no pin of the Pi is for {name!r}")


def pico_pin(_kit: Kit, name: str) -> str:
    """The header pin of a number or a use on the pod's Pico, which the firmware decides. Raises LookupError."""
    if name.isdecimal() and 1 <= int(name) <= len(PICO_HEADER):
        return name
    found = SEATED.fullmatch(name)
    if not found:
        raise LookupError(f"no pin of the Pico is for {name!r}")
    pins = read_pod_pins()
    by_seat = {"button": pins.BUTTONS, "lamp": pins.LAMPS}[found[1]]
    return str(PICO_HEADER.index(by_seat[int(found[2])]) + 1)


def pi_supply(physical: str) -> str | None:
    """The supply on a pin of the Pi's header: 3V3, 5V, GND, or None for a GPIO."""
    name = PI_HEADER[int(physical) - 1]
    return name if isinstance(name, str) else None


def pi_label(physical: str) -> str:
    """What is printed beside a pin of the Pi's header in drawings."""
    name = PI_HEADER[int(physical) - 1]
    return name if isinstance(name, str) else f"GPIO{name}"


def pico_label(physical: str) -> str:
    """What is printed beside a pin of the Pico."""
    name = PICO_HEADER[int(physical) - 1]
    return name if isinstance(name, str) else f"GP{name}"

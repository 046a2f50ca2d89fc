"""What can be wrong between keys: one pin with two wires, two displays at one place, half a multiplexer."""

from collections.abc import Iterator, Mapping

from mindbuzz.config.fault import Fault, Faults, written
from mindbuzz.config.values import Config, DisplayConfig, Wire, on_pins, on_pod

Place = tuple[int | str | None, ...]

# What the kernel takes for an SPI port, clock and data first, and for each device on it; Raspberry Pi documentation.
SPI_PINS = {0: (11, 10, 9), 1: (21, 20, 19)}
SPI_SELECTS = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}


def pins_of(config: Config) -> Iterator[tuple[str, int]]:
    """Every pin that something is on, by its key, those that the kernel takes first."""
    yield from _spi_pins(config)
    if config.host_button is not None:
        yield "host_button", config.host_button
    if config.sound_pin is not None:
        yield "sound_pin", config.sound_pin
    for seat in config.seat_numbers:
        for name, wires in (("button", config.buttons), ("lamp", config.lamps)):
            if seat in on_pins(wires):
                yield f"seats.{seat}.{name}", on_pins(wires)[seat]
    for key, display in config.displays.items():
        if display.spi is not None:
            yield f"{key}.spi.dc_pin", display.spi.dc_pin
            yield f"{key}.spi.reset_pin", display.spi.reset_pin


def _spi_pins(config: Config) -> Iterator[tuple[str, int]]:
    places = {(display.spi.port, display.spi.device) for display in config.displays.values() if display.spi is not None}
    for port in sorted({port for port, _ in places}):
        yield from ((f"SPI{port}", pin) for pin in SPI_PINS.get(port, ()))
    for place in sorted(places & SPI_SELECTS.keys()):
        yield f"SPI{place[0]}", SPI_SELECTS[place]


def wiring_faults(config: Config, faulty: frozenset[str] = frozenset()) -> Faults:
    """All of them. A default that stands in for a `faulty` key is nobody's wire."""
    faults: Faults = []
    _find_shared_pins(config, faulty, faults)
    _find_shared_pod_wires("button", config.buttons, faulty, faults)
    _find_shared_pod_wires("lamp", config.lamps, faulty, faults)
    _find_shared_places(config, faulty, faults)
    return faults


def _is_touched(key: str, faulty: frozenset[str]) -> bool:
    """Whether a key is faulty, or what it is part of, or a part of it."""
    return any(key == name or key.startswith(f"{name}.") or name.startswith(f"{key}.") for name in faulty)


def _find_shared_pins(config: Config, faulty: frozenset[str], faults: Faults) -> None:
    used: dict[int, str] = {}
    for key, pin in pins_of(config):
        if _is_touched(key, faulty):
            continue
        if pin in used:
            faults.append(Fault(key, f"= {pin} is used by {used[pin]} already; choose another pin"))
        used.setdefault(pin, key)


def _find_shared_pod_wires(name: str, wires: Mapping[int, Wire], faulty: frozenset[str], faults: Faults) -> None:
    """The pod's buttons and its lamps have numbers of their own."""
    used: dict[Wire, str] = {}
    for seat in on_pod(wires):
        key, wire = f"seats.{seat}.{name}", wires[seat]
        if _is_touched(key, faulty):
            continue
        if wire in used:
            faults.append(Fault(key, f"= {written(wire)} is used by {used[wire]} already; choose another number"))
        used.setdefault(wire, key)


def _find_shared_places(config: Config, faulty: frozenset[str], faults: Faults) -> None:
    used: dict[Place, str] = {}
    for key, display in config.displays.items():
        if _is_touched(key, faulty):
            continue
        if display.spi is None and (display.mux is None) is not (display.channel is None):
            faults.append(Fault(key, "has only one of mux and channel; they belong together, give both or neither"))
            continue
        place = _place(display)
        if place in used:
            faults.append(Fault(key, f"is at the same place as {used[place]}; give it another address or channel"))
        used.setdefault(place, key)


def _place(display: DisplayConfig) -> Place:
    if display.spi is not None:
        return ("spi", display.spi.port, display.spi.device)
    return ("i2c", display.bus, display.address, display.mux, display.channel)

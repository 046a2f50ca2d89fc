"""Pins, buses, the multiplexer, and the lines of config.txt that bring them about."""

import re
from collections.abc import Iterator
from pathlib import Path

from mindbuzz.appliance.boot import LINES, PLACES
from mindbuzz.config import Config, DisplayConfig, Effective, on_pod
from mindbuzz.displays import wired_displays
from mindbuzz.doctor.finding import Finding, note, ok, wrong
from mindbuzz.doctor.surroundings import Surroundings, group_of, user_name
from mindbuzz.errors import PodError
from mindbuzz.outputs.oled.wiring import SYSFS_I2C
from mindbuzz.pod.port import find

HEADER_BUS = 1


def raspberry_pi(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Which machine this is."""
    if machine.model is None:
        yield note("machine", "no Raspberry Pi: it has no pins and no config.txt of ours to look at")
    else:
        yield ok("machine", machine.model)


def pins(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the GPIO chips are there and may be used."""
    if found.config.pin_factory == "mock" or machine.model is None:
        return
    chips = sorted(machine.path("/dev").glob("gpiochip*"))
    if not chips:
        yield wrong("pins", "there is no /dev/gpiochip*", "sudo apt full-upgrade, and restart")
    for chip in chips:
        yield _usable(machine, "pins", f"/dev/{chip.name}")


def buses(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether every bus that a display is on is there and may be used."""
    if machine.model is None:
        return
    for device in sorted({_device(display) for display in wired_displays(found.config)}):
        if machine.path(device).exists():
            yield _usable(machine, "buses", device)
        elif device == f"/dev/i2c-{HEADER_BUS}":
            yield wrong("buses", f"{device} is not there", "sudo raspi-config nonint do_i2c 0, and restart")
        else:
            yield wrong("buses", f"{device} is not there", f"an overlay for it in {_config_txt(machine)}, and restart")


def multiplexers(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the kernel drives every multiplexer, and has the channels that displays are on."""
    if machine.model is None:
        return
    places = sorted({(d.bus, d.mux, d.channel) for d in wired_displays(found.config) if d.mux is not None})
    for bus, mux in sorted({(bus, mux) for bus, mux, _ in places}):
        folder = f"{SYSFS_I2C}/{bus}-{mux:04x}"
        channels = [channel for at, address, channel in places if (at, address) == (bus, mux)]
        lost = [channel for channel in channels if not machine.path(f"{folder}/channel-{channel}").exists()]
        name = f"0x{mux:02X} on bus {bus}"
        if not machine.path(folder).exists():
            remedy = (
                f"{_mux_line(mux)} in {_config_txt(machine)}, and restart; or look at its wires: i2cdetect -y {bus}"
            )
            yield wrong("multiplexer", f"{name}: the kernel does not know it", remedy)
        elif lost:
            why = f"sudo dmesg | grep {bus}-{mux:04x}"
            yield wrong("multiplexer", f"{name}: no channel {', '.join(map(str, lost))}; does it answer?", why)
        else:
            yield ok("multiplexer", f"{name}: channels {', '.join(map(str, channels))}")


def pod(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the pod is plugged in and may be used, if anything is on one."""
    config = found.config
    if not (on_pod(config.buttons) or on_pod(config.lamps)):
        return
    try:
        port = find(config.pod.device)
    except PodError as error:
        yield wrong("pod", str(error), "mindbuzz pod list")
    else:
        yield _usable(machine, "pod", str(port), port)


def config_txt(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether config.txt has what hardware/README.md asks for, as far as this configuration needs it."""
    if machine.model is None:
        return
    file = _config_txt(machine)
    text = machine.read(file)
    if text is None:
        yield wrong("config.txt", f"{file} can't be read", f"sudo chmod a+r {file}")
        return
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    missing = [line for needed, line in _needed(found.config) if not any(needed.fullmatch(each) for each in lines)]
    for line in missing:
        yield wrong("config.txt", f"lacks {line}", f"echo '{line}' | sudo tee -a {file}, and restart")
    yield from _strange(lines, file)
    if not missing:
        yield ok("config.txt", f"{file} has what this configuration needs")


def _needed(config: Config) -> Iterator[tuple[re.Pattern[str], str]]:
    """(What a line may look like, the line to write) for every line that is needed."""
    displays = wired_displays(config)
    if any(display.bus == HEADER_BUS and display.spi is None for display in displays):
        yield re.compile(r"dtparam=(.*,)?(i2c_arm|i2c1?)(=on)?(,.*)?"), LINES[None]
    if any(display.spi is not None for display in displays):
        yield re.compile(r"dtparam=(.*,)?spi(=on)?(,.*)?"), LINES["spi"]
    for mux in sorted({display.mux for display in displays if display.mux is not None}):
        addresses = f"0x{mux:02x}|0x{mux:02X}|{mux}"
        address = rf"(?=.*,addr=({addresses})(,|$))" if mux != DEFAULT_MUX else rf"(?!.*,addr=(?!({addresses})(,|$)))"
        yield re.compile(rf"dtoverlay=i2c-mux,{address}.*pca954[0-9].*"), _mux_line(mux)


DEFAULT_MUX = 0x70  # of the overlay, where a line names none


def _strange(lines: list[str], file: str) -> Iterator[Finding]:
    """Lines that do harm."""
    for line in lines:
        if line.startswith("dtoverlay=gpio-shutdown") and "gpio_pin=" not in line:
            yield wrong("config.txt", f"{line} takes SCL of the displays", f"add gpio_pin=17 to that line of {file}")
        if line.startswith("dtoverlay=i2c-mux") and re.search(r"\bbase=(10|11)\b", line):
            yield wrong("config.txt", f"{line}: a Raspberry Pi 5 has buses of its own there", f"use base=40 in {file}")


def _mux_line(mux: int) -> str:
    return LINES["mux"].replace(f"0x{DEFAULT_MUX:02x}", f"0x{mux:02x}")


def _device(display: DisplayConfig) -> str:
    if display.spi is not None:
        return f"/dev/spidev{display.spi.port}.{display.spi.device}"
    return f"/dev/i2c-{display.bus}"


def _usable(machine: Surroundings, subject: str, device: str, path: Path | None = None) -> Finding:
    """Whether who asks may use a device, which is at `path` if that is not below the root."""
    path = path or machine.path(device)
    if machine.may_use(path):
        return ok(subject, f"{device} may be used")
    group, user = group_of(path), user_name()
    return wrong(subject, f"{user} may not use {device}", f"sudo usermod -aG {group} {user}, and log in anew")


def _config_txt(machine: Surroundings) -> str:
    return next((str(place) for place in PLACES if machine.path(str(place)).exists()), str(PLACES[0]))

"""Everything that can be wrong with the kit and that a program can find; one line a fault."""

from __future__ import annotations

from collections.abc import Iterator

from tools.kit.bill import needs
from tools.kit.board import BOARD_WIRE, SIZES, Board
from tools.kit.breadboard import TACT_PAIRS, TACT_PAIRS_TURNED, Breadboard
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.colours import PAINT
from tools.kit.cut_case import cut_case_faults
from tools.kit.electrics import (
    button_input,
    display_bus,
    first_light_bus,
    gpio_ma,
    lamp_driver,
    load_ma,
    parallel,
    pull_up_choices,
    sound_peak,
)
from tools.kit.enclosure import enclosure_faults
from tools.kit.header import pi_pins
from tools.kit.mounting import mounting_faults
from tools.kit.netlist import Netlist
from tools.kit.ribbon import ribbon_faults
from tools.kit.source import Kit

# At start a Pi pulls GPIO 0 to 8 up and the others down (raspi-gpio, BCM2835 table).
PULLED_UP_AT_START = range(9)


def faults(kit: Kit) -> list[str]:
    """All of them, over every build."""
    found = [f"{build.title}: {fault}" for build in ALL_BUILDS for fault in build_faults(kit, build)]
    first_light = [fault for pairs in (TACT_PAIRS, TACT_PAIRS_TURNED) for fault in Breadboard(kit, pairs).faults()]
    found += [*dict.fromkeys(first_light), *jumper_faults(kit), *need_faults(kit), *pin_faults(kit), *sum_faults(kit)]
    found += [*enclosure_faults(kit), *cut_case_faults(kit)]
    # Where wires lie can only be said of a board that is sound.
    return found or [*ribbon_faults(kit), *mounting_faults(kit)]


def build_faults(kit: Kit, build: Build) -> list[str]:
    """Of the wires and the board of one build."""
    boards = [Board(kit, build, name) for name in SIZES]
    return boards[0].netlist.faults() or [
        *(fault for board in boards for fault in board.faults()),
        *colour_faults(kit, boards[0].netlist),
    ]


def colour_faults(kit: Kit, netlist: Netlist) -> Iterator[str]:
    """Nets without a colour, or with one that nobody knows; leads whose colour means another net than theirs."""
    try:
        colours = {net: kit.wire_colour(net) for net in netlist.board}
    except LookupError as error:
        yield str(error.args[0])
        return
    yield from (f"{net}: {colour} is no colour" for net, colour in colours.items() if colour not in PAINT)
    net_of = {end: net for net, ends in netlist.nets.items() for end in ends}
    for cable in netlist.cables:
        for wire in cable.conductors:
            net = net_of[netlist.end(wire.start)]
            if wire.colour != colours[net]:
                yield f"{cable.name}: {wire.colour} from {wire.start} is not the colour of {net}, {colours[net]}"


def jumper_faults(kit: Kit) -> Iterator[str]:
    """Leads of first light whose colour means another net than theirs."""
    board = Breadboard(kit)
    net_of = {board.joined(end): net for net, ends in kit.first_light.joined.items() for end in ends}
    for jumper in kit.first_light.jumpers:
        net = net_of.get(board.place(jumper.start))
        if net and jumper.colour != kit.wire_colour(net):
            yield f"the lead from {jumper.start} is {jumper.colour}, but {net} is {kit.wire_colour(net)}"


def need_faults(kit: Kit) -> Iterator[str]:
    """Parts and steps that do not exist, or that nothing uses."""
    used = {BOARD_WIRE}
    for need in (*needs(kit), *kit.cut_case):
        used.add(need.part)
        if need.part not in kit.parts:
            yield f"{need.step} needs {need.part}, which is no part"
        if need.step not in kit.steps:
            yield f"{need.part} is needed at {need.step}, which is no step"
    yield from (f"nothing needs {part}" for part in kit.parts if part not in used)


def pin_faults(kit: Kit) -> Iterator[str]:
    """Of the Pi's pins: lamps that would light up at start, pins with two uses, with none, or reserved."""
    pins = list(pi_pins(kit))
    reserved = {bcm for row in kit.left_free if row.reserved for bcm in row.bcm}
    free = {bcm for row in kit.left_free for bcm in row.bcm}
    seen: dict[int, str] = {}
    for pin in pins:
        if pin.use.startswith("lamp") and pin.bcm in PULLED_UP_AT_START:
            yield f"{pin.what} is on GPIO{pin.bcm}, which is high at start"
        if pin.use == "mux_reset" and pin.bcm not in PULLED_UP_AT_START:
            yield f"{pin.what} is on GPIO{pin.bcm}, which is low at start"
        if pin.bcm in reserved:
            yield f"{pin.what} is on GPIO{pin.bcm}, which is reserved"
        elif pin.bcm in free:
            yield f"{pin.what} is on GPIO{pin.bcm}, which is left free"
        if seen.setdefault(pin.bcm, pin.what) != pin.what:
            yield f"{pin.what} and {seen[pin.bcm]} are both on GPIO{pin.bcm}"


def sum_faults(kit: Kit) -> Iterator[str]:
    """Of the sums: levels, currents, pull-ups, power."""
    pi = kit.parts["pi"].figures
    net, lamp, bus, bare = button_input(kit), lamp_driver(kit), display_bus(kit), first_light_bus(kit)
    own = kit.parts["oled"].figures["pullup_ohm"].value
    limits = (
        ("a resting button's level at start", net.rest_at_boot, net.high, None, "V"),
        ("a pressed button's level", net.pressed, None, net.low, "V"),
        ("a press's delay", net.press_delay * 1000, None, kit.design["press_confirm_ms"].value, "ms"),
        ("a pin's current", lamp.pin_current * 1000, None, pi["gpio_pin_ma"].value, "mA"),
        ("a mistaken output's current", net.fault_current * 1000, None, pi["gpio_pin_ma"].value, "mA"),
        ("the driver's input", lamp.pin, lamp.on_volt, None, "V"),
        ("a lamp's current", lamp.lamp * 1000, None, kit.parts["uln2003a"].figures["output_ma"].value, "mA"),
        ("the piezo's current", sound_peak(kit) * 1000, None, pi["gpio_pin_ma"].value, "mA"),
        ("first light's rise time", bare.rise_time * 1e9, None, bare.rise * 1e9, "ns"),
        ("first light's pull-up", parallel(bare.pi_ohm, own / bare.displays), bare.least, None, "Ω"),
        ("the Pi's side's pull-up", bus.upstream_ohm, bus.least, bus.upstream_most, "Ω"),
    )
    for what, value, least, most, unit in limits:
        if least is not None and value < least:
            yield f"{what} is {value:.3g} {unit}, at least {least:.3g} {unit} is needed"
        if most is not None and value > most:
            yield f"{what} is {value:.3g} {unit}, at most {most:.3g} {unit} is allowed"
    if not all(fits for has, added, _, fits in pull_up_choices(kit) if added and has in (0, own)):
        yield f"the pull-ups of the channels do not fit {bus.channel_least:.0f} to {bus.channel_most:.0f} Ω"
    for build in ALL_BUILDS:
        if sum(gpio_ma(kit, build)) + sound_peak(kit) * 1000 > pi["gpio_total_ma"].value:
            yield f"{build.title}: the pins give {sum(gpio_ma(kit, build)) + sound_peak(kit) * 1000:.3g} mA together"
        for name, computer in kit.computers.items():
            if " on " not in name and load_ma(kit, name, build).total > computer.supply_ma.value:
                yield f"{build.title}: {name} needs {load_ma(kit, name, build).total:g} mA"

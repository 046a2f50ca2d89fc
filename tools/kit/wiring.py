"""Tables of the wiring page: pins, supplies, nets, the cut list; and the files for the Pi that go with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mindbuzz.appliance.boot import LINES
from mindbuzz.config import Config, DisplayConfig, SeatConfig
from mindbuzz.config.values import MUX_ADDRESS, Wire
from tools.kit.board import pin_label
from tools.kit.build import ALL_BUILDS, WHOLE, Build
from tools.kit.colours import COLOURS
from tools.kit.header import pi_pins, pi_supply
from tools.kit.netlist import RIBBON, RIBBON_ENDS, Netlist
from tools.kit.source import read_kit
from tools.kit.units import in_metres
from tools.markdown import listed, markdown_table

TABLE_CHANNEL = 4
FIRST_ADDRESS, OTHER_ADDRESS = 0x3C, 0x3D  # of displays


def console_pins() -> str:
    rows = [(pin.what, pin.bcm, pin.physical, pin.why) for pin in pi_pins(read_kit())]
    return markdown_table(("What", "BCM", "Header pin", "Why there"), rows)


def console_power() -> str:
    """Supplies on the header, and which of their pins the board uses."""
    used: dict[str, list[int]] = defaultdict(list)
    for ends in Netlist(read_kit(), WHOLE).board.values():
        for end in ends:
            if end.ref == "J1" and (supply := pi_supply(end.pin)):
                used[supply].append(int(end.pin))
    rows = [(supply, listed(sorted(pins))) for supply, pins in sorted(used.items())]
    return markdown_table(("Supply", "Header pins"), rows)


def console_left_free() -> str:
    return markdown_table(("BCM", "Left free for"), [(listed(row.bcm), row.why) for row in read_kit().left_free])


def net_table(build: Build = WHOLE) -> str:
    """Every net and all its ends."""
    nets = Netlist(read_kit(), build).nets
    rows = [(name, ", ".join(pin_label(end) for end in ends if end.ref != "PI")) for name, ends in nets.items()]
    return markdown_table(("Net", "Ends"), rows)


def colour_table() -> str:
    """What each colour of a wire means."""
    rows = [(COLOURS[colour], meaning.means) for colour, meaning in read_kit().colour_code.items()]
    return markdown_table(("Colour", "Means"), rows)


def cut_list(build: Build) -> str:
    """Every cable: how many, how long, which colours from where to where; and the wire needed of each colour."""
    return "\n\n".join([_cables(build), markdown_table(("Lead wire", "Length in all"), _wire_needed(build))])


def lead_table(build: Build) -> str:
    """Every wire of every lead: its colour, the screw it starts at, and the pin it ends at."""
    netlist = Netlist(read_kit(), build)
    rows = [
        (
            RIBBON,
            "Pi and board",
            "ribbon, red edge at pin 1",
            *(f"**{ref}** pins 1 to 40" for ref in RIBBON_ENDS),
        )
    ]
    for laid in netlist.cables:
        for wire in laid.conductors:
            ref, _, screw = wire.start.partition(".")
            marks = netlist.placed[ref].component.marks
            end, _, pin = wire.end.partition(".")
            rows.append(
                (
                    laid.name,
                    laid.what,
                    COLOURS[wire.colour],
                    f"**{ref}** screw {screw} ({marks[int(screw) - 1]})",
                    f"**{end}** {pin}",
                )
            )
    return markdown_table(("Lead", "For", "Colour", "On the board", "At the other end"), rows)


def _cables(build: Build) -> str:
    rows = []
    for cable in read_kit().cables:
        count = build.times(cable.each)
        if count:
            wires = "; ".join(
                f"{COLOURS[wire.colour]}: {_generic(wire.start)} – {_generic(wire.end)}" for wire in cable.conductors
            )
            twisted = " and ".join(COLOURS[wire.colour] for wire in cable.conductors if wire.pair)
            length = f"{cable.length_mm.value:g} mm"
            made_of = read_kit().parts[cable.made_of].name.partition(",")[0]
            made_of = made_of[0].lower() + made_of[1:]
            rows.append((_generic(cable.name), _generic(cable.what), count, length, made_of, wires, twisted))
    ribbon = read_kit().parts["ribbon"]
    rows.append(
        (
            RIBBON,
            "Pi and board",
            1,
            f"{ribbon.figures['length_mm'].value:g} mm, ready-made",
            "ribbon cable",
            ribbon.spec,
            "",
        )
    )
    return markdown_table(("Cable", "For", "Count", "Cut to", "Of", "Wires", "Twist"), rows)


def _generic(name: str) -> str:
    return name.format(seat="N")


def _wire_needed(build: Build) -> Iterator[tuple[str, str]]:
    needed_mm: dict[str, float] = defaultdict(float)
    for cable in read_kit().cables:
        for wire in cable.conductors if cable.made_of == "lead_wire" else ():
            needed_mm[COLOURS[wire.colour]] += build.times(cable.each) * cable.length_mm.value
    yield from ((colour, in_metres(length)) for colour, length in needed_mm.items() if length)


# ---------------------------------------------------------------- files for the Pi


def config_txt() -> str:
    """The lines for the Pi's config.txt, with a multiplexer: those of `./install --firmware`, and the optional one."""
    return "\n".join(
        [
            "# mindbuzz: displays behind a multiplexer",
            LINES[None],
            LINES["mux"],
            "# Only with a shutdown button. Always name the pin: without it the overlay takes SCL.",
            f"dtoverlay=gpio-shutdown,gpio_pin={read_kit().uses['shutdown'].bcm}",
        ]
    )


def first_light_config_txt() -> str:
    """The line for config.txt without a multiplexer."""
    return f"# mindbuzz: first light\n{LINES[None]}"


def console_toml(build: Build) -> str:
    """The configuration of a build: its seats, the piezo, and the table display if there is one."""
    seats = {seat: parts for seat, parts in Config().seats.items() if seat <= build.seats}
    if build.pod:
        seats = {seat: replace(parts, button=f"pod:{seat}", lamp=f"pod:{seat}") for seat, parts in seats.items()}
    head = [f"# mindbuzz, {build.title}: what differs from the defaults. All keys are in ../mindbuzz.toml.", ""]
    table = DisplayConfig(mux=MUX_ADDRESS, channel=TABLE_CHANNEL, driver="ssd1309")
    sound = f"sound_pin = {read_kit().uses['sound'].bcm}  # the piezo; leave this line out if you have none"
    extras = [sound, *([f"table_display = {_inline(table)}"] if build.table else []), ""]
    return "\n".join([*head, *extras, *_seat_lines(seats)])


def with_address_0x3d(build: Build, seat: int) -> str:
    """The line of a seat's display in a build's configuration, for a module at the other address. ValueError where the
    build has no such display."""
    display = Config().seats[seat].display
    if display is None or seat > build.seats:
        raise ValueError(f"{build.title}: seat {seat} has no display")
    return f"display = {_inline(replace(display, address=OTHER_ADDRESS))}"


def first_light_toml() -> str:
    """The configuration of first light: two seats, no multiplexer, no lamps."""
    buttons = {seat: parts.button for seat, parts in Config().seats.items() if seat in (1, 2)}
    seats = {
        seat: SeatConfig(button, None, DisplayConfig(address=address))
        for (seat, button), address in zip(buttons.items(), (FIRST_ADDRESS, OTHER_ADDRESS), strict=True)
    }
    head = "# mindbuzz, first light: two buttons, two displays, no multiplexer, no lamps."
    return "\n".join([head, "", *_seat_lines(seats)])


def _seat_lines(seats: Mapping[int, SeatConfig]) -> Iterator[str]:
    for seat, parts in seats.items():
        yield f"[seats.{seat}]"
        yield f"button = {_wire(parts.button)}"
        if parts.lamp is not None:
            yield f"lamp = {_wire(parts.lamp)}"
        if parts.display is not None:
            yield f"display = {_inline(parts.display)}"
        yield ""


def _wire(wire: Wire) -> str:
    return str(wire) if isinstance(wire, int) else f'"{wire}"'


def _inline(display: DisplayConfig) -> str:
    pairs = [f"bus = {display.bus}", f"address = {display.address:#04x}"]
    if display.mux is not None:
        pairs += [f"mux = {display.mux:#04x}", f"channel = {display.channel}"]
    if display.driver is not None:
        pairs.insert(0, f'driver = "{display.driver}"')
    return f"{{ {', '.join(pairs)} }}"


def config_files() -> Mapping[str, str]:
    """File name → content, for the folder config/."""
    return {
        "config.txt": config_txt() + "\n",
        "first-light-config.txt": first_light_config_txt() + "\n",
        "first-light.toml": first_light_toml(),
        **{f"{build.name}.toml": console_toml(build) for build in ALL_BUILDS},
    }

"""The sums of design.md, worked out by `electrics` and written down as tables: what, how, and what comes of it."""

from __future__ import annotations

from tools.kit.build import SEATS, WHOLE, Build
from tools.kit.electrics import (
    MILLI,
    PICO,
    button_input,
    display_bus,
    gpio_ma,
    lamp_driver,
    load_ma,
    longest_display_lead_m,
    pull_up_choices,
)
from tools.kit.source import TO_CHECK, Kit, read_kit, sources_in
from tools.kit.units import quantity
from tools.pin_table import markdown_table

HEAD = ("What", "Sum", "Result", "Limit")


def button_sums() -> str:
    kit = read_kit()
    net = button_input(kit)
    r, s, c = quantity(net.pull_up, "Ω"), quantity(net.series, "Ω"), quantity(net.farad, "F")
    confirm = kit.design["press_confirm_ms"].value * MILLI
    rows = [
        (
            "Rests high while the Pi starts",
            f"3.3 V × {quantity(net.pull_down, 'Ω')} / ({quantity(net.pull_down, 'Ω')} + {r}): our pull-up against the Pi's pull-down at its strongest",
            quantity(net.rest_at_boot, "V"),
            f"at least {quantity(net.high, 'V')}",
        ),
        ("Pressed", f"3.3 V × {s} / ({s} + {r})", quantity(net.pressed, "V"), f"at most {quantity(net.low, 'V')}"),
        (
            "Press to low",
            f"({s} ∥ {r}) × {c} × ln(({net.supply:g} − {net.pressed:g}) / ({net.low:g} − {net.pressed:g}))",
            quantity(net.press_delay, "s"),
            f"well below press_confirm_ms = {quantity(confirm, 's')}, and the same for every seat",
        ),
        (
            "Release to high",
            f"{r} × {c} × ln(({net.supply:g} − {net.pressed:g}) / ({net.supply:g} − {net.high:g}))",
            quantity(net.release_delay, "s"),
            "well below release_confirm_ms = 20 ms",
        ),
        ("Between two seats", "5 % of resistors and 10 % of capacitors", quantity(net.press_delay * 0.15, "s"),
         "below input_uncertainty_us = 100 µs"),  # fmt: skip
        ("Contact, closed", f"3.3 V / ({s} + {r})", quantity(net.contact_current, "A"), "too little to burn a contact clean: "
         "if a button grows unsure, see fault-finding"),  # fmt: skip
        ("Contact, as C empties", f"3.3 V / {s}", quantity(net.contact_peak, "A"), "–"),
        (
            "Pin made an output by mistake, button pressed",
            f"3.3 V / {s}",
            quantity(net.fault_current, "A"),
            f"{kit.parts['pi'].figures['gpio_pin_ma'].value:g} mA a pin",
        ),
    ]
    return markdown_table(HEAD, rows)


def lamp_sums() -> str:
    kit = read_kit()
    lamp = lamp_driver(kit)
    pins = gpio_ma(kit, WHOLE)
    limits = kit.parts["pi"].figures
    rows = [
        (
            "Pin into the ULN2003A",
            f"(3.3 V − {lamp.base_volt:g} V) / {quantity(lamp.base_ohm, 'Ω')}",
            quantity(lamp.pin_current, "A"),
            f"{limits['gpio_pin_ma'].value:g} mA a pin",
        ),
        (
            f"All {len(pins)} pins together",
            f"{len(pins)} × {quantity(lamp.pin_current, 'A')}",
            quantity(sum(pins) * MILLI, "A"),
            f"{limits['gpio_total_ma'].value:g} mA together",
        ),
        (
            "Lamps together through its ground pin",
            f"{len(pins)} × {quantity(lamp.lamp, 'A')}",
            quantity(len(pins) * lamp.lamp, "A"),
            f"{kit.parts['uln2003a'].figures['output_ma'].value:g} mA for one output alone",
        ),
        ("Left for the lamp, ULN2003A", f"5 V − {lamp.drop:g} V at the most", quantity(lamp.volts, "V"), "–"),
        (
            "Brightness then, at worst",
            f"({lamp.volts:g} V − {lamp.led_volt:g} V) / (5 V − {lamp.led_volt:g} V): a LED of {lamp.led_volt:g} V with its resistor",
            f"{lamp.brightness:.0%} of that at 5 V",
            "bright enough for you? If not: MOSFETs",
        ),
        (
            "Left for the lamp, MOSFET",
            f"5 V − {quantity(lamp.lamp, 'A')} × {quantity(lamp.mosfet_ohm, 'Ω')}",
            f"{lamp.mosfet_volts:.3f} V",
            f"MOSFET with a threshold of at most {kit.design['mosfet_threshold_v'].value:g} V",
        ),
    ]
    return markdown_table(HEAD, rows)


def bus_sums() -> str:
    kit = read_kit()
    bus = display_bus(kit)
    lead = longest_display_lead_m(kit)
    ours = kit.parts["r_3k9"].figures["ohm"].value
    parts = (
        f"{kit.parts['mux'].figures['channel_capacitance_pf'].value:g} pF of the multiplexer + "
        f"{kit.parts['oled'].figures['capacitance_pf'].value:g} pF of the display + "
        f"{kit.design['wiring_pf'].value:g} pF of the board + {lead:g} m × {kit.design['display_lead_pf_per_m'].value:g} pF/m"
    )
    rise = quantity(bus.rise, "s")
    rows = [
        ("Capacitance of a channel", parts, quantity(bus.channel_farad, "F"), "400 pF"),
        (
            "Largest pull-up of a channel",
            f"{rise} / (0.8473 × {quantity(bus.channel_farad, 'F')})",
            quantity(bus.channel_most, "Ω"),
            f"{quantity(ours, 'Ω')} rises in {quantity(bus.rise_time(ours), 's')}",
        ),
        (
            "The Pi's side",
            f"{quantity(kit.parts['pi'].figures['i2c_pullup_ohm'].value, 'Ω')} ∥ "
            f"{quantity(kit.parts['mux'].figures['pullup_ohm'].value, 'Ω')} at {quantity(bus.upstream_farad, 'F')}",
            quantity(bus.upstream_ohm, "Ω"),
            f"at most {quantity(bus.upstream_most, 'Ω')}",
        ),
        (
            "Smallest pull-up, all together",
            f"(3.3 V − {bus.low:g} V) / {quantity(bus.sink, 'A')}",
            quantity(bus.least, "Ω"),
            "what a chip must be able to pull low",
        ),
        (
            "Smallest pull-up of a channel",
            f"1 / (1/{quantity(bus.least, 'Ω')} − 1/{quantity(bus.upstream_ohm, 'Ω')}): the multiplexer joins both sides",
            quantity(bus.channel_least, "Ω"),
            "2.2 kΩ, which one reads of often, is less",
        ),
        (
            "Longest lead at 400 kHz",
            f"with {quantity(ours, 'Ω')}; with the 4.7 kΩ of a module",
            f"{bus.longest_lead_m(ours, kit.design['display_lead_pf_per_m'].value * PICO, lead):.2f} m; "
            f"{bus.longest_lead_m(4700, kit.design['display_lead_pf_per_m'].value * PICO, lead):.2f} m",
            f"we cut {lead:g} m",
        ),
    ]
    return markdown_table(HEAD, rows)


def pull_up_table() -> str:
    """What to solder in for the pull-ups that a display module has of its own."""
    bus = display_bus(read_kit())
    rows = [
        (
            quantity(own, "Ω") if own else "none",
            quantity(added, "Ω") if added else "nothing",
            quantity(total, "Ω"),
            quantity(bus.rise_time(total), "s"),
            "**yes**" if fits else "no",
        )
        for own, added, total, fits in pull_up_choices(read_kit())
    ]
    return markdown_table(("The module has", "Solder in", "In all", "Rises in", "Fits"), rows)


def power_table() -> str:
    """What each computer takes and has, four seats with everything; the worst case of `load_ma`."""
    kit = read_kit()
    margin = kit.design["margin"].value
    rows = []
    for name, computer in kit.computers.items():
        load = load_ma(kit, name, Build(4, pod=True, table=True))
        rows.append(
            (name, f"{load.own:g}", f"{load.displays:g}", f"{load.lamps:g}", f"{load.pod:g}", f"**{load.total:g}**",
             f"{computer.supply_ma.value:g}", f"{load.total / computer.supply_ma.value:.0%}",
             "yes" if load.total <= margin * computer.supply_ma.value else "**no**")  # fmt: skip
        )
    head = ("Computer", "Own, at most", "Displays", "Lamps", "Pod", "In all, mA", "Supply, mA", "Used", f"Fits in {margin:.0%}")
    return markdown_table(head, rows)


def rail_table() -> str:
    """What hangs on the Pi's 3V3."""
    kit = read_kit()
    bus = display_bus(kit)
    pull_ups = 2 * bus.supply / bus.upstream_ohm / MILLI
    rows = []
    for seats in SEATS:
        for table in (False, True):
            build = Build(seats, table=table)
            displays = load_ma(kit, next(iter(kit.computers)), build).displays
            rows.append((build.title, f"{displays:g}", f"{pull_ups:.1f}", f"**{displays + pull_ups:.0f}**"))
    return markdown_table(("Build", "Displays, mA", "Pull-ups of the bus, both low, mA", "In all, mA"), rows)


def shutdown_table() -> str:
    kit = read_kit()
    return markdown_table(("Computer", "After a shutdown it"), [(name, each.halt) for name, each in kit.computers.items()
                                                                if " on " not in name])  # fmt: skip


def counted_sources(kit: Kit) -> tuple[int, int]:
    """How many sources are named in the kit, and how many of those say that nobody has looked yet."""
    named = [source for _, source in sources_in(kit)]
    return len(named), named.count(TO_CHECK)


def source_table() -> str:
    kit = read_kit()
    whole, open_ones = counted_sources(kit)
    used = [source for _, source in sources_in(kit)]
    rows = [(what, used.count(key)) for key, what in kit.sources.items()]
    rows.append(("**to check**: nobody has looked it up or measured it yet", f"**{open_ones}** of {whole}"))
    return markdown_table(("Source", "Figures and parts"), rows)

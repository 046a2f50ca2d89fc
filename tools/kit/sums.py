"""The sums of design.md, worked out by `electrics` and written down as tables: what, how, and what comes of it."""

from __future__ import annotations

from tools.kit.build import SEATS, WHOLE, Build
from tools.kit.electrics import (
    MILLI,
    PICO,
    button_input,
    display_bus,
    first_light_bus,
    gpio_ma,
    lamp_driver,
    load_ma,
    longest_display_lead_m,
    pull_up_choices,
    sound_peak,
)
from tools.kit.source import OWN_DEFAULT, TO_CHECK, Kit, read_kit, sources_in
from tools.kit.units import quantity
from tools.markdown import markdown_table

Row = tuple[str, str, str, str]

HEAD: Row = ("What", "Sum", "Result", "Limit")
# How far parts are from what is printed on them, both at their worst.
TOLERANCE = 0.05 + 0.10


def _ohm(value: float) -> str:
    return quantity(value, "Ω")


def _volt(value: float) -> str:
    return quantity(value, "V")


def _ampere(value: float) -> str:
    return quantity(value, "A")


def _second(value: float) -> str:
    return quantity(value, "s")


def _farad(value: float) -> str:
    return quantity(value, "F")


def button_sums() -> str:
    """Levels and delays of a button's input, and the current through its contact."""
    kit = read_kit()
    net = button_input(kit)
    up, series, pull = _ohm(net.pull_up), _ohm(net.series), _ohm(net.pull_down)
    swing = f"{net.supply:g} − {net.pressed:g}"
    confirm = _second(kit.design["press_confirm_ms"].value * MILLI)
    pin_limit = f"{kit.parts['pi'].figures['gpio_pin_ma'].value:g} mA a pin"
    press = f"({series} ∥ {up}) × {_farad(net.farad)} × ln(({swing}) / ({net.low:g} − {net.pressed:g}))"
    release = f"{up} × {_farad(net.farad)} × ln(({swing}) / ({net.supply:g} − {net.high:g}))"
    rows: list[Row] = [
        ("At rest while the Pi starts", f"3.3 V × {pull} / ({pull} + {up})", _volt(net.rest_at_boot), "≥ 2 V is high"),
        ("Pressed", f"3.3 V × {series} / ({series} + {up})", _volt(net.pressed), "≤ 0.8 V is low"),
        ("Press to low", press, _second(net.press_delay), f"well below press_confirm_ms = {confirm}"),
        ("Release to high", release, _second(net.release_delay), "well below release_confirm_ms = 20 ms"),
        ("Between two seats", f"press × {TOLERANCE:.0%}, what parts differ by", _second(net.press_delay * TOLERANCE),
         "below input_uncertainty_us = 100 µs"),
        ("Contact, closed", f"3.3 V / ({series} + {up})", _ampere(net.contact_current), "too little to burn it clean"),
        ("Contact, as C empties", f"3.3 V / {series}", _ampere(net.contact_peak), "–"),
        ("Pin an output by mistake, pressed", f"3.3 V / {series}", _ampere(net.fault_current), pin_limit),
    ]  # fmt: skip
    return markdown_table(HEAD, rows)


def lamp_sums() -> str:
    """What a lamp's driver takes from the Pi and leaves for the lamp."""
    kit = read_kit()
    lamp, pins, limits = lamp_driver(kit), gpio_ma(kit, WHOLE), kit.parts["pi"].figures
    one_output = kit.parts["uln2003a"].figures["output_ma"].value
    threshold = kit.design["mosfet_threshold_v"].value
    base = f"(3.3 V − {lamp.base_volt:g} V) / {_ohm(lamp.base_ohm)}"
    share = f"({lamp.volts:g} V − {lamp.led_volt:g} V) / (5 V − {lamp.led_volt:g} V), a LED of {lamp.led_volt:g} V"
    rows: list[Row] = [
        ("Pin into the ULN2003A", base, _ampere(lamp.pin_current), f"{limits['gpio_pin_ma'].value:g} mA a pin"),
        (f"All {len(pins)} pins", f"{len(pins)} × {_ampere(lamp.pin_current)}", _ampere(sum(pins) * MILLI),
         f"{limits['gpio_total_ma'].value:g} mA together"),
        ("The driver is on", "at its input, at most", _volt(lamp.on_volt), f"a pin gives {lamp.pin:g} V"),
        ("All lamps through one ground pin", f"{len(pins)} × {_ampere(lamp.lamp)}", _ampere(len(pins) * lamp.lamp),
         f"{one_output:g} mA, for one output alone"),
        ("Left for the lamp, ULN2003A", f"5 V − {lamp.drop:g} V, at worst", _volt(lamp.volts), "–"),
        ("Brightness then", share, f"{lamp.brightness:.0%} of that at 5 V", "your eyes; if too dim: MOSFETs"),
        ("Left for the lamp, MOSFET", f"5 V − {_ampere(lamp.lamp)} × {_ohm(lamp.mosfet_ohm)}",
         f"{lamp.mosfet_volts:.3f} V", f"a threshold of at most {threshold:g} V"),
    ]  # fmt: skip
    return markdown_table(HEAD, rows)


def bus_sums() -> str:
    """The bounds of a channel's pull-up, and how long its lead may be."""
    kit = read_kit()
    bus, lead = display_bus(kit), longest_display_lead_m(kit)
    ours, pf_per_m = kit.parts["r_3k9"].figures["ohm"].value, kit.design["display_lead_pf_per_m"].value
    pi_ohm, mux_ohm = kit.parts["pi"].figures["i2c_pullup_ohm"].value, kit.parts["mux"].figures["pullup_ohm"].value
    channel, rise = _farad(bus.channel_farad), _second(bus.rise)
    longest = " and ".join(f"{bus.longest_lead_m(ohm, pf_per_m * PICO, lead):.2f} m" for ohm in (ours, 4_700))
    joined = f"1 / (1/{_ohm(bus.least)} − 1/{_ohm(bus.upstream_ohm)}), as both sides are joined"
    rows: list[Row] = [
        ("Capacitance of a channel", _channel_parts(kit, lead), channel, "400 pF"),
        ("Largest pull-up of a channel", f"{rise} / (0.8473 × {channel})", _ohm(bus.channel_most),
         f"{_ohm(ours)} rises in {_second(bus.rise_time(ours))}"),
        ("The Pi's side", f"{_ohm(pi_ohm)} ∥ {_ohm(mux_ohm)}, at {_farad(bus.upstream_farad)}",
         _ohm(bus.upstream_ohm), f"at most {_ohm(bus.upstream_most)}"),
        ("Smallest pull-up, all together", f"(3.3 V − {bus.low:g} V) / {_ampere(bus.sink)}", _ohm(bus.least),
         "a chip must pull it low"),
        ("Smallest pull-up of a channel", joined, _ohm(bus.channel_least), "2.2 kΩ is too strong here"),
        ("Longest lead at 400 kHz", f"with {_ohm(ours)}, and with the 4.7 kΩ of a module", longest, f"ours {lead:g} m"),
    ]  # fmt: skip
    return markdown_table(HEAD, rows)


def _channel_parts(kit: Kit, lead_m: float) -> str:
    mux, oled = kit.parts["mux"].figures, kit.parts["oled"].figures
    parts = [
        f"{mux['channel_capacitance_pf'].value:g} pF multiplexer",
        f"{oled['capacitance_pf'].value:g} pF display",
        f"{kit.design['wiring_pf'].value:g} pF board",
        f"{lead_m:g} m × {kit.design['display_lead_pf_per_m'].value:g} pF/m",
    ]
    return " + ".join(parts)


def bare_bus_sums() -> str:
    """First light: both displays on the Pi's own bus."""
    kit = read_kit()
    bus = first_light_bus(kit)
    shared = f"{bus.displays} / (1/{_ohm(bus.least)} − 1/{_ohm(bus.pi_ohm)})"
    rows: list[Row] = [
        ("Rise time by the Pi's pull-up", f"0.8473 × {_ohm(bus.pi_ohm)} × {_farad(bus.farad)}", _second(bus.rise_time),
         f"at most {_second(bus.rise)}"),
        ("Smallest pull-up of each module", shared, _ohm(bus.module_least), "all together: a chip must pull it low"),
    ]  # fmt: skip
    return markdown_table(HEAD, rows)


def sound_sums() -> str:
    """What the piezo takes from its pin."""
    kit = read_kit()
    ohm, limit = kit.parts["r_1k"].figures["ohm"].value, kit.parts["pi"].figures["gpio_pin_ma"].value
    rows: list[Row] = [
        ("Pin at each edge, or into a short", f"3.3 V / {_ohm(ohm)}", _ampere(sound_peak(kit)), f"{limit:g} mA a pin"),
    ]  # fmt: skip
    return markdown_table(HEAD, rows)


def pull_up_table() -> str:
    """What to solder in for the pull-ups that a display module has of its own."""
    bus = display_bus(read_kit())
    rows = [
        (
            _ohm(own) if own else "none",
            _ohm(added) if added else "nothing",
            _ohm(total),
            _second(bus.rise_time(total)),
            "**yes**" if fits else "no",
        )
        for own, added, total, fits in pull_up_choices(read_kit())
    ]
    return markdown_table(("The module has", "Solder in", "In all", "Rises in", "Fits"), rows)


def power_table() -> str:
    """What each computer takes and has, four seats with everything: the worst case of `load_ma`, in mA."""
    kit = read_kit()
    margin = kit.design["margin"].value
    rows = []
    for name, computer in kit.computers.items():
        load, supply = load_ma(kit, name, Build(4, pod=True, table=True)), computer.supply_ma.value
        parts = (load.own, load.displays, load.lamps, load.pod)
        fits = "yes" if load.total <= margin * supply else "**no**"
        rows.append(
            (
                name,
                *(f"{part:g}" for part in parts),
                f"**{load.total:g}**",
                f"{supply:g}",
                f"{load.total / supply:.0%}",
                fits,
            )
        )
    head = ("mA", "Own, at most", "Displays", "Lamps", "Pod", "In all", "Supply", "Used", f"Fits into {margin:.0%}")
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
    """How each computer wakes up again."""
    rows = [(name, each.halt) for name, each in read_kit().computers.items() if " on " not in name]
    return markdown_table(("Computer", "After a shutdown it"), rows)


def counted_sources(kit: Kit) -> tuple[int, int]:
    """How many sources are named in the kit, and how many of those say that nobody has looked yet."""
    named = [source for _, source in sources_in(kit)]
    return len(named), named.count(TO_CHECK)


def source_table() -> str:
    """What was read where, and what nobody has looked up yet."""
    kit = read_kit()
    whole, unchecked = counted_sources(kit)
    used = [source for _, source in sources_in(kit)]
    rows = [(what, str(used.count(key))) for key, what in kit.sources.items()]
    rows.append((f"{OWN_DEFAULT}: nothing to look up", str(used.count(OWN_DEFAULT))))
    rows.append(("**to check**: nobody has looked it up or measured it yet", f"**{unchecked}** of {whole}"))
    return markdown_table(("Source", "Figures and parts"), rows)

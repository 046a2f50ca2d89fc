"""The sums of the electrical design. Ohm, farad, volt, ampere and seconds, unless a name says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from tools.kit.build import Build
from tools.kit.source import Kit

# From UM10204: between 30 % and 70 % of the supply, a line with a pull-up rises in 0.8473 time constants.
RISE_TIME_CONSTANTS = 0.8473
NANO, PICO, MILLI = 1e-9, 1e-12, 1e-3


def parallel(*ohms: float) -> float:
    """Resistors side by side; those of 0 Ω are not there."""
    return 1 / sum(1 / each for each in ohms if each)


@dataclass(frozen=True, slots=True)
class ButtonInput:
    """Pull-up, series resistor and capacitor between a contact and a pin."""

    supply: float
    pull_up: float
    series: float
    farad: float
    pull_down: float  # the Pi's own, at start, at its strongest
    high: float  # what the Pi takes for high, at least
    low: float  # and for low, at most

    @property
    def rest_at_boot(self) -> float:
        """The level of an open contact while the Pi's own pull-down still works against the pull-up."""
        return self.supply * self.pull_down / (self.pull_down + self.pull_up)

    @property
    def pressed(self) -> float:
        """The level of a closed contact."""
        return self.supply * self.series / (self.series + self.pull_up)

    @property
    def press_delay(self) -> float:
        """From the contact's closing until the Pi sees low."""
        constant = parallel(self.pull_up, self.series) * self.farad
        return constant * log((self.supply - self.pressed) / (self.low - self.pressed))

    @property
    def release_delay(self) -> float:
        """From the contact's opening until the Pi sees high."""
        constant = self.pull_up * self.farad
        return constant * log((self.supply - self.pressed) / (self.supply - self.high))

    @property
    def contact_current(self) -> float:
        """Through the closed contact."""
        return self.supply / (self.series + self.pull_up)

    @property
    def contact_peak(self) -> float:
        """Through the contact as the capacitor empties."""
        return self.supply / self.series

    @property
    def fault_current(self) -> float:
        """Out of the pin, if it is made an output by mistake and the button is pressed."""
        return self.supply / self.series


def button_input(kit: Kit) -> ButtonInput:
    pi = kit.parts["pi"].figures
    return ButtonInput(
        supply=pi["supply_v"].value,
        pull_up=kit.parts["r_10k"].figures["ohm"].value,
        series=kit.parts["r_1k"].figures["ohm"].value,
        farad=kit.parts["c_100n"].figures["farad"].value,
        pull_down=pi["gpio_pull_min_ohm"].value,
        high=pi["gpio_high_min_v"].value,
        low=pi["gpio_low_max_v"].value,
    )


@dataclass(frozen=True, slots=True)
class LampDriver:
    """A lamp between its supply and a ULN2003A or a MOSFET."""

    supply: float
    pin: float
    base_ohm: float
    base_volt: float
    on_volt: float  # at its input, at most, until it is on
    drop: float
    lamp: float  # its current at 5 V
    led_volt: float
    mosfet_ohm: float

    @property
    def pin_current(self) -> float:
        """Out of the Pi's pin into the ULN2003A."""
        return (self.pin - self.base_volt) / self.base_ohm

    @property
    def volts(self) -> float:
        """Left for the lamp with the ULN2003A."""
        return self.supply - self.drop

    @property
    def current(self) -> float:
        """Through the lamp then: a LED with its resistor, which takes `lamp` at the whole supply."""
        return self.lamp * (self.volts - self.led_volt) / (self.supply - self.led_volt)

    @property
    def brightness(self) -> float:
        """Of the lamp with the ULN2003A, as a share of that at 5 V."""
        return self.current / self.lamp

    @property
    def mosfet_volts(self) -> float:
        """Left for the lamp with a MOSFET."""
        return self.supply - self.lamp * self.mosfet_ohm


def lamp_driver(kit: Kit) -> LampDriver:
    uln = kit.parts["uln2003a"].figures
    return LampDriver(
        supply=kit.design["lamp_supply_v"].value,
        pin=kit.parts["pi"].figures["supply_v"].value,
        base_ohm=uln["base_ohm"].value,
        base_volt=uln["base_v"].value,
        on_volt=uln["on_v"].value,
        drop=uln["drop_v"].value,
        lamp=kit.parts["button"].figures["lamp_ma"].value * MILLI,
        led_volt=kit.design["lamp_led_v"].value,
        mosfet_ohm=kit.design["mosfet_ohm"].value,
    )


@dataclass(frozen=True, slots=True)
class Bus:
    """One channel of the multiplexer, joined to the Pi's side of the bus."""

    supply: float
    rise: float
    sink: float
    low: float
    upstream_ohm: float  # the Pi's own pull-ups and those of the multiplexer's module
    upstream_farad: float
    channel_farad: float

    @property
    def upstream_most(self) -> float:
        """The largest pull-up that the Pi's side may have."""
        return self.rise / (RISE_TIME_CONSTANTS * self.upstream_farad)

    @property
    def channel_most(self) -> float:
        """The largest pull-up a channel may have: above what the multiplexer passes, the channel rises on its own."""
        return self.rise / (RISE_TIME_CONSTANTS * self.channel_farad)

    @property
    def least(self) -> float:
        """The smallest pull-up, both sides together, that a chip can pull low."""
        return (self.supply - self.low) / self.sink

    @property
    def channel_least(self) -> float:
        """The smallest pull-up of a channel, those of the Pi's side being there, too."""
        return 1 / (1 / self.least - 1 / self.upstream_ohm)

    def fits(self, channel_ohm: float) -> bool:
        """Whether a channel with this pull-up, the module's own included, rises in time and can be pulled low."""
        return self.channel_least <= channel_ohm <= self.channel_most

    def rise_time(self, channel_ohm: float) -> float:
        """How long a channel takes to rise, on its own."""
        return RISE_TIME_CONSTANTS * channel_ohm * self.channel_farad

    def longest_lead_m(self, channel_ohm: float, farad_per_m: float, lead_m: float) -> float:
        """The longest lead to a display with this pull-up; the bus was made for one of `lead_m`."""
        room = self.rise / (RISE_TIME_CONSTANTS * channel_ohm) - (self.channel_farad - lead_m * farad_per_m)
        return room / farad_per_m


def display_bus(kit: Kit) -> Bus:
    pi, mux, design = kit.parts["pi"].figures, kit.parts["mux"].figures, kit.design
    ribbon_m = 0.15
    return Bus(
        supply=pi["supply_v"].value,
        rise=design["i2c_rise_ns"].value * NANO,
        sink=design["i2c_sink_ma"].value * MILLI,
        low=design["i2c_low_v"].value,
        upstream_ohm=parallel(pi["i2c_pullup_ohm"].value, mux["pullup_ohm"].value),
        upstream_farad=PICO
        * (
            mux["bus_capacitance_pf"].value
            + design["pi_pin_pf"].value
            + design["wiring_pf"].value
            + ribbon_m * kit.parts["ribbon"].figures["pf_per_m"].value
        ),
        channel_farad=PICO
        * (
            mux["channel_capacitance_pf"].value
            + kit.parts["oled"].figures["capacitance_pf"].value
            + design["wiring_pf"].value
            + longest_display_lead_m(kit) * design["display_lead_pf_per_m"].value
        ),
    )


@dataclass(frozen=True, slots=True)
class BareBus:
    """The bus of first light: displays side by side on the Pi's own pins, with nothing between."""

    supply: float
    rise: float
    sink: float
    low: float
    pi_ohm: float
    farad: float
    displays: int

    @property
    def least(self) -> float:
        """The smallest pull-up, all together, that a chip can pull low."""
        return (self.supply - self.low) / self.sink

    @property
    def rise_time(self) -> float:
        """How long a line takes to rise by the Pi's pull-up alone, at worst."""
        return RISE_TIME_CONSTANTS * self.pi_ohm * self.farad

    @property
    def module_least(self) -> float:
        """The smallest pull-up that each module may have, all of them alike."""
        return self.displays / (1 / self.least - 1 / self.pi_ohm)


def first_light_bus(kit: Kit) -> BareBus:
    """As its leads are: each display hangs on two of at most the longest length, one from the Pi, one beyond."""
    pi, design = kit.parts["pi"].figures, kit.design
    displays = sum(1 for plugged in kit.first_light.components if "SDA" in plugged.holes)
    leads_m = sum(kit.parts[part].figures["length_mm"].value for part in ("jumper_mf", "jumper_mm")) * MILLI
    pico_farad = (
        design["pi_pin_pf"].value
        + displays * kit.parts["oled"].figures["capacitance_pf"].value
        + leads_m * design["display_lead_pf_per_m"].value
        + design["wiring_pf"].value
    )
    return BareBus(
        supply=pi["supply_v"].value,
        rise=design["i2c_rise_ns"].value * NANO,
        sink=design["i2c_sink_ma"].value * MILLI,
        low=design["i2c_low_v"].value,
        pi_ohm=pi["i2c_pullup_ohm"].value,
        farad=pico_farad * PICO,
        displays=displays,
    )


def sound_peak(kit: Kit) -> float:
    """Out of the pin at each edge, into a piezo that is empty or shorted: its resistor alone limits it."""
    return kit.parts["pi"].figures["supply_v"].value / kit.parts["r_1k"].figures["ohm"].value


def longest_display_lead_m(kit: Kit) -> float:
    """The longest cable that ends at a display."""
    lengths = [
        cable.length_mm.value
        for cable in kit.cables
        if any(end.endswith(".SDA") for end in (wire.end for wire in cable.conductors))
    ]
    return max(lengths) * MILLI


def pull_up_choices(kit: Kit) -> list[tuple[float, float, float, bool]]:
    """For modules with these pull-ups of their own (0: none): which to add (0: none), what comes of it, does it fit."""
    bus, ours = display_bus(kit), kit.parts["r_3k9"].figures["ohm"].value
    choices: list[tuple[float, float, float, bool]] = []
    for own in (0, 10_000, 4_700, 2_200):
        for added in (ours, 0):
            if own or added:
                total = parallel(own, added)
                choices.append((own, added, total, bus.fits(total)))
    return choices


@dataclass(frozen=True, slots=True)
class Load:
    """Milliampere at 5 V, by what takes them."""

    own: float
    displays: float
    lamps: float
    pod: float

    @property
    def total(self) -> float:
        return self.own + self.displays + self.lamps + self.pod


def load_ma(kit: Kit, computer: str, build: Build) -> Load:
    """What a build takes at most from the supply of a computer: stress, all dots and all lamps lit."""
    displays = build.seats * kit.parts["oled"].figures["current_ma"].value
    if build.table:
        displays += kit.parts["table_oled"].figures["current_ma"].value
    return Load(
        own=kit.computers[computer].own_ma.value,
        displays=displays,
        lamps=build.seats * kit.parts["button"].figures["lamp_ma"].value,
        pod=kit.parts["pico"].figures["current_ma"].value if build.pod else 0,
    )


def gpio_ma(kit: Kit, build: Build) -> list[float]:
    """What the Pi's pins give at most, lamp by lamp, in a build."""
    return [lamp_driver(kit).pin_current / MILLI] * build.times("direct_seat")

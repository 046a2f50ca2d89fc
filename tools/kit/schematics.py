"""One schematic for each block of the console; parts and pins are those of the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import schemdraw
from schemdraw import elements as elm

from tools.kit.colours import COLOURS
from tools.kit.header import pi_label, pi_pin, pico_label, pico_pin
from tools.kit.source import Kit, read_kit
from tools.kit.svg import FONT, on_white
from tools.kit.units import quantity

schemdraw.use("svg")  # the other backend writes dates and random names
schemdraw.config(fontsize=11, font=FONT, lw=1.4)

FIGURE_UNITS = {"ohm": "Ω", "farad": "F"}


def _value(kit: Kit, part: str) -> str:
    [(name, figure)] = kit.parts[part].figures.items()
    return quantity(figure.value, FIGURE_UNITS[name])


def _pi(use: str) -> str:
    physical = pi_pin(read_kit(), use)
    return f"{pi_label(physical)} (pin {physical})"


def _pico(use: str) -> str:
    physical = pico_pin(read_kit(), use)
    return f"{pico_label(physical)} (pin {physical})"


def _lead(screw: str, length: float = 1.5) -> None:
    """From here the wire of a lead, with its colour, that one of seat 1's or the console's screws has."""
    [colour] = {
        wire.colour
        for cable in read_kit().cables
        for wire in cable.conductors
        if screw in (wire.start.format(seat=1), wire.end.format(seat=1))
    }
    elm.Line().right(length).label(COLOURS[colour], "bottom", ofst=0.4)


def _lamp(low: str, high: str) -> None:
    """From here a lead to the lamp's minus side, its plus side to 5 V; between the screws `low` and `high`."""
    elm.Dot(open=True).label(low, "top")
    _lead(low)
    elm.LED().right().reverse().label("lamp of S1,\nresistor inside", ofst=0.4)
    _lead(high)
    elm.Dot(open=True).label(high, "top")
    elm.Line().right(0.8)
    elm.Line().up(0.6)
    elm.Vdd().label("5V")


def _contact(start: str, end: str, name: str) -> None:
    """From here a lead to a contact and back to ground; between the screws `start` and `end`."""
    elm.Dot(open=True).label(start, "top")
    _lead(start)
    elm.Button().right().label(name)
    _lead(end)
    elm.Dot(open=True).label(end, "top")
    elm.Line().right(0.6)
    elm.Ground()


def button() -> bytes:
    """Seat 1's button, from the contact to the Pi."""
    kit = read_kit()
    with schemdraw.Drawing(show=False) as drawing:
        elm.Dot(open=True).label(_pi("button_1"), "left")
        elm.Line().right(1.5)
        node = elm.Dot()
        elm.Resistor().up().at(node.center).label(f"R12\n{_value(kit, 'r_10k')}", "bottom")
        elm.Vdd().label("3V3")
        elm.Capacitor().down().at(node.center).label(f"C11\n{_value(kit, 'c_100n')}", "bottom")
        elm.Ground()
        elm.Resistor().right().at(node.center).label(f"R11\n{_value(kit, 'r_1k')}")
        _contact("JB1.1", "JB1.2", "S1 NO – COM")
        return on_white(drawing.get_imagedata("svg"))


def lamp() -> bytes:
    """Seat 1's lamp through the ULN2003A."""
    with schemdraw.Drawing(show=False) as drawing:
        elm.Dot(open=True).label(_pi("lamp_1"), "left")
        elm.Line().right(1)
        driver = (
            elm.Ic(
                pins=[
                    elm.IcPin(name="1B", pin="1", side="left"),
                    elm.IcPin(name="1C", pin="16", side="right"),
                    elm.IcPin(anchorname="COM", side="top"),
                    elm.IcPin(anchorname="E", side="bottom"),
                ],
                size=(4, 2.4),
            )
            .anchor("1B")
            .label("U2\nULN2003A", "center", fontsize=9)
        )
        elm.Line().up(0.6).at(driver.COM).label("COM, pin 9", "bottom")
        elm.Vdd().label("5V")
        elm.Line().down(0.6).at(driver.E).label("E, pin 8", "top")
        elm.Ground()
        elm.Line().right(1).at(driver["1C"])
        _lamp("JB1.4", "JB1.3")
        return on_white(drawing.get_imagedata("svg"))


def lamp_mosfet() -> bytes:
    """The same lamp through a MOSFET."""
    with schemdraw.Drawing(show=False) as drawing:
        elm.Dot(open=True).label(_pi("lamp_1"), "left")
        elm.Line().right(1.2)
        node = elm.Dot()
        elm.Line().right(1.2)
        transistor = elm.NFet().theta(0).reverse().anchor("gate").label("Q1", "right")
        elm.Resistor().down().at(node.center).label("100 kΩ", "top")
        elm.Ground()
        elm.Line().down(1).at(transistor.source)
        elm.Ground()
        elm.Line().right(1).at(transistor.drain)
        _lamp("JB1.4", "JB1.3")
        return on_white(drawing.get_imagedata("svg"))


def displays() -> bytes:
    """The multiplexer and seat 1's display behind channel 0."""
    kit = read_kit()
    with schemdraw.Drawing(show=False) as drawing:
        mux = elm.Ic(
            pins=[
                elm.IcPin(name="RST", side="left", slot="1/3"),
                elm.IcPin(name="SCL", side="left", slot="2/3"),
                elm.IcPin(name="SDA", side="left", slot="3/3"),
                elm.IcPin(anchorname="VIN", side="top"),
                elm.IcPin(anchorname="GND", side="bottom"),
                elm.IcPin(name="SC0", side="right", slot="2/3"),
                elm.IcPin(name="SD0", side="right", slot="3/3"),
            ],
            size=(3.4, 3.6),
        ).label("U1\n0x70", "center")
        elm.Line().up(0.6).at(mux.VIN).label("VIN", "bottom")
        elm.Vdd().label("3V3")
        elm.Line().down(0.6).at(mux.GND).label("GND", "top")
        elm.Ground()
        for name, use in (("SDA", "sda"), ("SCL", "scl")):
            elm.Line().left(3.4).at(mux[name])
            elm.Dot(open=True).label(_pi(use), "left")
        elm.Line().left(1.2).at(mux.RST)
        node = elm.Dot()
        elm.Resistor().down().at(node.center).label(f"R91\n{_value(kit, 'r_10k')}", "bottom")
        elm.Dot(open=True).label("3V3", "right")
        elm.Line().left(2.2).at(node.center)
        elm.Dot(open=True).label(_pi("mux_reset"), "left")
        for pin, away, name, screw in (("SD0", 1.3, "R13", "JD1.3"), ("SC0", 3.0, "R14", "JD1.4")):
            elm.Line().right(away).at(mux[pin])
            node = elm.Dot()
            rise = 0 if pin == "SD0" else float(mux["SD0"].y - mux["SC0"].y)
            elm.Line().up(rise + 0.4).at(node.center) if rise else None
            elm.Resistor().up(2).label(f"{name}\n{_value(kit, 'r_3k9')}", "bottom")
            elm.Vdd().label("3V3")
            elm.Line().right(5.4 - away).at(node.center)
            elm.Dot(open=True).label(screw, "top")
            _lead(screw, length=2)
        display = (
            elm.Ic(
                pins=[
                    elm.IcPin(name="SCL", side="left", slot="2/3"),
                    elm.IcPin(name="SDA", side="left", slot="3/3"),
                    elm.IcPin(anchorname="VCC", side="top"),
                    elm.IcPin(anchorname="GND", side="bottom"),
                ],
                size=(2.8, 3.6),
            )
            .anchor("SCL")
            .label("D1\n0x3C", "center")
        )
        elm.Line().up(0.6).at(display.VCC).label("JD1.1, VCC", "bottom")
        elm.Vdd().label("3V3")
        elm.Line().down(0.6).at(display.GND).label("JD1.2, GND", "top")
        elm.Ground()
        return on_white(drawing.get_imagedata("svg"))


def power() -> bytes:
    """The two buttons for whoever looks after the console."""
    kit = read_kit()
    with schemdraw.Drawing(show=False) as drawing:
        rows = (
            ("host_button", "R92", "JC.1", "SH, host button", "JC.2"),
            ("shutdown", "R93", "JC.3", "SO, shutdown button", "JC.4"),
        )
        for row, (use, resistor, start, switch, end) in enumerate(rows):
            elm.Dot(open=True).at((0, -2.6 * row)).label(_pi(use), "left")
            elm.Resistor().right().label(f"{resistor} {_value(kit, 'r_1k')}")
            _contact(start, end, switch)
        return on_white(drawing.get_imagedata("svg"))


def sound() -> bytes:
    """The piezo."""
    kit = read_kit()
    with schemdraw.Drawing(show=False) as drawing:
        elm.Dot(open=True).label(_pi("sound"), "left")
        elm.Resistor().right().label(f"R94 {_value(kit, 'r_1k')}")
        elm.Dot(open=True).label("JS.1", "top")
        _lead("JS.1")
        elm.Crystal().right().label("SP, piezo")
        _lead("JS.2")
        elm.Dot(open=True).label("JS.2", "top")
        elm.Line().right(0.6)
        elm.Ground()
        return on_white(drawing.get_imagedata("svg"))


def pod() -> bytes:
    """Seat 1's button and lamp on the pod."""
    with schemdraw.Drawing(show=False) as drawing:
        pico = elm.Ic(
            pins=[
                elm.IcPin(name=_pico("button_1"), side="right", slot="3/3"),
                elm.IcPin(name=_pico("lamp_1"), side="right", slot="1/3"),
                elm.IcPin(anchorname="VBUS", side="top"),
                elm.IcPin(anchorname="GND", side="bottom"),
            ],
            size=(5, 4),
        ).label("P1 Pico", "left")
        elm.Line().up(0.5).at(pico.VBUS).label("VBUS, pin 40", "bottom")
        elm.Vdd().label("5V")
        elm.Line().down(0.6).at(pico.GND).label("GND, pin 3", "top")
        elm.Ground()
        elm.Line().right(1.2).at(pico[_pico("button_1")])
        _contact("JP1.1", "JP1.2", "S1 NO – COM")
        elm.Line().right(1.2).at(pico[_pico("lamp_1")])
        driver = (
            elm.Ic(
                pins=[
                    elm.IcPin(name="1B", pin="1", side="left"),
                    elm.IcPin(name="1C", pin="16", side="right"),
                    elm.IcPin(anchorname="E", side="bottom"),
                ],
                size=(2.6, 1.6),
            )
            .anchor("1B")
            .label("U3", "center")
        )
        elm.Line().down(0.6).at(driver.E).label("E, pin 8", "top")
        elm.Ground()
        elm.Line().right(0.8).at(driver["1C"])
        _lamp("JP1.4", "JP1.3")
        return on_white(drawing.get_imagedata("svg"))


SCHEMATICS: Mapping[str, Callable[[], bytes]] = {
    "button.svg": button,
    "lamp.svg": lamp,
    "lamp-mosfet.svg": lamp_mosfet,
    "displays.svg": displays,
    "host-and-shutdown.svg": power,
    "sound.svg": sound,
    "pod.svg": pod,
}

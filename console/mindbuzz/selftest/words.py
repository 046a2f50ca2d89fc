"""The words of the self-test: what a person is to do, and what is wrong and how it is put right."""

from mindbuzz.config import Config
from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.selftest.notes import Places
from mindbuzz.selftest.plan import AllDark, HandsOff, Light, Listen, Look, Press, Probe, Step
from mindbuzz.selftest.verdict import Fault, Finding
from mindbuzz.selftest.wire import HOST, Part, location_words, seat_words, where


def asked(step: Step, fingers: Places) -> str:
    """What a person is told when a step begins."""
    match step:
        case HandsOff():
            return "hands off: touch no button for two seconds"
        case Press(place):
            what = "the host button" if place == HOST else f"the button of {seat_words(place)}"
            return f"press {what} once, and let go (Enter: it does nothing; s: skip)"
        case AllDark():
            return f"no lamp is to be lit: where is one? {_how(fingers)}"
        case Light(place):
            return f"the lamp of {seat_words(place)} is to be lit: where is one? {_how(fingers)}"
        case Probe():
            return "looking for displays: a few seconds"
        case Look(location):
            return f"the display at {location_words(location)} is to be lit: where is one? {_how(fingers)}"
        case Listen():
            pressing = "press any button, or " if fingers else ""
            return (
                "the piezo plays three notes that go up, again and again: do you hear them? "
                f"({pressing}type 1: yes; Enter: no; s: skip)"
            )


def _how(fingers: Places) -> str:
    pressing = f"press there (seats {', '.join(map(str, sorted(fingers)))}), or " if fingers else ""
    return f"({pressing}type its seats, as 1 or 1 3; t: the table; Enter: nowhere; s: skip)"


NO_POD = "{reason}; look at its cable, and: mindbuzz pod list"
REMEDIES = {
    (
        Part.BUTTON,
        Fault.SILENT,
    ): "no contact comes: the wire is open, or on another pin; check both ends and the ground",
    (Part.BUTTON, Fault.ALWAYS_ON): "closed though nobody presses: a short to ground, or the button sticks",
    (Part.BUTTON, Fault.NORMALLY_CLOSED): "opens when it is pressed: move the wire from the contact NC to NO",
    (Part.BUTTON, Fault.SWAPPED): "each comes in where another should: exchange their wires",
    (Part.BUTTON, Fault.ELSEWHERE): "comes in on the pin of {other}: move the wire to its own pin",
    (Part.BUTTON, Fault.BRIDGED): "one press closes both: look for a short between the two wires",
    (Part.BUTTON, Fault.BOUNCES): "{reason}: clean or replace the microswitch, or look for a loose wire",
    (Part.BUTTON, Fault.NO_POD): NO_POD,
    (Part.LAMP, Fault.SILENT): "stays dark: the lamp, its polarity, its 5 V, the driver, or the wire to it",
    (Part.LAMP, Fault.ALWAYS_ON): "lit though its pin is off: a short at the driver's output, or its input on 3V3",
    (Part.LAMP, Fault.SWAPPED): "each is lit for another: exchange their wires",
    (Part.LAMP, Fault.ELSEWHERE): "its pin lights that of {other}: move the wire",
    (Part.LAMP, Fault.NO_POD): NO_POD,
    (Part.LAMP, Fault.BRIDGED): "both are lit for one: look for a short between the two wires",
    (
        Part.LAMP,
        Fault.UPSIDE_DOWN,
    ): "all are lit when they are to be dark: change lamps_active_high in the configuration",
    (Part.DISPLAY, Fault.SILENT): "nothing answers, or nothing is to be seen: check its plug, SDA, SCL, 3V3 and ground",
    (Part.DISPLAY, Fault.SWAPPED): "each shows what another should: exchange their plugs",
    (Part.DISPLAY, Fault.ELSEWHERE): "its picture is on {other}: exchange the plugs",
    (Part.DISPLAY, Fault.BRIDGED): "two show one picture: look for a short between their wires, or equal addresses",
    (Part.DISPLAY, Fault.WRONG_ADDRESS): "it answers at {at}: set its address, or write address = {address} for it",
    (Part.DISPLAY, Fault.WRONG_CHANNEL): "it answers at {at}: plug it in where it belongs",
    (
        Part.DISPLAY,
        Fault.SAME_PLACE,
    ): "it is on the wires and address of {other}: set another address, or move its plug",
    (
        Part.DISPLAY,
        Fault.BEFORE_MUX,
    ): "it hears what is meant for others: it hangs on SDA and SCL before the multiplexer",
    (
        Part.DISPLAY,
        Fault.NO_MUX,
    ): "the kernel knows no such multiplexer: check its SDA, SCL, RESET and 3V3, and the line "
    "dtoverlay=i2c-mux in config.txt",
    (
        Part.DISPLAY,
        Fault.NO_BUS,
    ): "there is no such bus: switch I2C on with dtparam=i2c_arm=on in config.txt, and restart",
    (Part.DISPLAY, Fault.BUS_STUCK): "the bus is stuck: SDA or SCL is short to ground, or a display is plugged in the "
    "wrong way round; unplug them one by one",
    (
        Part.SOUND,
        Fault.SILENT,
    ): "nothing is heard: the piezo, its two wires, or one with an oscillator of its own, which this must not be",
    (Part.DISPLAY, Fault.NO_PERMISSION): "no permission: sudo usermod -aG i2c $USER, and log in anew",
}
NOT_TESTED = "was not tested"


def told(finding: Finding, config: Config) -> str:
    """A finding in one line: the wires, what is wrong with them, what to do; where each runs."""
    first = finding.wires[0]
    other = finding.wires[1].name if len(finding.wires) > 1 else ""
    remedy = REMEDIES.get((first.part, finding.fault), NOT_TESTED).format(
        other=other,
        reason=finding.reason,
        at=location_words(finding.at) if finding.at is not None else "",
        address=f"0x{finding.at.address:02X}" if isinstance(finding.at, I2c) else "",
    )
    named = finding.wires[:1] if finding.fault in ABOUT_THE_FIRST else finding.wires
    wires = "; ".join(f"{wire.name}: {where(wire, config)}" for wire in named)
    return f"{remedy[0].upper()}{remedy[1:]}. {wires}"


# The second wire of these is where the first one ends, and may be in order.
ABOUT_THE_FIRST = frozenset({Fault.ELSEWHERE, Fault.SAME_PLACE})

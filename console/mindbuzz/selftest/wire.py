"""Wires: what each part hangs on, in the words that stand on the board, the header and the leads."""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from gpiozero.pins.pi import PiBoardInfo

from mindbuzz.config import Config
from mindbuzz.config.values import POD_PREFIX
from mindbuzz.displays import wiring_of
from mindbuzz.outputs.oled.wiring import I2c, Spi
from mindbuzz.outputs.pictures import TABLE
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import texts_of

HOST = 0  # the place of the host button among buttons
PIEZO = 0  # the place of the piezo
BOARD_REVISION = 0xC03111  # a Raspberry Pi 4; the header has been the same since the B+


class Part(Enum):
    """What hangs on a wire."""

    BUTTON = "button"
    LAMP = "lamp"
    DISPLAY = "display"
    SOUND = "piezo"


# What parts that belong to no seat are called.
COMMON_NAMES = {Part.BUTTON: "host button", Part.DISPLAY: "table display", Part.SOUND: "piezo"}


@dataclass(frozen=True, slots=True)
class Wire:
    """The wire of one part, at a seat, or at HOST, TABLE or PIEZO."""

    part: Part
    place: int

    @property
    def name(self) -> str:
        """What it is called: "button, seat 1 (red)"."""
        if self.place == HOST:  # as are TABLE and PIEZO
            return COMMON_NAMES[self.part]
        return f"{self.part.value}, {seat_words(self.place)}"


def seat_words(seat: int) -> str:
    """A seat by number and colour, as it is called in English."""
    return f"seat {seat} ({seat_name(seat, texts_of('en')).lower()})"


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead of the harness: its terminal on the board, its screw there and its colour; and its companion's."""

    terminal: str
    screw: int
    colour: str
    companion: str


# As the harness of hardware/ has them; {0} is the seat.
LEADS = {
    Part.BUTTON: Lead("JB{0}", 1, "white", "ground is {0}.2, black"),
    Part.LAMP: Lead("JB{0}", 4, "brown", "5 V is {0}.3, orange"),
    Part.DISPLAY: Lead("JD{0}", 3, "blue", "SCL is {0}.4, yellow; 3V3 {0}.1, red; ground {0}.2, black"),
}
HOST_LEAD = Lead("JC", 1, "green", "ground is {0}.2, black")
TABLE_LEAD = Lead("JT", 3, "blue", LEADS[Part.DISPLAY].companion)
SOUND_LEAD = Lead("JS", 1, "violet", "ground is {0}.2, black")
POD_TERMINAL = "JP"  # and the pod's number; screws and colours are those of a seat on pins
# Of parts that belong to no seat.
COMMON_LEADS = {Part.BUTTON: HOST_LEAD, Part.DISPLAY: TABLE_LEAD, Part.SOUND: SOUND_LEAD}


def where(wire: Wire, config: Config) -> str:
    """Where a wire runs, end to end: pin, header pin, terminal, colour."""
    return f"{_end(wire, config)}, {_lead(wire, config)}"


def _end(wire: Wire, config: Config) -> str:
    """Where it ends at the console."""
    if wire.part is Part.DISPLAY:
        key = "table_display" if wire.place == TABLE else f"seats.{wire.place}.display"
        return location_words(wiring_of(config.displays[key]))
    return pin_words(_pin(wire, config))


def _pin(wire: Wire, config: Config) -> int | str:
    """The pin of a part that is no display: a BCM number, or a place on the pod."""
    if wire.part is Part.SOUND:
        return config.sound_pin or 0
    if wire.place == HOST:
        return config.host_button or 0
    return config.buttons[wire.place] if wire.part is Part.BUTTON else config.lamps[wire.place]


def _lead(wire: Wire, config: Config) -> str:
    lead = COMMON_LEADS[wire.part] if wire.place == HOST else LEADS[wire.part]
    pin = None if wire.part is Part.DISPLAY else _pin(wire, config)
    terminal = POD_TERMINAL + _pod_number(pin) if isinstance(pin, str) else lead.terminal.format(wire.place)
    return f"terminal {terminal}.{lead.screw}, {lead.colour} lead ({lead.companion.format(terminal)})"


def pin_words(pin: int | str) -> str:
    """A pin by its BCM number and its place on the header; or a place on the pod."""
    if isinstance(pin, str):
        return f"the pod's number {_pod_number(pin)}"
    return f"GPIO{pin}, header pin {header_pin(pin)}"


def _pod_number(pin: str) -> str:
    """A place on the pod, as it is counted there."""
    return pin.removeprefix(POD_PREFIX)


def location_words(location: I2c | Spi) -> str:
    """Where a display is."""
    if isinstance(location, Spi):
        return f"SPI {location.port}.{location.device}, DC {pin_words(location.dc_pin)}"
    return f"{channel_words(location)}, address 0x{location.address:02X}"


def channel_words(location: I2c) -> str:
    """The pair of wires that a display hangs on."""
    if location.mux is None:
        return f"I2C bus {location.bus}" + (" (SDA header pin 3, SCL header pin 5)" if location.bus == 1 else "")
    return f"channel {location.channel} of the multiplexer 0x{location.mux:02X} on I2C bus {location.bus}"


@cache
def header_pin(bcm: int) -> int:
    """The position on the 40-pin header of a BCM number."""
    [(_, pin)] = PiBoardInfo.from_revision(BOARD_REVISION).find_pin(f"GPIO{bcm}")
    return int(pin.number)

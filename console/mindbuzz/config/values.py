"""What an owner can set, with its defaults. What each key means and may be is in keys.py."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings


@dataclass(frozen=True, slots=True)
class SpiConfig:
    """Where a display on SPI is; `dc_pin` and `reset_pin` are BCM numbers."""

    dc_pin: int
    reset_pin: int
    port: int = 0
    device: int = 0


@dataclass(frozen=True, slots=True)
class DisplayConfig:
    """Where a display is: on I2C `bus`, or behind `channel` of the multiplexer `mux` on it, or on `spi`; and how it is
    mounted. A `driver` of its own goes before `display_driver`; of luma's it needs `width` and `height`, too, where
    they are not 128 and 64."""

    bus: int = 1
    address: int = 0x3C
    mux: int | None = None
    channel: int | None = None
    rotate: int = 0
    column_offset: int | None = None
    contrast: int | None = None
    driver: str | None = None
    width: int = 128
    height: int = 64
    spi: SpiConfig | None = None


Wire = int | str  # a BCM number, or a place on the pod, such as "pod:1"
POD_PREFIX = "pod:"


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """One seat: where its button and lamp are wired to, and its display; what is missing is left out."""

    button: Wire
    lamp: Wire | None = None
    display: DisplayConfig | None = None


@dataclass(frozen=True, slots=True)
class PodConfig:
    """Which pod: a part of its name in /dev/serial/by-id, or the path of its port."""

    device: str = "usb-MicroPython_Board"


MUX_ADDRESS = 0x70


def _default_seats() -> dict[int, SeatConfig]:
    """The wiring of hardware/wiring.md, with a display behind each channel of one multiplexer."""
    pins = {1: (5, 22), 2: (6, 23), 3: (26, 24), 4: (16, 25)}
    return {
        seat: SeatConfig(button, lamp, DisplayConfig(mux=MUX_ADDRESS, channel=seat - 1))
        for seat, (button, lamp) in pins.items()
    }


@dataclass(frozen=True, slots=True)
class Config:
    """Everything an owner can set.

    `display_driver` "dummy" and `pin_factory` "mock" are all it takes to run without hardware. The spectator board is
    served at `web_port` of `web_host`; without a port there is none. Host "0.0.0.0" lets the whole network look on.
    """

    pin_factory: str = "auto"
    display_driver: str = "ssd1306"
    language: str = "en"
    game: str = Kind.CLASSIC.value
    brightness_percent: float = 100
    dim_after_s: float = 60
    dark_after_s: float = 600
    staff_file: str = "/boot/firmware/mindbuzz.txt"
    journal: str = "mindbuzz.sqlite"
    journal_max_mb: float = 64
    host_button: int | None = 27
    sound_pin: int | None = None
    sound: bool = True
    host_hold_ms: float = 3000
    quiet_hours: str = ""
    lamps_active_high: bool = True
    lamps_dimmable: bool = True
    input_lag_ms: float = 3
    input_uncertainty_us: int = 100
    audit_ms: float = 50
    web_port: int | None = None
    web_host: str = "127.0.0.1"
    table_display: DisplayConfig | None = None
    pod: PodConfig = field(default_factory=PodConfig)
    seats: Mapping[int, SeatConfig] = field(default_factory=_default_seats)
    settings: Settings = field(default_factory=Settings)

    @property
    def kind(self) -> Kind:
        """The game that the lobby offers first."""
        return Kind(self.game)

    @property
    def brightness(self) -> float:
        """How bright lamps and displays are, up to 1."""
        return self.brightness_percent / 100

    @property
    def seat_numbers(self) -> tuple[int, ...]:
        """The seats that have a button."""
        return tuple(sorted(self.seats))

    @property
    def buttons(self) -> dict[int, Wire]:
        """Where each seat's button is wired to."""
        return {seat: self.seats[seat].button for seat in self.seat_numbers}

    @property
    def lamps(self) -> dict[int, Wire]:
        """Where the lamps are wired to, of the seats that have one."""
        lamps = {seat: self.seats[seat].lamp for seat in self.seat_numbers}
        return {seat: lamp for seat, lamp in lamps.items() if lamp is not None}

    @property
    def displays(self) -> dict[str, DisplayConfig]:
        """Every display, by its key."""
        displays = {f"seats.{seat}.display": self.seats[seat].display for seat in self.seat_numbers}
        displays["table_display"] = self.table_display
        return {key: display for key, display in displays.items() if display is not None}


def on_pins(wires: Mapping[int, Wire]) -> dict[int, int]:
    """Those of some seats' wires that go to a pin of this machine, by BCM number."""
    return {seat: wire for seat, wire in wires.items() if isinstance(wire, int)}


def on_pod(wires: Mapping[int, Wire]) -> dict[int, int]:
    """Those that go to the pod, by the number they have there."""
    return {seat: int(wire.removeprefix(POD_PREFIX)) for seat, wire in wires.items() if isinstance(wire, str)}

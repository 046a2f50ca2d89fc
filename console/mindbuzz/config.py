"""The configuration: one commented TOML file, every key with a default, every wrong one an error that says why."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import cattrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.errors import ConfigError

BCM_NUMBERS = range(28)
RESERVED_PINS = {0: "the HAT EEPROM", 1: "the HAT EEPROM", 2: "SDA of the displays", 3: "SCL of the displays"}
SEATS = (1, 2, 3, 4)
# From, to. No duration is longer than a day: with that, infinity and what is no number are out of range, too.
LONGEST_MS = 86_400_000
LIMITS = {
    "input_lag_ms": (0, 1_000),
    "input_uncertainty_us": (0, 1_000_000),
    "audit_ms": (0, LONGEST_MS),
    "web_port": (1, 65_535),
}
DISPLAY_LIMITS = {
    "bus": (0, 255),
    "address": (0x03, 0x77),
    "mux": (0x70, 0x77),
    "channel": (0, 7),
    "rotate": (0, 3),
    "contrast": (0, 255),
    "width": (8, 4096),
    "height": (8, 4096),
}
SPI_LIMITS = {"port": (0, 6), "device": (0, 2)}


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


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """One seat: BCM numbers of its button and lamp, and its display; what is missing is left out."""

    button: int
    lamp: int | None = None
    display: DisplayConfig | None = None


MUX_ADDRESS = 0x70


def _default_seats() -> dict[int, SeatConfig]:
    """The wiring of hardware/pins.toml, with a display behind each channel of one multiplexer."""
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

    pin_factory: str = "lgpio"
    display_driver: str = "ssd1306"
    language: str = "en"
    game: str = Kind.CLASSIC.value
    journal: str = "mindbuzz.sqlite"
    host_button: int | None = 27
    lamps_active_high: bool = True
    lamps_dimmable: bool = True
    input_lag_ms: float = 3
    input_uncertainty_us: int = 100
    audit_ms: float = 50
    web_port: int | None = None
    web_host: str = "127.0.0.1"
    table_display: DisplayConfig | None = None
    seats: Mapping[int, SeatConfig] = field(default_factory=_default_seats)
    settings: Settings = field(default_factory=Settings)

    @property
    def kind(self) -> Kind:
        """The game that the lobby offers first."""
        return Kind(self.game)

    @property
    def seat_numbers(self) -> tuple[int, ...]:
        """The seats that have a button."""
        return tuple(sorted(self.seats))


def read_config(path: Path) -> Config:
    """The configuration in a file.

    Raises ConfigError, one line that names file, key and value, and what to do.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from error
    try:
        return checked(config_of(content))
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def config_of(content: Mapping[str, Any]) -> Config:
    """The configuration in a mapping, as TOML gives it. Raises ConfigError for unknown keys and wrong types."""
    try:
        return _converter().structure(_with_seat_numbers(content), Config)
    except Exception as error:
        raise ConfigError(_explained(error)) from error


def _with_seat_numbers(content: Mapping[str, Any]) -> dict[str, Any]:
    """TOML's keys are text; those of seats are numbers, each written in one way only."""
    changed = dict(content)
    if isinstance(changed.get("seats"), dict):
        changed["seats"] = {_number(key): value for key, value in changed["seats"].items()}
    return changed


def _number(key: str) -> int | str:
    return int(key) if key.isdecimal() and str(int(key)) == key else key


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in (int, float, bool, str):
        converter.register_structure_hook(kind, _strictly)
    return converter


def _strictly(value: Any, kind: type) -> Any:
    """No silent conversion: a pin "5" in quotes or a true for 1 is a mistake."""
    accepted = (int, float) if kind is float else (kind,)
    if not isinstance(value, accepted) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"must be {_KIND_NAMES[kind]}, not {value!r}")
    return value


_KIND_NAMES: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "text in quotes",
}


def _explained(error: BaseException, path: str = "") -> str:
    """The first cause in a tree of errors, with the path of keys that leads to it."""
    if isinstance(error, ForbiddenExtraKeysError):
        return f"{path}{_unknown(min(error.extra_fields), path, error.cl)}"
    if isinstance(error, ClassValidationError | IterableValidationError):
        inner = error.exceptions[0]
        return _explained(inner, path + _key_of(inner))
    if isinstance(error, KeyError):
        return f"{path.rstrip('.')} is missing"
    if isinstance(error, TypeError | AttributeError):
        return f"{path.rstrip('.')} is one value where a list or a table of them belongs"
    return f"{path.rstrip('.')} {error}".strip()


def _unknown(key: str, path: str, section: type) -> str:
    """What is wrong with a key that a section does not have."""
    if path and key in {field.name for field in fields(Config)}:
        return f"{key} is no key of this section; it belongs above the first [section] of the file"
    known = sorted(field.name for field in fields(section))
    alike = get_close_matches(key, known, 1)
    return f"{key} is no known key; " + (f"did you mean {alike[0]}?" if alike else f"known: {', '.join(known)}")


def _key_of(error: BaseException) -> str:
    notes = [note for note in getattr(error, "__notes__", ()) if hasattr(note, "name") or hasattr(note, "index")]
    if not notes:
        return ""
    return f"{getattr(notes[0], 'name', None) or getattr(notes[0], 'index', '')}."


def checked(config: Config) -> Config:
    """The configuration if it can be used. Raises ConfigError, one line with key, value and remedy."""
    _check_choices(config)
    _check_numbers(config)
    _check_seats(config)
    _check_pins(config)
    _check_displays(config)
    return config


def _check_choices(config: Config) -> None:
    games = [kind.value for kind in Kind]
    if config.game not in games:
        raise ConfigError(f'game = "{config.game}" is not known; choose one of {", ".join(games)}')
    calm = config.settings.calm_seats
    if len(set(calm)) != len(calm) or not set(calm) <= set(SEATS):
        raise ConfigError(f"settings.calm_seats = {list(calm)} must list different seats of {list(SEATS)}")


def _check_numbers(config: Config) -> None:
    for key, (low, high) in LIMITS.items():
        _check_number(key, getattr(config, key), low, high)
    for setting in fields(Settings):
        value = getattr(config.settings, setting.name)
        if not isinstance(value, tuple):
            _check_number(f"settings.{setting.name}", value, 0, LONGEST_MS)


def _check_number(key: str, value: float | None, low: float, high: float) -> None:
    if value is not None and not low <= value <= high:
        raise ConfigError(f"{key} = {value} is out of range; choose a number from {low} to {high}")


def _check_displays(config: Config) -> None:
    used: dict[tuple[int | None, ...], str] = {}
    for key, display in _displays(config):
        _check_display(key, display, used)


def _displays(config: Config) -> Iterator[tuple[str, DisplayConfig]]:
    """Every display, by its key."""
    for seat, parts in sorted(config.seats.items()):
        if parts.display is not None:
            yield f"seats.{seat}.display", parts.display
    if config.table_display is not None:
        yield "table_display", config.table_display


def _check_display(key: str, display: DisplayConfig, used: dict[tuple[int | None, ...], str]) -> None:
    for name, (low, high) in DISPLAY_LIMITS.items():
        _check_number(f"{key}.{name}", getattr(display, name), low, high)
    if display.spi is not None:
        for name, (low, high) in SPI_LIMITS.items():
            _check_number(f"{key}.spi.{name}", getattr(display.spi, name), low, high)
    if (display.mux is None) is not (display.channel is None):
        raise ConfigError(f"{key}: mux and channel belong together; give both or neither")
    place = _place(display)
    if place in used:
        raise ConfigError(f"{key} is at the same place as {used[place]}; give it another address or channel")
    used[place] = key


def _place(display: DisplayConfig) -> tuple[int | None, ...]:
    if display.spi is not None:
        return (display.spi.port, display.spi.device)
    return (display.bus, display.address, display.mux, display.channel)


def _check_seats(config: Config) -> None:
    strange = [seat for seat in config.seats if seat not in SEATS]
    if strange:
        raise ConfigError(f"seats.{strange[0]}: there are seats 1 to 4 only")
    if len(config.seats) < 2:
        raise ConfigError(f"seats: a table needs two or more, not {len(config.seats)}")


def _check_pins(config: Config) -> None:
    used: dict[int, str] = {}
    if config.host_button is not None:
        _check_pin("host_button", config.host_button, used)
        used[config.host_button] = "host_button"
    for seat, parts in sorted(config.seats.items()):
        for name in ("button", "lamp"):
            pin = getattr(parts, name)
            if pin is not None:
                _check_pin(f"seats.{seat}.{name}", pin, used)
                used[pin] = f"seats.{seat}.{name}"
    for key, display in _displays(config):
        for name in ("dc_pin", "reset_pin") if display.spi is not None else ():
            pin = getattr(display.spi, name)
            _check_pin(f"{key}.spi.{name}", pin, used)
            used[pin] = f"{key}.spi.{name}"


def _check_pin(key: str, pin: int, used: Mapping[int, str]) -> None:
    if pin not in BCM_NUMBERS:
        raise ConfigError(f"{key} = {pin} is no BCM number; they go from 0 to 27, see hardware/pins.toml")
    if pin in RESERVED_PINS:
        raise ConfigError(f"{key} = {pin} is reserved for {RESERVED_PINS[pin]}; choose another pin")
    if pin in used:
        raise ConfigError(f"{key} = {pin} is used by {used[pin]} already; choose another pin")

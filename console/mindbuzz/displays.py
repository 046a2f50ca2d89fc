"""The displays of a configuration: which panels there are, by which driver, at the end of which wires."""

from collections.abc import Callable

from mindbuzz.config import Config, DisplayConfig
from mindbuzz.errors import ConfigError
from mindbuzz.outputs.oled.drivers import WITHOUT_WIRES, PanelSpec
from mindbuzz.outputs.oled.health import Health
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.oled.wiring import I2c, Spi
from mindbuzz.outputs.pictures import TABLE

NO_HARDWARE = "dummy"  # as the driver of all displays


def panels_of(config: Config, on_health: Callable[[int, Health], None] = lambda place, health: None) -> Panels[int]:
    """All displays, dark; `on_health` is told when one is lost or comes back, on its thread."""
    return Panels(panel_specs(config), on_health)


def panel_specs(config: Config) -> dict[int, PanelSpec]:
    """What panels there are, by seat, and by TABLE. Raises ConfigError for what no panel can be."""
    return {place: _panel_spec(config, place, display) for place, display in _displays(config).items()}


def _displays(config: Config) -> dict[int, DisplayConfig]:
    displays = {seat: parts.display for seat, parts in config.seats.items() if parts.display is not None}
    if config.table_display is not None:
        displays[TABLE] = config.table_display
    return displays


def display_faults(config: Config) -> list[str]:
    """What only the drivers know to be wrong with displays, a line each."""
    faults = []
    for place, display in _displays(config).items():
        try:
            _panel_spec(config, place, display)
        except ConfigError as error:
            faults.append(str(error))
    return faults


def wired_displays(config: Config) -> list[DisplayConfig]:
    """The displays that hang on wires."""
    return [display for display in config.displays.values() if _driver(config, display) not in WITHOUT_WIRES]


def _driver(config: Config, display: DisplayConfig) -> str:
    driver = config.display_driver
    return driver if driver == NO_HARDWARE else display.driver or driver


def _panel_spec(config: Config, place: int, display: DisplayConfig) -> PanelSpec:
    try:
        return PanelSpec(
            driver=_driver(config, display),
            wiring=wiring_of(display),
            rotate=display.rotate,
            col_offset=display.column_offset,
            contrast=display.contrast,
            size=(display.width, display.height),
            brightness=config.brightness,
        )
    except ConfigError as error:
        key = "table_display" if place == TABLE else f"seats.{place}.display"
        raise ConfigError(f"display_driver, {key}: {error}") from error


def wiring_of(display: DisplayConfig) -> I2c | Spi:
    """Where a display is connected."""
    if display.spi is not None:
        return Spi(display.spi.port, display.spi.device, display.spi.dc_pin, display.spi.reset_pin)
    return I2c(display.bus, display.address, display.mux, display.channel)

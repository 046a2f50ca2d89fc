"""Which driver a panel has, by the name in the configuration."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindbuzz.errors import ConfigError
from mindbuzz.outputs.oled.controllers import CONTROLLERS, HEIGHT, WIDTH
from mindbuzz.outputs.oled.paged import PagedOled
from mindbuzz.outputs.oled.screen import Screen, Serial
from mindbuzz.outputs.oled.wiring import SYSFS_I2C, I2c, Spi

LUMA = "luma:"

Connect = Callable[[], Serial]


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """One panel as configured.

    `driver` is a name in CONTROLLERS, "dummy", "null", or "luma:" and a class of `luma.oled.device`; `rotate` counts
    quarter turns clockwise. `col_offset` and `contrast` are the driver's own where they are None. `size` is asked of
    luma's devices and the dummy only, the others are 128×64. `brightness` is a share of the contrast, above 0 to 1.
    """

    driver: str = "ssd1306"
    wiring: I2c | Spi = field(default_factory=I2c)
    rotate: int = 0
    col_offset: int | None = None
    contrast: int | None = None
    size: tuple[int, int] = (WIDTH, HEIGHT)
    brightness: float = 1.0

    def __post_init__(self) -> None:
        """Raises ConfigError for what no panel can be."""
        if self.driver not in _OPEN and _luma_class(self.driver) is None:
            known = ", ".join(sorted(_OPEN))
            raise ConfigError(f"driver: {self.driver!r} is not known; there are {known}, and luma:… for luma's own")
        if self.rotate not in range(4):
            raise ConfigError(f"rotate: {self.rotate} is not a number of quarter turns, 0 to 3")
        if self.contrast not in (None, *range(256)):
            raise ConfigError(f"contrast: {self.contrast} is not between 0 and 255")
        if self.col_offset not in (None, *range(self._most_offset() + 1)):
            raise ConfigError(f"col_offset: {self.col_offset} is not between 0 and {self._most_offset()}")

    def _most_offset(self) -> int:
        controller = CONTROLLERS.get(self.driver)
        return 0 if controller is None else max(controller.ram_columns, 132) - WIDTH

    def contrast_from(self, drivers_own: int) -> int:
        """The contrast at full light; a panel that is on is never quite dark."""
        contrast = drivers_own if self.contrast is None else self.contrast
        return min(contrast, max(1, round(contrast * self.brightness)))

    def root(self, sysfs: Path = SYSFS_I2C) -> str:
        """Panels of the same root share one thread."""
        return self.driver if self.driver in WITHOUT_WIRES else self.wiring.root(sysfs)

    def connect(self, sysfs: Path = SYSFS_I2C) -> Serial:
        """The way to its chip on this machine."""
        return self.wiring.connect(sysfs)

    def open(self, connect: Connect) -> Screen:
        """A dark panel that is ready for pictures. Raises whatever the wire raises, and keeps nothing open then."""
        return _OPEN.get(self.driver, _open_luma)(self, connect)


def _open_paged(spec: PanelSpec, connect: Connect) -> Screen:
    serial = connect()
    controller = CONTROLLERS[spec.driver]
    screen = PagedOled(serial, controller, spec.rotate, spec.col_offset, spec.contrast_from(controller.contrast))
    try:
        screen.prepare()
    except BaseException:
        screen.release()
        raise
    return screen


def _open_luma(spec: PanelSpec, connect: Connect) -> Screen:
    from mindbuzz.outputs.oled.whole import BRIGHT, WholeFrames

    width, height = spec.size
    serial = connect()
    try:
        device = _luma_class(spec.driver)(serial, width=width, height=height, rotate=spec.rotate)
    except BaseException:
        serial.cleanup()
        raise
    return WholeFrames(device, serial, spec.contrast_from(BRIGHT))


def _luma_class(driver: str) -> Any:
    """luma's class of that name, or None."""
    if not driver.startswith(LUMA):
        return None
    # Here, since luma starts four threads when this is imported.
    import luma.oled.device

    return getattr(luma.oled.device, driver.removeprefix(LUMA), None)


def _open_dummy(spec: PanelSpec, connect: Connect) -> Screen:
    from mindbuzz.outputs.oled.whole import Dummy

    return Dummy(spec.size, spec.rotate)


WITHOUT_WIRES = frozenset({"dummy", "null"})
_OPEN: dict[str, Callable[[PanelSpec, Connect], Screen]] = {
    **dict.fromkeys(CONTROLLERS, _open_paged),
    **dict.fromkeys(WITHOUT_WIRES, _open_dummy),
}

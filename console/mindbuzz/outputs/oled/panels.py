"""All OLEDs of a console: what the game thread knows of them."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

from PIL import Image

from mindbuzz.outputs.oled.bus import Bus, BusThread
from mindbuzz.outputs.oled.care import Care
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import Health
from mindbuzz.outputs.oled.panel import Panel
from mindbuzz.outputs.oled.screen import Serial
from mindbuzz.outputs.oled.wiring import SYSFS_I2C

Place = TypeVar("Place")

log = logging.getLogger(__name__)


class Panels(Generic[Place]):
    """Panels by place: a seat, or whatever stands for the table.

    Making it and calling it neither waits for a panel nor fails because of one; how they are is in `health`, and
    `on_health` is told of every change, in a thread of its own. Only `settled` and `close` wait, as long as they say.
    """

    def __init__(
        self,
        specs: Mapping[Place, PanelSpec],
        on_health: Callable[[Place, Health], None] = lambda place, health: None,
        sysfs: Path = SYSFS_I2C,
        connect: Callable[[PanelSpec, Path], Serial] = PanelSpec.connect,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._panels = {
            place: Panel(
                str(place), partial(spec.open, partial(connect, spec, sysfs)), clock_s, partial(on_health, place)
            )
            for place, spec in specs.items()
        }
        by_root: dict[str, list[Place]] = defaultdict(list)
        for place, spec in specs.items():
            by_root[spec.root(sysfs)].append(place)
        self._threads: dict[Place, BusThread] = {}
        for root, places in by_root.items():
            bus = Bus([self._panels[place] for place in places], clock_s)
            self._threads |= dict.fromkeys(places, BusThread(f"oled {root}", bus, clock_s))

    def show(self, place: Place, image: Image.Image) -> None:
        """Shows a picture as soon as its bus has time; a newer one takes its place if it still waits then.

        The picture must not be changed afterwards. A place without a panel shows nothing.
        """
        panel = self._panels.get(place)
        if panel is not None:
            self._threads[place].tell(partial(panel.post, image))

    def take_care(self, care: Care) -> None:
        """Brightness and shift of all panels."""
        for place, panel in self._panels.items():
            self._threads[place].tell(partial(panel.take_care, care))

    def health(self) -> dict[Place, Health]:
        """How each panel is, now."""
        return {place: panel.health for place, panel in self._panels.items()}

    def shown(self, place: Place) -> Image.Image | None:
        """The picture that a panel shows for certain, now; None: none, or nobody knows."""
        return self._panels[place].shown

    def settled(self, timeout_s: float) -> bool:
        """Waits until every picture is drawn or its panel lost; False: not in time."""
        give_up_s = time.monotonic() + timeout_s
        return all(thread.settled(max(0.0, give_up_s - time.monotonic())) for thread in self._distinct())

    def close(self, timeout_s: float = 3.0) -> None:
        """All panels dark. One on a stuck bus is left as it is."""
        give_up_s = time.monotonic() + timeout_s
        threads = self._distinct()
        for thread in threads:
            thread.ask_to_close()
        ended = [thread.join(max(0.0, give_up_s - time.monotonic())) for thread in threads]
        if not all(ended):
            log.warning("not all screens could be darkened in %g s", timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _distinct(self) -> list[BusThread]:
        return list(dict.fromkeys(self._threads.values()))

"""One panel and its mailbox: connects it, draws what came last, and gets it back when it was lost."""

import logging
import math
from collections import deque
from collections.abc import Callable

from PIL import Image

from mindbuzz.outputs.oled.care import Care
from mindbuzz.outputs.oled.health import Health, State, diagnosed
from mindbuzz.outputs.oled.screen import OpenScreen, Screen

BACK_OFF_S = 0.25
MOST_BACK_OFF_S = 4.0
SCRUB_EVERY_S = 1

NEVER = math.inf
AT_ONCE = -math.inf

log = logging.getLogger(__name__)


class Panel:
    """The mailbox (`post`, `take_care`) is open to any thread, the rest belongs to the bus's.

    `turn` does one piece of work, which is due at `due_s`; nothing that goes wrong in it leaves this class, it shows
    in `health`.
    """

    def __init__(
        self,
        name: str,
        open_screen: OpenScreen,
        clock_s: Callable[[], float],
        on_health: Callable[[Health], None] = lambda health: None,
    ) -> None:
        self.name = name
        self.health = Health()
        self.shown: Image.Image | None = None  # what its glass shows for certain
        self._open_screen = open_screen
        self._clock_s = clock_s
        self._on_health = on_health
        self._mail: deque[Image.Image] = deque(maxlen=1)  # one slot, the newest wins, and no lock is needed
        self._wanted = Care()
        self._image: Image.Image | None = None  # the last one taken from the mailbox
        self._care = Care()
        self._screen: Screen | None = None
        self._back_off_s = BACK_OFF_S
        self._due_s = AT_ONCE

    def post(self, image: Image.Image) -> None:
        """Leaves a picture to be drawn, in place of one that waits. It must not be changed afterwards."""
        self._mail.append(image)

    def take_care(self, care: Care) -> None:
        """Leaves what the brightness is to be."""
        self._wanted = care

    @property
    def due_s(self) -> float:
        """When there is something to do, by the clock; AT_ONCE for pictures, NEVER for nothing."""
        if self._screen is not None and (self._mail or self._wanted != self._care):
            return AT_ONCE
        return self._due_s

    def turn(self) -> None:
        """Does what is due: connect and draw, draw, or scrub."""
        try:
            self._work()
        except Exception as error:
            self._lose(error)
        else:
            self._keep()

    def close(self) -> None:
        """Leaves the panel dark and lets go of it. One that has not answered gets a last chance, a stuck bus does
        not: it would take seconds."""
        try:
            if self._screen is None and self.health.state is not State.STUCK:
                self._screen = self._open_screen()
            if self._screen is not None:
                self._screen.cleanup()
        except Exception as error:
            log.debug("screen of %s: not darkened: %s", self.name, error)
        self._screen, self.shown, self._due_s = None, None, NEVER

    def _work(self) -> None:
        fresh = self._take_mail()
        if self._screen is None:
            self._connect()
        elif fresh is not None:
            self._draw(self._screen, fresh)
        elif self._wanted == self._care:
            self._screen.scrub()
        self._apply_care()

    def _take_mail(self) -> Image.Image | None:
        try:
            self._image = self._mail.popleft()
        except IndexError:
            return None
        return self._image

    def _connect(self) -> None:
        self._screen = self._open_screen()
        self._care = Care()
        # Before the picture, so that a panel that is to be off never flashes.
        self._apply_care()
        if self._image is not None:
            self._draw(self._screen, self._image)

    def _draw(self, screen: Screen, image: Image.Image) -> None:
        screen.display(image)
        self.shown = image

    def _apply_care(self) -> None:
        wanted = self._wanted
        if self._screen is not None and wanted != self._care:
            self._screen.take_care(wanted)
            self._care = wanted

    def _keep(self) -> None:
        self._back_off_s = BACK_OFF_S
        scrubs = self._screen is not None and self._screen.scrubs
        # On whole seconds, so that all panels of a bus wake it up together.
        self._due_s = (self._clock_s() // SCRUB_EVERY_S + 1) * SCRUB_EVERY_S if scrubs else NEVER
        self._report(Health(State.OK))

    def _lose(self, error: Exception) -> None:
        screen, self._screen, self.shown = self._screen, None, None
        if screen is not None:
            self._release(screen)
        self._due_s = self._clock_s() + self._back_off_s
        self._back_off_s = min(2 * self._back_off_s, MOST_BACK_OFF_S)
        self._report(diagnosed(error))

    def _release(self, screen: Screen) -> None:
        try:
            screen.release()
        except Exception as error:
            log.debug("screen of %s: not closed: %s", self.name, error)

    def _report(self, health: Health) -> None:
        before, self.health = self.health, health
        if health == before:
            return
        fields = {"fields": {"SCREEN": self.name}}
        if not health.ok:
            log.warning("screen of %s: %s: %s", self.name, health.state.value, health.reason, extra=fields)
        elif before.state is not State.WAITING:
            log.info("screen of %s: back", self.name, extra=fields)
        try:
            self._on_health(health)
        except Exception:
            log.exception("screen of %s: who is to hear of it failed", self.name, extra=fields)

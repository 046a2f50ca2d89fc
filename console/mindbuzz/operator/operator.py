"""The operator's side of a running console: the menu on the host button and the screens, and what `ctl` may ask.

Nothing here can be reached from the seats' buttons. A change holds from the lobby on: with nobody at the table the
console is put together anew, which takes a moment; a game that goes on is never touched.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PIL import Image

from mindbuzz.config.values import Config
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import NO_GAME
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.errors import ControlError
from mindbuzz.operator.item import Action, Played, items, values_of
from mindbuzz.operator.menu import Menu
from mindbuzz.operator.own_file import OwnFile
from mindbuzz.operator.quiet import local_time
from mindbuzz.runtime.rows import DayRow
from mindbuzz.screens.menu import menu_picture
from mindbuzz.screens.texts import texts_of

LONG_US = 600_000
IDLE_US = 30 * SECOND_US
LOOK_US = 60 * SECOND_US  # how often the time of day is looked at

Cover = Callable[[Image.Image | None], None]

log = logging.getLogger(__name__)


def _nothing(*_: object) -> None:
    """Nothing is attached yet."""


class Operator:
    """A sink of the console, and what the host button tells of its presses.

    It belongs to a console that is put together after it: `attach` joins the two.
    """

    def __init__(
        self,
        config: Config,
        own: OwnFile,
        *,
        power_off: Callable[[], str | None],
        forget: Callable[[], None],
        days: Callable[[], list[DayRow]],
    ) -> None:
        """`power_off` switches the machine off, or tells what keeps it from that; `forget` forgets all games that are
        over; `days` tells what was counted day by day."""
        self.power_off = power_off
        self.forget = forget
        self._config = config
        self._own = own
        self._days = days
        self._cover: Cover = _nothing
        self._begin_anew: Callable[[], None] = _nothing
        self._is_outdated: Callable[[], bool] = lambda: False
        self._menu: Menu | None = None
        self._closes_us = 0
        self._looks_us = 0
        self._idle = False
        self._changed: dict[str, Any] = {}  # at the menu, and not yet kept
        self._outdated = False

    def attach(self, cover: Cover, begin_anew: Callable[[], None], is_outdated: Callable[[], bool]) -> None:
        """`cover` puts a picture over all screens, or takes it away. `begin_anew` ends this console, to be put together
        again. `is_outdated` says whether another configuration would hold by now."""
        self._cover, self._begin_anew, self._is_outdated = cover, begin_anew, is_outdated

    @property
    def is_open(self) -> bool:
        """Whether the menu is on the screens."""
        return self._menu is not None

    async def set(self, changed: Mapping[str, Any]) -> bool:
        """Keep what was set, beside the game. From the next moment on at which nobody plays it holds; whether that is
        now. Raises ControlError, one line, for a disk that can't be written."""
        await asyncio.to_thread(self._own.set, changed)
        return self._outdate()

    async def reset(self) -> bool:
        """Forget what was set here, in the same way."""
        await asyncio.to_thread(self._own.reset)
        return self._outdate()

    # --- the host button ---

    def pressed(self, down: frozenset[int]) -> None:
        """A seat's button: nothing of the operator's is there."""

    def host_pressed(self, now_us: int, held_us: int) -> bool:
        """A press of the host button, told when it ended. Whether it was for the menu, and not for the game."""
        if self._menu is None:
            if not self._idle:
                return False
            self._turn_to(self._opened(), now_us)
        else:
            self._turn_to(self._menu.change() if held_us >= LONG_US else self._menu.next(), now_us)
        return True

    def _opened(self) -> Menu:
        menu = items(self._config, self._played())
        return Menu.opened(menu, values_of(self._config, menu))

    def _played(self) -> Played:
        days, now = self._days(), local_time()
        today = None if now is None else sum(row.started for row in days if row.day == now.date().isoformat())
        return Played(today, sum(row.started for row in days))

    def _turn_to(self, menu: Menu, now_us: int) -> None:
        self._menu, self._closes_us = menu, now_us + IDLE_US
        if menu.done is None:
            self._cover(self._picture(menu))
        else:
            self._close(menu, menu.done)

    def _picture(self, menu: Menu) -> Image.Image:
        """In the language that is being chosen, so that everyone sees which it is."""
        texts, item = texts_of(str(menu.values["language"])), menu.item
        return menu_picture(
            item.title(texts),
            item.lines(menu.values, texts),
            menu.place,
            len(menu.items),
            texts,
            changes=item.name is not None,
            asked=menu.asked,
        )

    def _close(self, menu: Menu, action: Action) -> None:
        """Do what was asked; what was changed is kept as soon as nobody plays, since a slow disk may take a while."""
        self._menu = None
        self._cover(None)
        self._changed |= menu.changed
        if action is Action.RESET:
            self._changed.clear()
            self._keep(self._own.reset)
        if action is Action.FORGET:
            self.forget()
        if action is Action.POWER_OFF:
            self._keep_changed()
            self.power_off()
        self._renew()

    # --- as a sink ---

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """A game that begins closes the menu; a table that nobody sits at any more takes over what was changed."""
        self._idle = table.phase in NO_GAME
        if not self._idle and self._menu is not None:
            self._close(self._menu, Action.CLOSE)
        self._renew()

    @property
    def due_us(self) -> int | None:
        """When the menu closes by itself, or the time of day is looked at; None while a game goes on."""
        if self._menu is not None:
            return self._closes_us
        return self._looks_us if self._idle else None

    def refresh(self, now_us: int) -> None:
        """Close a menu that nobody uses; see whether it is night by now."""
        if self._menu is not None and now_us >= self._closes_us:
            self._close(self._menu, Action.CLOSE)
        if self._idle and now_us >= self._looks_us:
            self._looks_us = now_us + LOOK_US
            self._outdated = self._outdated or self._is_outdated()
            self._renew()

    def _renew(self) -> bool:
        """Whether the console is put together anew now."""
        if not self._idle or self._menu is not None:
            return False
        self._keep_changed()
        if self._outdated:
            self._begin_anew()
        return self._outdated

    def _keep_changed(self) -> None:
        if self._changed:
            changed, self._changed = self._changed, {}
            self._keep(partial(self._own.set, changed))

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except ControlError as error:
            log.warning("%s", error)
        else:
            self._outdated = True

    def _outdate(self) -> bool:
        self._outdated = True
        return self._renew()

    def close(self) -> None:
        """Keep what was changed: what was not kept is lost with the power alone."""
        self._keep_changed()

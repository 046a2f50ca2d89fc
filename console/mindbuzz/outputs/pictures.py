"""Views become pictures, and pictures go to the panels: newest wins, nothing here waits for a display."""

from collections.abc import Mapping, Sequence

from PIL import Image

from mindbuzz.core.due import earliest_us
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import NO_GAME, Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.oled.health import BROKEN
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.table import table_picture, table_picture_due_us
from mindbuzz.screens.texts import Texts

TABLE = 0  # the place of the table display among the panels; seats have the numbers from 1


class Pictures:
    """The screens of the seats, and of the table if `table_size` is given. A sink of the console.

    Between games a `notice` is on the seats' screens until somebody presses.
    """

    def __init__(
        self,
        panels: Panels[int],
        seats: Sequence[int],
        texts: Texts,
        table_size: tuple[int, int] | None = None,
        notice: Image.Image | None = None,
    ) -> None:
        self._notice = notice
        self._panels = panels
        self._seats = tuple(seats)
        self._texts = texts
        self._table_size = table_size
        self._views: dict[int, SeatView] = {}
        self._table: TableView | None = None
        self._lost: frozenset[int] = frozenset()  # as it was drawn last
        self._now_us = 0
        self._due_us: int | None = None
        self._cover: Image.Image | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """A press shows on its lamp first; what it means shows when the game knows. A notice has been read."""
        if down and self._notice is not None:
            self._notice = None
            self.refresh(self._now_us)

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Draw the seats whose view has changed; all of them if a screen was lost or came back."""
        lost = self._lost_now()
        changed = [seat for seat in self._seats if self._views.get(seat) != seats[seat] or lost != self._lost]
        self._views.update({seat: seats[seat] for seat in changed})
        self._table = table
        self._draw(changed, now_us, lost)

    def cover(self, image: Image.Image | None) -> None:
        """Show this on every seat's screen instead, until None."""
        self._cover = image
        self._draw(list(self._views), self._now_us, self._lost)

    @property
    def due_us(self) -> int | None:
        """When a picture changes by itself next, or None. In play a screen that is lost changes no other."""
        playing = self._table is None or self._table.phase is Phase.PLAY
        if not playing and self._lost_now() != self._lost:
            return self._now_us
        return self._due_us

    def refresh(self, now_us: int) -> None:
        """Draw what moves by itself."""
        self._draw(list(self._views), now_us, self._lost_now())

    def _lost_now(self) -> frozenset[int]:
        return frozenset(place for place, health in self._panels.health().items() if health.state in BROKEN)

    def _draw(self, seats: Sequence[int], now_us: int, lost: frozenset[int]) -> None:
        self._lost, self._now_us = lost, now_us
        for seat in seats:
            self._panels.show(seat, self._picture(self._views[seat], now_us, lost))
        dues = [picture_due_us(view, now_us) for view in self._views.values()]
        if self._table_size is not None and self._table is not None:
            self._panels.show(TABLE, table_picture(self._table, self._texts, now_us, self._table_size))
            dues.append(table_picture_due_us(self._table, now_us))
        self._due_us = earliest_us(dues)

    def _picture(self, view: SeatView, now_us: int, lost: frozenset[int]) -> Image.Image:
        if self._cover is not None:
            return self._cover
        if self._notice is not None and view.table.phase in NO_GAME:
            return self._notice
        return picture(view, self._texts, now_us, lost)

    def close(self) -> None:
        """All panels dark."""
        self._panels.close()

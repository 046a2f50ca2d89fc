"""Views become pictures, and pictures go to the panels: newest wins, nothing here waits for a display."""

from collections.abc import Mapping, Sequence

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.texts import Texts


class Pictures:
    """The screens of the seats. A sink of the console."""

    def __init__(self, panels: Panels[int], seats: Sequence[int], texts: Texts) -> None:
        self._panels = panels
        self._seats = tuple(seats)
        self._texts = texts
        self._views: dict[int, SeatView] = {}
        self._due_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """Nothing: a press shows on its lamp first; what it means shows when the game knows."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Draw the seats whose view has changed."""
        changed = [seat for seat in self._seats if self._views.get(seat) != seats[seat]]
        self._views.update({seat: seats[seat] for seat in changed})
        self._draw(changed, now_us)

    @property
    def due_us(self) -> int | None:
        """When a picture changes by itself next, or None."""
        return self._due_us

    def refresh(self, now_us: int) -> None:
        """Draw what moves by itself."""
        self._draw(list(self._views), now_us)

    def _draw(self, seats: Sequence[int], now_us: int) -> None:
        for seat in seats:
            self._panels.show(seat, picture(self._views[seat], self._texts, now_us))
        dues = [picture_due_us(view, now_us) for view in self._views.values()]
        self._due_us = min((due for due in dues if due is not None), default=None)

    def close(self) -> None:
        """All panels dark."""
        self._panels.close()

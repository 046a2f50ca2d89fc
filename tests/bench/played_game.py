"""A whole game of simulated players as the pictures it showed: what benches and tests feed their panels with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.runtime.journal import Journal
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.texts import Texts, texts_of
from mindbuzz.simulation import Plan, played


@dataclass(frozen=True)
class Shown:
    """One picture per seat, from `at_us` on. `moved`: nobody did anything, something on a screen moved by itself;
    `pressed`: a button went down or up for it."""

    at_us: int
    phase: Phase
    pictures: Mapping[int, Image.Image]
    moved: bool
    pressed: bool


class Recorder:
    """Draws every view of every seat and keeps the pictures. A sink of the console."""

    def __init__(self, texts: Texts) -> None:
        self.shown: list[Shown] = []
        self.due_us: int | None = None
        self._texts = texts
        self._views: Mapping[int, SeatView] = {}
        self._phase = Phase.ATTRACT
        self._pressed = False

    def pressed(self, down: frozenset[int]) -> None:
        """A press shows on its lamp; screens wait for what it means."""
        self._pressed = True

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        self._views, self._phase = dict(seats), table.phase
        self._draw(now_us, moved=False)
        self._pressed = False

    def refresh(self, now_us: int) -> None:
        self._draw(now_us, moved=True)

    def _draw(self, now_us: int, moved: bool) -> None:
        pictures = {seat: picture(view, self._texts, now_us) for seat, view in self._views.items()}
        self.shown.append(Shown(now_us, self._phase, pictures, moved, self._pressed and not moved))
        dues = [picture_due_us(view, now_us) for view in self._views.values()]
        self.due_us = min((due for due in dues if due is not None), default=None)

    def close(self) -> None:
        """What was seen stays."""


def played_game(plan: Plan) -> list[Shown]:
    """All pictures of a game, from the lobby to its end."""
    recorder = Recorder(texts_of(plan.language))
    played(plan, None, [recorder], Journal(None), screens=False)
    return recorder.shown

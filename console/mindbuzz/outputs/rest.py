"""Rest for the panels: an OLED that always shows the same burns in. Dim, move, dark, while nobody touches anything."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import count, cycle, takewhile
from typing import NamedTuple

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.panels import Panels


class Stage(NamedTuple):
    """What the panels get once nobody has touched anything, and nothing new was on show, for so long."""

    after_s: float
    care: Care

    @property
    def after_us(self) -> int:
        return round(self.after_s * SECOND_US)


DIM_AFTER_S = 60
DARK_AFTER_S = 600
SHIFT_EVERY_S = 120
# By how many rows a dim picture is moved, in turn. The chip wraps it: only where nobody is looking, and by little.
SHIFTS = (0, 1, 2, 1)


def rest_stages(dim_after_s: float = DIM_AFTER_S, dark_after_s: float = DARK_AFTER_S) -> tuple[Stage, ...]:
    """Bright, dim and moved about, dark."""
    shifts = zip(count(dim_after_s, SHIFT_EVERY_S), cycle(SHIFTS), strict=False)
    dim = takewhile(lambda stage: stage.after_s < dark_after_s, (Stage(s, Care(Light.DIM, rows)) for s, rows in shifts))
    return (Stage(0, Care()), *dim, Stage(dark_after_s, DARK))


DARK = Care(Light.OFF)
STAGES = rest_stages()


def care_at(phase: Phase, idle_us: int, stages: Sequence[Stage] = STAGES) -> Care:
    """What the panels get. In play they are left alone: no screen may tell how long nobody has pressed."""
    if phase is Phase.PLAY:
        return stages[0].care
    return stages[_stages_begun(idle_us, stages) - 1].care


def care_due_us(phase: Phase, idle_us: int, stages: Sequence[Stage] = STAGES) -> int | None:
    """After how much more idling that changes, or None."""
    if phase is Phase.PLAY:
        return None
    begun = _stages_begun(idle_us, stages)
    return stages[begun].after_us - idle_us if begun < len(stages) else None


def _stages_begun(idle_us: int, stages: Sequence[Stage]) -> int:
    return bisect_right(stages, max(0, idle_us), key=lambda stage: stage.after_us)


class Rest:
    """Gives the panels rest. A sink of the console."""

    def __init__(self, panels: Panels[int], stages: Sequence[Stage] = STAGES) -> None:
        self._panels = panels
        self._stages = stages
        self._care = Care()
        self._phase = Phase.PLAY  # until something is shown
        self._since_us = 0
        self._now_us = 0
        self._touched = False
        self._due_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """Bright at once: whoever touches a button wants to see something."""
        self._touched = True
        self._due_us = self._now_us
        self._give(Care())

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Something new on show is worth a look, too."""
        if table.phase is not self._phase:
            self._touched = True
        self._phase = table.phase
        self.refresh(now_us)

    @property
    def due_us(self) -> int | None:
        """When the panels get something else, or None."""
        return self._due_us

    def refresh(self, now_us: int) -> None:
        """Dim, move or darken, if it is time."""
        if self._touched:
            self._touched, self._since_us = False, now_us
        self._now_us = now_us
        idle_us = now_us - self._since_us
        more_us = care_due_us(self._phase, idle_us, self._stages)
        self._due_us = None if more_us is None else now_us + more_us
        self._give(care_at(self._phase, idle_us, self._stages))

    def _give(self, care: Care) -> None:
        if care != self._care:
            self._care = care
            self._panels.take_care(care)

    def close(self) -> None:
        """The pictures darken the panels."""

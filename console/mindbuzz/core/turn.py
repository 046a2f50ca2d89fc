"""One step in the making: the game as it changes, and what came of it so far."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Trigger, next_phase


class Turn:
    """Holds the newest `game` and the `outcomes` told, while the rules of one step run."""

    __slots__ = ("game", "outcomes")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.outcomes: list[Outcome] = []

    def change(self, **changes: Any) -> None:
        """Make the game one that differs in `changes`."""
        self.game = evolved(self.game, **changes)

    def tell(self, outcome: Outcome) -> None:
        """Let the world know what happened."""
        self.outcomes.append(outcome)

    def go(self, trigger: Trigger, at_us: int, **changes: Any) -> None:
        """Enter the phase that `trigger` leads to, at `at_us`; the one place where a phase changes."""
        self.change(phase=next_phase(self.game.phase, trigger), began_us=at_us, **changes)

    def wake_buttons(self) -> None:
        """Hands that lie on their buttons count."""
        self._set_inert(False)

    def dull_buttons(self, but: int | None = None) -> None:
        """Hands that lie on their buttons count only after they were lifted; all `but` one."""
        self._set_inert(True, but)

    def _set_inert(self, inert: bool, but: int | None = None) -> None:
        self.change(
            buttons={
                seat: replace(button, inert=inert) if button.down and seat != but else button
                for seat, button in self.game.buttons.items()
            }
        )


Fire = Callable[[Turn, int], None]


class Timer(NamedTuple):
    """Something that happens at `due_us` unless something else happens first; `fire(turn, due_us)` does it."""

    due_us: int
    fire: Fire


Timers = Iterator[Timer]

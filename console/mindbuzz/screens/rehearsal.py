"""Rehearsals: real games, taken through the core step by step until they look as wanted."""

from dataclasses import dataclass
from typing import NamedTuple, Self

from mindbuzz.core.cards import Card, Pile, in_playing_order
from mindbuzz.core.dealing import Hands
from mindbuzz.core.events import (
    ButtonPressed,
    ButtonReleased,
    Event,
    GameBegun,
    TimePassed,
)
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.rules import SEATS, Kind
from mindbuzz.core.settings import Settings
from mindbuzz.core.step import step
from mindbuzz.core.units import MS_US
from mindbuzz.core.views import SeatView, view

TAP_MS = 80
SEED = 5


class Rehearsal:
    """A game that is played step by step, its clock in milliseconds."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def send(self, event: Event) -> Self:
        """Let something happen."""
        self.game, _ = step(self.game, event)
        return self

    @property
    def now_us(self) -> int:
        return self.game.at_us

    def wait(self, duration_ms: int) -> Self:
        """Let time pass."""
        return self.send(TimePassed(self.now_us + duration_ms * MS_US))

    def down(self, *seats: int, apart_ms: int = 20) -> Self:
        """Press buttons, one after the other."""
        for seat in seats:
            self.wait(apart_ms).send(ButtonPressed(self.now_us, seat))
        return self

    def up(self, *seats: int, apart_ms: int = 20) -> Self:
        """Let buttons go, one after the other."""
        for seat in seats:
            self.wait(apart_ms).send(ButtonReleased(self.now_us, seat))
        return self

    def tap(self, *seats: int, apart_ms: int = 700) -> Self:
        """Press short, one seat after the other."""
        for seat in seats:
            self.wait(apart_ms).down(seat).wait(TAP_MS).up(seat)
        return self

    def focus(self) -> Self:
        """All hands down, locked, and off again: play begins."""
        return self.down(*self.game.joined).wait(600).up(*self.game.joined).wait(200)

    def seen_by(self, seat: int) -> "Sample":
        """What a seat sees now."""
        return Sample(view(self.game, seat), self.now_us)


class Sample(NamedTuple):
    """A view, and the moment at which it is looked at."""

    view: SeatView
    now_us: int

    def later(self, duration_ms: int) -> "Sample":
        """The same view, looked at later."""
        return Sample(self.view, self.now_us + duration_ms * MS_US)


@dataclass(frozen=True)
class Deal:
    """How a rehearsed game begins. Hands are numbers; in extreme those of white, then those of red."""

    kind: Kind = Kind.CLASSIC
    white: tuple[tuple[int, ...], ...] = ()
    red: tuple[tuple[int, ...], ...] = ()
    level: int = 1
    lives: int | None = None
    stars: int | None = None
    settings: Settings = Settings()  # noqa: RUF009 - frozen

    def hands(self) -> Hands:
        first = Pile.WHITE if self.kind is Kind.EXTREME else Pile.CLASSIC
        red = self.red or ((),) * len(self.white)
        return {
            seat: in_playing_order([*(Card(first, value) for value in up), *(Card(Pile.RED, value) for value in down)])
            for seat, (up, down) in enumerate(zip(self.white, red, strict=True), start=1)
        }

    def begun(self) -> Rehearsal:
        """The game, dealt, in focus."""
        seats = tuple(range(1, len(self.white) + 1))
        event = GameBegun(
            at_us=MS_US,
            kind=self.kind,
            seats=seats,
            settings=self.settings,
            seed=SEED,
            deals={self.level: self.hands()},
            level=self.level,
            lives=self.lives,
            stars=self.stars,
        )
        return Rehearsal(new_console(SEATS)).send(event).wait(100)

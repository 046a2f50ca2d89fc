"""Simulated players who sit at the pins of a console, as a source and a sink of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mindbuzz.config import Config, on_pins
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.inputs.players.players import Players
from mindbuzz.inputs.players.skill import Skill
from mindbuzz.inputs.players.wishes import Wishes
from mindbuzz.outputs.quiet_sink import QuietSink


@dataclass(frozen=True, slots=True)
class Party:
    """Simulated players who press the pins of the console that is assembled."""

    seats: tuple[int, ...]
    skill: Skill
    seed: int
    wishes: Wishes


def seated(party: Party, config: Config, factory: Any) -> Players:
    """Players whose hands are on the pins of their seats."""
    pins = {seat: factory.pin(number) for seat, number in on_pins(config.buttons).items() if seat in party.seats}

    def drive(seat: int, closed: bool) -> None:
        pins[seat].drive_low() if closed else pins[seat].drive_high()

    return Players(party.seats, party.skill, party.seed, drive, config.settings, party.wishes)


class PlayersAct:
    """Simulated players as a source: they move when they are due; their contacts come through the pins."""

    name = "players"

    def __init__(self, players: Players) -> None:
        self._players = players

    @property
    def due_us(self) -> int | None:
        """When the next of them moves, or None."""
        return self._players.due_us

    def closed(self) -> frozenset[int]:
        """They hold nothing before they act."""
        return frozenset()

    def act(self, now_us: int) -> None:
        """Let everyone move who is due."""
        self._players.act(now_us)

    def close(self) -> None:
        """They go home."""


class PlayersSee(QuietSink):
    """Simulated players as a sink: each sees their own view, and nothing else."""

    def __init__(self, players: Players) -> None:
        self._players = players

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Each looks at their own screen."""
        for seat in self._players.seats:
            self._players.see(seats[seat], now_us)

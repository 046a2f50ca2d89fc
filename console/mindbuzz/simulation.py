"""Games of simulated players: one to watch, or many to count. They press mock pins, so the whole path is used."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mindbuzz.app import assemble, run_in_real_time
from mindbuzz.config import Config
from mindbuzz.core.companion.outcomes import ErrorCounted, MistakeCounted, StarSpent
from mindbuzz.core.outcomes import GameLost, GameWon, LevelCompleted, Mistake, Outcome, PileVerified, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.inputs.players.wishes import Wishes
from mindbuzz.outputs.quiet_sink import QuietSink
from mindbuzz.party import Party
from mindbuzz.runtime.clock import RealClock, VirtualClock
from mindbuzz.runtime.console import Sink
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.loop import Loop
from mindbuzz.runtime.resume import going_on_us
from mindbuzz.runtime.seeds import seeds_from

START_US = SECOND_US


@dataclass(frozen=True, slots=True)
class Plan:
    """Which game is to be played, by whom. `challenge`: go on after a classic victory."""

    seats: int = 4
    kind: Kind = Kind.CLASSIC
    skill: str = "normal"
    seed: int = 0
    challenge: bool = True
    language: str = "en"


@dataclass(slots=True)
class Tally:
    """How a game went; not `over`: it was stopped. Levels completed blind in the challenge count on their own."""

    over: bool = False
    won: bool = False
    won_challenge: bool = False
    lost_challenge: bool = False
    levels: int = 0
    blind_levels: int = 0
    mistakes: int = 0
    stars_thrown: int = 0
    lives: int = 0
    level_reached: int = 0
    seconds: float = 0.0

    @property
    def mistakes_per_level(self) -> float:
        """Mistakes by level begun."""
        begun = self.levels + self.blind_levels + (not self.won or self.lost_challenge)
        return self.mistakes / max(1, begun)


class Tallying(QuietSink):
    """Counts what happens and ends the loop when the game is over. A sink of the console."""

    def __init__(self, challenge: bool) -> None:
        self.tally = Tally()
        self.loop: Loop | None = None
        self._challenge = challenge
        self._in_challenge = False
        self._began_us: int | None = None

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Count the outcomes."""
        tally = self.tally
        for outcome in outcomes:
            self._count(outcome)
        if table.level:
            self._began_us = now_us if self._began_us is None else self._began_us
            self._in_challenge = table.challenge
            tally.lives, tally.level_reached = table.lives, table.level
            tally.seconds = (now_us - self._began_us) / SECOND_US
        if self._is_over(table) and self.loop is not None:
            tally.over = True
            self.loop.stop()

    def _is_over(self, table: TableView) -> bool:
        if table.phase is Phase.VICTORY:
            return not (self._challenge and table.challenge_offered)
        return table.phase is Phase.DEFEAT

    def _count(self, outcome: Outcome) -> None:
        tally = self.tally
        match outcome:
            case LevelCompleted():
                tally.levels += not self._in_challenge
                tally.blind_levels += self._in_challenge
            case Mistake() | MistakeCounted() | ErrorCounted():
                tally.mistakes += 1
            case PileVerified(errors=errors):
                tally.mistakes += len(errors)
            case StarThrown() | StarSpent():
                tally.stars_thrown += 1
            case GameWon(challenge=challenge):
                tally.won, tally.won_challenge, tally.lost_challenge = True, challenge, False
            case GameLost(challenge=challenge):
                tally.won, tally.lost_challenge = challenge, challenge


def config_for(plan: Plan) -> Config:
    """The configuration of a console without hardware: mock pins, dummy displays, the plan's number of seats."""
    config = Config(pin_factory="mock", display_driver="dummy", language=plan.language, game=plan.kind.value)
    seats = {seat: parts for seat, parts in config.seats.items() if seat <= plan.seats}
    return replace(config, seats=seats)


def played(plan: Plan, speed: float | None, sinks: Sequence[Sink], journal: Journal, *, screens: bool = True) -> Tally:
    """Play one game to its end, `speed` times as fast as people do, or (None) as fast as the machine can."""
    config = config_for(plan)
    if speed is None:
        config = replace(config, audit_ms=0)
    # Never before the end of what the journal holds: a game that was cut off there goes on.
    start_us = max(START_US, going_on_us(journal) or 0)
    clock = VirtualClock(start_us) if speed is None else RealClock(start_us, speed)
    counting = Tallying(plan.challenge)
    parts = assemble(
        config,
        clock,
        journal,
        party=Party(
            config.seat_numbers, SKILLS[plan.skill], plan.seed, Wishes(kind=plan.kind, challenge=plan.challenge)
        ),
        more_sinks=[*sinks, counting],
        draw_seed=seeds_from(plan.seed),
        screens=screens,
    )
    counting.loop = parts.loop
    try:
        if isinstance(clock, VirtualClock):
            parts.loop.run_virtually(clock, lambda: False)
        else:
            asyncio.run(run_in_real_time(parts, clock))
    finally:
        parts.close()
    return counting.tally


def simulated(plan: Plan) -> Tally:
    """Play one game headless: through pins, contacts, core, journal and lamps; nothing is drawn."""
    return played(plan, None, (), Journal(None), screens=False)


def plans(games: int, kind: Kind, skills: Sequence[str], seats: Sequence[int], seed: int) -> Iterator[Plan]:
    """`games` plans for each skill and number of seats, every one with a seed of its own."""
    for skill in skills:
        for count in seats:
            for number in range(games):
                yield Plan(count, kind, skill, seed + number, challenge=False)

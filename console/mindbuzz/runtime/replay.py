"""Replay: a scenario through the same stage and core as the daemon, without a clock."""

from collections.abc import Callable, Iterator

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import (
    ButtonPressed,
    ButtonReleased,
    Event,
    SourceLost,
    SourceReturned,
    TimePassed,
)
from mindbuzz.core.finale import challenge_offered
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import has_real_cards
from mindbuzz.inputs.source import Recorded
from mindbuzz.runtime.referee import Referee
from mindbuzz.runtime.resume import staged
from mindbuzz.runtime.scenario import Scenario

TAIL_US = 60_000_000


def replay(scenario: Scenario, heard: Callable[[int], object] = lambda at_us: None) -> Iterator[Outcome]:
    """The outcomes of a scenario, in the order in which they were decided; `heard` is told the time of every event."""
    referee = Referee(new_console(scenario.begun.seats, attended=False))
    for event in scenario_events(scenario):
        heard(event.at_us)
        outcomes = referee.judge(event)
        if outcomes:
            yield from outcomes
        if _is_over(referee.game, scenario):
            return


def scenario_events(scenario: Scenario) -> Iterator[Event]:
    """The events of a scenario: the deal, the contacts, and 60 s after the last line."""
    yield scenario.begun
    lines = scenario.lines
    yield from _staged(scenario) if scenario.raw else map(_debounced, lines)
    yield TimePassed((lines[-1].at_us if lines else 0) + TAIL_US)


def _staged(scenario: Scenario) -> Iterator[Event]:
    stage = Stage(scenario.begun.seats, scenario.begun.settings)
    for line in scenario.lines:
        yield from staged(stage, line)
    yield from stage.pass_time((scenario.lines[-1].at_us if scenario.lines else 0) + TAIL_US)


def _debounced(line: Recorded) -> Event:
    if isinstance(line, Contact):
        if line.closed:
            return ButtonPressed(line.at_us, line.seat, line.uncertainty_us)
        return ButtonReleased(line.at_us, line.seat)
    change = SourceLost if line.lost else SourceReturned
    return change(line.at_us, line.source, line.seats)


def _is_over(game: Game, scenario: Scenario) -> bool:
    """Victory and defeat end a scenario; only a classic victory with cards for the challenge goes on.

    With real cards they can be taken back, and nobody has to deal a challenge.
    """
    if has_real_cards(scenario.begun.kind):
        return game.phase is Phase.LOBBY
    if game.phase is Phase.VICTORY:
        return not challenge_offered(game)
    return game.phase in (Phase.DEFEAT, Phase.LOBBY)

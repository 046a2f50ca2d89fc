"""The referee: holds the game and steps it, and does not bother the core while nothing falls due."""

from collections.abc import Iterable

from mindbuzz.core.events import Event, TimePassed
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.step import deadline, step


class Referee:
    """One game, from event to event. Skipping time in which nothing falls due changes no outcome."""

    __slots__ = ("due_us", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.due_us = deadline(game)

    def judge(self, event: Event) -> tuple[Outcome, ...]:
        """What came of an event."""
        if isinstance(event, TimePassed) and (self.due_us is None or event.at_us < self.due_us):
            return ()
        self.game, outcomes = step(self.game, event)
        self.due_us = deadline(self.game)
        return outcomes

    def judge_all(self, events: Iterable[Event]) -> list[Outcome]:
        """What came of events, one after the other."""
        return [outcome for event in events for outcome in self.judge(event)]

"""A game told in plain lines, for a pipe or a log."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.narration import sentence
from mindbuzz.outputs.quiet_sink import QuietSink


class Telling(QuietSink):
    """Tells what happens in plain lines, for a pipe or a log. A sink of the console."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._began_us: int | None = None

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """One line for each outcome that people would want to know, with the seconds since it began to tell."""
        if self._began_us is None:  # a game that was cut off begins a little before now
            self._began_us = min((outcome.at_us for outcome in outcomes), default=now_us)
        for outcome in outcomes:
            text = sentence(outcome)
            if text:
                seconds = (outcome.at_us - self._began_us) / SECOND_US
                self._console.print(f"{seconds:9.3f} s  {text}", highlight=False, soft_wrap=True)

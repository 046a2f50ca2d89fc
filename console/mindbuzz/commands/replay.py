"""`mindbuzz replay`: a scenario, and what happened in it."""

import sys
from errno import EBADF
from pathlib import Path
from typing import TextIO

import click

from mindbuzz.commands.options import FILE
from mindbuzz.core.units import SECOND_US
from mindbuzz.errors import MindbuzzError, ScenarioError
from mindbuzz.program import signs_of_life

SIGN_OF_LIFE_S = 2.0


@click.command()
@click.argument("file", type=FILE)
@click.option("--verbose", is_flag=True, help="Print the events of housekeeping, too.")
def replay(file: Path, verbose: bool) -> None:
    """Play a scenario FILE, and print what happened.

    One JSON object a line; - is standard input. A scenario has 64 MiB at most, a line of it 1 MiB.
    """
    from mindbuzz.runtime.outcome_lines import is_of_scenario, outcome_line
    from mindbuzz.runtime.replay import replay as outcomes_of
    from mindbuzz.runtime.scenario import read_scenario

    progress = Progress()
    with signs_of_life(_say, every_s=SIGN_OF_LIFE_S, how_far=lambda: str(progress)):
        try:
            scenario = read_scenario(_content(file))
        except ScenarioError as error:
            raise ScenarioError(f"{'standard input' if str(file) == '-' else file}: {error}") from error
        progress.all_us = scenario.lines[-1].at_us if scenario.lines else 0
        outcomes = outcomes_of(scenario, progress.heard)
        text = "".join(f"{outcome_line(outcome)}\n" for outcome in outcomes if verbose or is_of_scenario(outcome))
    try:
        stdout = _opened(sys.stdout)
        stdout.write(text)
        stdout.flush()
    except OSError as error:
        raise MindbuzzError(f"standard output: {error.strerror}") from error


class Progress:
    """How far a replay is, in microseconds of the game."""

    def __init__(self) -> None:
        self.all_us: int | None = None
        self.at_us = 0

    def heard(self, at_us: int) -> None:
        """So far it is."""
        self.at_us = at_us

    def __str__(self) -> str:
        if self.all_us is None:
            return ": reading"
        return f": {self.at_us / SECOND_US:,.0f} s of {self.all_us / SECOND_US:,.0f} s of the game"


def _say(line: str) -> None:
    """Only to people: whoever keeps standard error keeps what went wrong."""
    if sys.stderr.isatty():
        click.echo(line, err=True)


def _opened(stream: TextIO | None) -> TextIO:
    """It is None where whoever started us has closed it."""
    if stream is None:
        raise OSError(EBADF, "it is closed")
    return stream


def _content(file: Path) -> bytes:
    from mindbuzz.runtime.scenario import scenario_bytes

    try:
        if str(file) == "-":
            return scenario_bytes(_opened(sys.stdin).buffer)
        with file.open("rb") as opened:
            return scenario_bytes(opened)
    except OSError as error:
        raise ScenarioError(f"can't be read: {error.strerror}; name another file, or - for standard input") from error

"""`mindbuzz replay`: a scenario, and what happened in it."""

import sys
from pathlib import Path

import click

from mindbuzz.commands.options import FILE
from mindbuzz.errors import MindbuzzError, ScenarioError


@click.command()
@click.argument("file", type=FILE)
@click.option("--verbose", is_flag=True, help="Print the events of housekeeping, too.")
def replay(file: Path, verbose: bool) -> None:
    """Run a scenario FILE and print what happened, one JSON object a line."""
    from mindbuzz.runtime.outcome_lines import is_of_scenario, outcome_line
    from mindbuzz.runtime.replay import replay as outcomes_of
    from mindbuzz.runtime.scenario import read_scenario

    try:
        scenario = read_scenario(_content(file))
    except ScenarioError as error:
        raise ScenarioError(f"{'standard input' if str(file) == '-' else file}: {error}") from error
    outcomes = outcomes_of(scenario)
    text = "".join(f"{outcome_line(outcome)}\n" for outcome in outcomes if verbose or is_of_scenario(outcome))
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise MindbuzzError(f"standard output: {error.strerror}") from error


def _content(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise ScenarioError(f"can't be read: {error.strerror}") from error

"""`mindbuzz play`: the console without hardware, or with a pod alone."""

from pathlib import Path
from typing import Any

import click

from mindbuzz.commands.options import FILE, KINDS, SKILL_NAMES, WholeNumber, language_option
from mindbuzz.core.rules import FEWEST_SEATS, MOST_SEATS


class _Speed(click.ParamType[float | None]):
    """A factor, or `max`."""

    name = "factor"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> float | None:
        if value == "max" or value is None:
            return None
        try:
            speed = float(value)
        except ValueError:
            speed = 0.0
        if not 0 < speed <= 1000:
            self.fail(f"{value!r} is neither a number above 0, 1000 at most, nor max", param, context)
        return speed


@click.command()
@click.option("--watch", is_flag=True, help="Watch simulated players in the terminal instead.")
@click.option(
    "--seats",
    type=WholeNumber(FEWEST_SEATS, MOST_SEATS),
    help=f"How many play, simulated players included.  [default: {MOST_SEATS}]",
)
@click.option(
    "--bots", type=WholeNumber(0, MOST_SEATS - 1), default=0, show_default=True, help="Simulated players among them."
)
@click.option("--game", type=KINDS, default="classic", show_default=True)
@click.option(
    "--skill", type=click.Choice(SKILL_NAMES), default="normal", show_default=True, help="How well the simulated play."
)
@click.option("--seed", type=WholeNumber(0), help="Play the same game again.")
@click.option("--speed", type=_Speed(), default="1", show_default=True, help="1, 10, ... or max; implies --watch.")
@language_option
@click.option("--journal", type=FILE, help="Keep the games in this file.")
@click.option("--open-hands", is_flag=True, help="Cover no hand, share every seat: to try things out alone.")
@click.option(
    "--pod",
    is_flag=False,
    flag_value="",
    metavar="[DEVICE]",
    help="Buttons and lamps are on a pod, hands in browsers. With more than one pod: a part of its name in "
    "/dev/serial/by-id, or the path of its port.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the whole network in.")
@click.option("--port", type=WholeNumber(0, 65535), default=8765, show_default=True)
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.pass_context
def play(context: click.Context, /, watch: bool, **options: Any) -> None:
    """Play without hardware, in browsers or watching in the terminal."""
    given = _given(context)
    watch = watch or not given.isdisjoint(ONLY_WITH_WATCH)
    misplaced = sorted(given & ONLY_IN_BROWSERS)
    if watch and misplaced:
        option = misplaced[0].replace("_", "-")
        raise click.UsageError(f"--{option} does not go with watching simulated players (--watch, --speed)")
    if watch:
        _watch(**{name: options[name] for name in options.keys() - ONLY_IN_BROWSERS})
    else:
        _play_in_browsers(**{name: options[name] for name in options.keys() - ONLY_WITH_WATCH})


ONLY_WITH_WATCH = {"speed"}
ONLY_IN_BROWSERS = {"bots", "open_hands", "pod", "host", "port", "no_open"}


def _given(context: click.Context) -> set[str]:
    """The options that somebody wrote."""
    from click.core import ParameterSource

    return {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}


def _watch(
    seats: int | None,
    game: str,
    skill: str,
    seed: int | None,
    speed: float | None,
    language: str,
    journal: Path | None,
) -> None:
    import secrets

    from mindbuzz.core.rules import Kind
    from mindbuzz.simulation import Plan
    from mindbuzz.spectacle import watch_game

    if seed is None:
        seed = secrets.randbelow(1_000_000)
    watch_game(Plan(seats or MOST_SEATS, Kind(game), skill, seed, language=language), speed, journal)


def _play_in_browsers(
    seats: int | None,
    bots: int,
    game: str,
    pod: str | None,
    no_open: bool,
    **options: Any,
) -> None:
    from mindbuzz.config import PodConfig
    from mindbuzz.core.rules import DEALT, Kind
    from mindbuzz.virtual import Evening, play_in_browsers

    # Who asks for simulated players and names no number of seats wants to play alone.
    people = (seats or (bots + 1 if bots else MOST_SEATS)) - bots
    if people < 1:
        raise click.UsageError(f"--seats {seats} --bots {bots} leaves no seat for you")
    if bots and Kind(game) not in DEALT:
        others = ", ".join(kind.value for kind in DEALT)
        raise click.UsageError(
            f"--bots {bots} does not go with --game {game}: simulated players hold none of your cards; "
            f"leave out --bots, or choose one of {others}"
        )
    if pod == "":
        pod = PodConfig().device
    evening = Evening(people, bots, Kind(game), pod=pod, **options)
    play_in_browsers(evening, click.echo, open_browser=not no_open)

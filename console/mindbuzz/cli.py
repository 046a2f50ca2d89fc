"""The command `mindbuzz`. Commands import what they need when they run, so that each starts at once."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from mindbuzz import __version__
from mindbuzz.errors import MindbuzzError

BAD_INPUT = 2


class _Commands(click.Group):
    """Errors of ours are one line on standard error and exit status 2; never a traceback."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except MindbuzzError as error:
            click.echo(error, err=True)
            context.exit(BAD_INPUT)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="mindbuzz %(version)s")
def main() -> None:
    """An open tabletop console for the co-operative card game The Mind.

    An unofficial companion: buy the box.
    """


# --- scenarios ---


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verbose", is_flag=True, help="Print the events of housekeeping, too.")
def replay(file: Path, verbose: bool) -> None:
    """Run a scenario FILE and print what happened, one JSON object a line."""
    from mindbuzz.runtime.outcome_lines import is_of_scenario, outcome_line
    from mindbuzz.runtime.replay import replay as outcomes_of
    from mindbuzz.runtime.scenario import read_scenario

    outcomes = outcomes_of(read_scenario(_content(file)))
    text = "".join(f"{outcome_line(outcome)}\n" for outcome in outcomes if verbose or is_of_scenario(outcome))
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise MindbuzzError(f"standard output: {error.strerror}") from error


def _content(file: Path) -> bytes:
    from mindbuzz.errors import ScenarioError

    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise ScenarioError(f"{file}: {error.strerror}") from error


# --- games without hardware ---

KINDS = click.Choice(["classic", "blind", "extreme"])
SKILL_NAMES = ("novice", "normal", "expert")


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
            self.fail(f"{value!r} is neither a number from 0 to 1000 nor max", param, context)
        return speed


@main.command()
@click.option("--watch", is_flag=True, help="Watch simulated players in the terminal instead.")
@click.option("--seats", type=click.IntRange(2, 4), help="How many play, simulated players included.  [default: 4]")
@click.option("--bots", type=click.IntRange(0, 3), default=0, show_default=True, help="Simulated players among them.")
@click.option("--game", type=KINDS, default="classic", show_default=True)
@click.option(
    "--skill", type=click.Choice(SKILL_NAMES), default="normal", show_default=True, help="How well the simulated play."
)
@click.option("--seed", type=click.IntRange(0), help="Play the same game again.")
@click.option("--speed", type=_Speed(), default="1", show_default=True, help="1, 10, ... or max; implies --watch.")
@click.option("--language", default="en", show_default=True, help="What the screens speak.")
@click.option("--journal", type=click.Path(path_type=Path), help="Keep the games in this file.")
@click.option("--open-hands", is_flag=True, help="Cover no hand, share every seat: to try things out alone.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the whole network in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True)
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.pass_context
def play(context: click.Context, /, watch: bool, **options: Any) -> None:
    """Play the console without hardware: in browsers, or simulated players in the terminal."""
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
ONLY_IN_BROWSERS = {"bots", "open_hands", "host", "port", "no_open"}
MOST_SEATS = 4


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
    no_open: bool,
    **options: Any,
) -> None:
    from mindbuzz.core.rules import Kind
    from mindbuzz.virtual import Evening, play_in_browsers

    # Who asks for simulated players and names no number of seats wants to play alone.
    people = (seats or (bots + 1 if bots else MOST_SEATS)) - bots
    if people < 1:
        raise click.UsageError(f"--seats {seats} --bots {bots} leaves no seat for you")
    evening = Evening(people, bots, Kind(game), **options)
    play_in_browsers(evening, click.echo, open_browser=not no_open)


@main.command()
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="For each row of the table.")
@click.option("--seats", type=click.IntRange(2, 4), multiple=True, default=(2, 3, 4), show_default=True)
@click.option("--game", type=KINDS, default="classic", show_default=True)
@click.option("--skill", type=click.Choice(SKILL_NAMES), multiple=True, default=SKILL_NAMES, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the first game.")
def simulate(games: int, seats: tuple[int, ...], game: str, skill: tuple[str, ...], seed: int) -> None:
    """Play many games as fast as the machine allows, and count."""
    from mindbuzz.core.rules import Kind
    from mindbuzz.simulation import plans
    from mindbuzz.spectacle import count_games

    count_games(list(plans(games, Kind(game), skill, seats, seed)))


# --- screens ---


@main.command()
@click.option("--language", default="en", show_default=True, help="en, de, nl, nb, da, cs or fr.")
@click.option("--out", type=click.Path(path_type=Path), default="screens.png", show_default=True)
def screens(language: str, out: Path) -> None:
    """Draw every screen in one language onto one picture, a PNG."""
    from mindbuzz.app import language_of
    from mindbuzz.config import Config
    from mindbuzz.screens.sheet import contact_sheet

    sheet = contact_sheet(language_of(Config(language=language)))
    try:
        sheet.save(out, format="PNG")
    except OSError as error:
        raise click.BadParameter(f"{out}: {error.strerror}", param_hint="--out") from error
    click.echo(f"{out}: {sheet.width} x {sheet.height} pixels")


# --- the console ---


@main.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The configuration, a TOML file.")
def run(config_file: Path | None) -> None:
    """Run the console on its hardware."""
    from mindbuzz.app import run as run_console
    from mindbuzz.config import Config, read_config

    run_console(read_config(config_file) if config_file else Config(), click.echo)


@main.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The configuration, a TOML file.")
def goodbye(config_file: Path | None) -> None:
    """Darken all screens and lamps: what systemd runs when the console has ended."""
    from mindbuzz.app import goodbye as darken
    from mindbuzz.config import Config, read_config

    darken(read_config(config_file) if config_file else Config())


# --- the journal ---


@main.group()
@click.option("--file", type=click.Path(path_type=Path), default="mindbuzz.sqlite", show_default=True)
@click.pass_context
def journal(context: click.Context, file: Path) -> None:
    """Games that were played: list, show, export."""
    context.obj = file


GAME_NUMBER = click.IntRange(1, 2**63 - 1)  # SQLite counts no further


def _opened(file: Path) -> Any:
    from mindbuzz.errors import JournalError
    from mindbuzz.runtime.journal import Journal

    if not file.exists():
        raise JournalError(f"{file}: there is no journal; name it with --file, before the word list, show or export")
    return Journal(file, flush=False)


@journal.command("list")
@click.pass_obj
def journal_list(file: Path) -> None:
    """All games, oldest first."""
    from mindbuzz.runtime.history import game_lines

    with closing(_opened(file)) as journal:
        for line in game_lines(journal):
            click.echo(line)


@journal.command("show")
@click.argument("game", type=GAME_NUMBER)
@click.pass_obj
def journal_show(file: Path, game: int) -> None:
    """What happened in a GAME, a line each."""
    from mindbuzz.runtime.history import story_lines

    with closing(_opened(file)) as journal:
        for line in story_lines(journal, game):
            click.echo(line)


@journal.command("export")
@click.argument("game", type=GAME_NUMBER)
@click.pass_obj
def journal_export(file: Path, game: int) -> None:
    """A finished GAME as a scenario, for `mindbuzz replay`."""
    from mindbuzz.runtime.export import export

    with closing(_opened(file)) as journal:
        for line in export(journal, game):
            click.echo(line)

"""`mindbuzz simulate`: many games of simulated players."""

import click

from mindbuzz.commands.options import KINDS, SKILL_NAMES, WholeNumber


@click.command()
@click.option("--games", type=WholeNumber(1), default=100, show_default=True, help="For each row of the table.")
@click.option(
    "--seats",
    type=WholeNumber(2, 4),
    multiple=True,
    default=(2, 3, 4),
    show_default=True,
    help="How many play; may be given more than once.",
)
@click.option("--game", type=KINDS, default="classic", show_default=True)
@click.option(
    "--skill",
    type=click.Choice(SKILL_NAMES),
    multiple=True,
    default=SKILL_NAMES,
    show_default=True,
    help="How well they play; may be given more than once.",
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Of the first game.")
def simulate(games: int, seats: tuple[int, ...], game: str, skill: tuple[str, ...], seed: int) -> None:
    """Play many games as fast as the machine allows, and count."""
    from mindbuzz.core.rules import Kind
    from mindbuzz.simulation import plans
    from mindbuzz.spectacle import count_games

    count_games(list(plans(games, Kind(game), skill, seats, seed)))

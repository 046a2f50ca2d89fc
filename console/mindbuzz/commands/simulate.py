"""`mindbuzz simulate`: many games of simulated players."""

import click

from mindbuzz.commands.options import KINDS, SKILL_NAMES


@click.command()
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

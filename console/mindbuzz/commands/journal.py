"""`mindbuzz journal`: the games that were played."""

from pathlib import Path

import click

from mindbuzz.commands.options import GAME_NUMBER, file_behind, journal_option, reading_named


@click.group()
@journal_option
@click.pass_context
def journal(context: click.Context, file: Path) -> None:
    """Games that were played: list, show, export."""
    context.obj = file


DAMAGED = 1


@journal.command("list")
@file_behind
@click.pass_obj
def journal_list(file: Path) -> None:
    """All games, oldest first."""
    from mindbuzz.runtime.journal_lines import game_lines

    with reading_named(file) as journal:
        for line in game_lines(journal):
            click.echo(line)


@journal.command("show")
@file_behind
@click.argument("game", type=GAME_NUMBER)
@click.pass_obj
@click.pass_context
def journal_show(context: click.Context, file: Path, game: int) -> None:
    """What happened in a GAME, a line each.

    Of a damaged one what can be read; then what can't is told on standard error, and the exit status is 1.
    """
    from mindbuzz.history.audit import damage
    from mindbuzz.runtime.journal_lines import story_lines

    with reading_named(file) as journal:
        for line in story_lines(journal, game):
            click.echo(line)
        damaged = damage(journal, game)
    for what in damaged:
        click.echo(f"{file}: game {game}: {what}", err=True)
    context.exit(DAMAGED if damaged else 0)


@journal.command("export")
@file_behind
@click.argument("game", type=GAME_NUMBER)
@click.pass_obj
def journal_export(file: Path, game: int) -> None:
    """A finished GAME as a scenario, for `mindbuzz replay`."""
    from mindbuzz.runtime.export import export

    with reading_named(file) as journal:
        for line in export(journal, game):
            click.echo(line)

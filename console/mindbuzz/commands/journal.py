"""`mindbuzz journal`: the games that were played."""

from contextlib import closing
from pathlib import Path
from typing import Any

import click


@click.group()
@click.option("--file", type=click.Path(path_type=Path), default="mindbuzz.sqlite", show_default=True)
@click.pass_context
def journal(context: click.Context, file: Path) -> None:
    """Games that were played: list, show, export."""
    context.obj = file


GAME_NUMBER = click.IntRange(1, 2**63 - 1)  # SQLite counts no further


def opened(file: Path) -> Any:
    """A journal to read. Raises JournalError if there is none."""
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

    with closing(opened(file)) as journal:
        for line in game_lines(journal):
            click.echo(line)


@journal.command("show")
@click.argument("game", type=GAME_NUMBER)
@click.pass_obj
def journal_show(file: Path, game: int) -> None:
    """What happened in a GAME, a line each."""
    from mindbuzz.runtime.history import story_lines

    with closing(opened(file)) as journal:
        for line in story_lines(journal, game):
            click.echo(line)


@journal.command("export")
@click.argument("game", type=GAME_NUMBER)
@click.pass_obj
def journal_export(file: Path, game: int) -> None:
    """A finished GAME as a scenario, for `mindbuzz replay`."""
    from mindbuzz.runtime.export import export

    with closing(opened(file)) as journal:
        for line in export(journal, game):
            click.echo(line)

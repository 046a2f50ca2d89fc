"""`mindbuzz run`: the console on its hardware."""

from pathlib import Path

import click

from mindbuzz.commands.options import config_option, socket_option


@click.command()
@config_option
@socket_option
@click.option("--verbose", is_flag=True, help="Log levels, mistakes and stars, too; never a card.")
def run(config_file: Path | None, socket: Path | None, verbose: bool) -> None:
    """Run the console on its hardware."""
    from mindbuzz.daemon import run as run_console
    from mindbuzz.runtime.journald import set_up

    set_up(verbose=verbose)
    run_console(config_file, click.echo, socket)

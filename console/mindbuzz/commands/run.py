"""`mindbuzz run`: the console on its hardware."""

from pathlib import Path

import click

from mindbuzz.commands.options import config_option


@click.command()
@config_option
def run(config_file: Path | None) -> None:
    """Run the console on its hardware."""
    from mindbuzz.app import run as run_console
    from mindbuzz.config import effective

    run_console(effective(config_file), click.echo)

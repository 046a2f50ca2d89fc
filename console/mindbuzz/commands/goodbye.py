"""`mindbuzz goodbye`: all screens and lamps dark."""

from pathlib import Path

import click

from mindbuzz.commands.options import config_option


@click.command()
@config_option
def goodbye(config_file: Path | None) -> None:
    """Darken all screens and lamps.

    The service runs it when the console has ended.
    """
    from mindbuzz.config import effective
    from mindbuzz.daemon import goodbye as darken

    darken(effective(config_file).config)

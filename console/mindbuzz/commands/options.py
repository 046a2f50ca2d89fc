"""Options that several commands share."""

from pathlib import Path

import click

KINDS = click.Choice(["classic", "blind", "extreme"])
SKILL_NAMES = ("novice", "normal", "expert")

config_option = click.option(
    "--config", "config_file", type=click.Path(path_type=Path), help="The configuration, a TOML file."
)

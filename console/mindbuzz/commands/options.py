"""Options that several commands share."""

from pathlib import Path

import click

KINDS = click.Choice(["classic", "blind", "extreme", "companion-classic", "companion-blind", "companion-extreme"])
SKILL_NAMES = ("novice", "normal", "expert")

# Where the service has its configuration; whoever names none means this one, if it is there.
SYSTEM_CONFIG = Path("/etc/mindbuzz/mindbuzz.toml")


def _chosen(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """The file that was named, or the service's; None: all defaults."""
    return file if file is not None else SYSTEM_CONFIG if SYSTEM_CONFIG.exists() else None


config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    callback=_chosen,
    help=f"The configuration, a TOML file.  [default: {SYSTEM_CONFIG}, if it is there]",
)

config_argument = click.argument("file", type=click.Path(path_type=Path), required=False, callback=_chosen)

socket_option = click.option(
    "--socket",
    type=click.Path(path_type=Path),
    help="The console's control socket.  [default: in /run/mindbuzz, XDG_RUNTIME_DIR, or /tmp/mindbuzz-UID]",
)

"""`mindbuzz status`: how the console that runs is."""

import json
from pathlib import Path

import click

from mindbuzz.commands.options import socket_option

TROUBLE = 1
NOT_RUNNING = 2


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The same as one JSON object, for programs.")
@socket_option
@click.pass_context
def status(context: click.Context, as_json: bool, socket: Path | None) -> None:
    """How the console that runs is, on one screen. Exit status: 0 well, 1 trouble, 2 not running."""
    from mindbuzz.errors import ControlError, NotRunning
    from mindbuzz.runtime.control import ask
    from mindbuzz.statusboard import print_status

    try:
        report = ask(socket, "status")
    except ControlError as error:
        click.echo(error, err=True)
        context.exit(NOT_RUNNING if isinstance(error, NotRunning) else TROUBLE)
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        print_status(report)
    context.exit(0 if report["ok"] else TROUBLE)

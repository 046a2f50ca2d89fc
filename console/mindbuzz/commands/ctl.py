"""`mindbuzz ctl`: what the operator's menu does, from a shell."""

from pathlib import Path
from typing import Any

import click

from mindbuzz.commands.options import socket_behind, socket_option


@click.group()
@socket_option
@click.pass_context
def ctl(context: click.Context, socket: Path | None) -> None:
    """What an operator sets at the running console, and asks of it.

    Not for visitors: it takes the group mindbuzz, or root.
    """
    context.obj = socket


def _asked(request: str, **arguments: Any) -> Any:
    from mindbuzz.runtime.control import ask

    return ask(click.get_current_context().obj, request, **arguments)


@ctl.command()
@socket_behind
def show() -> None:
    """What can be set, what holds, and where that comes from."""
    from mindbuzz.config.template import spoken

    settings = _asked("settings")
    width = max(len(name) for name in settings)
    for name, told in settings.items():
        click.echo(f"{name:<{width}} = {spoken(told['value'])}  ({told['origin']})")


@ctl.command("set")
@socket_behind
@click.argument("name")
@click.argument("value")
def set_(name: str, value: str) -> None:
    """Set NAME to VALUE.

    It holds from now on; while people play, as soon as nobody sits at the table.
    """
    click.echo(_asked("set", name=name, value=value)["told"])


@ctl.command()
@socket_behind
def reset() -> None:
    """Forget what was set at the console or with `set`.

    The configuration's files hold again.
    """
    click.echo(_asked("reset")["told"])


@ctl.command("end-game")
@socket_behind
def end_game() -> None:
    """Ask the people at the table whether to end their game.

    The host button does the same.
    """
    click.echo(_asked("end_game")["told"])


@ctl.command()
@socket_behind
def days() -> None:
    """How many games were played each day, and for how long.

    Nothing of it tells of people.
    """
    from mindbuzz.commands.history import print_days
    from mindbuzz.runtime.rows import DayRow

    print_days([DayRow(**row) for row in _asked("days")["days"]])


@ctl.command()
@socket_behind
@click.option("--yes", is_flag=True, help="Do it without a question.")
def forget(yes: bool) -> None:
    """Forget all games that are over, and what was counted.

    It can't be taken back.
    """
    _asked("status")  # nobody is asked for an answer that no console would hear
    if not yes:
        click.confirm("All games that are over will be forgotten. Is that meant?", abort=True)
    click.echo(_asked("forget")["told"])


@ctl.command("power-off")
@socket_behind
def power_off() -> None:
    """Switch the machine off.

    A long press of the host button does the same.
    """
    click.echo(_asked("power_off")["told"])

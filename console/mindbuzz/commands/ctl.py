"""`mindbuzz ctl`: what the operator's menu does, from a shell."""

from typing import Any

import click


@click.group()
def ctl() -> None:
    """Settings of the console that runs, and what else its operator may ask. Not for visitors: it takes the group
    mindbuzz, or root."""


def _asked(request: str, **arguments: Any) -> Any:
    from mindbuzz.runtime.control import ask, socket_path

    return ask(socket_path(), request, **arguments)


@ctl.command()
def show() -> None:
    """What can be set, what holds, and where that comes from."""
    settings = _asked("settings")
    width = max(len(name) for name in settings)
    for name, told in settings.items():
        click.echo(f"{name:<{width}} = {told['value']}  ({told['origin']})")


@ctl.command("set")
@click.argument("name")
@click.argument("value")
def set_(name: str, value: str) -> None:
    """Set NAME to VALUE, from now on. While people play it waits until nobody sits at the table."""
    click.echo(_asked("set", name=name, value=value)["told"])


@ctl.command()
def reset() -> None:
    """Forget what was set at the console or with `set`: the configuration's files hold again."""
    click.echo(_asked("reset")["told"])


@ctl.command("end-game")
def end_game() -> None:
    """Ask the people at the table whether they want to end their game, as the host button does."""
    click.echo(_asked("end_game")["told"])


@ctl.command()
def days() -> None:
    """How many games were played on each day, of which kind, and for how long: nothing that tells of people."""
    from mindbuzz.commands.history import print_days
    from mindbuzz.runtime.records import DayRow

    print_days([DayRow(**row) for row in _asked("days")["days"]])


@ctl.command()
@click.confirmation_option(prompt="All games that are over will be forgotten. Is that meant?")
def forget() -> None:
    """Forget all games that are over, and what every day has counted. It cannot be taken back."""
    click.echo(_asked("forget")["told"])


@ctl.command("power-off")
def power_off() -> None:
    """Switch the machine off, as a long press of the host button does."""
    click.echo(_asked("power_off")["told"])

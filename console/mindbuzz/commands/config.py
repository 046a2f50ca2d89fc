"""`mindbuzz config`: check a configuration, show the one that holds, begin a new one."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindbuzz.commands.options import FILE, config_argument, config_option

if TYPE_CHECKING:
    from mindbuzz.config import Effective

STAFF_S_FAULT = 1


@click.group()
def config() -> None:
    """The configuration: check, show, init."""


@config.command("check")
@config_argument
@click.pass_context
def config_check(context: click.Context, file: Path | None) -> None:
    """Find every mistake in FILE and in what staff have set.

    A line each.

    Exit status: 0 there is none, 1 only in what staff have set, without which the console starts, 2 in FILE.
    """
    from mindbuzz.config import effective
    from mindbuzz.displays import display_faults
    from mindbuzz.errors import ConfigError

    found = effective(file)
    faults = display_faults(found.config)
    if faults:
        before = "" if file is None else f"{file}: "
        raise ConfigError("\n".join(f"{before}{fault}" for fault in faults))
    click.echo(f"{file or 'the defaults'}: no fault")
    _echo_notices(found)
    context.exit(STAFF_S_FAULT if found.notices else 0)


@config.command("show")
@config_option
def config_show(config_file: Path | None) -> None:
    """What holds, as TOML, and where each value comes from."""
    from mindbuzz.config import effective
    from mindbuzz.config.template import effective_toml

    found = effective(config_file)
    click.echo(effective_toml(found), nl=False)
    _echo_notices(found)


def _echo_notices(found: "Effective") -> None:
    """What is wrong in the staff's file, a line each."""
    for notice in found.notices:
        click.echo(f"{found.config.staff_file}: {notice}", err=True)


@config.command("init")
@click.argument("file", type=FILE, required=False)
@click.option("--staff", is_flag=True, help="What staff may set, for the card's boot partition.")
def config_init(file: Path | None, staff: bool) -> None:
    """Write every key with its meaning and default to FILE.

    FILE is mindbuzz.toml where none is named, with --staff mindbuzz.txt; - is standard output. Overwrites nothing.
    """
    from mindbuzz.config.template import example, staff_example
    from mindbuzz.errors import ConfigError

    text = staff_example() if staff else example()
    file = file or Path("mindbuzz.txt" if staff else "mindbuzz.toml")
    if str(file) == "-":
        sys.stdout.write(text)
        return
    try:
        # Notepad is where staff will open theirs.
        with file.open("x", encoding="utf-8", newline="\r\n" if staff else None) as new:
            new.write(text)
    except FileExistsError:
        raise ConfigError(f"{file}: is there already; name another file, or - for standard output") from None
    except OSError as error:
        raise ConfigError(
            f"{file}: can't be written: {error.strerror}; name a file in a folder where you may write, or - "
            "for standard output"
        ) from error
    click.echo(f"{file}: every key at its default; now keep what you change")

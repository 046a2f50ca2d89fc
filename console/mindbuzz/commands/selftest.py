"""`mindbuzz selftest`: which wire is wrong."""

from pathlib import Path

import click

from mindbuzz.commands.options import FILE, config_option

FAULTY = 1


@click.command()
@config_option
@click.option(
    "--only", type=click.Choice(["buttons", "lamps", "panels", "sound"]), help="One kind of part.  [default: all]"
)
@click.option(
    "--report",
    type=FILE,
    default="mindbuzz-selftest.txt",
    show_default=True,
    help="The file that the result is kept in.",
)
@click.pass_context
def selftest(context: click.Context, config_file: Path | None, only: str | None, report: Path) -> None:
    """Walk through every part, and name the wire that is wrong.

    It asks for one button after the other, and shows each lamp, each display and the piezo.
    The console must not run meanwhile.

    Exit status: 0 all well, 1 something is wrong.
    """
    from mindbuzz.config import effective
    from mindbuzz.selftest.run import selftest as walk

    context.exit(0 if walk(effective(config_file).config, only, report, click.echo) else FAULTY)

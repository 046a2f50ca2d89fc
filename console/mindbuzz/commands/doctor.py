"""`mindbuzz doctor`: which setting is wrong."""

from pathlib import Path

import click

from mindbuzz.commands.options import config_option

WRONG = 1


@click.command()
@config_option
@click.pass_context
def doctor(context: click.Context, config_file: Path | None) -> None:
    """Find out which setting of this machine is wrong.

    It changes nothing, and names the command that puts it right. The console need not run.

    Exit status: 0 nothing is wrong, 1 something is.
    """
    from mindbuzz.config import effective
    from mindbuzz.doctor.checks import examine, is_well
    from mindbuzz.doctor.surroundings import Surroundings

    findings = []
    for finding in examine(Surroundings(), effective(config_file)):
        click.echo(finding)
        findings.append(finding)
    context.exit(0 if is_well(findings) else WRONG)

"""The command `mindbuzz`: its commands are in the folder of that name."""

from typing import Any

import click

from mindbuzz import __version__
from mindbuzz.commands.config import config
from mindbuzz.commands.ctl import ctl
from mindbuzz.commands.doctor import doctor
from mindbuzz.commands.goodbye import goodbye
from mindbuzz.commands.history import history
from mindbuzz.commands.install import install
from mindbuzz.commands.journal import journal
from mindbuzz.commands.play import play
from mindbuzz.commands.pod import pod
from mindbuzz.commands.readonly import readonly
from mindbuzz.commands.replay import replay
from mindbuzz.commands.rollback import rollback
from mindbuzz.commands.run import run
from mindbuzz.commands.screens import screens
from mindbuzz.commands.selftest import selftest
from mindbuzz.commands.simulate import simulate
from mindbuzz.commands.status import status
from mindbuzz.commands.uninstall import uninstall
from mindbuzz.commands.update import update
from mindbuzz.errors import MindbuzzError

BAD_INPUT = 2


class _Commands(click.Group):
    """Errors of ours are one line on standard error and exit status 2; never a traceback."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except MindbuzzError as error:
            click.echo(error, err=True)
            context.exit(BAD_INPUT)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="mindbuzz %(version)s")
def main() -> None:
    """An open tabletop console for the co-operative card game The Mind.

    An unofficial companion: buy the box.
    """


COMMANDS: tuple[click.Command, ...] = (
    run,
    goodbye,
    play,
    simulate,
    replay,
    journal,
    history,
    pod,
    screens,
    config,
    status,
    ctl,
    selftest,
    doctor,
    install,
    update,
    rollback,
    uninstall,
    readonly,
)

for _command in COMMANDS:
    main.add_command(_command)

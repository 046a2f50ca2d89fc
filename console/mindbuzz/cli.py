"""The command `mindbuzz`: its commands are in the folder of that name."""

from collections.abc import Iterator
from contextlib import contextmanager
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


class _OneLine(click.ClickException):
    """Words that can't be used, told in one line; click would take four."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        """Print it on standard error."""
        click.echo(self.message, err=True)


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Whoever names a command alone is shown its help, whatever else is wrong one line that says where help is."""
    try:
        yield
    except click.UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # click has it since 8.2
            raise
        told = " ".join(error.format_message().split()).rstrip(".")
        raise _OneLine(f"{told}; see: {_named(error.ctx)} --help") from error


def _named(context: click.Context | None) -> str:
    """The command that somebody meant, whatever it was started as."""
    words: list[str] = []
    while context is not None and context.parent is not None:
        words.insert(0, context.info_name or "")
        context = context.parent
    return " ".join(["mindbuzz", *words])


class _Commands(click.Group):
    """Errors are one line on standard error and exit status 2; never a traceback."""

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        with _in_one_line():
            return super().make_context(*words, **more)

    def invoke(self, context: click.Context) -> Any:
        try:
            with _in_one_line():
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

"""Options that several commands share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindbuzz.core.rules import Kind
from mindbuzz.errors import JournalError, NoJournal
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.places import CONFIG, JOURNAL_NAME, STATE

if TYPE_CHECKING:
    from mindbuzz.runtime.records import Records

KINDS = click.Choice([kind.value for kind in Kind])
SKILL_NAMES = tuple(SKILLS)


class _InWords(click.ParamType[Any]):
    """A number within limits; click's own, which says what it may be in words for people."""

    name = "number"
    kind: str
    min: Any
    max: Any

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        try:
            return super().convert(value, param, context)
        except click.BadParameter:
            self.fail(f"choose {self.kind} {self._said()}, not {str(value)!r}", param, context)

    def _said(self) -> str:
        return f"from {self.min} up" if self.max is None else f"from {self.min} to {self.max}"


class WholeNumber(_InWords, click.IntRange):
    """A whole number from `min` to `max`, or without an end."""

    kind = "a whole number"


class Seconds(_InWords, click.FloatRange):
    """How long, 0 or more."""

    name = kind = "seconds"


class _Language(click.ParamType[str]):
    """A language of the screens."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        from mindbuzz.screens.texts import texts_of

        try:
            texts_of(value)
        except LookupError as error:
            self.fail(error.args[0], param, context)
        return str(value)


GAME_NUMBER = WholeNumber(1, 2**63 - 1)  # SQLite counts no further

language_option = click.option(
    "--language",
    type=_Language(),
    default="en",
    show_default=True,
    help="What the screens speak: en, de, nl, nb, da, cs or fr.",
)


def ends_in(suffix: str) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """A callback of an option that names a picture: its file must not say that it is of another kind."""

    def checked(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
        if file is not None and file.suffix.lower() not in ("", suffix):
            said = f"the picture is drawn as {suffix[1:].upper()}"
            raise click.BadParameter(f"{said}; name a file that ends in {suffix}, not {str(file)!r}")
        return file

    return checked


# A file or a folder. What it can't be used for is said by who uses it, in one line; click would say it in four.
FILE = click.Path(path_type=Path, readable=False)

JOURNAL_HERE = Path(JOURNAL_NAME)  # of a console that is no service


def _chosen(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """The file that was named, or the service's; None: all defaults."""
    return file if file is not None else CONFIG if CONFIG.exists() else None


def _chosen_journal(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path:
    """The file that was named, the service's, or the one that a console without a service makes here."""
    from mindbuzz.appliance.journal import journal_file

    return file or (journal_file() if STATE.is_dir() else JOURNAL_HERE)


config_option = click.option(
    "--config",
    "config_file",
    type=FILE,
    callback=_chosen,
    help=f"The configuration, a TOML file.  [default: {CONFIG}, if it is there]",
)

config_argument = click.argument("file", type=FILE, required=False, callback=_chosen)

journal_option = click.option(
    "--file",
    type=FILE,
    callback=_chosen_journal,
    help=f"The journal.  [default: the service's, in {STATE} unless configured, else {JOURNAL_HERE} here]",
)


def _instead(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value is not None:
        context.obj = value


def behind(name: str) -> Callable[[Any], Any]:
    """An option of a group, which is its context's object, for a command of it: people write it at either place."""
    return click.option(
        name, type=FILE, expose_value=False, callback=_instead, help="May also stand before the command."
    )


file_behind = behind("--file")
socket_behind = behind("--socket")


@contextmanager
def reading_named(file: Path) -> Iterator["Records"]:
    """What the journal holds that `--file` names. Raises JournalError, one line."""
    from mindbuzz.runtime.records import reading

    try:
        with reading(file) as journal:
            yield journal
    except NoJournal as error:
        raise JournalError(f"{error}; name another with --file") from error


socket_option = click.option(
    "--socket",
    type=FILE,
    help="The console's control socket.  [default: in /run/mindbuzz, XDG_RUNTIME_DIR, or /tmp/mindbuzz-UID]",
)

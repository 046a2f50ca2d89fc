"""A step: something that the machine needs, and how it comes and goes."""

from collections.abc import Callable, Sequence
from typing import Protocol

from mindbuzz.appliance.machine import say
from mindbuzz.errors import InstallError

NAME_WIDTH = 16


class Step(Protocol):
    """One row of the table in plan.py."""

    name: str

    def lacks(self) -> list[str]:
        """What `do` would change, each as "write this" or "make that"; empty: it is done. Changes nothing."""

    def do(self) -> None:
        """Bring it about. May be done again, also after a half-finished try."""

    def traces(self) -> list[str]:
        """What `undo` would take away, each as "remove this" or "stop that"; empty: nothing is left."""

    def undo(self) -> None:
        """Take away what `do` brought, as far as it is there."""


def tell(name: str, line: str) -> None:
    """A line about a step."""
    say(f"{name:<{NAME_WIDTH}}{line}")


def preview(steps: Sequence[Step]) -> None:
    """What `carry_out` would change."""
    for step in steps:
        _would(step.name, step.lacks(), otherwise="nothing to do")


def preview_undoing(steps: Sequence[Step]) -> None:
    """What `take_back` would take away."""
    for step in reversed(steps):
        _would(step.name, step.traces(), otherwise="nothing to take away")


def _would(name: str, wanted: Sequence[str], otherwise: str) -> None:
    for line in [f"would {wish}" for wish in wanted] or [otherwise]:
        tell(name, line)


def carry_out(steps: Sequence[Step]) -> int:
    """Do what is not done yet, in this order; how many steps that were.

    Raises InstallError, one line that names the step, where one fails or is not done after it was done.
    """
    return sum(_change(step.name, step.lacks, step.do) for step in steps)


def take_back(steps: Sequence[Step]) -> int:
    """Take away what there is, in the opposite order; of how many steps that was. Raises InstallError as above."""
    return sum(_change(step.name, step.traces, step.undo) for step in reversed(steps))


def _change(name: str, what: Callable[[], list[str]], bring_about: Callable[[], None]) -> bool:
    """Whether anything had to be changed."""
    try:
        wanted = what()
        for line in wanted:
            tell(name, line)
        if wanted:
            bring_about()
        left = what() if wanted else []
    except InstallError as error:
        raise InstallError(f"{name}: {error}") from error
    except OSError as error:
        raise InstallError(f"{name}: {error.filename or 'the system'}: {error.strerror}") from error
    if left:
        raise InstallError(f"{name}: could not {left[0]}")
    return bool(wanted)

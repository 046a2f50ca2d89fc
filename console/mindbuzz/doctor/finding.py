"""What a check finds: one line, with the remedy."""

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """How serious it is."""

    OK = "ok"
    NOTE = "note"  # worth knowing, nothing to repair
    WRONG = "WRONG"


@dataclass(frozen=True, slots=True)
class Finding:
    """`subject` is what was looked at, `what` how it is, `remedy` the command or line that puts it right."""

    state: State
    subject: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f"; do: {self.remedy}" if self.remedy else ""
        return " ".join(f"{self.state.value:<5} {self.subject:<14} {self.what}{remedy}".split("\n"))


def ok(subject: str, what: str) -> Finding:
    """All is well."""
    return Finding(State.OK, subject, what)


def note(subject: str, what: str, remedy: str = "") -> Finding:
    """Worth knowing."""
    return Finding(State.NOTE, subject, what, remedy)


def wrong(subject: str, what: str, remedy: str) -> Finding:
    """Something to put right."""
    return Finding(State.WRONG, subject, what, remedy)

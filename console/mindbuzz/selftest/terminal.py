"""The person at a terminal: told in lines what to do, heard by lines; a contact wakes whoever waits for either.

Who hangs up (Ctrl-D, a closed window) has gone: nobody would answer the next question.
"""

import os
import select
from collections.abc import Callable

from mindbuzz.core.units import SECOND_US
from mindbuzz.outputs.pictures import TABLE
from mindbuzz.runtime.clock import Clock
from mindbuzz.selftest.notes import NOWHERE, Places
from mindbuzz.selftest.plan import Step
from mindbuzz.selftest.walk import Said, Word
from mindbuzz.selftest.words import asked

MOST_BYTES = 4096
WORDS = {"": Word.DONE, "s": Word.SKIP, "skip": Word.SKIP, "q": Word.STOP, "quit": Word.STOP, "none": Word.DONE}
TABLE_WORD = "t"
HELP = "seats by their numbers, as 1 or 1 3; t: the table; Enter: nowhere, nothing; s: skip; q: stop"


def said_in(line: str) -> Said | None:
    """What a typed line says; None: nothing that is understood."""
    word = line.strip().lower()
    if word in WORDS:
        return WORDS[word]
    names = word.replace(",", " ").split()
    if all(name == TABLE_WORD or (name in "1234" and len(name) == 1) for name in names):
        return frozenset(TABLE if name == TABLE_WORD else int(name) for name in names) or NOWHERE
    return None


class TerminalPerson:
    """Reads lines from a descriptor without a thread. `wake` may be called from any thread."""

    def __init__(self, say: Callable[[str], object], clock: Clock, descriptor: int | None) -> None:
        """`descriptor` None: there is nobody at all."""
        self._say = say
        self._clock = clock
        self._descriptor = descriptor
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._typed = b""
        self._ended = False
        self._number = 0

    def wake(self) -> None:
        """A contact came."""
        try:
            os.write(self._write, b"!")
        except OSError:
            return  # full: whoever waits is awake anyway; closed: nobody waits any more

    def ask(self, step: Step, fingers: Places) -> None:
        """Say what to do."""
        self._number += 1
        self._say(f"{self._number:2}  {asked(step, fingers)}")

    def wait(self, until_us: int) -> Said | None:
        """Wait for a line, a contact, or until it is time; what the line said. Where there will be none, to stop."""
        if (line := self._next_line()) is not None:
            return self._understood(line)
        if self._descriptor is None or self._ended:
            self._say("    end of input: stopped, since nobody answers any more")
            return Word.STOP
        seconds = max(0.0, (until_us - self._clock.now_us()) / SECOND_US)
        ready, _, _ = select.select([self._read, self._descriptor], [], [], seconds)
        if self._read in ready:
            os.read(self._read, MOST_BYTES)
        if self._descriptor in ready:
            self._hear(self._descriptor)
        line = self._next_line()
        return None if line is None else self._understood(line)

    def _hear(self, descriptor: int) -> None:
        try:
            content = os.read(descriptor, MOST_BYTES)
        except OSError:  # a terminal whose window was closed
            content = b""
        self._ended = not content
        # A last line may lack its end.
        self._typed += b"\n" if self._ended and self._typed else content

    def _next_line(self) -> str | None:
        line, end, rest = self._typed.partition(b"\n")
        if not end:
            return None
        self._typed = rest
        return line.decode("utf-8", "replace")

    def _understood(self, line: str) -> Said | None:
        said = said_in(line)
        if said is None:
            self._say(f"    {line.strip()[:40]!r} is not understood; {HELP}")
        return said

    def close(self) -> None:
        """Nobody is woken any more."""
        os.close(self._read)
        os.close(self._write)

"""The person at a terminal: what is typed is understood or told, and a contact wakes whoever waits."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from mindbuzz.runtime.clock import RealClock
from mindbuzz.selftest.notes import NOWHERE, Places
from mindbuzz.selftest.plan import HandsOff
from mindbuzz.selftest.terminal import TerminalPerson, said_in
from mindbuzz.selftest.walk import Said, Word

LONG_US = 20_000_000

SAYINGS: dict[str, Said | None] = {
    "": Word.DONE,
    "none": Word.DONE,
    "s": Word.SKIP,
    " Q ": Word.STOP,
    "1": frozenset({1}),
    "1 3": frozenset({1, 3}),
    "4,2": frozenset({2, 4}),
    "t": frozenset({0}),
    "t 1": frozenset({0, 1}),
    "5": None,
    "12": None,
    "red": None,
    "1 and 2": None,
}


@pytest.mark.parametrize("line", SAYINGS)
def test_what_is_typed_is_understood(line: str) -> None:
    assert said_in(line) == SAYINGS[line]


@dataclass
class Talk:
    """A person whose keyboard is a pipe."""

    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        keys, self._fingers = os.pipe()
        self.clock = RealClock(0)
        self.person = TerminalPerson(self.heard.append, self.clock, keys)
        self._keys = keys

    def type(self, text: str) -> None:
        os.write(self._fingers, text.encode())

    def hang_up(self) -> None:
        os.close(self._fingers)
        self._fingers = -1

    def wait(self, patience_us: int = LONG_US) -> Said | None:
        return self.person.wait(self.clock.now_us() + patience_us)

    def close(self) -> None:
        self.person.close()
        os.close(self._keys)
        if self._fingers >= 0:
            os.close(self._fingers)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.close()


def test_lines_are_taken_one_by_one_however_they_come(talk: Talk) -> None:
    talk.type("1\n2 ")
    assert talk.wait() == frozenset({1})

    talk.type("3\ns\n")
    assert [talk.wait(), talk.wait()] == [frozenset({2, 3}), Word.SKIP]


def test_what_is_not_understood_is_told_and_asked_again(talk: Talk) -> None:
    talk.type("purple\n")

    assert talk.wait() is None
    assert "'purple' is not understood; seats by their numbers" in talk.heard[0]


def test_a_contact_wakes_whoever_waits(talk: Talk) -> None:
    waker = threading.Timer(0.01, talk.person.wake)
    waker.start()

    assert talk.wait() is None
    assert talk.clock.now_us() < LONG_US
    waker.join()


def test_many_contacts_and_one_that_comes_after_the_end_do_no_harm() -> None:
    talk = Talk()
    for _ in range(100_000):
        talk.person.wake()
    assert talk.wait() is None

    talk.close()
    talk.person.wake()


def test_who_hangs_up_has_stopped_once_all_that_was_typed_is_heard(talk: Talk) -> None:
    talk.type("1\ns")
    talk.hang_up()

    said = []
    while Word.STOP not in said:
        said.append(talk.wait())
    assert [word for word in said if word is not None] == [frozenset({1}), Word.SKIP, Word.STOP]
    assert "end of input" in talk.heard[-1]


def test_a_terminal_whose_window_was_closed_has_hung_up() -> None:
    master, slave = os.openpty()
    heard: list[str] = []
    person = TerminalPerson(heard.append, RealClock(0), slave)
    os.close(master)

    assert Word.STOP in [person.wait(LONG_US) for _ in range(3)]
    person.close()
    os.close(slave)


def test_steps_are_numbered(talk: Talk) -> None:
    nobody: Places = NOWHERE
    for _ in range(2):
        talk.person.ask(HandsOff(), nobody)

    assert [line.split()[0] for line in talk.heard] == ["1", "2"]

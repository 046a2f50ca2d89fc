"""The walk: one step after the other, with the real parts and a person, until there is no more to see."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Protocol

from PIL import Image

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.units import SECOND_US
from mindbuzz.screens.melody import C6, E6, G6, REST, Melody, Note
from mindbuzz.selftest.bench import Bench
from mindbuzz.selftest.notes import NOWHERE, Location, Notes, Places
from mindbuzz.selftest.plan import (
    AllDark,
    HandsOff,
    Light,
    Listen,
    Look,
    Plan,
    Press,
    Probe,
    Step,
    candidates,
    next_step,
)
from mindbuzz.selftest.verdict import trusted_fingers

REST_US = 2 * SECOND_US
ARRIVAL_US = SECOND_US
PATIENCE_US = 30 * SECOND_US
QUIET_US = SECOND_US // 2
SETTLE_US = 3 * SECOND_US // 2
# Three notes that go up and a rest, as long as anybody is patient.
UP = (Note(C6, 200), Note(E6, 200), Note(G6, 400), Note(REST, 1200))
SCALE: Melody = UP * (PATIENCE_US // 1000 // sum(note.ms for note in UP))
SILENCE: Melody = ()

Pictures = Callable[[Step], Mapping[Location, Image.Image]]


class Word(Enum):
    """What a person can say instead of a place."""

    SKIP = "skip"
    DONE = "done"  # there was nothing to be seen, or nothing happened
    STOP = "stop"


Said = Word | Places


class Stopped(Exception):
    """The person wants no more."""


class Person(Protocol):
    """Whoever walks along."""

    def ask(self, step: Step, fingers: Places) -> None:
        """A step begins. The buttons of `fingers` can answer where something is to be seen."""

    def wait(self, until_us: int) -> Said | None:
        """Wait until something was said, a contact came, or it is time; what was said."""


class Walk:
    """One self-test. `pictures` are what the displays show in a step."""

    def __init__(self, plan: Plan, bench: Bench, person: Person, pictures: Pictures) -> None:
        self._plan = plan
        self._bench = bench
        self._person = person
        self._pictures = pictures
        self.notes = Notes()

    def run(self) -> Notes:
        """All steps. Raises Stopped if the person wants no more; `notes` has what was seen until then."""
        while (step := next_step(self._plan, self.notes)) is not None:
            self._person.ask(step, frozenset(trusted_fingers(self.notes).values()))
            self.notes = self._made(step)
        self._bench.light(NOWHERE)
        self._bench.play(SILENCE)
        return self.notes

    def _made(self, step: Step) -> Notes:
        """The notes with one step more."""
        notes, bench = self.notes, self._bench
        bench.light(frozenset({step.place}) if isinstance(step, Light) else NOWHERE)
        bench.draw(self._pictures(step))
        bench.play(SCALE if isinstance(step, Listen) else SILENCE)
        bench.mailbox.take_all()
        match step:
            case HandsOff():
                return replace(notes, closed_at_rest=self._rest(), pod_trouble=bench.pod_trouble)
            case Press(place):
                return replace(notes, presses={**notes.presses, place: self._pressed()})
            case AllDark():
                seen = self._seen()
                return replace(notes, looked_at_rest=True, lit_at_rest=seen, pod_trouble=bench.pod_trouble)
            case Light(place):
                return replace(notes, lamps={**notes.lamps, place: self._seen()})
            case Probe():
                return replace(notes, answers={at: bench.answer(at) for at in candidates(self._plan)})
            case Look(location):
                return replace(notes, screens={**notes.screens, location: self._seen()})
            case Listen(place):
                return replace(notes, heard={**notes.heard, place: self._seen()})

    # --- what a person does ---

    def _rest(self) -> Places:
        """The contacts that were closed all the time while nobody pressed, once everything had time to be heard of."""
        for _ in self._news(ARRIVAL_US):
            pass
        always = self._bench.closed()
        for _ in self._news(REST_US - ARRIVAL_US):
            always &= self._bench.closed()
        return always & self._bench.closed()

    def _pressed(self) -> tuple[Contact, ...] | None:
        """What came of a press: all contacts until it is over, or None if it was skipped."""
        resting = self._bench.closed()
        contacts: list[Contact] = []
        for news, said in self._news(PATIENCE_US):
            contacts += news
            if said is Word.SKIP:
                return None
            if said is not None:
                break
            over = contacts and self._bench.closed() == resting
            if over and self._now_us() - contacts[-1].at_us >= QUIET_US:
                break
        return tuple(contacts)

    def _seen(self) -> Places | None:
        """Where something was to be seen or heard, told by pressing there or by typing; None if it was skipped."""
        fingers = trusted_fingers(self.notes)
        seen: set[int] = set()
        last_us = self._now_us()
        for news, said in self._news(PATIENCE_US):
            for contact in news:
                last_us = contact.at_us
                if contact.closed and contact.seat in fingers:
                    seen.add(fingers[contact.seat])
            if said is Word.SKIP:
                return None
            if said is not None:
                return frozenset(seen) if isinstance(said, Word) else said
            if seen and self._now_us() - last_us >= SETTLE_US:
                break
        return frozenset(seen)

    def _news(self, patience_us: int) -> Iterator[tuple[list[Contact], Said | None]]:
        """What came, again and again until the patience is over. Raises Stopped."""
        until_us = self._now_us() + patience_us
        while self._now_us() < until_us:
            dues = [until_us, self._now_us() + QUIET_US // 4, self._bench.due_us() or until_us]
            said = self._person.wait(min(dues))
            if said is Word.STOP:
                raise Stopped
            self._bench.act()
            yield [news for news in self._bench.mailbox.take_all() if isinstance(news, Contact)], said

    def _now_us(self) -> int:
        return self._bench.clock.now_us()

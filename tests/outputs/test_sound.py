"""The piezo, on a real gpiozero buzzer and mock pins: what it plays, when, and what nobody can hear."""

from __future__ import annotations

from typing import Any

import pytest

from mindbuzz.core.outcomes import CardPlayed, FocusLocked, Mistake, Outcome
from mindbuzz.core.rules import Kind
from mindbuzz.core.units import MS_US
from mindbuzz.core.views import views
from mindbuzz.outputs.sound import Sound
from mindbuzz.pins.mock import BenchFactory
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.screens.melody import AT_ONCE, REST, RESULTS, Melody, melody
from tests.table import Table, card

PIN = 12
LOCKED = FocusLocked(0)
PLAYED = CardPlayed(0, 1, card(5), True)
MISTAKE = Mistake(0, 1, card(50), 2, {2: (card(7),)})
MELODIES = {**AT_ONCE, **RESULTS}
SEATS, TABLE = views(Table(seats=2).game)


class Piezo:
    """A buzzer, its wire, and the time."""

    def __init__(self) -> None:
        self.factory = BenchFactory(VirtualClock())
        self.sound = Sound(PIN, self.factory)

    def hertz(self) -> float:
        """What the wire carries now; 0 in silence."""
        pin = self.factory.pin(PIN)
        return float(pin.frequency) if pin.frequency and pin.state else REST

    def happened(self, *outcomes: Outcome, at_us: int = 0) -> None:
        self.sound.show(SEATS, TABLE, outcomes, at_us)

    def played(self, at_us: int = 0) -> list[tuple[float, int]]:
        """Every note from now to the silence, with its length in microseconds."""
        notes = []
        while (due_us := self.sound.due_us) is not None:
            notes.append((self.hertz(), due_us - at_us))
            at_us = due_us
            self.sound.refresh(at_us)
        return notes


@pytest.fixture
def piezo() -> Piezo:
    return Piezo()


def notes_of(tune: Melody) -> list[tuple[Any, int]]:
    return [(pytest.approx(note.hertz, rel=0.01), note.ms * MS_US) for note in tune]


@pytest.mark.parametrize("kind", MELODIES, ids=lambda kind: str(kind.__name__))
def test_every_melody_is_played_note_by_note_and_ends_in_silence(piezo: Piezo, kind: type) -> None:
    piezo.sound._melody = MELODIES[kind]
    piezo.sound._sound(0)

    assert piezo.played() == notes_of(MELODIES[kind])
    assert piezo.hertz() == REST


def test_it_is_silent_until_something_happens(piezo: Piezo) -> None:
    piezo.happened()
    assert (piezo.hertz(), piezo.sound.due_us) == (REST, None)
    piezo.sound.pressed(frozenset({1}))
    assert (piezo.hertz(), piezo.sound.due_us) == (REST, None)


def test_what_happens_last_in_a_moment_is_what_is_heard(piezo: Piezo) -> None:
    piezo.happened(PLAYED, MISTAKE)
    assert piezo.played() == notes_of(MELODIES[Mistake])


def test_a_new_melody_ends_the_one_before(piezo: Piezo) -> None:
    piezo.happened(LOCKED)
    piezo.happened(PLAYED, at_us=10 * MS_US)
    assert piezo.played(10 * MS_US) == notes_of(MELODIES[CardPlayed])


def test_what_has_no_melody_lets_the_one_before_end(piezo: Piezo) -> None:
    piezo.happened(PLAYED)
    piezo.happened(at_us=10 * MS_US)
    assert piezo.hertz() != REST
    piezo.happened(at_us=1_000 * MS_US)
    assert piezo.hertz() == REST


def test_closing_is_silence(piezo: Piezo) -> None:
    piezo.happened(LOCKED)
    piezo.sound.close()
    assert piezo.sound.due_us is None
    assert not piezo.factory.pin(PIN).state


# --- what nobody can hear ---


def heard(hands: dict[int, list[int]], kind: Kind, *, lives: int = 2, settle_ms: float = 0) -> list[tuple[float, int]]:
    """Every note of a level's play, seat 1 first, then seat 2, and of `settle_ms` after it."""
    piezo = Piezo()
    table = Table(seats=2, kind=kind)
    table.deal(hands, kind=kind, level=1, lives=lives)
    table.focus()
    notes: list[tuple[float, int]] = []
    told = len(table.outcomes)
    for seat in (1, 2):
        table.tap(seat)
        table.wait_ms(300)
        piezo.sound.show(*views(table.game), table.outcomes[told:], table.now_us)
        told = len(table.outcomes)
    until_us = table.now_us + round(settle_ms * MS_US)
    while (due_us := piezo.sound.due_us) is not None and due_us <= until_us:
        notes.append((piezo.hertz(), due_us))
        piezo.sound.refresh(due_us)
    return notes


REVEALED_MS = 1_400


@pytest.mark.parametrize("lives", [1, 2])
def test_in_a_blind_level_a_wrong_card_sounds_like_a_right_one_until_the_pile_is_turned_over(lives: int) -> None:
    cards = ({1: [10], 2: [20]}, {1: [20], 2: [10]})
    right, wrong = (heard(hands, Kind.BLIND, lives=lives, settle_ms=REVEALED_MS) for hands in cards)

    assert right == wrong
    assert len(right) >= 1


def test_the_last_life_is_heard_to_be_lost_after_the_reveal() -> None:
    right, wrong = (
        heard(hands, Kind.BLIND, lives=1, settle_ms=10_000) for hands in ({1: [10], 2: [20]}, {1: [20], 2: [10]})
    )
    assert right != wrong


def test_in_an_open_level_a_mistake_is_heard() -> None:
    right, wrong = (heard(hands, Kind.CLASSIC, settle_ms=500) for hands in ({1: [10], 2: [20]}, {1: [20], 2: [10]}))
    assert right != wrong


def test_a_table_without_news_has_no_melody() -> None:
    assert melody([], TABLE) == ()

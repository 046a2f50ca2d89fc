"""The verdict by itself: what follows from what was seen, whatever was seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.selftest.bounce import bounces
from mindbuzz.selftest.notes import Notes, Places
from mindbuzz.selftest.verdict import Fault, crossings, trusted_fingers
from tests.selftest.faults import LATE, TWICE
from tests.selftest.rig import CLEAN, MS, SECOND_US

PLACES = st.sampled_from((1, 2, 3, 4))
SEEN = st.fixed_dictionaries(dict.fromkeys((1, 2, 3, 4), st.frozensets(PLACES)))


def pressed(*places: int) -> tuple[Contact, ...]:
    """What comes of one press that closes contacts at these places."""
    downs = tuple(Contact(SECOND_US, place, True) for place in places)
    return downs + tuple(Contact(SECOND_US + 100 * MS, place, False) for place in places)


# --- what answers instead of what ---


@given(SEEN)
def test_whatever_does_not_answer_as_itself_alone_is_named_and_nothing_else_is_guilty(seen: dict[int, Places]) -> None:
    found = list(crossings(seen))
    strange = {place for place, reacted in seen.items() if reacted != {place}}

    assert {places[0] for _, places in found} <= strange
    assert strange <= {place for _, places in found for place in places}
    assert len(set(found)) == len(found)


@given(st.permutations((1, 2, 3, 4)))
def test_an_exchange_is_named_once_with_all_that_take_part(order: list[int]) -> None:
    found = list(crossings({place: frozenset({other}) for place, other in enumerate(order, 1)}))

    assert {fault for fault, _ in found} <= {Fault.SWAPPED}
    named = [place for _, places in found for place in places]
    assert sorted(named) == [place for place, other in enumerate(order, 1) if place != other]


# --- whose finger it was ---


@pytest.mark.parametrize(
    ("notes", "fingers"),
    [
        (Notes(presses={1: pressed(1), 2: pressed(2)}), {1: 1, 2: 2}),
        (Notes(presses={1: pressed(2), 2: pressed(1)}), {2: 1, 1: 2}),
        (Notes(presses={1: pressed(1), 2: None}), {1: 1}),
        (Notes(presses={1: pressed(), 2: pressed(2)}), {2: 2}),
        (Notes(presses={1: pressed(2), 2: pressed(2), 3: pressed(3)}), {3: 3}),
        (Notes(presses={1: pressed(1, 2), 2: pressed(2), 3: pressed(3)}), {3: 3}),
        (Notes(closed_at_rest=frozenset({1}), presses={1: pressed(1), 2: pressed(2)}), {2: 2}),
    ],
    ids=[
        "in order",
        "swapped",
        "skipped",
        "dead",
        "two on one pin",
        "one that closes another's, too",
        "closed at rest",
    ],
)
def test_a_finger_is_trusted_only_where_there_is_no_doubt(notes: Notes, fingers: dict[int, int]) -> None:
    assert trusted_fingers(notes) == fingers


# --- bounce ---


def contacts(burst: tuple[tuple[int, bool], ...]) -> list[Contact]:
    return [Contact(SECOND_US + after_us, 1, closed) for after_us, closed in burst]


def test_what_is_wrong_with_a_contact_is_said_with_its_time() -> None:
    assert bounces(contacts(TWICE), DEFAULTS) == "one press counts twice, 25.0 ms apart"
    assert bounces(contacts(LATE), DEFAULTS) == "its first contact is 9.0 ms before the press that can be believed"
    assert bounces([], DEFAULTS) == ""


@given(st.lists(st.integers(100, 3_000), max_size=5), st.lists(st.integers(100, 15_000), max_size=6))
def test_what_the_console_can_bear_is_no_fault(closing_us: list[int], opening_us: list[int]) -> None:
    """Bounces of up to 3 ms before a press is believed, of up to 15 ms while it is let go."""
    at_us, closed, burst = 0, True, [(0, True)]
    for gap_us in [*closing_us[: len(closing_us) // 2 * 2], 100_000, *opening_us[: len(opening_us) // 2 * 2]]:
        at_us += gap_us
        closed = not closed
        burst.append((at_us, closed))

    assert bounces(contacts(tuple(burst)), DEFAULTS) == ""


@given(st.integers(1, 5))
def test_two_presses_of_a_person_are_no_bounce(presses: int) -> None:
    burst = [(turn * 400 * MS + at_us, closed) for turn in range(presses) for at_us, closed in CLEAN]

    assert bounces(contacts(tuple(burst)), DEFAULTS) == ""

"""All buttons together: downs and ups leave in time order, and nothing waits longer than it must."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event, SeedDrawn, SourceLost, SourceReturned, TimePassed
from mindbuzz.core.settings import DEFAULTS
from tests.games import HANDS_NAMES, Run, again, runs, told

SEATS = (1, 2, 3)
MS = 1000


def buttons(events: list[Event]) -> list[tuple[int, int, bool]]:
    """(time, seat, down) of the downs and ups."""
    return [
        (event.at_us, event.seat, isinstance(event, ButtonPressed))
        for event in events
        if isinstance(event, ButtonPressed | ButtonReleased)
    ]


def closes(at_us: int, seat: int) -> Contact:
    return Contact(at_us, seat, closed=True)


def opens(at_us: int, seat: int) -> Contact:
    return Contact(at_us, seat, closed=False)


def fed(stage: Stage, *contacts: Contact) -> list[Event]:
    return [event for contact in contacts for event in stage.contact(contact)]


# --- by example ---


def test_the_press_that_came_first_leaves_first_though_it_is_believed_later() -> None:
    stage = Stage(SEATS, DEFAULTS)
    events = fed(stage, closes(0, 1), opens(500, 1), closes(2 * MS, 2))
    events += stage.pass_time(3 * MS)
    assert buttons(events) == [], "seat 2 is believed, and waits for seat 1"
    assert stage.down == {2}
    events += fed(stage, closes(4 * MS, 1))
    events += stage.pass_time(10 * MS)

    assert buttons(events) == [(0, 1, True), (2 * MS, 2, True)]


def test_time_passes_only_up_to_the_oldest_change_under_confirmation() -> None:
    stage = Stage(SEATS, DEFAULTS)
    fed(stage, closes(100 * MS, 1))

    assert stage.pass_time(100 * MS + 500) == [TimePassed(100 * MS)]
    assert stage.due_us == 101 * MS
    assert stage.pass_time(101 * MS) == [ButtonPressed(100 * MS, 1), TimePassed(101 * MS)]
    assert stage.due_us is None


def test_a_release_holds_time_back_until_it_is_certain() -> None:
    stage = Stage(SEATS, DEFAULTS)
    fed(stage, closes(0, 1), opens(100 * MS, 1))

    assert stage.pass_time(119 * MS)[-1] == TimePassed(100 * MS)
    assert stage.pass_time(120 * MS) == [ButtonReleased(100 * MS, 1), TimePassed(120 * MS)]


def test_presses_of_one_instant_leave_by_seat() -> None:
    stage = Stage(SEATS, DEFAULTS)
    events = fed(stage, closes(0, 3), closes(0, 1), closes(0, 2)) + stage.pass_time(MS)

    assert buttons(events) == [(0, 1, True), (0, 2, True), (0, 3, True)]


def test_a_late_contact_counts_as_now() -> None:
    stage = Stage(SEATS, DEFAULTS)
    stage.pass_time(500 * MS)
    events = fed(stage, closes(100 * MS, 1)) + stage.pass_time(600 * MS)

    assert buttons(events) == [(500 * MS, 1, True)]


def test_time_that_runs_back_changes_nothing() -> None:
    stage = Stage(SEATS, DEFAULTS)
    stage.pass_time(500 * MS)

    assert stage.pass_time(100 * MS) == [TimePassed(500 * MS)]


def test_a_contact_of_a_seat_that_has_no_button_is_passed_over() -> None:
    stage = Stage(SEATS, DEFAULTS)

    assert buttons(fed(stage, closes(0, 9)) + stage.pass_time(MS)) == []


def test_a_press_carries_the_uncertainty_of_its_first_edge() -> None:
    stage = Stage(SEATS, DEFAULTS)
    stage.contact(Contact(0, 1, closed=True, uncertainty_us=7))

    assert stage.pass_time(MS)[0] == ButtonPressed(0, 1, 7)


def test_a_lost_source_takes_its_place_in_time() -> None:
    stage = Stage(SEATS, DEFAULTS)
    events = fed(stage, closes(0, 1)) + stage.lose(500, "pod", (2,)) + stage.pass_time(MS)

    assert [type(event) for event in events if not isinstance(event, TimePassed)] == [ButtonPressed, SourceLost]


def test_a_press_made_while_the_source_was_away_is_silent_until_released() -> None:
    stage = Stage(SEATS, DEFAULTS)
    events = stage.lose(0, "pod", (2,)) + stage.regain(MS, "pod", (2,), closed=(2,))
    events += fed(stage, opens(500 * MS, 2), closes(600 * MS, 2), opens(700 * MS, 2)) + stage.pass_time(800 * MS)

    assert buttons(events) == [(600 * MS, 2, True), (700 * MS, 2, False)]


def test_a_hand_that_lay_there_all_the_while_is_still_down_when_the_source_is_back() -> None:
    stage = Stage(SEATS, DEFAULTS)
    events = fed(stage, closes(0, 2)) + stage.lose(10 * MS, "pod", (2,))
    events += stage.regain(20 * MS, "pod", (2,), closed=(2,)) + fed(stage, opens(500 * MS, 2))
    events += stage.pass_time(600 * MS)

    assert buttons(events) == [(0, 2, True), (500 * MS, 2, False)]


# --- chatter ---


def chatter(stage: Stage, bursts: int, spacing_us: int) -> list[Event]:
    return [
        event
        for number in range(bursts)
        for contact in (closes(number * spacing_us, 1), opens(number * spacing_us + 100, 1))
        for event in stage.contact(contact)
    ]


def sources(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, SourceLost | SourceReturned)]


def test_more_than_forty_bursts_in_a_second_are_chatter() -> None:
    stage = Stage(SEATS, DEFAULTS, watchful=True)
    events = chatter(stage, 41, 24_000) + stage.pass_time(5_000 * MS)

    assert sources(events) == [
        SourceLost(960 * MS, "chatter:1", (1,)),
        SourceReturned(1_960 * MS + 100, "chatter:1", (1,)),
    ]


def test_forty_bursts_in_a_second_are_none() -> None:
    assert sources(chatter(Stage(SEATS, DEFAULTS, watchful=True), 80, 25_000)) == []


def test_a_stage_that_does_not_watch_tells_of_no_chatter() -> None:
    assert sources(chatter(Stage(SEATS, DEFAULTS), 100, 10_000)) == []


# --- whatever the contacts do ---


DELAYS_US = st.one_of(
    st.integers(0, 3 * MS),
    st.integers(0, 40 * MS),
    st.sampled_from([0, 1, MS, 5 * MS, 15 * MS, 20 * MS, 1_000 * MS]),
)


@st.composite
def traces(draw: st.DrawFn) -> list[Contact]:
    """Contacts of three buttons, in time order, bouncing as they like."""
    at_us = 0
    contacts = []
    for _ in range(draw(st.integers(1, 60))):
        at_us += draw(DELAYS_US)
        contacts.append(Contact(at_us, draw(st.sampled_from(SEATS)), draw(st.booleans())))
    return sorted(contacts, key=lambda contact: (contact.at_us, contact.seat))


def run_through(contacts: list[Contact], waits: list[int], watchful: bool = False) -> list[Event]:
    """Feed contacts, looking in between at other times too, as the daemon's loop does."""
    stage = Stage(SEATS, DEFAULTS, closed=(3,), watchful=watchful)
    events: list[Event] = []
    for number, contact in enumerate(contacts):
        if waits:
            before_us = contact.at_us - waits[number % len(waits)]
            events += stage.pass_time(max(0, before_us))
        events += stage.contact(contact)
    return events + stage.pass_time(contacts[-1].at_us + 5_000 * MS)


@given(traces(), st.lists(st.integers(0, 30 * MS), max_size=5), st.booleans())
def test_events_leave_in_time_order_and_never_before_the_watermark(
    contacts: list[Contact], waits: list[int], watchful: bool
) -> None:
    latest_us = 0
    for event in run_through(contacts, waits, watchful):
        assert event.at_us >= latest_us
        latest_us = event.at_us


@given(traces())
def test_press_and_release_alternate(contacts: list[Contact]) -> None:
    found = buttons(run_through(contacts, []))
    for seat in SEATS:
        downs = [down for _, found_seat, down in found if found_seat == seat]
        assert downs == [number % 2 == 0 for number in range(len(downs))]


@given(traces(), st.lists(st.integers(0, 30 * MS), min_size=1, max_size=5))
def test_looking_more_often_finds_nothing_else(contacts: list[Contact], waits: list[int]) -> None:
    assert buttons(run_through(contacts, waits)) == buttons(run_through(contacts, []))


@given(traces(), st.lists(st.integers(0, 30 * MS), min_size=1, max_size=5))
def test_looking_more_often_finds_no_other_chatter(contacts: list[Contact], waits: list[int]) -> None:
    assert sources(run_through(contacts, waits, watchful=True)) == sources(run_through(contacts, [], watchful=True))


@given(traces())
def test_every_stamp_is_that_of_an_edge_of_the_same_button(contacts: list[Contact]) -> None:
    edges = {(contact.at_us, contact.seat, contact.closed) for contact in contacts}

    assert set(buttons(run_through(contacts, []))) <= edges


@given(traces())
def test_what_was_let_out_relied_on_nothing_later(contacts: list[Contact]) -> None:
    """However the trace goes on, what has left has left: every beginning gives a beginning."""
    whole = buttons(run_through(contacts, []))
    stage = Stage(SEATS, DEFAULTS, closed=(3,))
    so_far: list[Event] = []
    for contact in contacts:
        so_far += stage.contact(contact)
        found = buttons(so_far)
        assert found == whole[: len(found)]


@given(traces())
def test_a_late_contact_never_breaks_the_order(contacts: list[Contact]) -> None:
    stage = Stage(SEATS, DEFAULTS)
    latest_us = 0
    for number, contact in enumerate(contacts):
        late_us = contact.at_us - (30 * MS if number % 3 == 0 else 0)
        for event in stage.contact(replace(contact, at_us=max(0, late_us))):
            assert event.at_us >= latest_us
            latest_us = event.at_us


# --- bounce within its limits changes no game ---


def bouncing(run: Run, random: Random) -> list[Contact]:
    """The contacts of a clean game, with bounce before each press is believed, around each release, and sparks."""
    contacts: list[Contact] = []
    for event in run.events:
        if isinstance(event, ButtonPressed):
            contacts += _press_bounce(event.at_us, event.seat, random)
        elif isinstance(event, ButtonReleased):
            contacts += _release_bounce(event.at_us, event.seat, random)
    return sorted(contacts, key=lambda contact: (contact.at_us, contact.seat))


def _press_bounce(at_us: int, seat: int, random: Random) -> list[Contact]:
    """Closed, then open for less than 5 ms at a time, and closed for good before 12 ms have passed."""
    contacts = [closes(at_us, seat)]
    offset_us = 0
    while (offset_us := offset_us + random.randint(20, 900)) < 8 * MS and random.random() < 0.7:
        contacts.append(opens(at_us + offset_us, seat))
        offset_us += random.randint(20, 3_900)
        contacts.append(closes(at_us + offset_us, seat))
    return contacts


def _release_bounce(at_us: int, seat: int, random: Random) -> list[Contact]:
    """Open for less than 20 ms at a time before it stays open; later a spark that nobody believes."""
    contacts = []
    if random.random() < 0.7:
        contacts += [opens(at_us - 12 * MS, seat), closes(at_us - random.randint(1, 11 * MS), seat)]
    contacts.append(opens(at_us, seat))
    if random.random() < 0.5:
        spark_us = at_us + 21 * MS + random.randint(0, 2 * MS)
        contacts += [closes(spark_us, seat), opens(spark_us + random.randint(1, 900), seat)]
    return contacts


@given(runs(attended=False, names=HANDS_NAMES, spacing_us=45 * MS), st.integers(0, 2**32))
def test_bounce_within_its_limits_changes_no_outcome(run: Run, number: int) -> None:
    stage = Stage(run.setup.seats, run.setup.settings)
    events: list[Event] = [run.setup.begun]
    for contact in bouncing(run, Random(number)):
        events += stage.contact(contact)
    events += stage.pass_time(run.now_us)

    without_chance = [event for event in run.events if not isinstance(event, SeedDrawn)]
    assert buttons(events) == buttons(run.events)
    assert told(again(run.setup, events)) == told(again(run.setup, without_chance))

"""The loop: awake when something is due and at no other time; the same game in virtual and in real time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.events import ButtonPressed
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.step import deadline
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.inputs.source import Mailbox
from mindbuzz.runtime.clock import RealClock, VirtualClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.loop import Loop
from mindbuzz.simulation import Plan, played
from tests.runtime.cuts import party_of
from tests.runtime.desk import MS, SECOND_US, Desk, config_of

# A contact wakes the loop when it comes and when it is certain; the players themselves wake for every edge.
TURNS_PER_CONTACT = 3


class Counting:
    """A sink that counts how often the console had something to show."""

    due_us: int | None = None

    def __init__(self) -> None:
        self.shows = 0
        self.outcomes: list[Outcome] = []

    def pressed(self, down: frozenset[int]) -> None:
        """Not counted."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        self.shows += 1
        self.outcomes.extend(outcomes)

    def refresh(self, now_us: int) -> None:
        """Never due."""

    def close(self) -> None:
        """The counts stay."""


# --- how often it wakes ---


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: str(kind.value))
def test_a_game_takes_no_more_turns_than_there_are_contacts_and_timers(kind: Kind) -> None:
    """Every turn has a reason: contacts, something to show, a lamp that moves. A loop that spins has millions."""
    desk = Desk(config=config_of(3, game=kind.value), party=party_of(kind, 3, "normal", 1))
    desk.run_until_over()
    contacts = desk.journal._db.execute("SELECT count(*) FROM contacts").fetchone()[0]

    assert desk.turns <= TURNS_PER_CONTACT * contacts + desk.lamp_turns + 2 * desk.witness.shows
    desk.close()


def test_every_turn_moves_the_clock_on_or_takes_contacts() -> None:
    """Waking twice for the same moment is how a busy loop begins."""
    desk = Desk(config=config_of(3), party=party_of(Kind.CLASSIC, 3, "normal", 4))
    in_one_moment = 0
    while desk.phase() not in (Phase.VICTORY, Phase.DEFEAT):
        desk.turn()
        due_us = desk.parts.loop.due_us
        assert due_us is not None
        in_one_moment = in_one_moment + 1 if due_us <= desk.clock.now_us() else 0
        assert in_one_moment < 5
        desk.clock.jump_to(due_us)
    desk.close()


def test_a_timer_that_waits_for_an_unconfirmed_contact_does_not_spin() -> None:
    """The focus would lock at a moment at which a release is still being confirmed: until that is known, no timer of
    the game is due, however overdue it is.
    """
    desk = Desk()
    desk.begin()
    desk.press(1, 2)
    desk.wait_ms(490)
    desk.lift(1)
    lifted_us = desk.clock.now_us()
    desk.wait_ms(12)
    lock_us = deadline(desk.game)
    assert lock_us is not None
    assert lock_us < desk.clock.now_us()

    assert desk.parts.console.due_us == lifted_us + 20 * MS + 3 * MS
    before = desk.turns
    desk.wait_ms(30)
    assert desk.turns - before <= 6
    assert desk.phase() is Phase.FOCUS
    desk.close()


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.ATTRACT, Phase.PLAY])
def test_an_idle_console_hardly_wakes_in_ten_minutes(phase: Phase) -> None:
    """Lamps that pulse move 20 times a second at most; where none does, nobody wakes at all but for a few timers."""
    desk = Desk()
    if phase is Phase.PLAY:
        desk.begin()
        desk.focus()
    if phase is Phase.ATTRACT:
        desk.wait(130 * SECOND_US)
    assert desk.phase() is phase
    before = desk.turns - desk.lamp_turns
    desk.wait(600 * SECOND_US)

    assert desk.turns - desk.lamp_turns - before <= 12
    assert desk.lamp_turns <= 20 * 800
    desk.close()


def test_in_play_nobody_wakes_at_all_while_nobody_presses() -> None:
    desk = Desk()
    desk.begin()
    desk.focus()
    before = desk.turns
    desk.wait(170 * SECOND_US)

    assert desk.phase() is Phase.PLAY
    assert desk.turns - before == 2
    desk.close()


def test_the_audit_wakes_twenty_times_a_second_and_no_more() -> None:
    desk = Desk(config=config_of(2, audit_ms=50))
    desk.begin()
    desk.focus()
    before = desk.turns
    desk.wait(60 * SECOND_US)

    assert desk.turns - before <= 60 * 20 + 3
    desk.close()


# --- virtual time ---


def test_running_virtually_ends_when_it_is_done() -> None:
    desk = Desk(party=party_of(Kind.CLASSIC, 2, "normal", 4))
    desk.parts.loop.run_virtually(desk.clock, lambda: desk.phase() is Phase.PLAY)

    assert desk.phase() is Phase.PLAY
    desk.close()


def test_running_virtually_ends_when_nothing_is_due_any_more() -> None:
    clock = VirtualClock(SECOND_US)
    desk = Desk()
    loop = Loop(desk.parts.console, [], [], Mailbox(), clock)
    desk.wait(130 * SECOND_US)
    assert desk.phase() is Phase.ATTRACT
    loop.run_virtually(clock, lambda: False)
    desk.close()


def test_running_virtually_ends_when_it_is_stopped() -> None:
    desk = Desk(party=party_of(Kind.CLASSIC, 2, "normal", 4))
    desk.parts.loop.stop()
    desk.parts.loop.run_virtually(desk.clock, lambda: False)

    assert desk.turns == 0
    desk.close()


# --- real time ---


def test_a_game_in_real_time_a_hundred_times_as_fast_comes_to_its_end() -> None:
    """Through asyncio and a real clock, with the level audit on."""
    counting = Counting()
    tally = played(Plan(2, Kind.BLIND, "novice", seed=0), 100, [counting], Journal(None), screens=False)

    assert tally.over
    assert counting.shows > 20
    assert tally.levels == sum(type(told).__name__ == "LevelCompleted" for told in counting.outcomes)


def test_news_from_another_thread_wake_a_sleeping_loop() -> None:
    clock = RealClock()
    desk = Desk()
    mailbox = Mailbox()
    loop = Loop(desk.parts.console, [], [], mailbox, clock)

    def press() -> None:
        mailbox.put(Contact(clock.now_us(), 1, True))

    async def main() -> None:
        running = asyncio.create_task(loop.run(clock))
        await asyncio.sleep(0.05)
        threading.Thread(target=press).start()
        while not desk.game.buttons[1].down:
            await asyncio.sleep(0.005)
        loop.stop()
        await running

    asyncio.run(asyncio.wait_for(main(), 30))
    assert desk.game.buttons[1].down
    desk.close()


def test_news_that_come_after_the_end_trouble_nobody() -> None:
    """A contact while everything is put away must not raise on the driver's thread: that would end every button."""
    clock = RealClock()
    desk = Desk()
    mailbox = Mailbox()
    loop = Loop(desk.parts.console, [], [], mailbox, clock)

    waking = []

    async def main() -> None:
        events = asyncio.get_running_loop()
        events.call_later(0.02, loop.stop)
        events.call_later(0.01, lambda: waking.append(mailbox.wake))
        await loop.run(clock)

    asyncio.run(main())
    mailbox.put(Contact(clock.now_us(), 1, True))
    waking[0]()  # of a thread that had it in its hand already
    desk.close()


def test_an_error_in_a_turn_ends_the_loop() -> None:
    """So that the service manager starts the console anew, which has lost nothing."""
    clock = RealClock()
    desk = Desk()

    class Failing(Counting):
        def show(
            self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int
        ) -> None:
            raise RuntimeError("no light")

    mailbox = Mailbox()
    failing = Failing()
    console = desk.parts.console
    console._sinks = [failing]
    loop = Loop(console, [], [failing], mailbox, clock)
    mailbox.put(Contact(clock.now_us(), 1, True))
    with pytest.raises(RuntimeError, match="no light"):
        asyncio.run(asyncio.wait_for(loop.run(clock), 30))
    desk.close()


# --- clocks ---


def test_a_real_clock_goes_on_from_where_it_is_told_at_its_speed() -> None:
    clock = RealClock(5_000_000, speed=10)
    ticks = clock.ticks()

    assert clock.at_us(ticks + 1) - clock.at_us(ticks) == 10_000_000
    assert clock.now_us() >= 5_000_000
    assert clock.seconds_until(clock.now_us() - 1) == 0
    assert 0.9 < clock.seconds_until(clock.now_us() + 10_000_000) <= 1


def test_a_real_clock_without_a_start_is_the_machine_s_own() -> None:
    before_us = round(time.monotonic() * SECOND_US)

    assert before_us <= RealClock().now_us() <= before_us + 60 * SECOND_US


def test_a_virtual_clock_stands_still_and_never_runs_back() -> None:
    clock = VirtualClock(7)
    clock.jump_to(3)
    assert clock.now_us() == 7
    clock.jump_to(12)
    assert clock.now_us() == 12
    assert clock.at_us(clock.ticks()) == 12


def test_an_event_of_the_core_is_what_the_loop_is_about() -> None:
    """The walk of one press ends in the core as a press with the time of its contact."""
    desk = Desk()
    desk.wait(123_456)
    pressed_us = desk.clock.now_us()
    desk.press(2)
    desk.wait_ms(10)
    button = desk.game.buttons[2]

    assert ButtonPressed(pressed_us, 2, 100) == ButtonPressed(button.pressed_at_us, 2, button.uncertainty_us)
    desk.close()

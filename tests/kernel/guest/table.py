"""People at the table: fingers on simulated contacts that bounce, eyes on the journal."""

import random
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from tests.kernel.guest import control, journal, pins

BUTTONS = {1: 5, 2: 6, 3: 26, 4: 16}
ELSEWHERE: dict[int, Any] = {}  # what closes and opens the contacts of seats that are not on pins of the machine
LAMPS = {1: 22, 2: 23, 3: 24, 4: 25}
HOST = 27

TAP_S = 0.09
GUARD_S = 0.25  # longer than repeat_guard_ms
LOCK_S = 2.0
WRITTEN_S = 3.0  # a machine that is held up writes late
FOCUS_TRIES = 12
ALL_HOLD_S = 1.8
STOP_S = 0.8
EVENT_S = 100
BOUNCES = 3
BOUNCE_S = 0.0005

chance = random.Random(5)


# --- fingers ---


def press(seat: int) -> None:
    """A contact closes, and bounces a few times before it stays so."""
    contacts = ELSEWHERE.get(seat, pins)
    _bounce(BUTTONS[seat], contacts.close, contacts.open_)


def lift(seat: int) -> None:
    """A contact opens, and bounces."""
    contacts = ELSEWHERE.get(seat, pins)
    _bounce(BUTTONS[seat], contacts.open_, contacts.close)


def _bounce(line: int, there: Any, back: Any) -> None:
    """Some bounces, each shorter than it takes to fall asleep and wake up."""
    there(line)
    for _ in range(chance.randrange(BOUNCES)):
        for change in (back, there):
            _spin(chance.uniform(0, BOUNCE_S))
            change(line)


def _spin(duration_s: float) -> None:
    until_s = time.monotonic() + duration_s
    while time.monotonic() < until_s:
        pass


def tap(seat: int) -> None:
    """Press briefly."""
    press(seat)
    time.sleep(TAP_S)
    lift(seat)
    time.sleep(GUARD_S)


def lay_hands(seats: Iterable[int]) -> None:
    """All press."""
    for seat in seats:
        press(seat)


def lift_hands(seats: Iterable[int]) -> None:
    """All let go, and wait until a tap counts again."""
    for seat in seats:
        lift(seat)
    time.sleep(GUARD_S)


def hands_off() -> None:
    """Whoever was pressing when the machine went off is not any more."""
    for line in (*BUTTONS.values(), HOST):
        pins.open_(line)


# --- what a table does ---


def start(seats: list[int]) -> dict[str, Any]:
    """From an empty lobby to the first deal."""
    before = journal.count()
    for _ in range(FOCUS_TRIES):
        # A machine that is held up makes a tap too long to be one; then it is tried again, as people do.
        while lacking := [seat for seat in seats if seat not in control.joined()]:
            tap(lacking[0])
        lay_hands(seats)
        time.sleep(ALL_HOLD_S)
        lift_hands(seats)
        dealt = journal.comes(["level_dealt"], before, WRITTEN_S)
        if dealt is not None:
            return dealt
    raise TimeoutError(f"no game, but {control.status()}")


def focus(seats: list[int]) -> dict[str, Any]:
    """All lay their hands down, anew if it has to be, until they are in tune; they lift: play is on."""
    before = journal.count()
    for _ in range(FOCUS_TRIES):
        lay_hands(seats)
        journal.comes(["focus_locked"], before, LOCK_S)
        lift_hands(seats)
        if journal.comes(["focus_locked"], before, WRITTEN_S):
            started = journal.comes(["play_started"], before, WRITTEN_S)
            if started is not None:
                return started
    raise TimeoutError(f"no focus, but {journal.outcomes(before)}")


def go_on(seats: list[int]) -> None:
    """The answer to whether a game that was cut off shall go on: all hold."""
    lay_hands(seats)
    time.sleep(ALL_HOLD_S)
    lift_hands(seats)


def tap_lowest_meanwhile() -> None:
    """Whoever has the lowest card taps, while whoever asks for it does something else."""
    threading.Thread(target=tap, args=(_lowest(),), daemon=True).start()


def _lowest() -> int:
    return min((cards[0], seat) for seat, cards in journal.hands().items() if cards)[1]


def play_lowest() -> dict[str, Any]:
    """Whoever has the lowest card of the table plays it."""
    return _play(_lowest)


def _play(whose: Callable[[], int]) -> dict[str, Any]:
    """Somebody taps, and a card is down. If a machine that was held up missed its pod meanwhile, all focus anew."""
    for _ in range(FOCUS_TRIES):
        before = journal.count()
        tap(whose())
        came = journal.await_event(["card_played", "pause_lifted"], before, EVENT_S)
        if came["event"] == "card_played":
            return came
        focus(list(journal.hands()))
    raise TimeoutError(f"no card, but {journal.outcomes()[-FOCUS_TRIES:]}")


def play_highest() -> dict[str, Any]:
    """Whoever has the highest of the next cards plays it: a mistake, unless nobody else has any; then they go on."""
    before = journal.count()
    while (ended := journal.comes(["mistake", "level_completed"], before, 0)) is None:
        _play(_highest)
    return ended


def _highest() -> int:
    return max((cards[0], seat) for seat, cards in journal.hands().items() if cards)[1]


def play_level(seats: list[int]) -> dict[str, Any]:
    """A whole level without a mistake, and the deal of the next."""
    before = journal.count()
    focus(seats)
    while any(journal.hands().values()):
        play_lowest()
    return journal.await_event(["level_dealt", "game_won"], before, EVENT_S)


def throw_star(seats: list[int]) -> dict[str, Any]:
    """One stops everyone and keeps holding; the others agree."""
    before = journal.count()
    asker, *others = seats
    press(asker)
    while journal.await_event(["star_asked", "pause_lifted"], before, EVENT_S)["event"] != "star_asked":
        before = journal.count()
        lift(asker)
        focus(seats)
        press(asker)
    lay_hands(others)
    thrown = journal.await_event(["star_thrown", "star_refused"], before, EVENT_S)
    lift_hands(seats)
    return thrown


def lose(seats: list[int]) -> dict[str, Any]:
    """Mistake after mistake, until no life is left."""
    while True:
        before = journal.count()
        focus(seats)
        play_highest()
        time.sleep(GUARD_S)
        ended = journal.await_event(["level_dealt", "game_lost", "mistake", "level_completed"], before, EVENT_S)
        if any(outcome["event"] == "game_lost" for outcome in journal.outcomes(before)):
            return ended


def whole_game(seats: list[int]) -> list[str]:
    """A game with a clean level, a star, mistakes and an end. Answers the kinds of events there were."""
    start(seats)
    play_level(seats)
    focus(seats)
    throw_star(seats)
    time.sleep(GUARD_S)
    lose(seats)
    return [outcome["event"] for outcome in journal.outcomes()]


# --- duels ---


def duels(first: int, second: int, lead_s: float, number: int) -> list[list[Any]]:
    """Two press, one `lead_s` after the other, number times, in either order by chance.

    Answers for each who was first, and how the console took it: the seats in its order, and whether it is sure of it.
    """
    told: list[list[Any]] = []
    for _ in range(number):
        pair = [first, second]
        chance.shuffle(pair)
        # By their stamps, not by when they were written down: an edge of the last duel may still be under way where
        # the audit was faster and made it up.
        before_us = journal.last_us()
        pins.close(BUTTONS[pair[0]])
        _spin(lead_s)
        pins.close(BUTTONS[pair[1]])
        told.append([pair[0], *_taken(journal.await_contacts(before_us, True, len(pair), EVENT_S))])
        for seat in pair:
            pins.open_(BUTTONS[seat])
        journal.await_contacts(before_us, False, len(pair), EVENT_S)
    return told


def _taken(closings: list[list[int]]) -> tuple[list[int], bool]:
    """The seats in the order of their stamps; whether these lie further apart than they are uncertain."""
    (at_us, one, either_us), (later_us, other, way_us) = closings
    return [one, other], later_us - at_us >= either_us + way_us


def stop_all(seats: list[int]) -> dict[str, Any]:
    """One stops the game, so that all may lay their hands down anew."""
    before = journal.count()
    press(seats[0])
    stopped = journal.await_event(["stopped"], before, EVENT_S)
    lift(seats[0])
    time.sleep(GUARD_S)
    return stopped


# --- contacts without people ---


def chatter(seat: int, edges: int) -> None:
    """A broken contact: so many edges as fast as it goes, open at the end."""
    for _ in range(edges // 2):
        pins.close(BUTTONS[seat])
        time.sleep(0.0003)
        pins.open_(BUTTONS[seat])
        time.sleep(0.0003)


def close(seat: int) -> None:
    """A contact closes without a bounce."""
    pins.close(BUTTONS[seat])

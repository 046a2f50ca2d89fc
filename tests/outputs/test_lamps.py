"""Lamps on real gpiozero devices and mock pins: what the wire carries, when."""

from __future__ import annotations

from typing import Any

import pytest

from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import views
from mindbuzz.outputs.lamps import Lamps
from mindbuzz.pins.mock import BenchFactory
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.screens.lamp import DIM_LEVEL, ON_LEVEL
from tests.games import Run, Setup

PINS = {1: 22, 2: 23}
SECOND_US = 1_000_000


class Board:
    """Two lamps, and the levels that their wires carry."""

    def __init__(self, **how: Any) -> None:
        self.factory = BenchFactory(VirtualClock(SECOND_US))
        self.lamps = Lamps(PINS, self.factory, **how)

    def wire(self, seat: int) -> float:
        return float(self.factory.pin(PINS[seat]).state)

    def wires(self) -> list[float]:
        return [self.wire(seat) for seat in PINS]

    def show(self, game: Game, now_us: int | None = None) -> None:
        seats, table = views(game)
        self.lamps.show(seats, table, (), game.at_us if now_us is None else now_us)

    def refresh(self, now_us: int) -> list[float]:
        self.lamps.refresh(now_us)
        return self.wires()

    def close(self) -> None:
        self.lamps.close()
        self.factory.close()


@pytest.fixture
def board() -> Any:
    board = Board()
    yield board
    board.close()


def run_of_two(level: int = 1) -> Run:
    return Run(Setup(seats=(1, 2), level=level))


def in_play(level: int = 1) -> Run:
    run = run_of_two(level)
    run.all_hands(down=True)
    run.wait(600_000)
    run.all_hands(down=False)
    run.wait(300_000)
    assert run.game.phase is Phase.PLAY
    return run


def in_lobby() -> Game:
    return Setup(seats=(1, 2)).console


def test_lamps_are_dark_until_something_is_shown(board: Board) -> None:
    assert board.wires() == [0, 0]
    assert board.lamps.due_us is None


def test_a_believed_press_lights_its_own_lamp_at_once_and_no_other(board: Board) -> None:
    board.show(in_lobby())
    board.lamps.pressed(frozenset({2}))

    assert board.wires() == [pytest.approx(DIM_LEVEL), 1]


def test_letting_go_leaves_the_lamp_to_what_is_shown_next(board: Board) -> None:
    board.show(in_lobby())
    board.lamps.pressed(frozenset({2}))
    board.lamps.pressed(frozenset())

    assert board.wire(2) == 1
    assert board.refresh(0) == [pytest.approx(DIM_LEVEL)] * 2


def test_in_play_a_lamp_is_steady_and_nothing_is_due(board: Board) -> None:
    board.show(in_play().game)

    assert board.wires() == [pytest.approx(ON_LEVEL)] * 2
    assert board.lamps.due_us is None
    assert board.refresh(3_600 * SECOND_US) == [pytest.approx(ON_LEVEL)] * 2


def test_a_missing_hand_pulses_slowly_from_when_focus_began(board: Board) -> None:
    run = run_of_two()
    began_us = run.game.began_us
    board.show(run.game)

    assert board.refresh(began_us) == [pytest.approx(0.1)] * 2
    assert board.refresh(began_us + SECOND_US) == [pytest.approx(0.7)] * 2
    assert board.refresh(began_us + 2 * SECOND_US) == [pytest.approx(0.1)] * 2


def test_a_pattern_that_moves_says_when_it_moves_next(board: Board) -> None:
    run = run_of_two()
    board.show(run.game)
    now_us = run.game.began_us
    for _ in range(50):
        due_us = board.lamps.due_us
        assert due_us is not None
        assert due_us > now_us
        before = board.wires()
        assert board.refresh(due_us - 1) == before
        board.refresh(due_us)
        now_us = due_us


def flashes(board: Board, from_us: int, seat: int) -> list[float]:
    """The levels of a lamp, one for each time it changes, from a moment on."""
    levels = [board.wire(seat)]
    while (due_us := board.lamps.due_us) is not None and due_us < from_us + 3 * SECOND_US:
        board.refresh(due_us)
        if board.wire(seat) != levels[-1]:
            levels.append(board.wire(seat))
    return levels


def test_after_a_mistake_the_offender_flashes_three_times_and_whom_they_passed_in_opposite_phase(board: Board) -> None:
    run = in_play(level=3)
    hands = run.game.cards.hands
    offender, passed = (1, 2) if hands[1][0].value > hands[2][0].value else (2, 1)
    run.tap(offender)
    assert run.game.phase is Phase.MISTAKE
    board.show(run.game, run.game.began_us)

    assert board.wire(offender) == 1
    assert board.wire(passed) == 0
    assert flashes(board, run.game.began_us, offender).count(1) == 3


def test_an_active_low_board_is_dark_when_its_wires_are_high() -> None:
    board = Board(active_high=False)

    assert board.wires() == [1, 1]
    board.lamps.pressed(frozenset({1}))
    assert board.wires() == [0, 1]
    board.lamps.close()
    assert [board.lamps.level(seat) for seat in PINS] == [0, 0]


def test_a_lamp_that_cannot_be_dimmed_is_on_from_half_and_off_below() -> None:
    board = Board(dimmable=False)
    board.show(in_lobby())
    assert board.wires() == [0, 0]
    assert board.lamps.level(1) == pytest.approx(DIM_LEVEL)

    board.show(in_play().game)
    assert board.wires() == [1, 1]

    run = run_of_two()
    board.show(run.game)
    began_us = run.game.began_us
    assert board.refresh(began_us) == [0, 0]
    assert board.refresh(began_us + SECOND_US) == [1, 1]
    board.close()


def test_lamps_are_dark_after_close_and_their_pins_free() -> None:
    board = Board()
    board.lamps.pressed(frozenset(PINS))
    assert board.wires() == [1, 1]
    board.lamps.close()

    assert board.wires() == [0, 0]
    again = Lamps(PINS, board.factory)
    assert board.wires() == [0, 0]
    again.close()


def test_no_thread_blinks(board: Board) -> None:
    """gpiozero's own `blink` and `pulse` start a thread; a lamp of ours never has one."""
    board.show(run_of_two().game)

    assert all(device._blink_thread is None for device in board.lamps._lamps.values())


def test_brightness_bounds_what_the_wires_carry_where_lamps_are_dimmable() -> None:
    for dimmable, level in ((True, 0.25), (False, 1.0)):
        board = Board(brightness=0.25, dimmable=dimmable)
        board.lamps.pressed(frozenset({1}))

        assert board.wires() == [level, 0.0]
        board.close()

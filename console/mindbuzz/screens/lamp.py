"""Lamps: what the light in a seat's button does. It tells who is to act; never a card, a colour, or who holds what."""

from collections.abc import Callable

from mindbuzz.core.companion.outcomes import StarSpent
from mindbuzz.core.outcomes import LevelCompleted, Mistake
from mindbuzz.core.phases import NO_GAME, Phase
from mindbuzz.core.views import SeatView
from mindbuzz.screens.opening import opening_us
from mindbuzz.screens.pattern import Pattern, following, gliding, steady, stepping

DIM_LEVEL = 0.12
ON_LEVEL = 0.6

OFF = steady("off", 0.0)
DIM = steady("dim", DIM_LEVEL)
ON = steady("on", ON_LEVEL)
FULL = steady("full", 1.0)
SLOW_PULSE = gliding("slow pulse", (0, 0.1), (1_000_000, 0.7), (2_000_000, 0.1), loop_us=2_000_000)
FAST_PULSE = gliding("fast pulse", (0, 1.0), (240_000, 0.1), (480_000, 1.0), loop_us=480_000)
FADE_OUT = gliding("fade out", (0, 1.0), (3_000_000, 0.0))

# Three flashes, and three in opposite phase: 2.5 a second, since people who are sensitive to light are safe up to 3.
FLASH_HALF_US = 200_000


def _flashes(name: str, first: float) -> Pattern:
    levels = [(place * FLASH_HALF_US, abs(first - place % 2)) for place in range(6)]
    return stepping(name, *levels, (6 * FLASH_HALF_US, ON_LEVEL))


THREE_FLASHES = _flashes("three flashes", 1.0)
OPPOSITE_FLASHES = _flashes("opposite flashes", 0.0)

SWEEP_STEP_US = 250_000
SWEEP_REST = 0.1


def _sweep(place: int, seats: int) -> Pattern:
    """A light that runs around the table once: each seat in its turn, then all on."""
    return stepping(
        "sweep",
        (0, SWEEP_REST),
        (place * SWEEP_STEP_US, 1.0),
        ((place + 1) * SWEEP_STEP_US, SWEEP_REST),
        (seats * SWEEP_STEP_US, ON_LEVEL),
    )


SWEPT = StarSpent | LevelCompleted

# --- by phase ---


def _lobby(view: SeatView) -> Pattern:
    return _or_full(view, ON if view.seat in view.table.joined else DIM)


def _focus(view: SeatView) -> Pattern:
    """A hand that is down but does not count yet is as missing as one that is not.

    With real cards what is worth a sweep is shown in focus; it lasts until the first hand is laid down.
    """
    if not view.table.hand_laid and any(isinstance(outcome, SWEPT) for outcome in view.table.shown):
        return _swept(view)
    return FULL if view.seat in view.table.ready else SLOW_PULSE


def _play(view: SeatView) -> Pattern:
    if view.table.real_cards:
        return _own_cards(view)
    return FULL if view.waiting else _or_full(view, ON if view.hand else OFF)


def _own_cards(view: SeatView) -> Pattern:
    """Steady once a player has said that their hand is empty."""
    empty = view.table.real_cards is not None and view.seat in view.table.real_cards.empty
    return _or_full(view, ON if empty else DIM)


def _stop(view: SeatView) -> Pattern:
    if view.seat == view.table.stopper:
        return FAST_PULSE
    return FULL if view.seat in view.table.ready else SLOW_PULSE


def _choice(view: SeatView) -> Pattern:
    done = view.seat in view.table.picked or not view.hand
    return _or_full(view, ON if done else SLOW_PULSE)


def _mistake(view: SeatView) -> Pattern:
    told = next(outcome for outcome in view.table.shown if isinstance(outcome, Mistake))
    if view.seat == told.seat:
        return THREE_FLASHES
    passed_over = {seat for seat, _ in view.table.set_aside_counts}
    return OPPOSITE_FLASHES if view.seat in passed_over else _or_full(view, ON)


def _swept(view: SeatView) -> Pattern:
    """One sweep, as soon as what came of it is shown; before that the mistake, if there was one."""
    seats = view.table.joined
    return _after_opening(view, _sweep(seats.index(view.seat), len(seats)))


def _defeat(view: SeatView) -> Pattern:
    return _after_opening(view, FADE_OUT)


def _after_opening(view: SeatView, pattern: Pattern) -> Pattern:
    """A pattern that waits for the pages that come first. A late card that is turned over changes no lamp."""
    if view.seat in view.table.down:
        return FULL
    mistaken = any(isinstance(outcome, Mistake) for outcome in view.table.shown)
    first = _mistake(view) if mistaken else ON
    wait_us = opening_us(view.table)
    return following(first, pattern, wait_us) if wait_us else pattern


def _paused(view: SeatView) -> Pattern:
    """Whoever is to blame pulses; the others' hands are answered."""
    blamed = any(view.seat in seats for _, seats in view.table.causes)
    return SLOW_PULSE if blamed else _or_full(view, DIM)


def _pulsing(view: SeatView) -> Pattern:
    return _or_full(view, SLOW_PULSE)


def _or_full(view: SeatView, pattern: Pattern) -> Pattern:
    """A lamp answers its own button at once: full while it is down."""
    return FULL if view.seat in view.table.down else pattern


LAMPS: dict[Phase, Callable[[SeatView], Pattern]] = {
    Phase.ATTRACT: _pulsing,
    Phase.LOBBY: _lobby,
    Phase.FOCUS: _focus,
    Phase.LOCKED: lambda view: FULL,
    Phase.PLAY: _play,
    Phase.CHECK: _pulsing,
    Phase.STOP: _stop,
    Phase.QUESTION: _stop,
    Phase.CHOICE: _choice,
    Phase.MISTAKE: _mistake,
    Phase.STAR: _swept,
    Phase.LEVEL: _swept,
    Phase.VICTORY: _swept,
    Phase.DEFEAT: _defeat,
    Phase.PAUSED: _paused,
    Phase.STILL_THERE: _pulsing,
    Phase.RESUME: _pulsing,
}
SEATED_ONLY = frozenset(Phase) - NO_GAME


def lamp(view: SeatView) -> Pattern:
    """What the lamp of a seat does from when its phase began. A seat that is not at the table stays dark."""
    table = view.table
    if table.phase in SEATED_ONLY and view.seat not in table.joined:
        return OFF
    return LAMPS[table.phase](view).after(table.began_us)

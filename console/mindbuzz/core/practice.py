"""What a press in the lobby teaches: how long is long, and whether a hand needs calm times."""

from dataclasses import replace
from functools import partial

from mindbuzz.core.game import Game
from mindbuzz.core.settings import Settings, hold_us, us
from mindbuzz.core.turn import Timer, Timers, Turn

SLOW_MS = 400  # a tap that takes so long was nearly a hold: most take less than half of it


def timers(game: Game) -> Timers:
    """A press that is down becomes a long one; its own screen says so."""
    if not game.attended:
        return
    for seat, button in game.buttons.items():
        if button.live and seat not in game.long_pressed:
            yield Timer(button.pressed_at_us + hold_us(game.settings, False, seat), partial(_become_long, seat))


def _become_long(seat: int, turn: Turn, at_us: int) -> None:
    turn.change(long_pressed=turn.game.long_pressed | {seat})


def released(turn: Turn, seat: int) -> None:
    """A slow tap is a sign of a hand that could do with calm times; a quick one, that it could not."""
    game = turn.game
    button = game.buttons[seat]
    held_us = button.released_at_us - button.pressed_at_us
    slow = game.slow
    if held_us < us(SLOW_MS):
        slow -= {seat}
    elif held_us < hold_us(game.settings, False, seat):
        slow |= {seat}
    turn.change(slow=slow, long_pressed=game.long_pressed - {seat})


def calm_offered(game: Game, seat: int) -> bool:
    """Whether a long press of this seat's takes calm times."""
    return seat in game.slow and seat not in game.calm and seat not in game.house.calm_seats


def take_calm(turn: Turn, seat: int) -> None:
    """Twice the time for this seat, until it leaves."""
    turn.change(calm=turn.game.calm | {seat})


def forget(turn: Turn, seat: int) -> None:
    """Whoever sits down there next is somebody else."""
    turn.change(calm=turn.game.calm - {seat}, slow=turn.game.slow - {seat})


def calmed(game: Game) -> Settings:
    """The house's settings, with calm times for those who took them."""
    seats = tuple(sorted({*game.house.calm_seats, *game.calm.intersection(game.joined)}))
    return game.house if seats == game.house.calm_seats else replace(game.house, calm_seats=seats)

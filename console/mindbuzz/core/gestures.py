"""Gestures outside play that several phases share: a tap by one hand alone, and all hands held together."""

from mindbuzz.core.game import Game, all_live, last_laid_us
from mindbuzz.core.settings import hold_us, us


def lone_tap(game: Game, seat: int) -> bool:
    """Whether the press that just ended was a tap, with no other button down meanwhile."""
    return not game.buttons[seat].met and tapped(game, seat)


def tapped(game: Game, seat: int) -> bool:
    """Whether the press that just ended was a tap: neither a knock on the table nor a hold."""
    held_us = _held_us(game, seat)
    return us(game.settings.tap_min_ms) <= held_us < hold_us(game.settings, False, seat)


def too_soon(game: Game, seat: int) -> bool:
    """Whether the press that just ended followed the one before so soon that it may be a finger that bounced."""
    return game.buttons[seat].too_soon


def lone_hold(game: Game, seat: int) -> bool:
    """Whether the press that just ended was a hold, with no other button down meanwhile."""
    return not game.buttons[seat].met and _held_us(game, seat) >= hold_us(game.settings, False, seat)


def all_held_us(game: Game) -> int | None:
    """When all joined hands will have been held together for a vote, or None if not all are down."""
    if not game.joined or not all_live(game):
        return None
    return last_laid_us(game) + us(game.settings.vote_ms)


def _held_us(game: Game, seat: int) -> int:
    button = game.buttons[seat]
    return button.released_at_us - button.pressed_at_us

"""Ending a game that still goes on: by two people's taps when focus takes long, or when the host asks."""

from mindbuzz.core.game import NOTHING_GOING_ON, Game
from mindbuzz.core.gestures import lone_tap
from mindbuzz.core.outcomes import GameAbandoned
from mindbuzz.core.phases import Phase, Trigger
from mindbuzz.core.settings import us
from mindbuzz.core.turn import Timer, Timers, Turn

TAPS_TO_END = 2
TABLE_OF_TWO = 2
MAY_END = frozenset({Phase.FOCUS, Phase.STOP, Phase.PAUSED})


def leave_timers(game: Game) -> Timers:
    """Focus stays unlocked: the screens add "end the game?"."""
    yield from ask_timer(game, game.began_us)


def ask_timer(game: Game, since_us: int) -> Timers:
    """Nobody got any further since then: "end the game?" is asked."""
    if game.attended and not game.end_asked:
        yield Timer(since_us + us(game.settings.leave_prompt_ms), lambda turn, at_us: ask_to_end(turn))


def ask_to_end(turn: Turn) -> None:
    """Ask on every screen whether the game shall end."""
    turn.change(end_asked=True, end_taps=())


def end_tapped(turn: Turn, seat: int) -> None:
    """A button was released: two people tapping within the time end the game, if it was asked."""
    game = turn.game
    if not game.end_asked or not lone_tap(game, seat):
        return
    oldest_us = game.at_us - us(game.settings.leave_taps_ms)
    taps = (*(tap for tap in game.end_taps if tap[0] >= oldest_us), (game.at_us, seat))
    turn.change(end_taps=taps)
    tappers = len(taps) if len(game.joined) == TABLE_OF_TWO else len({seat for _, seat in taps})
    if tappers >= TAPS_TO_END:
        abandon(turn, Trigger.ABANDONED, game.at_us)


def tap_counts_until_us(game: Game) -> int:
    """Until when the last tap that shall end the game waits for another; 0 if there is none."""
    return max((at_us + us(game.settings.leave_taps_ms) for at_us, _ in game.end_taps), default=0)


def limit_us(game: Game) -> int | None:
    """When no further level of this game is dealt, since others wait for their turn; or None."""
    if not (game.attended and game.settings.game_limit_ms):
        return None
    return game.game_began_us + us(game.settings.game_limit_ms)


def make_room(turn: Turn, at_us: int) -> None:
    """The time of this game is over: the table is free for whoever waits."""
    abandon(turn, Trigger.ABANDONED, at_us)
    turn.change(joined=())


def abandon(turn: Turn, trigger: Trigger, at_us: int) -> None:
    """The game ends here; it is kept as abandoned."""
    told = GameAbandoned(at_us, turn.game.cards.level)
    turn.tell(told)
    to_lobby(turn, trigger, at_us)
    turn.change(shown=(told,))


def to_lobby(turn: Turn, trigger: Trigger, at_us: int) -> None:
    """Back to the lobby with the same seats, and the same game unless another was asked for; a hand that lies on its
    button means nothing there."""
    game = turn.game
    turn.change(kind=game.asked_for or game.kind, asked_for=None)
    turn.go(trigger, at_us, settings=game.house, table=None, timeline=(), lifting_since_us=None, **NOTHING_GOING_ON)
    turn.dull_buttons()

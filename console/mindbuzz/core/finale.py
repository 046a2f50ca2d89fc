"""After victory or defeat: a tap leads to the lobby, all hands held together to another game or the challenge."""

from mindbuzz.core.evolve import evolved
from mindbuzz.core.game import Game, last_laid_us
from mindbuzz.core.gestures import all_held_us, lone_tap
from mindbuzz.core.leaving import to_lobby
from mindbuzz.core.level import deal
from mindbuzz.core.lobby import idle_timers, start
from mindbuzz.core.outcomes import ChallengeStarted
from mindbuzz.core.phases import Phase, Trigger
from mindbuzz.core.rules import has_challenge
from mindbuzz.core.settings import us
from mindbuzz.core.turn import Timer, Timers, Turn


def released(turn: Turn, seat: int) -> None:
    """A tap begun long enough after the end leads to the lobby."""
    game = turn.game
    if game.buttons[seat].pressed_at_us > leave_from_us(game) and lone_tap(game, seat):
        to_lobby(turn, Trigger.LEFT, game.at_us)


def leave_from_us(game: Game) -> int:
    """A tap begun later than this leads to the lobby."""
    return game.began_us + us(game.settings.level_show_ms)


def timers(game: Game) -> Timers:
    """All hold, the last of them pressed since the end: go on."""
    due_us = go_on_due_us(game)
    if due_us is not None:
        yield Timer(due_us, _start_challenge if challenge_offered(game) else start)
    yield from idle_timers(game)


def go_on_due_us(game: Game) -> int | None:
    """When the table goes on if all hands stay down, or None."""
    due_us = all_held_us(game)
    ready = challenge_offered(game) or game.spare_seed is not None
    return due_us if due_us is not None and ready and last_laid_us(game) >= game.began_us else None


def challenge_offered(game: Game) -> bool:
    """Whether this victory is followed by the blind challenge."""
    table = game.cards
    follows = game.phase is Phase.VICTORY and has_challenge(table.kind) and not table.challenge
    return follows and (table.has_real_cards or game.chance.has_challenge)


def _start_challenge(turn: Turn, at_us: int) -> None:
    table = evolved(turn.game.cards, challenge=True, level=1)
    turn.change(table=table, shown=())
    turn.tell(ChallengeStarted(at_us, table.lives, table.stars))
    deal(turn, Trigger.CHALLENGE_BEGUN, at_us)

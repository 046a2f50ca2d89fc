"""Between levels: turning face-down piles over, rewards, the next deal, the end of the game."""

from mindbuzz.core.companion.guide import guide_level
from mindbuzz.core.evolve import evolved
from mindbuzz.core.focus import enter_focus
from mindbuzz.core.game import Game
from mindbuzz.core.leaving import limit_us, make_room
from mindbuzz.core.outcomes import (
    GameLost,
    GameWon,
    LevelCompleted,
    LevelDealt,
    PileVerified,
)
from mindbuzz.core.phases import Trigger
from mindbuzz.core.settings import us
from mindbuzz.core.table import dealt, reward_of, rewarded, verified
from mindbuzz.core.turn import Timer, Timers, Turn


def end_level(turn: Turn, at_us: int) -> None:
    """All hands are empty: verify, then defeat, or the reward and what comes after it."""
    _verify(turn, at_us)
    if not turn.game.cards.lives:
        lose(turn, at_us)
        return
    complete(turn, at_us)
    if turn.game.cards.level == turn.game.cards.last_level:
        win(turn, at_us)
    else:
        turn.go(Trigger.LEVEL_DONE, at_us, presses=(), show_until_us=at_us + level_show_us(turn.game))


def win(turn: Turn, at_us: int) -> None:
    """The last level is done."""
    table = turn.game.cards
    _end_game(turn, Trigger.WON, GameWon(at_us, table.level, table.challenge))


def lose(turn: Turn, at_us: int) -> None:
    """The last life is gone."""
    table = turn.game.cards
    _end_game(turn, Trigger.LOST, GameLost(at_us, table.level, table.challenge))


def _end_game(turn: Turn, trigger: Trigger, result: GameWon | GameLost) -> None:
    """Hands that lie on their buttons count: they may be among those that hold for another game."""
    _show(turn, result)
    turn.go(trigger, result.at_us, presses=())
    turn.wake_buttons()


def level_show_us(game: Game) -> int:
    """How long a finished level is shown: time for every card that is turned over, removed ones included."""
    turned = sum(len(game.cards.piles[pile]) for pile in game.cards.face_down)
    return us(game.settings.level_show_ms) + turned * us(game.settings.reveal_card_ms)


def _verify(turn: Turn, at_us: int) -> None:
    for verification in verified(turn.game.cards):
        _show(turn, PileVerified(at_us, *verification))
        turn.change(table=evolved(turn.game.cards, lives=verification.lives))


def complete(turn: Turn, at_us: int) -> None:
    """The level is done, and brings its reward."""
    table = turn.game.cards
    reward, granted = reward_of(table)
    if granted:
        table = rewarded(table, reward)
        turn.change(table=table)
    _show(turn, LevelCompleted(at_us, table.level, reward, granted, table.lives, table.stars))


def _show(turn: Turn, result: PileVerified | LevelCompleted | GameWon | GameLost) -> None:
    turn.tell(result)
    turn.change(shown=(*turn.game.shown, result))


def timers(game: Game) -> Timers:
    """A finished level makes way for the next deal, or for other people."""
    yield Timer(game.show_until_us, _deal_next)


def _deal_next(turn: Turn, at_us: int) -> None:
    limit = limit_us(turn.game)
    if limit is not None and limit <= at_us:
        make_room(turn, at_us)
        return
    turn.change(table=evolved(turn.game.cards, level=turn.game.cards.level + 1))
    deal(turn, Trigger.LEVEL_DEALT, at_us)


def deal(turn: Turn, trigger: Trigger, at_us: int) -> None:
    """Deal the level that stands on the table, or say what to deal; every hand must be laid down anew."""
    game = turn.game
    if game.cards.has_real_cards:
        guide_level(turn, trigger, at_us)
        return
    hands = game.chance.hands(game.cards)
    if hands is None:
        turn.go(Trigger.CARDS_RAN_OUT, at_us, table=None, shown=())
        return
    table = dealt(game.cards, hands)
    turn.change(table=table, timeline=())
    enter_focus(turn, trigger, at_us, fresh=True)
    turn.tell(LevelDealt(at_us, table.level, table.hands, table.face_down, table.lives, table.stars))

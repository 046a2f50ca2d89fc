"""A stop, the question for a star, everyone's consent, and in extreme the secret choice."""

from collections.abc import Mapping

from mindbuzz.core.cards import Card
from mindbuzz.core.focus import enter_focus, lock_timers
from mindbuzz.core.game import Game, Press, all_live
from mindbuzz.core.level import end_level
from mindbuzz.core.outcomes import StarAsked, StarRefused, StarThrown
from mindbuzz.core.phases import Trigger
from mindbuzz.core.play import arm_timers, hold_timers, put_press, toggle, undecided_press
from mindbuzz.core.settings import tap_us, us
from mindbuzz.core.table import next_card, with_star_thrown
from mindbuzz.core.turn import Fire, Timer, Timers, Turn

# --- stop ---


def stop_timers(game: Game) -> Timers:
    """The hands may lock; else, after a while, a stopper who still holds asks for a star."""
    yield from lock_timers(game)
    yield Timer(game.began_us + us(game.settings.star_ask_ms), _ask)


def stop_released(turn: Turn, seat: int) -> None:
    """The stopper let go: from here on this is focus like any other."""
    if seat == turn.game.stopper:
        turn.go(Trigger.STOP_PASSED, turn.game.at_us, stopper=None)


def ask_due_us(game: Game) -> int | None:
    """When the stopper will have asked for a star by holding on, or None if it does not come to that."""
    about_to_lock = any(lock_timers(game))
    if game.stopper is None or not game.cards.stars or about_to_lock:
        return None
    return game.began_us + us(game.settings.star_ask_ms)


def _ask(turn: Turn, at_us: int) -> None:
    game = turn.game
    if game.stopper is None or ask_due_us(game) is None:
        turn.go(Trigger.STOP_PASSED, at_us, stopper=None)
        return
    turn.go(Trigger.STAR_ASKED, at_us)
    turn.dull_buttons(but=game.stopper)
    turn.tell(StarAsked(at_us, game.stopper))


# --- question ---


def question_timers(game: Game, agree: Fire) -> Timers:
    """Consent, then the time-out; which waits while all consent."""
    due_us = consent_due_us(game)
    yield Timer(_timeout_us(game), _time_out) if due_us is None else Timer(due_us, agree)


def consent_due_us(game: Game) -> int | None:
    """When the star is thrown if all who consent go on holding, or None if not all do."""
    if not all_live(game):
        return None
    last_us = max(game.buttons[seat].pressed_at_us for seat in game.joined if seat != game.stopper)
    return last_us + us(game.settings.vote_ms)


def question_released(turn: Turn, seat: int) -> None:
    """The stopper lets go: refused. A consenting hand that lifts starts the count anew, or is too late for that."""
    if seat == turn.game.stopper:
        _refuse(turn, turn.game.at_us, seat)
    elif turn.game.at_us >= _timeout_us(turn.game):
        _time_out(turn, turn.game.at_us)


def _timeout_us(game: Game) -> int:
    return game.began_us + us(game.settings.vote_timeout_ms)


def _time_out(turn: Turn, at_us: int) -> None:
    _refuse(turn, at_us)


def _refuse(turn: Turn, at_us: int, *by: int) -> None:
    turn.tell(StarRefused(at_us))
    enter_focus(turn, Trigger.STAR_REFUSED, at_us)
    turn.change(refused_by=by)


def throw_timers(game: Game) -> Timers:
    """The question, where the console knows who holds what."""
    yield from question_timers(game, _agree)


def _agree(turn: Turn, at_us: int) -> None:
    if turn.game.cards.extreme:
        turn.go(Trigger.STAR_AGREED, at_us, presses=(), picks={})
        turn.dull_buttons()
    else:
        (pile,) = turn.game.cards.piles
        cards = {seat: next_card(turn.game.cards, seat, pile) for seat in turn.game.joined}
        _throw(turn, {seat: card for seat, card in cards.items() if card}, at_us)


# --- secret choice ---


def choice_pressed(turn: Turn, seat: int) -> None:
    """A press of the choice begins."""
    game = turn.game
    press = Press(seat, game.buttons[seat].pressed_at_us, game.cards.armed[seat])
    turn.change(presses=(*game.presses, press))


def choice_released(turn: Turn, seat: int) -> None:
    """A tap picks the colour armed now; a toggle arms the other. After the pick neither does anything."""
    press = undecided_press(turn.game, seat)
    if press is None:
        return
    put_press(turn, press, None)
    game = turn.game
    held_us = game.at_us - press.at_us
    if seat in game.picks or not game.cards.hands[seat]:
        return
    if held_us >= tap_us(game.settings, True, seat):
        toggle(turn, seat)
    elif held_us >= us(game.settings.tap_min_ms):
        _pick(turn, seat)


def choice_timers(game: Game) -> Timers:
    """A press that becomes a hold, anyone's, calls the star off."""
    yield from hold_timers(game, lambda turn, press, at_us: _refuse(turn, at_us, press.seat))
    yield from arm_timers(game)


def _pick(turn: Turn, seat: int) -> None:
    game = turn.game
    card = next_card(game.cards, seat, game.cards.armed[seat])
    assert card is not None
    picks = {**game.picks, seat: card}
    turn.change(picks=picks)
    choosers = [seat for seat in game.joined if game.cards.hands[seat]]
    if all(seat in picks for seat in choosers):
        _throw(turn, {seat: picks[seat] for seat in choosers}, game.at_us)


# --- throw ---


def _throw(turn: Turn, discarded: Mapping[int, Card], at_us: int) -> None:
    game = turn.game
    table = with_star_thrown(game.cards, discarded, game.settings.star_recycle)
    thrown = StarThrown(at_us, discarded, table.stars)
    turn.change(table=table, shown=(thrown,), timeline=(*game.timeline, thrown), presses=(), stopper=None, picks={})
    turn.tell(thrown)
    if table.cleared:
        end_level(turn, at_us)
    else:
        show_until_us = at_us + us(game.settings.star_show_ms)
        turn.go(Trigger.STAR_THROWN, at_us, show_until_us=show_until_us)


def show_timers(game: Game) -> Timers:
    """A mistake or a thrown star was shown long enough."""
    yield Timer(game.show_until_us, lambda turn, at_us: enter_focus(turn, Trigger.SHOWN, at_us))

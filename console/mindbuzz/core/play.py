"""Play: no turns. Which press is a tap, a toggle or a hold, in which order taps are played, and what a tap does.

A tap counts from its press but is known only at its release, so taps wait in `game.presses`, in the order of
(press time, seat), until nothing that could still come before them is open.
"""

from collections.abc import Callable
from dataclasses import replace

from mindbuzz.core.cards import rank
from mindbuzz.core.evolve import evolved
from mindbuzz.core.focus import note_lifted
from mindbuzz.core.game import NOTHING_GOING_ON, Game, Press
from mindbuzz.core.level import end_level, lose
from mindbuzz.core.outcomes import CardPlayed, ColourArmed, Mistake, PressVoid, Stopped, Tap, TapsTied, Void
from mindbuzz.core.phases import Phase, Trigger
from mindbuzz.core.settings import hold_us, tap_us, us
from mindbuzz.core.table import holds, next_card, passed_over, played, toggled, without
from mindbuzz.core.turn import Timer, Timers, Turn

HoldFire = Callable[[Turn, Press, int], None]

# --- what a press turns out to be ---


def pressed(turn: Turn, seat: int) -> None:
    """A press begins: it may become a tap, a toggle or a hold."""
    game = turn.game
    button = game.buttons[seat]
    press = Press(
        seat=seat,
        at_us=button.pressed_at_us,
        pile=game.cards.armed[seat],
        uncertainty_us=button.uncertainty_us,
        too_soon=button.too_soon,
    )
    turn.change(presses=in_press_order((*game.presses, press)))


def released(turn: Turn, seat: int) -> None:
    """A press ends short of a hold: a tap, a toggle, or nothing."""
    press = undecided_press(turn.game, seat)
    if press is None:
        note_lifted(turn)
        return
    held_us = turn.game.at_us - press.at_us
    if press.too_soon:
        _void_at_release(turn, press, Void.TOO_SOON, bool(turn.game.cards.hands[seat]))
    elif held_us >= tap_us(turn.game.settings, turn.game.cards.extreme, seat):
        put_press(turn, press, None)
        toggle(turn, seat)
    elif held_us < us(turn.game.settings.tap_min_ms):
        _void_at_release(turn, press, Void.TOO_SHORT, holds(turn.game.cards, seat, press.pile))
    else:
        put_press(turn, press, replace(press, released=True))
        _drop_spent_taps(turn)
    play_taps(turn)


def _void_at_release(turn: Turn, press: Press, reason: Void, told: bool) -> None:
    put_press(turn, press, None)
    if told:
        turn.tell(PressVoid(press.at_us, press.seat, reason))


def toggle(turn: Turn, seat: int) -> None:
    """Arm the other colour, if the hand has it."""
    game = turn.game
    table = toggled(game.cards, seat)
    if table is not game.table:
        turn.change(table=table)
        turn.tell(ColourArmed(game.at_us, seat, table.armed[seat]))


def in_press_order(presses: tuple[Press, ...]) -> tuple[Press, ...]:
    """Presses by (time, seat)."""
    return tuple(sorted(presses, key=lambda press: (press.at_us, press.seat)))


def undecided_press(game: Game, seat: int) -> Press | None:
    """The press of a seat that is still down, if there is one."""
    return next((press for press in game.presses if press.seat == seat and not press.released), None)


def put_press(turn: Turn, old: Press, new: Press | None) -> None:
    """Put `new` in the place of `old`, or take `old` away."""
    changed = (new if press is old else press for press in turn.game.presses)
    turn.change(presses=tuple(press for press in changed if press is not None))


# --- timers, in the order in which they win ---


def timers(game: Game) -> Timers:
    """Holds, arm times, the tie window."""
    yield from hold_timers(game, _held)
    if game.cards.extreme:
        yield from arm_timers(game)
    first = next(iter(_waiting(game)), None)
    if first is not None and first.released and _window_ends_us(game, first) > game.at_us:
        yield Timer(_window_ends_us(game, first), lambda turn, at_us: play_taps(turn))


def hold_timers(game: Game, fire: HoldFire) -> Timers:
    """Each press still down becomes a hold; of several at one moment the earlier press comes first."""
    extreme = game.cards.extreme
    for press in game.presses:
        if not press.released:
            due_us = press.at_us + hold_us(game.settings, extreme, press.seat)
            yield Timer(due_us, lambda turn, at_us, press=press: fire(turn, press, at_us))  # type: ignore[misc]


def arm_timers(game: Game) -> Timers:
    """Each press still down after the tap time can't be a tap any more, and holds nobody back."""
    for press in game.presses:
        if not press.released and not press.past_tap:
            yield Timer(_tap_ends_us(game, press), _pass_taps)


def _tap_ends_us(game: Game, press: Press) -> int:
    return press.at_us + tap_us(game.settings, game.cards.extreme, press.seat)


def _pass_taps(turn: Turn, at_us: int) -> None:
    turn.change(
        presses=tuple(
            replace(press, past_tap=True) if not press.released and _tap_ends_us(turn.game, press) <= at_us else press
            for press in turn.game.presses
        )
    )
    if turn.game.phase is Phase.PLAY:
        play_taps(turn)


# --- the order of taps ---


def may_play(game: Game, press: Press) -> bool:
    """Whether a press is a tap, or could still become one. At the very moment of its hold it is a hold already."""
    table = game.cards
    if press.too_soon or press.past_tap or not holds(table, press.seat, press.pile):
        return False
    return press.released or game.at_us - press.at_us < hold_us(game.settings, table.extreme, press.seat)


def _waiting(game: Game) -> tuple[Press, ...]:
    return tuple(press for press in game.presses if may_play(game, press))


def _tie_us(game: Game, first: Press, uncertainty_us: int) -> int:
    """How long the window of `first` is for a press whose clock is that uncertain; never less than its own instant."""
    face_down = first.pile in game.cards.face_down
    window_us = 0 if face_down else us(game.settings.tie_window_ms)
    return max(window_us, first.uncertainty_us + uncertainty_us, 1)


def _window_ends_us(game: Game, first: Press) -> int:
    return first.at_us + _tie_us(game, first, game.uncertainty_us)


def play_taps(turn: Turn) -> None:
    """Play every tap that nothing can come before any more."""
    while turn.game.phase is Phase.PLAY:
        rivals = _next_rivals(turn.game)
        if not rivals:
            return
        _play_first_of(turn, rivals)


def _next_rivals(game: Game) -> tuple[Press, ...]:
    """The taps of which one is to be played now: all of the window in which nothing is open any more."""
    waiting = _waiting(game)
    if not waiting or game.at_us < _window_ends_us(game, waiting[0]):
        return ()
    rivals = _rivals(game, waiting)
    return rivals if all(press.released for press in rivals) else ()


def _rivals(game: Game, waiting: tuple[Press, ...]) -> tuple[Press, ...]:
    """The presses in the window of the first one, itself included."""
    first = waiting[0]
    return tuple(press for press in waiting if press.at_us - first.at_us < _tie_us(game, first, press.uncertainty_us))


def _play_first_of(turn: Turn, rivals: tuple[Press, ...]) -> None:
    """Of the taps on the first one's pile, play the one whose card belongs first."""
    game = turn.game
    tied = [press for press in rivals if press.pile is rivals[0].pile]

    def place(press: Press) -> int:
        card = next_card(game.cards, press.seat, press.pile)
        assert card is not None
        return rank(card)

    if len(tied) > 1:
        turn.tell(TapsTied(tied[0].at_us, tuple(Tap(press.seat, press.at_us) for press in tied)))
    _play(turn, min(tied, key=place))


def _drop_spent_taps(turn: Turn) -> None:
    """A tap whose hand has no card of its pile, or has lost it since, is not on its way anywhere."""
    table = turn.game.cards
    kept = tuple(press for press in turn.game.presses if not press.released or holds(table, press.seat, press.pile))
    turn.change(presses=kept)


# --- a tap is played ---


def _play(turn: Turn, tap: Press) -> None:
    put_press(turn, tap, None)
    table = turn.game.cards
    card = next_card(table, tap.seat, tap.pile)
    assert card is not None
    face_up = tap.pile not in table.face_down
    table = played(table, tap.seat, card)
    told = CardPlayed(tap.at_us, tap.seat, card, face_up)
    turn.change(table=table, timeline=(*turn.game.timeline, told))
    _drop_spent_taps(turn)
    turn.tell(told)
    over = passed_over(table, card) if face_up else {}
    if over:
        _mistake(turn, Mistake(tap.at_us, tap.seat, card, table.lives - 1, over))
    elif table.cleared:
        end_level(turn, tap.at_us)


def _mistake(turn: Turn, mistake: Mistake) -> None:
    """One life; every press still waiting is void; the cards passed over are set aside."""
    turn.tell(mistake)
    for press in _waiting(turn.game):
        turn.tell(PressVoid(press.at_us, press.seat, Void.AFTER_MISTAKE))
    game = turn.game
    table = evolved(game.cards, lives=mistake.lives)
    turn.change(presses=(), shown=(mistake,), timeline=(*game.timeline, mistake), table=table)
    if not table.lives:
        lose(turn, mistake.at_us)
        return
    table = without(table, mistake.set_aside)
    turn.change(table=table)
    if table.cleared:
        end_level(turn, mistake.at_us)
    else:
        show_until_us = mistake.at_us + us(game.settings.mistake_show_ms)
        turn.go(Trigger.MISTAKE_MADE, mistake.at_us, show_until_us=show_until_us)


# --- a stop ---


def _held(turn: Turn, press: Press, at_us: int) -> None:
    """A hold stops everyone, unless a tap already made was a mistake or ended the level."""
    halt(turn)
    if turn.game.phase is Phase.PLAY:
        stop(turn, press.seat, at_us)


def stop(turn: Turn, stopper: int, at_us: int) -> None:
    """Everyone stops; hands that lie on their buttons count."""
    turn.go(Trigger.STOPPED, at_us, **{**NOTHING_GOING_ON, "stopper": stopper}, fresh=False)
    turn.wake_buttons()
    turn.tell(Stopped(at_us, stopper))


def halt(turn: Turn) -> None:
    """Play comes to a halt: first the taps already released are played, in their order; all else is void."""
    while turn.game.phase is Phase.PLAY:
        taps = tuple(tap for tap in _waiting(turn.game) if tap.released)
        if not taps:
            break
        _play_first_of(turn, _rivals(turn.game, taps))
    if turn.game.phase is Phase.PLAY:
        for press in _waiting(turn.game):
            turn.tell(PressVoid(press.at_us, press.seat, Void.STOPPED))
        turn.change(presses=())

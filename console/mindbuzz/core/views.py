"""What may be seen. A TableView holds no player's secret, a SeatView one player's and no one else's.

Everything that draws, blinks, speaks or sends is built from these two alone: privacy is a matter of types.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from mindbuzz.core import finale, leaving, lobby, pause, star
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.companion import check, undo
from mindbuzz.core.companion.focus import mistake_can_be_marked
from mindbuzz.core.events import POWER
from mindbuzz.core.game import Game, quiet_since_us
from mindbuzz.core.outcomes import GameAbandoned, Mistake, Outcome
from mindbuzz.core.phases import LEVEL_OVER, NO_GAME, Phase
from mindbuzz.core.play import undecided_press
from mindbuzz.core.practice import calm_offered
from mindbuzz.core.rules import REWARD, Kind, Reward
from mindbuzz.core.settings import us
from mindbuzz.core.units import MINUTE_US


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile as everyone sees it: of a face-down pile only how many cards lie there."""

    pile: Pile
    face_down: bool
    count: int
    cards: tuple[Card, ...]


class Progress(NamedTuple):
    """A hold that fills up between two moments, in microseconds of the console's clock."""

    from_us: int
    until_us: int


class LettingGo(Enum):
    """What will happen if the player lets go now. A hand that still lies there from focus does nothing."""

    PLAYS = "plays"
    TOGGLES = "toggles"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class RealCardsView:
    """What a game with real cards has beyond that: no card, but what people have said of theirs.

    `face_down` and `reward` are those of the level to be dealt or played. `empty` are the seats that say their hand is.
    `dealing`: the cards of a level are being dealt. `stopped`: the focus going on follows a stop.
    """

    face_down: tuple[Pile, ...]
    reward: Reward | None
    empty: frozenset[int]
    errors: int
    mistake_marked: bool
    dealing: bool
    stopped: bool
    mistake_can_be_marked: bool
    can_undo: bool


class Practice(Enum):
    """In the lobby: what the press that is down would be in play."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class TableView:
    """What everyone at the table may know.

    In the lobby `quiet_since_us` is when somebody touched a button last, `attract_at_us` when attract comes if nobody
    does any more, `was_ended` whether people ended a game and nobody has pressed since, `chosen_by` who stepped to this
    kind, if anybody did, and `kinds_on_offer` what holds step through. After a game a tap leads to the lobby from
    `leave_from_us` on. Once it is asked whether the game shall end, a tap waits for another until
    `end_tapped_until_us`. `refused_by` is who said no to a star just now: nobody if the time for it was over.

    `minutes_left` until no further level is dealt, 0 for "this was the last", between levels only and only when it is
    near. `hands` counts cards by seat; `all_hands` are shown after a defeat only. `down` are the buttons that are
    down, `ready` those of them that count. `end_tapped` are the seats that have tapped to end the game. `shown` are
    the results on show; of a mistake with `hide_discards` set the cards set aside are left out, `set_aside_counts`
    stands for them.
    """

    phase: Phase
    began_us: int
    seats: tuple[int, ...]
    joined: tuple[int, ...]
    kind: Kind
    down: frozenset[int]
    ready: frozenset[int]
    hand_laid: bool
    quiet_since_us: int = 0
    attract_at_us: int | None = None
    was_ended: bool = False
    chosen_by: int | None = None
    kinds_on_offer: tuple[Kind, ...] = ()
    leave_from_us: int = 0
    level: int = 0
    last_level: int = 0
    lives: int = 0
    stars: int = 0
    challenge: bool = False
    piles: tuple[PileView, ...] = ()
    hands: tuple[tuple[int, int], ...] = ()
    all_hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    shown: tuple[Outcome, ...] = ()
    set_aside_counts: tuple[tuple[int, int], ...] = ()
    timeline: tuple[Outcome, ...] = ()
    reveal_card_us: int = 0
    stopper: int | None = None
    star_can_be_asked: bool = False
    picked: frozenset[int] = frozenset()
    refused_by: tuple[int, ...] | None = None
    progress: Progress | None = None
    challenge_offered: bool = False
    end_asked: bool = False
    end_tapped: frozenset[int] = frozenset()
    end_tapped_until_us: int = 0
    minutes_left: int | None = None
    real_cards: RealCardsView | None = None
    causes: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one player may know: the table, and their own hand; in the lobby, how they press.

    `waiting` is a tap of theirs that is on its way; `letting_go` is set while a press of theirs is down. `covered`:
    they hold cards that are not told here. From `silent_at_us` on a seat in the lobby is free for others who press.
    """

    seat: int
    table: TableView
    hand: tuple[Card, ...] = ()
    armed: Pile | None = None
    waiting: bool = False
    letting_go: LettingGo | None = None
    pick: Card | None = None
    covered: bool = False
    practice: Practice | None = None
    calm: bool = False
    calm_offered: bool = False
    silent_at_us: int | None = None


DEALING = frozenset({Phase.FOCUS, Phase.LOCKED})
HANDS_DARK = NO_GAME | {Phase.RESUME}
MOST_MINUTES_TOLD = 10


def covered(view: SeatView) -> SeatView:
    """What others may see of a seat's screen: that the player holds cards, but not which."""
    return replace(view, hand=(), armed=None, letting_go=None, pick=None, covered=True) if view.hand else view


def table_view(game: Game) -> TableView:
    """What everyone may know of a game."""
    buttons = game.buttons
    base = TableView(
        phase=game.phase,
        began_us=game.began_us,
        seats=game.seats,
        joined=game.joined,
        kind=game.kind,
        down=frozenset(seat for seat in game.seats if buttons[seat].down),
        ready=frozenset(seat for seat in game.seats if buttons[seat].live),
        hand_laid=game.hand_laid,
        progress=_progress(game),
        causes=tuple(sorted(game.causes.items())),
    )
    if game.phase is Phase.LOBBY:
        return _with_offer(base, game)
    return base if game.table is None or game.phase in NO_GAME else _with_table(base, game)


def _with_offer(base: TableView, game: Game) -> TableView:
    return replace(
        base,
        quiet_since_us=quiet_since_us(game),
        attract_at_us=lobby.attract_due_us(game),
        was_ended=quiet_since_us(game) == game.began_us and any(isinstance(it, GameAbandoned) for it in game.shown),
        chosen_by=game.chosen_by,
        kinds_on_offer=lobby.kinds_on_offer(game),
    )


def _with_table(base: TableView, game: Game) -> TableView:
    table = game.cards
    over = game.phase in LEVEL_OVER
    return replace(
        base,
        level=table.level,
        last_level=table.last_level,
        lives=table.lives,
        stars=table.stars,
        challenge=table.challenge,
        piles=tuple(_pile_view(pile, cards, pile in table.face_down) for pile, cards in table.piles.items()),
        hands=tuple((seat, len(table.hands[seat])) for seat in table.seats if seat in table.hands),
        all_hands=tuple(table.hands.items()) if game.phase is Phase.DEFEAT else (),
        shown=tuple(_public(outcome, game) for outcome in game.shown),
        set_aside_counts=_set_aside_counts(game.shown),
        timeline=tuple(_public(outcome, game) for outcome in game.timeline) if over else (),
        reveal_card_us=us(game.settings.reveal_card_ms),
        stopper=game.stopper,
        star_can_be_asked=game.phase is Phase.STOP and table.stars > 0,
        picked=frozenset(game.picks),
        refused_by=game.refused_by if game.phase is Phase.FOCUS else None,
        challenge_offered=finale.challenge_offered(game),
        leave_from_us=finale.leave_from_us(game) if over and game.phase is not Phase.LEVEL else 0,
        end_asked=game.end_asked,
        end_tapped=frozenset(seat for _, seat in game.end_taps),
        end_tapped_until_us=leaving.tap_counts_until_us(game),
        minutes_left=_minutes_left(game),
        real_cards=_real_cards_view(game) if table.has_real_cards else None,
    )


def _minutes_left(game: Game) -> int | None:
    """How long until no further level is dealt, between levels and when it is no longer far away; else None."""
    limit = leaving.limit_us(game)
    if limit is None or game.phase is not Phase.LEVEL:
        return None
    left = max(0, -((game.show_until_us - limit) // MINUTE_US))
    return left if left <= MOST_MINUTES_TOLD else None


def _real_cards_view(game: Game) -> RealCardsView:
    table, ledger = game.cards, game.ledger
    return RealCardsView(
        face_down=table.face_down,
        reward=REWARD.get(table.level),
        empty=ledger.empty,
        errors=ledger.errors,
        mistake_marked=ledger.mistake_marked,
        dealing=game.fresh and game.phase in DEALING,
        stopped=ledger.stopped,
        mistake_can_be_marked=mistake_can_be_marked(game),
        can_undo=undo.can_undo(game),
    )


def _pile_view(pile: Pile, cards: tuple[Card, ...], face_down: bool) -> PileView:
    return PileView(pile, face_down, len(cards), () if face_down else cards)


def _public(outcome: Outcome, game: Game) -> Outcome:
    """A result as everyone may see it: cards set aside may have to stay hidden."""
    if isinstance(outcome, Mistake) and game.settings.hide_discards:
        return replace(outcome, set_aside={})
    return outcome


def _set_aside_counts(shown: tuple[Outcome, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (seat, len(cards))
        for outcome in shown
        if isinstance(outcome, Mistake)
        for seat, cards in outcome.set_aside.items()
    )


def _progress(game: Game) -> Progress | None:
    """The hold that is filling up, if one is: of all hands, or with real cards of one alone."""
    for due_us_of, duration_ms in _HOLDS.get(game.phase, ()):
        due_us = due_us_of(game)
        if due_us is not None:
            return Progress(due_us - us(getattr(game.settings, duration_ms)), due_us)
    return None


# By phase: when a hold falls due, and which setting says how long it takes.
_HOLDS: dict[Phase, tuple[tuple[Callable[[Game], int | None], str], ...]] = {
    Phase.LOBBY: ((lobby.start_due_us, "vote_ms"),),
    Phase.FOCUS: ((undo.undo_due_us, "undo_ms"),),
    Phase.STOP: ((star.ask_due_us, "star_ask_ms"),),
    Phase.CHECK: (
        (check.done_due_us, "hold_ms"),
        (check.error_back_due_us, "undo_ms"),
        (undo.undo_due_us, "undo_ms"),
    ),
    Phase.QUESTION: ((star.consent_due_us, "vote_ms"),),
    Phase.VICTORY: ((finale.go_on_due_us, "vote_ms"), (undo.undo_due_us, "undo_ms")),
    Phase.DEFEAT: ((finale.go_on_due_us, "vote_ms"), (undo.undo_due_us, "undo_ms")),
    Phase.RESUME: ((pause.resume_due_us, "vote_ms"),),
}


def view(game: Game, seat: int) -> SeatView:
    """What the player at `seat` may know of a game."""
    return _seat_view(game, seat, table_view(game))


def views(game: Game) -> tuple[dict[int, SeatView], TableView]:
    """Every seat's view, and the table's."""
    table = table_view(game)
    return {seat: _seat_view(game, seat, table) for seat in game.seats}, table


def _seat_view(game: Game, seat: int, table: TableView) -> SeatView:
    if game.phase is Phase.LOBBY:
        return _lobby_view(game, seat, table)
    dark = game.phase in HANDS_DARK or POWER in game.causes
    if game.table is None or dark or seat not in game.cards.hands:
        return SeatView(seat, table)
    cards = game.cards
    return SeatView(
        seat=seat,
        table=table,
        hand=cards.hands[seat],
        armed=cards.armed[seat] if cards.extreme and cards.hands[seat] else None,
        waiting=any(press.seat == seat and press.released for press in game.presses),
        letting_go=_letting_go(game, seat),
        pick=game.picks.get(seat),
    )


def _lobby_view(game: Game, seat: int, table: TableView) -> SeatView:
    down = game.attended and game.buttons[seat].live
    length = Practice.LONG if seat in game.long_pressed else Practice.SHORT
    return SeatView(
        seat,
        table,
        practice=length if down else None,
        calm=seat in game.calm or seat in game.house.calm_seats,
        calm_offered=calm_offered(game, seat),
        silent_at_us=lobby.silent_from_us(game, seat) if seat in game.joined else None,
    )


def _letting_go(game: Game, seat: int) -> LettingGo | None:
    press = undecided_press(game, seat)
    if press is None:
        lies_there = game.phase is Phase.PLAY and game.buttons[seat].inert
        return LettingGo.NOTHING if lies_there else None
    colours = {card.pile for card in game.cards.hands[seat]}
    if press.too_soon or seat in game.picks or not colours:
        return LettingGo.NOTHING
    if press.past_tap:
        return LettingGo.TOGGLES if len(colours) > 1 else LettingGo.NOTHING
    return LettingGo.PLAYS if press.pile in colours or game.phase is Phase.CHOICE else LettingGo.NOTHING

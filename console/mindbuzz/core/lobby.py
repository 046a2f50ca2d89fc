"""The lobby: who plays, which game, and the start; and the attract mode of a console nobody touches."""

from mindbuzz.core import practice
from mindbuzz.core.companion.ledger import Ledger
from mindbuzz.core.events import POWER
from mindbuzz.core.game import NOTHING_GOING_ON, Chance, Game, broken_seats, quiet_since_us
from mindbuzz.core.gestures import all_held_us, lone_hold, tapped
from mindbuzz.core.level import deal
from mindbuzz.core.outcomes import GameStarted, KindChosen, SeatJoined, SeatLeft
from mindbuzz.core.phases import Trigger
from mindbuzz.core.rules import DEALT, FEWEST_SEATS, MOST_SEATS, Kind
from mindbuzz.core.settings import us
from mindbuzz.core.table import Table, new_table
from mindbuzz.core.turn import Timer, Timers, Turn

# --- joining, leaving, choosing ---


def _free_silent_seats(turn: Turn, seat: int) -> None:
    """Seats that have been silent for long while others press are free again.

    This is looked at when a press ends: whoever has laid a hand down meanwhile, to start together, is not silent.
    """
    for other in turn.game.joined:
        silent_at_us = silent_from_us(turn.game, other)
        if other != seat and silent_at_us is not None and silent_at_us <= turn.game.at_us:
            _leave(turn, other)


def silent_from_us(game: Game, seat: int) -> int | None:
    """From when on a joined seat counts as silent if nobody presses there; None while its button is down."""
    button = game.buttons[seat]
    if button.down:
        return None
    return max(button.released_at_us, game.began_us) + us(game.settings.lobby_silent_ms)


def released(turn: Turn, seat: int) -> None:
    """A tap joins or leaves; a hold, alone, steps to the next game."""
    _free_silent_seats(turn, seat)
    game = turn.game
    if lone_hold(game, seat):
        if practice.calm_offered(game, seat):
            practice.take_calm(turn, seat)
        else:
            _choose_next_kind(turn, seat)
    elif seat not in game.joined:
        if tapped(game, seat):
            _join(turn, seat)
    elif tapped(game, seat) and not game.buttons[seat].met.intersection(game.joined):
        _leave(turn, seat)
    practice.released(turn, seat)


def _join(turn: Turn, seat: int) -> None:
    game = turn.game
    if len(game.joined) < MOST_SEATS and seat not in broken_seats(game):
        turn.change(joined=tuple(sorted((*game.joined, seat))))
        turn.tell(SeatJoined(game.at_us, seat))


def _leave(turn: Turn, seat: int) -> None:
    turn.change(joined=tuple(other for other in turn.game.joined if other != seat))
    practice.forget(turn, seat)
    turn.tell(SeatLeft(turn.game.at_us, seat))


def seats_broke(turn: Turn, seats: tuple[int, ...]) -> None:
    """Seats whose buttons can't be relied on leave the table."""
    for seat in seats:
        if seat in turn.game.joined:
            _leave(turn, seat)


def kinds_on_offer(game: Game) -> tuple[Kind, ...]:
    """The games that holds step through, round and round; only the one there is where that is locked."""
    if game.settings.lock_game:
        return (game.kind,)
    return tuple(Kind) if game.settings.own_cards else DEALT


def _choose_next_kind(turn: Turn, seat: int) -> None:
    game = turn.game
    kinds = kinds_on_offer(game)
    if not game.settings.lock_game:
        kind = kinds[(kinds.index(game.kind) + 1) % len(kinds)] if game.kind in kinds else kinds[0]
        turn.change(kind=kind, chosen_by=seat)
        turn.tell(KindChosen(game.at_us, kind))


# --- the start ---


def timers(game: Game) -> Timers:
    """All joined hold together: the game starts. Nobody touches anything: attract."""
    start_us = start_due_us(game)
    if start_us is not None:
        yield Timer(start_us, start)
    yield from practice.timers(game)
    yield from idle_timers(game)


def idle_timers(game: Game) -> Timers:
    """Nobody touches anything: attract."""
    due_us = attract_due_us(game)
    if due_us is not None:
        yield Timer(due_us, attract)


def attract_due_us(game: Game) -> int | None:
    """When attract comes if nobody touches anything, or None while a hand lies on a button."""
    broken = broken_seats(game)
    if not game.attended or any(button.live and seat not in broken for seat, button in game.buttons.items()):
        return None
    return quiet_since_us(game) + us(game.settings.attract_ms)


def start_due_us(game: Game) -> int | None:
    """When the start falls due if all joined hands stay down, or None."""
    enough = len(game.joined) >= FEWEST_SEATS
    return all_held_us(game) if enough and game.spare_seed is not None else None


def start(turn: Turn, at_us: int) -> None:
    """Start the chosen game with the joined seats, from the seed that lay ready."""
    game = turn.game
    chance = Chance(game.spare_seed)
    turn.change(spare_seed=None, settings=practice.calmed(game))
    begin(turn, at_us, new_table(game.kind, game.joined), chance)


def begin(turn: Turn, at_us: int, table: Table, chance: Chance) -> None:
    """Deal the first hands of a new game; one that the power cut off can't be resumed any more."""
    causes = {source: seats for source, seats in turn.game.causes.items() if source != POWER}
    turn.change(
        table=table,
        chosen_by=None,
        chance=chance,
        game_began_us=at_us,
        ledger=Ledger(),
        shown=(),
        causes=causes,
        excused=frozenset(),
        lifting_since_us=None,
    )
    turn.tell(GameStarted(at_us, table.kind, table.seats, chance.seed))
    deal(turn, Trigger.GAME_BEGUN, at_us)


# --- attract ---


def attract(turn: Turn, at_us: int) -> None:
    """Nobody is here; whoever comes next starts from an empty table, or is offered the game the power cut off."""
    game = turn.game
    kept = game.table if POWER in game.causes else None
    settings = game.house if kept is None else game.settings
    turn.go(
        Trigger.IDLED,
        at_us,
        joined=(),
        chosen_by=None,
        calm=frozenset(),
        slow=frozenset(),
        table=kept,
        settings=settings,
        **NOTHING_GOING_ON,
    )


def wake(turn: Turn, seat: int) -> None:
    """A press wakes the console and does nothing else; a game that was cut off by the power is offered again."""
    game = turn.game
    if game.table is not None and POWER in game.causes:
        turn.go(Trigger.RECALLED, game.at_us, joined=game.table.seats, kind=game.table.kind)
    else:
        turn.go(Trigger.WOKEN, game.at_us)
    turn.dull_buttons()

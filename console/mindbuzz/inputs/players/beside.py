"""What players do with real cards: play them on the table, and tell the console what it has to know."""

from mindbuzz.inputs.players import pause, star
from mindbuzz.inputs.players.focus import focus
from mindbuzz.inputs.players.hand import Gesture
from mindbuzz.inputs.players.player import Move, Player, Stop
from mindbuzz.inputs.players.playing import at_us, hand_down, next_due, stops
from mindbuzz.inputs.players.together import hold_together, lift_if_down, tap


def focus_beside(player: Player) -> Move | None:
    """First say that there was a mistake; read what is on show, and lay the hand down when the others do."""
    told = player.real_cards
    if player.own_cards.reporter is not None and told.mistake_can_be_marked and not told.mistake_marked:
        return _mark_mistake(player)
    if player.hand.down:
        seen = player.table.shown and not player.table.hand_laid
        return player.soon(pause.LET_GO, Gesture.LIFT) if seen else focus(player)
    if player.wishes.people:
        return _follow(player)
    return player.soon(pause.READ_TOGETHER, Gesture.LAY) if player.table.shown else focus(player)


def _mark_mistake(player: Player) -> Move | None:
    """A tap counts only while every other hand is up."""
    if player.seat != player.own_cards.reporter or player.table.down - {player.seat}:
        return lift_if_down(player)
    return tap(player, pause.MARK)


def _follow(player: Player) -> Move | None:
    """Where people play, their hands come first; and who holds alone may want to take something back."""
    agreed = player.table.down.issuperset(set(player.wishes.people).intersection(player.table.joined))
    if not agreed:
        return None
    return player.soon(pause.LEAVE_ALONE if player.table.shown else pause.LAY_DOWN, Gesture.LAY)


def play_beside(player: Player) -> Move | None:
    """Play the own card when its time has come; stop the game for a mistake or a star; say that the hand is empty."""
    if player.hand.down:
        return hand_down(player)
    reporter = player.own_cards.reporter
    if reporter is not None:
        return player.soon(pause.NOTICE, Gesture.LAY, Stop.MISTAKE) if player.seat == reporter else None
    if not player.view.hand:
        return None if player.seat in player.real_cards.empty else player.soon(pause.SAY_EMPTY, Gesture.TAP)
    due_us, card = next_due(player)
    return min((Move(due_us, Gesture.NONE, card=card), *stops(player)), key=at_us)


def stop_beside(player: Player) -> Move | None:
    """For a mistake all hands come up, so that it can be marked."""
    return star.stop(player) if player.own_cards.reporter is None else lift_if_down(player)


def check_beside(player: Player) -> Move | None:
    """One counts the errors, then all hold. Where people play they count."""
    missing = player.real_cards.errors < player.own_cards.errors(player.table)
    if not missing:
        return hold_together(player)
    counts = player.seat == min(player.mates) and not player.table.down - {player.seat}
    return tap(player, pause.COUNT_ERROR) if counts else lift_if_down(player)

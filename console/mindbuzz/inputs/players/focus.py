"""Getting in tune: hands go down, and come up together."""

from mindbuzz.inputs.players import pause
from mindbuzz.inputs.players.hand import Gesture
from mindbuzz.inputs.players.player import Move, Player
from mindbuzz.inputs.players.together import lift_if_down


def focus(player: Player) -> Move | None:
    """Look at new cards, then lay the hand down and wait for the others."""
    if player.hand.down:
        return _down(player)
    return player.soon(pause.LAY_DOWN if player.looked_at_cards else pause.LOOK_AT_CARDS, Gesture.LAY)


def _down(player: Player) -> Move | None:
    """A hand that lay there before the deal has to come up first; and if all do, one must be laid down anew."""
    table = player.table
    if not player.counts:
        return player.soon(pause.LET_GO, Gesture.LIFT)
    if not table.hand_laid and table.ready.issuperset(table.joined):
        return player.soon(pause.LAY_ANEW, Gesture.LIFT)
    return None


def locked(player: Player) -> Move | None:
    """In tune. Somebody's hand comes up first."""
    return player.soon(pause.BREATHE, Gesture.LIFT) if player.hand.down else None


def paused(player: Player) -> Move | None:
    """Whose button is to blame lifts their hand; for the others it is focus."""
    blamed = any(player.seat in seats for _, seats in player.table.causes)
    return lift_if_down(player) if blamed else focus(player)


def show(player: Player) -> Move | None:
    """Something is shown: hands come up, eyes go to the table."""
    return lift_if_down(player)

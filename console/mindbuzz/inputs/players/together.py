"""What people do around a game: wake the console, join, choose, start, go on after the end."""

from mindbuzz.core.rules import MOST_SEATS
from mindbuzz.inputs.players import pause
from mindbuzz.inputs.players.hand import Gesture
from mindbuzz.inputs.players.player import Move, Player
from mindbuzz.inputs.players.wishes import AtEnd

# --- nobody there, the lobby ---


def attract(player: Player) -> Move | None:
    """Whoever comes first wakes the console; where people play they do."""
    if player.content or player.wishes.people:
        return lift_if_down(player)
    return tap(player, pause.WAKE)


def lobby(player: Player) -> Move | None:
    """Join; one chooses the game; then all hold."""
    if player.content:
        return lift_if_down(player)
    if player.seat not in player.table.joined:
        return tap(player, pause.JOIN) if len(player.table.joined) < MOST_SEATS else lift_if_down(player)
    if not player.mates.union(player.wishes.people).issubset(player.table.joined):
        return lift_if_down(player)
    return hold_together(player) if _kind_is_right(player) else _choose_kind(player)


def _kind_is_right(player: Player) -> bool:
    return player.settings.lock_game or player.wishes.kind in (None, player.table.kind)


def _choose_kind(player: Player) -> Move | None:
    """One steps through the games, once every other hand is up."""
    chooser = min(player.mates)
    if player.seat != chooser or player.hand.down or player.table.down:
        return lift_if_down(player)
    return player.soon(pause.CHOOSE, Gesture.HOLD)


# --- all hold together ---


def hold_together(player: Player) -> Move | None:
    """Lay the hand down and leave it there; give up after a while, and try again. Where people play they begin."""
    people = set(player.wishes.people).intersection(player.table.joined)
    agreed = people <= player.table.down
    if not player.hand.down:
        return player.soon(pause.FOLLOW if people else pause.HOLD_TOGETHER, Gesture.LAY) if agreed else None
    return player.soon(pause.GIVE_UP if agreed and player.counts else pause.LET_GO, Gesture.LIFT)


def resume(player: Player) -> Move | None:
    """Go on with the game that the power cut off."""
    return hold_together(player)


# --- the end ---


def finale(player: Player) -> Move | None:
    """The blind challenge, another game, the lobby, or nothing."""
    wishes, offered = player.wishes, player.table.challenge_offered
    if wishes.people:
        return hold_together(player)
    if wishes.challenge and offered:
        return _go_on(player)
    return AT_END[wishes.at_end](player) if not offered else AT_END_UNCHALLENGED[wishes.at_end](player)


def _go_on(player: Player) -> Move | None:
    if player.hand.down:
        return hold_together(player)
    return player.soon(pause.READ_RESULT if player.table.real_cards is None else pause.READ_TOGETHER, Gesture.LAY)


def _leave(player: Player) -> Move | None:
    """A tap leads to the lobby, if no other hand is down."""
    return lift_if_down(player) if player.table.down - {player.seat} else tap(player, pause.LEAVE)


def _stay(player: Player) -> Move | None:
    return lift_if_down(player)


# Where the challenge is offered all hands together would start that, so another game is started from the lobby.
AT_END = {AtEnd.NOTHING: _stay, AtEnd.LOBBY: _leave, AtEnd.AGAIN: _go_on}
AT_END_UNCHALLENGED = {AtEnd.NOTHING: _stay, AtEnd.LOBBY: _leave, AtEnd.AGAIN: _leave}


def still_there(player: Player) -> Move | None:
    """Somebody answers; where people play one of them has to."""
    return lift_if_down(player) if player.wishes.people else tap(player, pause.ANSWER)


# --- what all phases need ---


def tap(player: Player, before: pause.Pause) -> Move:
    """A tap after a pause; a hand that is down has to come up first."""
    return lift_if_down(player) or player.soon(before, Gesture.TAP)


def lift_if_down(player: Player) -> Move | None:
    """Nothing to do here: the hand comes up."""
    return player.soon(pause.LET_GO, Gesture.LIFT) if player.hand.down else None

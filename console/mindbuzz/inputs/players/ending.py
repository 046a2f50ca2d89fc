"""Whether to end the game early: asked on every screen, answered by people; simulated players do what people do."""

from mindbuzz.inputs.players import pause
from mindbuzz.inputs.players.player import Move, Player
from mindbuzz.inputs.players.together import lift_if_down, tap


def is_open(player: Player) -> bool:
    """Whether people are asked, and do not all hold their hands down to go on."""
    return player.table.end_asked and bool(player.wishes.people) and not _people(player) <= player.table.down


def answer(player: Player) -> Move | None:
    """Lift the hand, since a tap counts only while no other is down; one taps as soon as one of the people has."""
    tapped = _people(player) & player.table.end_tapped
    if tapped and player.seat == min(player.mates) and not player.table.down - {player.seat}:
        return tap(player, pause.AGREE_TO_END)
    return lift_if_down(player)


def _people(player: Player) -> frozenset[int]:
    return frozenset(player.wishes.people).intersection(player.table.joined)

"""What a player does in each phase: one small function per phase, and no phase without one."""

from collections.abc import Callable

from mindbuzz.core.phases import Phase
from mindbuzz.inputs.players import beside, ending, focus, playing, star, together
from mindbuzz.inputs.players.player import Move, Player

# The next move as things stand now, or None to wait for somebody else. Asked again whenever the view has changed
# and after every gesture, so a rule never plans two gestures.
Rule = Callable[[Player], Move | None]

BEHAVIOUR: dict[Phase, Rule] = {
    Phase.ATTRACT: together.attract,
    Phase.LOBBY: together.lobby,
    Phase.FOCUS: focus.focus,
    Phase.LOCKED: focus.locked,
    Phase.PLAY: playing.play,
    Phase.STOP: star.stop,
    Phase.QUESTION: star.question,
    Phase.CHOICE: star.choice,
    Phase.MISTAKE: focus.show,
    Phase.STAR: focus.show,
    Phase.LEVEL: focus.show,
    Phase.VICTORY: together.finale,
    Phase.DEFEAT: together.finale,
    Phase.PAUSED: focus.paused,
    Phase.STILL_THERE: together.still_there,
    Phase.RESUME: together.resume,
}
BESIDE: dict[Phase, Rule] = {
    **BEHAVIOUR,
    Phase.FOCUS: beside.focus_beside,
    Phase.PLAY: beside.play_beside,
    Phase.STOP: beside.stop_beside,
    Phase.CHECK: beside.check_beside,
}


def behaviour(player: Player) -> Rule:
    """What to ask for the next move, as things stand."""
    if ending.is_open(player):
        return ending.answer
    table = player.table
    return (BEHAVIOUR if table.real_cards is None else BESIDE)[table.phase]

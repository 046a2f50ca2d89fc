"""Stops and stars: when a star is worth asking for, who consents, and which colour to throw."""

from itertools import pairwise

from mindbuzz.core.cards import Card, rank
from mindbuzz.inputs.players import pause
from mindbuzz.inputs.players.focus import focus
from mindbuzz.inputs.players.hand import Gesture
from mindbuzz.inputs.players.player import Move, Player, Stop
from mindbuzz.inputs.players.together import lift_if_down

# Two own cards this close together, of one hundred numbers: if one is not sure, the other isn't either.
CLOSE_NUMBERS = 12
LATE_LEVELS = 3
FEW_LIVES = 1
MANY_STARS = 2
# A star for the last few cards of a level is wasted.
FEWEST_CARDS = 4


def worth_it(player: Player) -> bool:
    """Whether the own hand is worth a star: cards close together, and the game in a hard place or stars to spare."""
    table = player.table
    cards_left = sum(count for _, count in table.hands)
    if not table.stars or cards_left < FEWEST_CARDS:
        return False
    late = table.level > table.last_level - LATE_LEVELS
    return _close_together(player.view.hand) and (late or table.lives <= FEW_LIVES or table.stars >= MANY_STARS)


def _close_together(hand: tuple[Card, ...]) -> bool:
    return any(
        first.pile is second.pile and rank(second) - rank(first) <= CLOSE_NUMBERS for first, second in pairwise(hand)
    )


# --- stop ---


def stop(player: Player) -> Move | None:
    """Who stopped for a star holds on; the others give time for the question before they lay hands down."""
    if player.table.stopper == player.seat:
        asks = player.stop is Stop.STAR and player.table.star_can_be_asked
        return None if asks else lift_if_down(player)
    return focus(player) if player.hand.down else player.soon(pause.AFTER_STOP, Gesture.LAY)


# --- question ---


def question(player: Player) -> Move | None:
    """The stopper waits for the others, but not for ever; these consent by laying a hand down anew, or don't."""
    if player.table.stopper == player.seat:
        return _wait_for_others(player)
    if not player.decides("consent", _consents(player)):
        return lift_if_down(player)
    if not player.hand.down:
        return player.soon(pause.CONSENT, Gesture.LAY)
    return None if player.counts else lift_if_down(player)


def _wait_for_others(player: Player) -> Move | None:
    agreed = player.table.progress is not None
    return None if agreed or not player.hand.down else player.soon(pause.PATIENCE, Gesture.LIFT)


def _consents(player: Player) -> float:
    """How likely: who has nothing to lose or a hard hand surely, others by trust."""
    return 1.0 if not player.view.hand or worth_it(player) else player.skill.trust


# --- choice ---


def choice(player: Player) -> Move | None:
    """Throw, of the two next cards, the one whose time is nearer: it is the one in the way."""
    if player.hand.down:
        return lift_if_down(player)
    if not player.view.hand or player.view.pick is not None:
        return None
    armed = player.view.armed
    wanted = min(player.next_cards().values(), key=player.sense.gap_to)
    return player.soon(pause.PICK, Gesture.TAP if wanted.pile is armed else Gesture.TOGGLE)

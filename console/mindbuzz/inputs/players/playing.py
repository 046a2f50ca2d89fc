"""Play: the own card when its time has come, and sometimes a stop."""

from collections.abc import Iterator

from mindbuzz.core.cards import Card
from mindbuzz.inputs.players import pause, star
from mindbuzz.inputs.players.hand import Gesture
from mindbuzz.inputs.players.player import Move, Player, Stop
from mindbuzz.inputs.players.sense import alone

# How long before a card's time its colour gets armed: a toggle of 0.7 s, a rest, a look at the screen.
ARM_AHEAD_US = 1_300_000


def play(player: Player) -> Move | None:
    """Whatever comes first: a stop, or the own card."""
    if player.hand.down:
        return hand_down(player)
    if player.view.waiting:
        return None
    return min(_moves(player), key=at_us, default=None)


def at_us(move: Move) -> int:
    """When a move is made."""
    return move.at_us


def hand_down(player: Player) -> Move:
    """From focus: up with the others. To stop the game: it is stopped soon, or the press was lost."""
    return player.soon(pause.GIVE_UP if player.stop else pause.LIFT_TOGETHER, Gesture.LIFT)


def _moves(player: Player) -> Iterator[Move]:
    if player.view.hand:
        yield _next_card(player)
        yield from stops(player)


def stops(player: Player) -> Iterator[Move]:
    """Reasons to stop the game; who asked for a star once does not ask again at that level."""
    skill = player.skill
    if not player.asked_for_star and star.worth_it(player) and player.decides("ask", skill.asks):
        yield player.soon(pause.STOP_FOR_STAR, Gesture.LAY, Stop.STAR)
    if player.decides("breathe", skill.breath):
        yield player.soon(pause.STOP_TO_BREATHE, Gesture.LAY, Stop.BREATH)


# --- cards ---


def _next_card(player: Player) -> Move:
    """Play the card whose time comes first; in extreme its colour must be armed before."""
    due_us, card = next_due(player)
    armed = player.view.armed
    if armed is None or armed is card.pile:
        return Move(due_us, Gesture.TAP)
    return Move(due_us - ARM_AHEAD_US, Gesture.TOGGLE)


def next_due(player: Player) -> tuple[int, Card]:
    """When to play a card, and which: the one whose time comes first."""
    return min(_dues(player))


def _dues(player: Player) -> Iterator[tuple[int, Card]]:
    """Own next cards and their times; alone at the table one simply goes on with the colour that is armed."""
    cards, armed = player.next_cards(), player.view.armed
    if alone(player.view) and armed in cards:
        cards = {pile: card for pile, card in cards.items() if pile is armed}
    for card in cards.values():
        yield player.sense.due_us(card, player.view), card

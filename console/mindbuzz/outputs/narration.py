"""What happened, in one plain sentence each. Only what everyone at the table may know: no hands, no colours armed."""

from collections.abc import Callable, Mapping
from typing import Any

from mindbuzz.core import outcomes as told
from mindbuzz.core.cards import Card, Pile, card_name
from mindbuzz.core.companion import outcomes as companion
from mindbuzz.core.dealing import Hands
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.rules import Kind

VOID_REASONS = {
    told.Void.AFTER_MISTAKE: "came after the mistake",
    told.Void.STOPPED: "was still down at the stop",
    told.Void.TOO_SOON: "came too soon after the last release",
    told.Void.TOO_SHORT: "was too short to be meant",
}
KIND_NAMES = {
    Kind.CLASSIC: "classic",
    Kind.BLIND: "blind practice",
    Kind.EXTREME: "extreme",
    Kind.COMPANION_CLASSIC: "classic with real cards",
    Kind.COMPANION_BLIND: "blind practice with real cards",
    Kind.COMPANION_EXTREME: "extreme with real cards",
}

# How a game ended, by the word of the journal.
ENDED_NAMES = {"won": "won", "lost": "lost", "abandoned": "ended early"}


def counted(count: int, one: str, more: str | None = None) -> str:
    """A number of things: "1 level", "2 levels"; `more` where the plural is another word."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(str(card_name(card)) for card in cards)


def _hands(hands: Hands) -> str:
    return ", ".join(f"seat {seat}: {_cards(cards)}" for seat, cards in hands.items())


def _face_down(piles: tuple[Pile, ...]) -> str:
    return f", {' and '.join(pile.value for pile in piles)} pile face down" if piles else ""


def _dealt(outcome: told.LevelDealt) -> str:
    down = _face_down(outcome.face_down)
    return f"level {outcome.level} is dealt{down}; lives {outcome.lives}, stars {outcome.stars}"


def _guided(outcome: companion.LevelGuided) -> str:
    down = _face_down(outcome.face_down)
    cards = f"{outcome.cards_each} cards" if outcome.cards_each > 1 else "one card"
    return f"level {outcome.level}: {cards} each{down}; lives {outcome.lives}, stars {outcome.stars}"


def _played(outcome: told.CardPlayed) -> str:
    return f"seat {outcome.seat} plays {card_name(outcome.card) if outcome.face_up else 'a card face down'}"


def _mistake(outcome: told.Mistake) -> str:
    return (
        f"mistake: seat {outcome.seat}'s {card_name(outcome.card)} passed over {_hands(outcome.set_aside)}; "
        f"lives {outcome.lives}"
    )


def _thrown(outcome: told.StarThrown) -> str:
    thrown = ", ".join(f"seat {seat}: {card_name(card)}" for seat, card in outcome.discarded.items())
    return f"star thrown ({thrown}); stars {outcome.stars}"


def _verified(outcome: told.PileVerified) -> str:
    errors = ", ".join(f"{card_name(error.card)} before {_cards(error.late)}" for error in outcome.errors) or "no error"
    return f"the {outcome.pile.value} pile is turned over ({_cards(outcome.cards)}): {errors}; lives {outcome.lives}"


def _completed(outcome: told.LevelCompleted) -> str:
    reward = f"; one {outcome.reward.value}" if outcome.reward else ""
    kept = "" if outcome.granted or not outcome.reward else ", which stays in the supply"
    return f"level {outcome.level} is completed{reward}{kept}; lives {outcome.lives}, stars {outcome.stars}"


def _won(outcome: told.GameWon) -> str:
    return "total victory: the blind challenge is won" if outcome.challenge else "victory"


def _lost(outcome: told.GameLost) -> str:
    if outcome.challenge:
        return f"the blind challenge is lost in level {outcome.level}; the victory before it stays"
    return f"defeat in level {outcome.level}"


SENTENCES: Mapping[type, Callable[[Any], str]] = {
    told.GameStarted: lambda o: f"a game of {KIND_NAMES[o.kind]} begins; seats {', '.join(map(str, o.seats))}",
    told.LevelDealt: _dealt,
    told.FocusLocked: lambda o: "all hands are down: in tune",
    told.PlayStarted: lambda o: "hands lift, play starts",
    told.CardPlayed: _played,
    told.Mistake: _mistake,
    told.PressVoid: lambda o: f"seat {o.seat}'s press is no play: it {VOID_REASONS[o.reason]}",
    told.Stopped: lambda o: f"seat {o.seat} stops the game",
    told.StarAsked: lambda o: f"seat {o.seat} asks for a star",
    told.StarRefused: lambda o: "no star this time",
    told.StarThrown: _thrown,
    told.PileVerified: _verified,
    told.LevelCompleted: _completed,
    told.GameWon: _won,
    told.GameLost: _lost,
    told.ChallengeStarted: lambda o: f"the blind challenge begins; lives {o.lives}, stars {o.stars}",
    companion.LevelGuided: _guided,
    companion.HandMarked: lambda o: f"seat {o.seat}'s hand is {'empty' if o.empty else 'not empty after all'}",
    companion.MistakeMarked: lambda o: f"seat {o.seat} says there was {'a' if o.marked else 'no'} mistake",
    companion.MistakeCounted: lambda o: f"the mistake costs a life; lives {o.lives}",
    companion.StarSpent: lambda o: f"star thrown; stars {o.stars}",
    companion.CheckStarted: lambda o: f"all hands are empty{', the pile is turned over' if o.face_down else ''}",
    companion.ErrorCounted: lambda o: f"errors in the pile: {o.errors}",
    companion.Undone: lambda o: f"taken back: {o.action.value}",
    told.PauseCaused: lambda o: f"pause: {o.source} (seats {', '.join(map(str, o.seats))})",
    told.PauseLifted: lambda o: f"{o.source} is over",
    told.GameAbandoned: lambda o: f"the game is ended in level {o.level}",
    told.SeatJoined: lambda o: f"seat {o.seat} joins",
    told.SeatLeft: lambda o: f"seat {o.seat} leaves",
    told.KindChosen: lambda o: f"next game: {KIND_NAMES[o.kind]}",
}


def sentence(outcome: Outcome) -> str | None:
    """One sentence, or None for what nobody else may know or need to know."""
    tell = SENTENCES.get(type(outcome))
    return None if tell is None else tell(outcome)

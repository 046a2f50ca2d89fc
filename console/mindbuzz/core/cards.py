"""Cards and piles: which exist, and which card belongs before which."""

from enum import Enum
from typing import NamedTuple


class Pile(Enum):
    """One pile of a game; its cards belong on it in one direction only."""

    CLASSIC = "classic"
    WHITE = "white"
    RED = "red"

    # Piles are dictionary keys everywhere; identity is all the hash they need.
    __hash__ = object.__hash__


class Card(NamedTuple):
    """One card: the pile it belongs on and the number printed on it."""

    pile: Pile
    value: int


LETTER = {Pile.CLASSIC: "", Pile.WHITE: "w", Pile.RED: "r"}
PILE_OF_LETTER = {letter: pile for pile, letter in LETTER.items()}
MOST_DIGITS = 3
OTHER_COLOUR = {Pile.WHITE: Pile.RED, Pile.RED: Pile.WHITE}
DESCENDING = frozenset({Pile.RED})


def rank(card: Card) -> int:
    """Place of a card on its pile: the card with the lower rank belongs first."""
    return -card.value if card.pile in DESCENDING else card.value


def before(first: Card, second: Card) -> bool:
    """Whether `first` belongs before `second`; cards of different piles never compete."""
    return first.pile is second.pile and rank(first) < rank(second)


PLAYING_ORDER = {pile: place for place, pile in enumerate(Pile)}


def in_playing_order(cards: list[Card] | tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand as it is listed: ascending; in extreme white ascending, then red descending."""
    return tuple(sorted(cards, key=lambda card: (PLAYING_ORDER[card.pile], rank(card))))


def card_name(card: Card) -> int | str:
    """How a card is written: 42 in classic, "w8" or "r45" in extreme."""
    letter = LETTER[card.pile]
    return f"{letter}{card.value}" if letter else card.value


def card_named(name: object) -> Card | None:
    """The card of a name, or None if nothing is called so. Whether a deck has that card is another question."""
    if isinstance(name, int) and not isinstance(name, bool):
        return Card(Pile.CLASSIC, name)
    if not isinstance(name, str) or name[:1] not in PILE_OF_LETTER:
        return None
    digits = name[1:]
    if not (digits.isascii() and digits.isdigit()) or digits.startswith("0") or len(digits) > MOST_DIGITS:
        return None
    return Card(PILE_OF_LETTER[name[0]], int(digits))

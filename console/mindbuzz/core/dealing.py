"""Seeded dealing: our own generator, so that a seed gives the same hands on every Python for ever.

PCG64 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
Random Number Generation", 2014): a 128-bit linear congruential generator whose output is XSL-RR, 64 bits
a step. The stream constant holds the level and whether it belongs to the blind challenge, so every level of
a game has a shuffle of its own and can be dealt without dealing those before it.

A level's hands: Fisher-Yates from the top of the deck down, `j = below(i + 1)` for i = n-1 ... 1, then
seat after seat takes `level` cards off the front.
"""

from collections.abc import Mapping, Sequence

from mindbuzz.core.cards import Card, in_playing_order
from mindbuzz.core.rules import DECK, Kind

MULTIPLIER = 47026247687942121848144207491837523525
MASK_128 = (1 << 128) - 1
MASK_64 = (1 << 64) - 1
SEED_BITS = 128

Hands = Mapping[int, tuple[Card, ...]]


class Dice:
    """A stream of evenly spread numbers, fixed by `seed` (128 bits) and `stream` (any small number)."""

    def __init__(self, seed: int, stream: int) -> None:
        self._increment = (stream << 1 | 1) & MASK_128
        self._state = 0
        self._advance()
        self._state = (self._state + seed) & MASK_128
        self._advance()

    def _advance(self) -> None:
        self._state = (self._state * MULTIPLIER + self._increment) & MASK_128

    def word(self) -> int:
        """The next 64 bits."""
        self._advance()
        folded = (self._state >> 64) ^ (self._state & MASK_64)
        turn = self._state >> 122
        return (folded >> turn | folded << (64 - turn)) & MASK_64

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, every one equally likely: words past the last full lap are thrown away."""
        last_lap = (1 << 64) - (1 << 64) % limit
        while True:
            word = self.word()
            if word < last_lap:
                return word % limit


def shuffled(deck: Sequence[Card], dice: Dice) -> list[Card]:
    """The deck in an order drawn from `dice`."""
    cards = list(deck)
    for top in range(len(cards) - 1, 0, -1):
        other = dice.below(top + 1)
        cards[top], cards[other] = cards[other], cards[top]
    return cards


def dealt_hands(seed: int, kind: Kind, challenge: bool, level: int, seats: Sequence[int]) -> Hands:
    """The hands of one level, by seat, each in playing order."""
    cards = shuffled(DECK[kind], Dice(seed, level << 1 | challenge))
    return {seat: in_playing_order(cards[place * level : (place + 1) * level]) for place, seat in enumerate(seats)}

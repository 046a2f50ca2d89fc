"""Judging a face-down pile once it is turned over."""

from collections.abc import Iterator

from mindbuzz.core.cards import Card, before
from mindbuzz.core.outcomes import PileError


def pile_errors(cards: tuple[Card, ...]) -> Iterator[PileError]:
    """Each card that lay before later ones which belonged before it; those are taken out and not judged again."""
    left = list(cards)
    while left:
        card = left.pop(0)
        late = tuple(other for other in left if before(other, card))
        if late:
            yield PileError(card, late)
            left = [other for other in left if other not in late]

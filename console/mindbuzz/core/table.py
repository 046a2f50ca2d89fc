"""The table: hands, piles, lives and stars, and what the rules of play do to them. Nothing here knows of time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from mindbuzz.core.cards import OTHER_COLOUR, Card, Pile, before
from mindbuzz.core.dealing import Hands
from mindbuzz.core.evolve import evolved
from mindbuzz.core.judging import pile_errors
from mindbuzz.core.outcomes import PileError
from mindbuzz.core.rules import (
    MOST_LIVES,
    MOST_STARS,
    PILES,
    REWARD,
    SETUP,
    Kind,
    Reward,
    face_down_piles,
    has_real_cards,
)


@dataclass(frozen=True)  # without slots, for `evolved`
class Table:
    """Everything that lies on the table. `hands` are in playing order, `piles` in the order played."""

    kind: Kind
    seats: tuple[int, ...]
    level: int
    lives: int
    stars: int
    boxed_stars: int = 0
    challenge: bool = False
    hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    piles: Mapping[Pile, tuple[Card, ...]] = field(default_factory=dict)
    armed: Mapping[int, Pile] = field(default_factory=dict)

    @property
    def extreme(self) -> bool:
        return self.kind is Kind.EXTREME

    @property
    def face_down(self) -> tuple[Pile, ...]:
        return face_down_piles(self.kind, self.level, self.challenge)

    @property
    def all_face_down(self) -> bool:
        """No pile can be judged before the level is over."""
        return self.face_down == PILES[self.kind]

    @property
    def has_real_cards(self) -> bool:
        return has_real_cards(self.kind)

    @property
    def last_level(self) -> int:
        return SETUP[len(self.seats)].levels

    @property
    def cleared(self) -> bool:
        """All hands are empty: the level is over."""
        return not any(self.hands.values())


def new_table(
    kind: Kind, seats: tuple[int, ...], level: int = 1, lives: int | None = None, stars: int | None = None
) -> Table:
    """A table before its first deal, with the lives and stars of the rules unless told otherwise."""
    setup = SETUP[len(seats)]
    return Table(
        kind,
        seats,
        level,
        setup.lives if lives is None else lives,
        setup.stars if stars is None else stars,
    )


def dealt(table: Table, hands: Hands) -> Table:
    """The table with new hands, empty piles, and white armed wherever there is white."""
    piles: dict[Pile, tuple[Card, ...]] = dict.fromkeys(PILES[table.kind], ())
    first = PILES[table.kind][0]
    return _rearmed(evolved(table, hands=dict(hands), piles=piles, armed=dict.fromkeys(table.seats, first)))


def holds(table: Table, seat: int, pile: Pile) -> bool:
    """Whether a hand has a card of a pile."""
    return any(card.pile is pile for card in table.hands[seat])


def next_card(table: Table, seat: int, pile: Pile) -> Card | None:
    """The card of a hand that belongs first on a pile."""
    return next((card for card in table.hands[seat] if card.pile is pile), None)


def toggled(table: Table, seat: int) -> Table:
    """The table with the other colour armed for a seat, if its hand has that colour."""
    other = OTHER_COLOUR[table.armed[seat]]
    if not holds(table, seat, other):
        return table
    return evolved(table, armed={**table.armed, seat: other})


def played(table: Table, seat: int, card: Card) -> Table:
    """The table after a seat laid a card on its pile."""
    piles = {**table.piles, card.pile: (*table.piles[card.pile], card)}
    return without(evolved(table, piles=piles), {seat: (card,)})


def without(table: Table, gone: Mapping[int, tuple[Card, ...]]) -> Table:
    """The table with cards taken out of hands."""
    hands = dict(table.hands)
    for seat, cards in gone.items():
        hands[seat] = tuple(card for card in hands[seat] if card not in cards)
    return _rearmed(evolved(table, hands=hands))


def passed_over(table: Table, card: Card) -> Hands:
    """The held cards that belonged before `card`, by owner."""
    held = {seat: tuple(c for c in table.hands[seat] if before(c, card)) for seat in table.seats}
    return {seat: cards for seat, cards in held.items() if cards}


def with_star_thrown(table: Table, discarded: Mapping[int, Card], recycle: bool) -> Table:
    """The table after every player with cards threw one, and the star went to the supply or the box."""
    boxed = table.boxed_stars + (not recycle)
    table = evolved(table, stars=table.stars - 1, boxed_stars=boxed)
    return without(table, {seat: (card,) for seat, card in discarded.items()})


class Verification(NamedTuple):
    """A face-down pile, turned over."""

    pile: Pile
    cards: tuple[Card, ...]
    errors: tuple[PileError, ...]
    lives: int
    lives_before: int


def verified(table: Table) -> Iterator[Verification]:
    """Turn the face-down piles over, white before red, lives counting down across them, not below 0."""
    lives = table.lives
    for pile in table.face_down:
        cards = table.piles[pile]
        errors = tuple(pile_errors(cards))
        lives_before, lives = lives, max(0, lives - len(errors))
        yield Verification(pile, cards, errors, lives, lives_before)


def reward_of(table: Table) -> tuple[Reward | None, bool]:
    """The reward of the level on the table, and whether it fits under the caps."""
    reward = REWARD.get(table.level)
    fits = {
        None: False,
        Reward.LIFE: table.lives < MOST_LIVES,
        Reward.STAR: table.stars + table.boxed_stars < MOST_STARS,
    }
    return reward, fits[reward]


def rewarded(table: Table, reward: Reward | None) -> Table:
    """The table with a reward added."""
    return evolved(
        table,
        lives=table.lives + (reward is Reward.LIFE),
        stars=table.stars + (reward is Reward.STAR),
    )


def _rearmed(table: Table) -> Table:
    """Where the armed colour has run out, the other is armed."""
    armed = {
        seat: OTHER_COLOUR[pile] if table.extreme and not holds(table, seat, pile) and table.hands[seat] else pile
        for seat, pile in table.armed.items()
    }
    return evolved(table, armed=armed)

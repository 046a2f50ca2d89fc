"""People's own cards on the table before them: shuffled and dealt by themselves, seen by whoever sits there.

The console knows nothing of these. It says what to do; the people do it, and look.
"""

from dataclasses import replace
from random import Random

from mindbuzz.core.cards import Card, Pile, before, in_playing_order
from mindbuzz.core.companion.outcomes import MistakeCounted, StarSpent
from mindbuzz.core.judging import pile_errors
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import GAME_OVER, NO_GAME
from mindbuzz.core.rules import DECK, PILES
from mindbuzz.core.views import PileView, SeatView, TableView

BETWEEN_GAMES = NO_GAME | GAME_OVER


class OwnCards:
    """The cards of one table. `reporter`: who has seen a mistake that nobody has said yet, or None.

    Where people play along that hold real cards, the simulated ones hold none.
    """

    def __init__(self, dice: Random, *, dealt: bool) -> None:
        self.reporter: int | None = None
        self._dice = dice
        self._dealt = dealt
        self._level: tuple[int, bool] | None = None
        self._hands: dict[int, tuple[Card, ...]] = {}
        self._piles: dict[Pile, tuple[Card, ...]] = {}
        self._late: tuple[Card, ...] = ()
        self._obeyed: Outcome | None = None

    # --- what the console says ---

    def obey(self, table: TableView) -> None:
        """Deal, set aside, lay aside: whatever the console says that was not done yet."""
        if table.phase in BETWEEN_GAMES:
            self._level = None
        elif table.real_cards is not None and table.real_cards.dealing:
            self._deal(table)
        told = table.shown[-1] if table.shown else None
        if told != self._obeyed:
            self._obeyed = told
            if isinstance(told, MistakeCounted):
                self._set_aside(self._late)
            elif isinstance(told, StarSpent):
                self._set_aside(tuple(hand[0] for hand in self._hands.values() if hand))

    def _deal(self, table: TableView) -> None:
        if self._level == (table.level, table.challenge):
            return
        self._level = (table.level, table.challenge)
        self.reporter, self._late = None, ()
        self._piles = dict.fromkeys(PILES[table.kind], ())
        deck = list(DECK[table.kind])
        self._dice.shuffle(deck)
        each = table.level if self._dealt else 0
        for place, seat in enumerate(table.joined):
            self._hands[seat] = in_playing_order(deck[place * each : (place + 1) * each])

    def _set_aside(self, cards: tuple[Card, ...]) -> None:
        self._hands = {seat: tuple(card for card in hand if card not in cards) for seat, hand in self._hands.items()}
        self.reporter, self._late = None, ()

    # --- what people do ---

    def lay(self, seat: int, card: Card, table: TableView) -> None:
        """Play a card. Whoever holds one that belonged before it on an open pile speaks up."""
        self._hands[seat] = tuple(own for own in self._hands[seat] if own != card)
        self._piles[card.pile] = (*self._piles[card.pile], card)
        if table.real_cards is not None and card.pile not in table.real_cards.face_down:
            self._late = tuple(other for hand in self._hands.values() for other in hand if before(other, card))
            passed_over = [seat for seat, hand in self._hands.items() if set(hand).intersection(self._late)]
            self.reporter = min(passed_over, default=None)

    def errors(self, table: TableView) -> int:
        """How many errors there are in the piles that were turned over."""
        face_down = () if table.real_cards is None else table.real_cards.face_down
        return sum(len(list(pile_errors(self._piles[pile]))) for pile in face_down)

    def seen_by(self, view: SeatView) -> SeatView:
        """What a player sees who looks at the console, at the table and into their own hand."""
        if view.table.real_cards is None or view.seat not in self._hands:
            return view
        face_down = view.table.real_cards.face_down
        piles = tuple(
            PileView(pile, pile in face_down, len(cards), () if pile in face_down else cards)
            for pile, cards in self._piles.items()
        )
        hands = tuple((seat, len(self._hands[seat])) for seat in view.table.joined)
        return replace(view, hand=self._hands[view.seat], table=replace(view.table, piles=piles, hands=hands))

"""One simulated player: what they see, what they remember, what they are about to do. Which move they want next
is asked of `behaviour`.
"""

from enum import Enum
from random import Random
from typing import NamedTuple

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.phases import GAME_OVER, Phase
from mindbuzz.core.settings import Settings, us
from mindbuzz.core.views import RealCardsView, SeatView, TableView
from mindbuzz.inputs.players.hand import Gesture, Hand
from mindbuzz.inputs.players.own_cards import OwnCards
from mindbuzz.inputs.players.pause import Pause
from mindbuzz.inputs.players.sense import BETWEEN_LEVELS, Sense
from mindbuzz.inputs.players.skill import Skill
from mindbuzz.inputs.players.wishes import AtEnd, Wishes

# Phases through which a player who stops the game keeps in mind what for.
STOPPING = frozenset({Phase.PLAY, Phase.STOP, Phase.QUESTION})


class Stop(Enum):
    """What somebody stops the game for."""

    BREATH = "breath"
    STAR = "star"
    MISTAKE = "mistake"


class Move(NamedTuple):
    """A gesture that a player will make at `at_us` unless they change their mind; perhaps to stop the game.

    `card`: one of their own that is played on the table, without the button.
    """

    at_us: int
    gesture: Gesture
    stop: Stop | None = None
    card: Card | None = None


class Player:
    """A seat with a hand, a sense of time, and a memory. Knows nothing but the views of its own seat.

    `own_cards` lie on the table before everyone; whoever has them sees their own hand and the open piles.
    """

    def __init__(
        self,
        seat: int,
        mates: frozenset[int],
        skill: Skill,
        wishes: Wishes,
        settings: Settings,
        dice: Random,
        own_cards: OwnCards,
    ) -> None:
        self.seat = seat
        self.own_cards = own_cards
        self.mates = mates
        self.skill = skill
        self.wishes = wishes
        self.settings = settings
        self.hand = Hand(seat, settings, dice)
        self.sense = Sense(skill, dice)
        self.now_us = 0
        self.content = False
        self.stop: Stop | None = None
        self.asked_for_star = False
        self.looked_at_cards = False
        self._view: SeatView | None = None
        self._dice = dice
        self._pauses: dict[Pause, int] = {}
        self._new_pauses: dict[Pause, int] = {}
        self._decisions: dict[str, bool] = {}

    # --- seeing ---

    @property
    def view(self) -> SeatView:
        """What the player saw last."""
        assert self._view is not None, "nothing was seen yet"
        return self._view

    @property
    def table(self) -> TableView:
        """The table as the player saw it last."""
        return self.view.table

    def notice(self, view: SeatView, now_us: int) -> bool:
        """Look; whether there is anything new."""
        if view == self._view:
            return False
        if self._view is None or _situation(view.table) != _situation(self.table):
            self._decisions.clear()
            self._pauses.clear()
        self._view = view
        self.sense.listen(view, now_us)
        self._remember(view.table)
        return True

    def _remember(self, table: TableView) -> None:
        if table.phase is Phase.LOCKED:
            self.looked_at_cards = True
        if table.phase in BETWEEN_LEVELS or (table.real_cards is not None and table.real_cards.dealing):
            self.looked_at_cards = self.asked_for_star = False
        if table.phase not in STOPPING:
            self.stop = None
        if table.phase in GAME_OVER and not self._goes_on(table):
            self.content = True

    def _goes_on(self, table: TableView) -> bool:
        wishes = self.wishes
        wants_challenge = wishes.challenge and table.challenge_offered
        return wants_challenge or wishes.at_end is AtEnd.AGAIN or bool(wishes.people)

    @property
    def real_cards(self) -> RealCardsView:
        """What people have said of their own cards."""
        assert self.table.real_cards is not None, "this game is dealt by the console"
        return self.table.real_cards

    @property
    def counts(self) -> bool:
        """Whether the own hand is down, and counts."""
        return self.seat in self.table.ready

    def next_cards(self) -> dict[Pile, Card]:
        """The own cards that could be played next, by pile."""
        cards: dict[Pile, Card] = {}
        for card in self.view.hand:
            cards.setdefault(card.pile, card)
        return cards

    # --- making up one's mind ---

    def begin_thinking(self, now_us: int) -> None:
        """Think again what to do; pauses that nothing asks for any more are over."""
        self.now_us = now_us
        self._new_pauses = {}

    def end_thinking(self) -> None:
        """Keep the pauses that were asked for."""
        self._pauses = self._new_pauses

    def soon(self, pause: Pause, gesture: Gesture, stop: Stop | None = None) -> Move:
        """A gesture after a pause, which goes on for as long as it is asked for."""
        until_us = self._pauses.get(pause)
        if until_us is None:
            until_us = self.now_us + self.draw_us(pause)
        self._new_pauses[pause] = until_us
        return Move(until_us, gesture, stop)

    def draw_us(self, pause: Pause) -> int:
        """How long a pause is this time."""
        return us(self._dice.uniform(pause.shortest_ms, pause.longest_ms))

    def decides(self, what: str, probability: float) -> bool:
        """Make up one's mind, and keep to it until the situation is another."""
        if what not in self._decisions:
            self._decisions[what] = self._dice.random() < probability
        return self._decisions[what]


def _situation(table: TableView) -> tuple[Phase, int]:
    return table.phase, table.began_us

"""A sense of time: when a card's turn has come, by the last card that the player knows of and the time since.

The model is a steady tempo. 21 people in one recorded experiment (veghcsanad/The-Mind) waited about 0.33 s times
the gap to the power of 0.87; here that wait gets some noise, drawn anew with every card, and the tempi of a table
drift together. What is behind each figure without a source is a guess.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from random import Random

from mindbuzz.core.cards import Card, Pile, rank
from mindbuzz.core.phases import LEVEL_OVER, NO_GAME, Phase
from mindbuzz.core.rules import RANK_BEFORE_FIRST, Kind, game_played
from mindbuzz.core.units import SECOND_US
from mindbuzz.core.views import PileView, SeatView
from mindbuzz.inputs.players.skill import Skill

# The very next number is no question of time: 1.0 s were recorded for gaps of 2 and 3, hence about half for 1.
NEXT_NUMBER_S = 0.5
# Who alone still has cards just lays them down, about 1.0 s a card in the same recordings.
ALONE_S = 1.0
# What needs no feeling for time hardly varies.
SURE_SIGMA = 0.1
# A colour of extreme has half as many numbers for as many cards: each takes twice as long.
EXTREME_SLOWER = 2.0
# One strange wait teaches no more than this about a tempo.
LEAST_LESSON, MOST_LESSON = 0.5, 2.0
# Between two levels people find part of the way back to the tempo that is their own.
BACK_TO_SELF = 0.3

BETWEEN_LEVELS = NO_GAME | LEVEL_OVER


@dataclass(slots=True)
class Clock:
    """One pile as a player feels it: since `since_us` the table counts from the card of rank `from_rank`."""

    from_rank: float
    since_us: int
    count: int
    noise: float
    reaction_s: float


class Sense:
    """One player's sense of time over all piles. Call `listen` with every view."""

    def __init__(self, skill: Skill, dice: Random) -> None:
        self._skill = skill
        self._dice = dice
        self._own_tempo_s = skill.tempo_s * exp(dice.gauss(0, skill.mismatch))
        self._tempo_s = self._own_tempo_s
        self._slower = 1.0
        self._clocks: dict[Pile, Clock] = {}
        self._lap_us: int | None = None
        self._heard_us = 0
        self._hand: tuple[Card, ...] = ()

    # --- when is it time ---

    def due_us(self, card: Card, view: SeatView) -> int:
        """When the turn of an own card comes."""
        if alone(view):
            return self._heard_us + self._noisy_us(ALONE_S, SURE_SIGMA, card.pile)
        clock = self._clocks[card.pile]
        gap = self.gap_to(card)
        hidden = face_down(card.pile, view)
        if gap <= 1 and not hidden:
            return clock.since_us + self._noisy_us(NEXT_NUMBER_S, SURE_SIGMA, card.pile)
        # Where nobody sees the pile only an even count keeps a table together.
        felt = gap if hidden else gap**self._skill.exponent
        wait_us = self._noisy_us(self.pace_s * felt, self._skill.sigma, card.pile)
        return clock.since_us + round(clock.reaction_s * SECOND_US) + wait_us

    def gap_to(self, card: Card) -> float:
        """How far away an own card is, in numbers."""
        return rank(card) - self._clocks[card.pile].from_rank

    @property
    def pace_s(self) -> float:
        """Seconds per number in this game, now."""
        return self._tempo_s * self._slower

    def _noisy_us(self, wait_s: float, sigma: float, pile: Pile) -> int:
        return round(wait_s * exp(sigma * self._clocks[pile].noise) * SECOND_US)

    # --- listening ---

    def listen(self, view: SeatView, now_us: int) -> None:
        """Take in what the table shows."""
        if view.table.phase is Phase.PLAY:
            self._listen_in_play(view, now_us)
        elif self._lap_us is not None:
            self._halt(now_us)
        if view.table.phase in BETWEEN_LEVELS or (view.table.real_cards is not None and view.table.real_cards.dealing):
            self._clocks.clear()
        self._hand = view.hand

    def _listen_in_play(self, view: SeatView, now_us: int) -> None:
        table = view.table
        if not self._clocks:
            self._begin_level(view)
        if self._lap_us != table.began_us:
            self._begin_lap(table.piles, table.began_us, now_us)
        for pile in table.piles:
            if pile.count != self._clocks[pile.pile].count:
                self._hear_card(pile, view, now_us)

    def _begin_level(self, view: SeatView) -> None:
        table = view.table
        self._slower = EXTREME_SLOWER if game_played(table.kind) is Kind.EXTREME else 1.0
        self._tempo_s *= (self._own_tempo_s / self._tempo_s) ** BACK_TO_SELF
        self._clocks = {pile.pile: self._clock(RANK_BEFORE_FIRST[pile.pile], 0, 0) for pile in table.piles}

    def _begin_lap(self, piles: Iterable[PileView], began_us: int, now_us: int) -> None:
        """Play starts, or goes on: time counts from the card that lies there, or from where the table had come to."""
        self._lap_us = began_us
        self._heard_us = now_us
        for pile in piles:
            reached = rank(pile.cards[-1]) if pile.cards else self._clocks[pile.pile].from_rank
            self._clocks[pile.pile] = self._clock(reached, now_us, pile.count)

    def _halt(self, now_us: int) -> None:
        """Play stops: keep in mind how far the table had come."""
        self._lap_us = None
        for clock in self._clocks.values():
            clock.from_rank += (now_us - clock.since_us) / SECOND_US / self.pace_s

    def _hear_card(self, pile: PileView, view: SeatView, now_us: int) -> None:
        """A card fell. Of a face-down one only its owner knows what it was."""
        own = [card for card in self._hand if card.pile is pile.pile and card not in view.hand]
        if pile.face_down:
            self._go_on_counting(pile, own, view)
        else:
            self._count_anew(pile, own, now_us)
        self._heard_us = now_us

    def _go_on_counting(self, pile: PileView, own: list[Card], view: SeatView) -> None:
        """Nothing to be seen: an own card came when it was time, and the count goes on from there without a break."""
        self._clocks[pile.pile].count = pile.count
        for card in own:
            clock = self._clock(rank(card), self.due_us(card, view), pile.count)
            clock.reaction_s = 0.0
            self._clocks[pile.pile] = clock

    def _count_anew(self, pile: PileView, own: list[Card], now_us: int) -> None:
        """Everyone sees the card and counts from it; a foreign one also tells how fast somebody else counts."""
        card = pile.cards[-1]
        if card not in own:
            self._learn(self._clocks[pile.pile], rank(card), now_us)
        self._clocks[pile.pile] = self._clock(rank(card), now_us, pile.count)

    def _learn(self, clock: Clock, heard_rank: int, now_us: int) -> None:
        """Drift towards the tempo at which a foreign card was played."""
        gap = heard_rank - clock.from_rank
        if gap <= 1:
            return
        waited_s = (now_us - clock.since_us) / SECOND_US - clock.reaction_s
        heard_tempo_s = waited_s / (gap**self._skill.exponent * self._slower)
        lesson = min(MOST_LESSON, max(LEAST_LESSON, heard_tempo_s / self._tempo_s))
        self._tempo_s *= lesson**self._skill.drift

    def _clock(self, from_rank: float, since_us: int, count: int) -> Clock:
        return Clock(from_rank, since_us, count, self._dice.gauss(0, 1), self._dice.uniform(*self._skill.reaction_s))


def alone(view: SeatView) -> bool:
    """Whether nobody else has cards left."""
    return not any(count for seat, count in view.table.hands if seat != view.seat)


def face_down(pile: Pile, view: SeatView) -> bool:
    """Whether nobody sees the cards of a pile."""
    return any(shown.face_down for shown in view.table.piles if shown.pile is pile)

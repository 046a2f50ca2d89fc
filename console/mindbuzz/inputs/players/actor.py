"""A player in action: thinks when something is new, moves when it is time, rests in between."""

from random import Random

from mindbuzz.core.settings import Settings
from mindbuzz.core.views import SeatView
from mindbuzz.inputs.players import pause
from mindbuzz.inputs.players.behaviour import behaviour
from mindbuzz.inputs.players.bounce import Edge
from mindbuzz.inputs.players.own_cards import OwnCards
from mindbuzz.inputs.players.player import Move, Player, Stop
from mindbuzz.inputs.players.skill import Skill
from mindbuzz.inputs.players.wishes import Wishes


class Actor:
    """Carries out what `behaviour` says for one player."""

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
        self._player = Player(seat, mates, skill, wishes, settings, dice, own_cards)
        self._move: Move | None = None
        self._rests_until_us: int | None = None

    def see(self, view: SeatView, now_us: int) -> None:
        """Look, and think again if there is anything new; a hand that is busy finishes first."""
        if self._player.notice(view, now_us) and self._rests_until_us is None:
            self._think(now_us)

    @property
    def due_us(self) -> int | None:
        """When `act` has something to do: an edge, the end of a rest, or the next move."""
        edge_us = self._player.hand.due_us
        if edge_us is not None:
            return edge_us
        if self._rests_until_us is not None:
            return self._rests_until_us
        return self._move.at_us if self._move is not None else None

    def act(self, now_us: int) -> Edge | None:
        """Do the next thing that is due; an edge if it is one."""
        if self._player.hand.due_us is not None:
            return self._player.hand.next_edge()
        if self._rests_until_us is not None:
            self._rests_until_us = None
            self._think(now_us)
        elif self._move is not None:
            self._begin(self._move, now_us)
        return None

    def _think(self, now_us: int) -> None:
        self._player.begin_thinking(now_us)
        self._move = behaviour(self._player)(self._player)
        self._player.end_thinking()

    def _begin(self, move: Move, now_us: int) -> None:
        player = self._player
        self._move = None
        player.stop = move.stop
        if move.stop is Stop.STAR:
            player.asked_for_star = True
        if move.card is not None:
            player.own_cards.lay(player.seat, move.card, player.table)
        ends_us = player.hand.make(move.gesture, now_us)
        self._rests_until_us = ends_us + player.draw_us(pause.REST)

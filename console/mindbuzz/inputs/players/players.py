"""Simulated players at some or all seats: views in, contact edges out, the same for the same seed."""

from collections.abc import Callable, Iterable
from random import Random

from mindbuzz.core.due import earliest_us
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.core.views import SeatView
from mindbuzz.inputs.players.actor import Actor
from mindbuzz.inputs.players.own_cards import OwnCards
from mindbuzz.inputs.players.skill import Skill
from mindbuzz.inputs.players.wishes import NO_WISHES, Wishes

Drive = Callable[[int, bool], None]


class Players:
    """People at a table. They know what `see` shows them, one seat's view each, and the time; they act by `drive`.

    `drive(seat, closed)` is called from `act` for every edge of a contact. Call `act` at `due_us`, or as soon after
    as you can. Each seat has a chance of its own, so who else sits at the table changes nothing in anybody's nature.
    """

    def __init__(
        self,
        seats: Iterable[int],
        skill: Skill,
        seed: int,
        drive: Drive,
        settings: Settings = DEFAULTS,
        wishes: Wishes = NO_WISHES,
    ) -> None:
        mates = frozenset(seats)
        self._drive = drive
        self._own_cards = OwnCards(Random(f"{seed}/cards"), dealt=not wishes.people)
        self._looks: dict[int, SeatView] = {}
        self._actors = {
            seat: Actor(seat, mates, skill, wishes, settings, Random(f"{seed}/{seat}"), self._own_cards)
            for seat in sorted(mates)
        }

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are played."""
        return tuple(self._actors)

    def see(self, view: SeatView, now_us: int) -> None:
        """Show a player their view; call it whenever it may have changed. Other seats' views are ignored."""
        actor = self._actors.get(view.seat)
        if actor is not None:
            self._looks[view.seat] = view
            self._own_cards.obey(view.table)
            actor.see(self._own_cards.seen_by(view), now_us)

    @property
    def due_us(self) -> int | None:
        """When to call `act` next if nobody sees anything new, or None."""
        return earliest_us(actor.due_us for actor in self._actors.values())

    def act(self, now_us: int) -> None:
        """Do everything that is due by now, in the order in which it is due."""
        while (actor := self._next_actor(now_us)) is not None:
            edge = actor.act(now_us)
            if edge is not None:
                self._drive(actor.seat, edge.closed)
            else:
                self._look_at_own_cards(now_us)

    def _look_at_own_cards(self, now_us: int) -> None:
        """A card of their own that somebody played is seen by everyone at once; the console has no part in it."""
        for seat, view in self._looks.items():
            if view.table.real_cards is not None:
                self._actors[seat].see(self._own_cards.seen_by(view), now_us)

    def _next_actor(self, now_us: int) -> Actor | None:
        dues = [(due, seat) for seat, actor in self._actors.items() if (due := actor.due_us) is not None]
        due_us, seat = min(dues, default=(now_us + 1, 0))
        return self._actors[seat] if due_us <= now_us else None

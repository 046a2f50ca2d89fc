"""First light: two displays and two buttons on a breadboard; what its jumpers join, as tables and for checks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tools.kit.colours import COLOURS
from tools.kit.header import pi_label, pi_pin
from tools.kit.source import FirstLight, Kit, Plugged, read_kit
from tools.markdown import markdown_table

ROWS = 30
# Rails have 25 holes in groups of five, or more; some are split in the middle. So only the upper half of them is used.
RAIL_HOLES, RAIL_HOLES_USED = 25, 12
HOLE = re.compile(r"([a-j])([1-9]\d?)")
RAIL = re.compile(r"([+-][LR])([1-9]\d?)")
Pairs = tuple[tuple[str, str], tuple[str, str]]
# Legs that are joined inside a push button, as it is meant to lie, and turned by a quarter: nobody sees which is which.
TACT_PAIRS: Pairs = (("A1", "A2"), ("B1", "B2"))
TACT_PAIRS_TURNED: Pairs = (("A1", "B1"), ("A2", "B2"))


def strip_of(place: str) -> str:
    """The strip of metal under a hole: "left 9" for c9, "+R" for all of that rail. Raises ValueError."""
    found = RAIL.fullmatch(place) or HOLE.fullmatch(place)
    on_rail = place[0] in "+-"
    if not found or int(found[2]) > (RAIL_HOLES if on_rail else ROWS):
        raise ValueError(f"a breadboard has no hole {place!r}")
    if on_rail:
        return found[1]
    return f"{'left' if found[1] <= 'e' else 'right'} {found[2]}"


class Breadboard:
    """What is joined to what, once all jumpers are in; `pairs` are the legs that are joined inside the buttons."""

    def __init__(self, kit: Kit, pairs: Pairs = TACT_PAIRS) -> None:
        self.kit = kit
        self.first: FirstLight = kit.first_light
        self._group: dict[str, str] = {}
        for jumper in self.first.jumpers:
            self._join(self._point(jumper.start), self._point(jumper.end))
        for plugged in self.first.components:
            for pin, hole in plugged.holes.items():
                self._join(f"{plugged.ref}.{pin}", strip_of(hole))
            if plugged.part == "tact_button":
                for one, other in pairs:
                    self._join(f"{plugged.ref}.{one}", f"{plugged.ref}.{other}")

    def _point(self, text_: str) -> str:
        return f"PI.{pi_pin(self.kit, text_.removeprefix('PI.'))}" if text_.startswith("PI.") else strip_of(text_)

    def _root(self, point: str) -> str:
        while point in self._group:
            point = self._group[point]
        return point

    def _join(self, one: str, other: str) -> None:
        a, b = self._root(one), self._root(other)
        if a != b:
            self._group[a] = b

    def joined(self, end: str) -> str:
        """A name for all that an end is joined with."""
        return self._root(self._point(end) if end.startswith("PI.") else end)

    def place(self, text_: str) -> str:
        """The same name for all that a hole or a pin of the Pi is joined with."""
        return self._root(self._point(text_))

    def faults(self) -> list[str]:
        """What is not joined but should be, or is joined but must not be; and holes with two legs in them."""
        faults = []
        groups = {net: {self.joined(end) for end in ends} for net, ends in self.first.joined.items()}
        faults += [f"{net} is in {len(found)} pieces" for net, found in groups.items() if len(found) > 1]
        owners: dict[str, str] = {}
        for net, found in groups.items():
            for group in found:
                if owners.setdefault(group, net) != net:
                    faults.append(f"{net} and {owners[group]} are joined")
        used = [hole for plugged in self.first.components for hole in plugged.holes.values()]
        used += [
            end for jumper in self.first.jumpers for end in (jumper.start, jumper.end) if not end.startswith("PI.")
        ]
        faults += [f"hole {hole} is used twice" for hole in sorted(set(used)) if used.count(hole) > 1]
        return [*faults, *self._mirrored(), *self._low_on_a_rail(used)]

    def _low_on_a_rail(self, used: Iterable[str]) -> Iterator[str]:
        """Holes of a rail that a rail split in the middle would not join with the upper ones."""
        for place in used:
            if (rail := RAIL.fullmatch(place)) and int(rail[2]) > RAIL_HOLES_USED:
                yield f"hole {place} is in the lower half of its rail"

    def _mirrored(self) -> Iterator[str]:
        """Displays that would have to lie on their glass. One in the right half hangs over the right edge, so that its
        pins, at its top, are at the left: what reads from left to right runs upwards there.
        """
        for plugged in self.first.components:
            holes = [plugged.holes[pin] for pin in self.kit.parts[plugged.part].reads if pin in plugged.holes]
            rows = [int(hole[1:]) for hole in holes]
            upwards = strip_of(holes[0]).startswith("right") if holes else False
            if rows != sorted(rows, reverse=upwards):
                yield f"{plugged.ref} is mirrored: its pins are in {', '.join(holes)}"


def jumper_table(stage: str) -> str:
    """The parts and leads of one stage, and where they go."""
    first = read_kit().first_light
    rows = [
        (f"{plugged.ref}: {read_kit().parts[plugged.part].name.partition(',')[0]}", _holes(plugged), "")
        for plugged in first.components
        if plugged.stage == stage and plugged.holes
    ]
    rows += [
        (f"{COLOURS[jumper.colour]} lead", _where(jumper.start), _where(jumper.end))
        for jumper in first.jumpers
        if jumper.stage == stage
    ]
    return markdown_table(("What", "From", "To"), rows)


def _holes(plugged: Plugged) -> str:
    return ", ".join(f"{pin} in **{hole}**" for pin, hole in plugged.holes.items())


def _where(end: str) -> str:
    if rail := RAIL.fullmatch(end):
        side = "left" if rail[1][1] == "L" else "right"
        return f"{side} rail **{rail[1][0].replace('-', '−')}**, any hole in its upper half"
    if not end.startswith("PI."):
        return f"**{end}**"
    physical = pi_pin(read_kit(), end.removeprefix("PI."))
    return f"Pi pin **{physical}** ({pi_label(physical)})"

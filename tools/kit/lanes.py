"""How wires are laid on a board: along rows and columns and halfway between them, so that each can be followed by eye.

No two wires share a stretch, none lies over a pin but its own two; where two must cross, both go straight on. Places
are counted in half holes: hole (3, 2) is place (6, 4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise

Hole = tuple[int, int]
Place = tuple[int, int]
Stretch = frozenset[Place]
Course = tuple[Place, ...]  # from hole to hole, every half hole on the way

DIRECTIONS: Sequence[Place] = ((1, 0), (0, 1), (-1, 0), (0, -1))
# In half holes: so much longer may a way be to be spared a turn, another wire, or the words on the board.
TURN, CROSSING, WORDS = 2.5, 5.0, 20.0
ROUNDS = 4  # how often each wire is laid again, once all others are there


class NoRoom(ValueError):
    """A wire that cannot reach its hole."""


def place_of(hole: Hole) -> Place:
    return 2 * hole[0], 2 * hole[1]


def beside(start: Hole, end: Hole) -> tuple[Place, Place]:
    """The places at both sides of a wire between two neighbouring holes."""
    (x, y), (to_x, to_y) = place_of(start), place_of(end)
    middle, aside = ((x + to_x) // 2, (y + to_y) // 2), (abs(to_y - y) // 2, abs(to_x - x) // 2)
    return (middle[0] + aside[0], middle[1] + aside[1]), (middle[0] - aside[0], middle[1] - aside[1])


@dataclass(frozen=True, slots=True)
class Link:
    """What a wire joins, and the places of words that it should leave free."""

    start: Hole
    end: Hole
    words: Set[Place] = frozenset()


@dataclass(slots=True)
class Lanes:
    """A board of `columns` and `rows`: its pins, and the wires that are laid."""

    columns: int
    rows: int
    pins: frozenset[Place]
    stretches: set[Stretch] = field(default_factory=set)
    over: dict[Place, list[Course]] = field(default_factory=lambda: defaultdict(list))

    def add(self, course: Course) -> None:
        self.stretches.update(_stretches(course))
        for place in course[1:-1]:
            self.over[place].append(course)

    def remove(self, course: Course) -> None:
        self.stretches.difference_update(_stretches(course))
        for place in course[1:-1]:
            self.over[place].remove(course)

    def shortest(self, link: Link) -> Course:
        """The cheapest way that is free. Raises NoRoom."""
        start, end = place_of(link.start), place_of(link.end)
        waiting: list[tuple[float, float, Place, int]] = []
        for way in range(4):
            heappush(waiting, (_least(start, end, way), 0.0, start, way))
        came_from: dict[tuple[Place, int], tuple[Place, int]] = {}
        best: dict[tuple[Place, int], float] = {}
        while waiting:
            _, cost, place, way = heappop(waiting)
            if place == end:
                return _walked_back(came_from, (place, way))
            for turned in (way,) if place == start or self.over.get(place) else (way, (way + 1) % 4, (way - 1) % 4):
                ahead = (place[0] + DIRECTIONS[turned][0], place[1] + DIRECTIONS[turned][1])
                extra = self._extra(place, ahead, turned, end)
                if extra is None:
                    continue
                total = cost + 1 + extra + (TURN if turned != way else 0) + (WORDS if ahead in link.words else 0)
                if total < best.get((ahead, turned), float("inf")):
                    best[ahead, turned] = total
                    came_from[ahead, turned] = (place, way)
                    heappush(waiting, (total + _least(ahead, end, turned), total, ahead, turned))
        raise NoRoom(f"no wire from {start} to {end}: everything between is taken")

    def _extra(self, place: Place, ahead: Place, way: int, end: Place) -> float | None:
        """What a step costs besides its length; None where there is no way."""
        if frozenset((place, ahead)) in self.stretches:
            return None
        if ahead == end:
            return 0
        inside = 1 <= ahead[0] <= 2 * self.columns + 1 and 1 <= ahead[1] <= 2 * self.rows + 1
        if not inside or ahead in self.pins:
            return None
        there = self.over.get(ahead, ())
        if there and (len(there) > 1 or not _goes_straight_across(there[0], ahead, way)):
            return None
        return CROSSING if there else 0


def lay(lanes: Lanes, links: Sequence[Link]) -> list[Course]:
    """The courses of wires; earlier ones have the first choice. Raises NoRoom."""
    courses = _first_courses(lanes, links)
    for _ in range(ROUNDS):
        for number, link in enumerate(links):
            lanes.remove(courses[number])
            courses[number] = lanes.shortest(link)
            lanes.add(courses[number])
    return [courses[number] for number in range(len(links))]


def _first_courses(lanes: Lanes, links: Sequence[Link]) -> dict[int, Course]:
    """One after the other; whoever finds no room is laid before all others, once. Raises NoRoom."""
    favoured: list[int] = []
    while True:
        courses: dict[int, Course] = {}
        for number in [*favoured, *(number for number in range(len(links)) if number not in favoured)]:
            try:
                courses[number] = lanes.shortest(links[number])
            except NoRoom:
                if number in favoured:
                    raise
                favoured.append(number)
                break
            lanes.add(courses[number])
        else:
            return courses
        for course in courses.values():
            lanes.remove(course)


def length_of(course: Course) -> float:
    """How long a course is, in holes."""
    return (len(course) - 1) / 2


def corners(course: Course) -> list[Place]:
    """Both ends and where it turns."""
    turns = [
        here
        for before, here, after in zip(course, course[1:], course[2:], strict=False)
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    return [course[0], *turns, course[-1]]


def _stretches(course: Course) -> Iterator[Stretch]:
    return (frozenset(pair) for pair in pairwise(course))


def _goes_straight_across(course: Course, place: Place, way: int) -> bool:
    """Whether a wire passes a place straight and at a right angle to a way."""
    at = course.index(place)
    before, after = course[at - 1], course[at + 1]
    return before[way % 2] == after[way % 2]


def _least(place: Place, end: Place, way: int) -> float:
    """What is left to pay at least: the distance, and a turn unless the end lies straight ahead."""
    across, down = end[0] - place[0], end[1] - place[1]
    forward = across * DIRECTIONS[way][0] + down * DIRECTIONS[way][1]
    distance = abs(across) + abs(down)
    return distance + (0 if forward == distance else TURN)


def _walked_back(came_from: dict[tuple[Place, int], tuple[Place, int]], last: tuple[Place, int]) -> Course:
    course = [last[0]]
    while last in came_from:
        last = came_from[last]
        course.append(last[0])
    return tuple(reversed(course))

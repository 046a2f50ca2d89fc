"""Wires on the board lie beside each other, and whoever looks at a drawing can tell them apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from tools.kit.board import FULLEST, SIZES, Board, board_of
from tools.kit.board_pictures import LETTER_WIDTH, NAME_INK, TAG_RADIUS, WIRE_WIDTH, board_picture, steps_of
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.lanes import Lanes, Link, NoRoom, Place, lay, place_of
from tools.kit.source import read_kit

Points = NDArray[np.float64]

WIRE = re.compile(rf'<path d="([^"]+)"[^>]* stroke-width="{WIRE_WIDTH:g}"/>')
NUMBER = re.compile(rf'<circle cx="([\d.]+)" cy="([\d.]+)" r="{TAG_RADIUS:g}"[^>]*/>\n<text[^>]*>(\d+)</text>')
NAME = re.compile(
    r'<text x="(?P<x>[\d.]+)" y="(?P<y>[\d.]+)" font-size="(?P<size>[\d.]+)"[^>]*'
    rf'fill="{NAME_INK}"(?P<turned> transform="rotate)?[^>]* opacity="1"[^>]*>(?P<words>[^<]+)</text>'
)
# In units of the drawing, where two holes are 10 apart:
SAMPLE = 1.0
LEAST_APART = WIRE_WIDTH + 0.7
AT_A_PIN = 5.5  # so far from a common pin two wires may still be near each other
RIM = 0.5  # half the line around a number


@pytest.mark.parametrize("name", SIZES)
def test_wires_lie_beside_each_other(name: str) -> None:
    """None over a pin that is not its own; two meet in a pin of both, or cross, both straight on."""
    board = Board(read_kit(), FULLEST[name], name)
    pins = {place_of(hole) for hole in board.holes.values()}
    stretches = Counter(frozenset(pair) for wire in board.wires for pair in pairwise(board.course(wire)))
    over: dict[Place, list[Place]] = defaultdict(list)
    for wire in board.wires:
        course = board.course(wire)
        assert (course[0], course[-1]) == (place_of(wire.start), place_of(wire.end))
        for before, here, after in zip(course, course[1:], course[2:], strict=False):
            over[here].append((abs(after[0] - before[0]), abs(after[1] - before[1])))

    assert set(stretches.values()) == {1}
    assert not over.keys() & pins
    assert {frozenset(met) for met in over.values() if len(met) > 1} == {frozenset({(2, 0), (0, 2)})}
    assert max(map(len, over.values())) == 2


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_wires_of_a_drawing_can_be_told_apart(build: Build) -> None:
    """Drawn lines come near each other only where they cross or share a pin; each number is at its own wire only."""
    for step in steps_of(build):
        drawn = board_picture(build, step, solder_side=True).decode().rpartition("</g>")[2]
        lines = [sampled(path) for path in WIRE.findall(drawn)]
        numbers = {int(number): np.array([float(x), float(y)]) for x, y, number in NUMBER.findall(drawn)}

        assert sorted(numbers) == [*range(1, len(board_of(build, step).wires_of(step)) + 1)]
        assert len(lines) == len(numbers)
        assert not [pair for pair in combinations(range(len(lines)), 2) if lie_together(*(lines[n] for n in pair))]
        for number, at in numbers.items():
            away = [np.linalg.norm(line - at, axis=1).min() for line in lines]
            own = away.pop(number - 1)
            assert own <= 5
            assert min(away) >= TAG_RADIUS + RIM + WIRE_WIDTH / 2 - 0.05, (step, number)


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_no_wire_of_a_step_runs_through_the_name_of_one_of_its_parts(build: Build) -> None:
    for step in steps_of(build):
        drawn = board_picture(build, step, solder_side=True).decode().rpartition("</g>")[2]
        points = np.concatenate([sampled(path) for path in WIRE.findall(drawn)])
        names = [box_of(found) for found in NAME.finditer(drawn)]

        assert len(names) == sum(placed.component.step == step for placed in board_of(build, step).placed)
        assert not [box for box in names if ((points > box[:2]) & (points < box[2:])).all(axis=1).any()]


def box_of(name: re.Match[str]) -> Points:
    """Left, top, right and lower edge of a written name."""
    x, y, size = (float(name[part]) for part in ("x", "y", "size"))
    long, high = len(name["words"]) * size * LETTER_WIDTH, size * 0.75
    if name["turned"]:
        middle = y - size * 0.36
        return np.array([x - high / 2, middle - long / 2, x + high / 2, middle + long / 2])
    return np.array([x - long / 2, y - high, x + long / 2, y])


def sampled(path: str) -> Points:
    """Points on a drawn line; round corners count as cut ones."""
    vertices = [tuple(map(float, point.split()[-2:])) for point in re.findall(r"[MLQ]([\d. ]+)", path)]
    points = []
    for start, end in pairwise(np.array(vertices)):
        steps = max(int(np.linalg.norm(end - start) / SAMPLE), 1)
        points += [start + (end - start) * step / steps for step in range(steps)]
    return np.array([*points, vertices[-1]])


def lie_together(one: Points, other: Points) -> bool:
    """Whether two lines run near each other elsewhere than at a pin of both or where they cross at a right angle."""
    near = np.linalg.norm(one[:, None] - other[None], axis=2) < LEAST_APART
    for end in (one[0], one[-1]):
        if any(np.array_equal(end, theirs) for theirs in (other[0], other[-1])):
            near[np.linalg.norm(one - end, axis=1) < AT_A_PIN] = False
    first, second = np.nonzero(near)
    if not len(first):
        return False
    directions = [np.gradient(line, axis=0) for line in (one, other)]
    a, b = (each / np.linalg.norm(each, axis=1)[:, None] for each in directions)
    return bool((np.abs(np.einsum("ij,ij->i", a[first], b[second])) > 0.75).any())


def test_lines_that_lie_together_are_found_out() -> None:
    across, beside, down = (sampled(path) for path in ("M0 10L40 10", "M10 12L60 12", "M20 0L20 40"))

    assert lie_together(across, beside)
    assert not lie_together(across, down)


def test_a_wire_goes_around_what_is_in_its_way_and_says_so_if_it_cannot() -> None:
    fence = [(4, row) for row in range(1, 17)]
    [course] = lay(Lanes(columns=8, rows=8, pins=frozenset(fence)), [Link((1, 1), (8, 8))])

    assert (4, 17) in course
    with pytest.raises(NoRoom, match="everything between is taken"):
        lay(Lanes(columns=8, rows=8, pins=frozenset([*fence, (4, 17)])), [Link((1, 1), (8, 8))])

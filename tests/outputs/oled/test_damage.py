"""What goes over the wire: all that changed, little else, and nothing outside the panel."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.mixin import capabilities
from PIL import Image

from mindbuzz.outputs.oled.damage import HOLE, damage, pack
from tests.outputs.oled.pictures import SIZE, boxes, noise, with_box

OVERHEAD = 7


def naive_pages(image: Image.Image) -> list[bytes]:
    return [
        bytes(sum(bool(image.getpixel((x, 8 * page + bit))) << bit for bit in range(8)) for x in range(image.width))
        for page in range(image.height // 8)
    ]


def cost(before: list[bytes], after: list[bytes]) -> int:
    return sum(OVERHEAD + len(run.data) for run in damage(before, after))


@given(seed=st.integers(0, 1000))
def test_a_byte_is_eight_rows_of_a_column(seed: int) -> None:
    assert pack(noise(seed)) == naive_pages(noise(seed))


@pytest.mark.parametrize("rotate", range(4))
def test_turning_is_as_luma_turns(rotate: int) -> None:
    canvas = capabilities()
    canvas.capabilities(*SIZE, rotate)
    image = noise(3, canvas.size)

    assert pack(image, rotate) == naive_pages(canvas.preprocess(image))


def test_any_white_is_white() -> None:
    assert pack(Image.new("1", SIZE, 1)) == pack(Image.new("1", SIZE, 255))


def test_the_same_picture_is_no_damage() -> None:
    assert list(damage(pack(noise(1)), pack(noise(1)))) == []


@given(seed=st.integers(0, 50), changes=st.lists(boxes, max_size=4))
def test_damage_makes_one_picture_the_other(seed: int, changes: list[tuple[int, int, int, int, bool]]) -> None:
    image = noise(seed)
    before = pack(image)
    for box in changes:
        image = with_box(image, box)
    glass = [bytearray(page) for page in before]

    for run in damage(before, pack(image)):
        end = run.column + len(run.data)
        assert len(run.data) > 0
        assert end <= SIZE[0]
        glass[run.page][run.column : end] = run.data

    assert [bytes(page) for page in glass] == pack(image)


@pytest.mark.parametrize(("hole", "runs"), [(0, 1), (HOLE, 1), (HOLE + 1, 2)])
def test_a_hole_is_sent_along_while_that_is_no_dearer(hole: int, runs: int) -> None:
    before = [bytes(128)]
    after = [bytes([1, *bytes(hole), 1]).ljust(128, b"\0")]

    assert len(list(damage(before, after))) == runs
    assert cost(before, after) <= 2 * (OVERHEAD + 1)


@given(old=st.binary(min_size=128, max_size=128), new=st.binary(min_size=128, max_size=128))
def test_no_page_costs_more_than_itself(old: bytes, new: bytes) -> None:
    assert cost([old], [new]) <= OVERHEAD + 128


# What changes on a screen → how much it may cost, in bytes.
BUDGETS = {
    "nothing": ((0, 0), (0, 0), 0),
    "a pixel": ((60, 20), (60, 20), 8),
    "an icon on the grid": ((64, 16), (79, 31), 46),
    "an icon off the grid": ((61, 13), (76, 28), 69),
    "a heart": ((10, 0), (16, 6), 14),
    "a digit": ((20, 30), (25, 38), 26),
    "progress": ((40, 58), (45, 63), 13),
    "everything": ((0, 0), (127, 63), 1080),
}


@pytest.mark.parametrize("what", BUDGETS)
def test_what_changes_costs_no_more_than_its_budget(what: str) -> None:
    (left, top), (right, bottom), budget = BUDGETS[what]
    before = Image.new("1", SIZE)
    after = before.copy()
    if budget:
        after.paste(255, (left, top, right + 1, bottom + 1))

    assert cost(pack(before), pack(after)) <= budget

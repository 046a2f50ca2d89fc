"""Pictures to draw: made of boxes and noise, each some steps from the one before."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from PIL import Image, ImageDraw

SIZE = (128, 64)

Box = tuple[int, int, int, int, bool]


def blank(size: tuple[int, int] = SIZE) -> Image.Image:
    return Image.new("1", size)


def noise(seed: int, size: tuple[int, int] = SIZE) -> Image.Image:
    return Image.frombytes("1", size, random.Random(seed).randbytes(size[0] * size[1] // 8))


def with_box(image: Image.Image, box: Box) -> Image.Image:
    """A copy with a filled box on it."""
    x, y, width, height, white = box
    changed = image.copy()
    ImageDraw.Draw(changed).rectangle((x, y, x + width, y + height), fill=255 if white else 0)
    return changed


boxes = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(0, 40), st.integers(0, 20), st.booleans())


@st.composite
def sequences(draw: st.DrawFn) -> list[Image.Image]:
    """Some pictures in a row: mostly a little changed, now and then altogether."""
    images = [blank()]
    for step in draw(st.lists(st.one_of(boxes, st.integers(0, 9)), min_size=1, max_size=8)):
        images.append(noise(step) if isinstance(step, int) else with_box(images[-1], step))
    return images

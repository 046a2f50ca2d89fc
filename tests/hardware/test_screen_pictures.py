"""Drawn displays show the console's own pictures, dot by dot."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tools.kit.screen_pictures import DOT, DOTS, GAP, GLASS, TOP, screens_picture

RUN = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v")


@given(st.sets(st.tuples(st.integers(0, DOTS[0] - 1), st.integers(0, DOTS[1] - 1)), max_size=60))
def test_every_lit_dot_is_drawn_and_no_dark_one(lit: set[tuple[int, int]]) -> None:
    image = Image.new("1", DOTS)
    for dot in lit:
        image.putpixel(dot, 1)
    drawn = screens_picture("a display", [("seat 1", image)]).decode()
    runs = [tuple(map(float, run)) for run in RUN.findall(drawn)]

    assert {
        (round((x - GAP - GLASS) / DOT) + step, round((y - TOP - GLASS) / DOT))
        for x, y, length in runs
        for step in range(round(length / DOT))
    } == lit

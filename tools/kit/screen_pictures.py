"""What the displays show while a maker tests them and when nobody plays: the console's own pictures, dot by dot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from PIL import Image

from mindbuzz.screens.picture import picture as seat_picture
from mindbuzz.screens.samples import samples
from mindbuzz.screens.selftest import selftest_picture
from mindbuzz.screens.texts import texts_of
from tools.kit.build import SEATS
from tools.kit.svg import picture, rect, tag, text

DOTS = (128, 64)
DOT = 1.6  # units of a drawing
GLASS = 7.0  # dark glass around the dots
GAP, TOP, CAPTION = 14.0, 40.0, 22.0
LIT = "#8fd3ff"
DARK = Image.new("1", DOTS)

Screens = Sequence[tuple[str, Image.Image]]  # caption and picture, from left to right


def screens_picture(title: str, screens: Screens) -> bytes:
    """Displays beside each other."""
    wide, high = (DOT * count + 2 * GLASS for count in DOTS)
    shapes = [text(GAP, 24, title, 14, font_weight="bold")]
    for number, (caption, image) in enumerate(screens):
        x = GAP + number * (wide + GAP)
        shapes.append(rect(x, TOP, wide, high, rx=4, fill="#0b0b0b"))
        shapes.append(tag("path", d=_lit(image, x + GLASS, TOP + GLASS), fill=LIT, shape_rendering="crispEdges"))
        shapes.append(text(x + wide / 2, TOP + high + 17, caption, 13, text_anchor="middle", fill="#222"))
    width = GAP + len(screens) * (wide + GAP)
    return picture(width, TOP + high + CAPTION + 8, shapes, title)


def _lit(image: Image.Image, left: float, top: float) -> str:
    """The lit dots of a picture, each row's runs as boxes."""
    return "".join(
        f"M{round(left + DOT * start, 1):g} {round(top + DOT * y, 1):g}h{DOT * length:g}v{DOT:g}h-{DOT * length:g}z"
        for y in range(image.height)
        for start, length in _runs(image, y)
    )


def _runs(image: Image.Image, y: int) -> Iterator[tuple[int, int]]:
    x = 0
    for lit, dots in groupby(bool(image.getpixel((x, y))) for x in range(image.width)):
        length = len(list(dots))
        if lit:
            yield x, length
        x += length


def screen_pictures() -> Mapping[str, bytes]:
    """File name → picture, in English."""
    texts = texts_of("en")
    seats = range(1, max(SEATS) + 1)

    def asked(key: str, seat: int | None) -> Image.Image:
        return selftest_picture(key, seat, texts)

    view, now_us = samples()["attract"]
    idle = seat_picture(view, texts, now_us)
    looked_at = asked("selftest_screen", None)
    return {
        "screens-panels.svg": screens_picture(
            "mindbuzz selftest --only panels: one display after the other is lit, here that of seat 2",
            [(f"seat {seat}", looked_at if seat == 2 else DARK) for seat in seats],
        ),
        "screens-buttons.svg": screens_picture(
            "mindbuzz selftest --only buttons: all displays say which button is meant, here that of seat 2",
            [(f"seat {seat}", asked("selftest_press", 2)) for seat in seats],
        ),
        **{
            f"screens-play-{count}.svg": screens_picture(
                "mindbuzz runs and nobody plays: every display invites",
                [(f"seat {seat}", idle) for seat in range(1, count + 1)],
            )
            for count in (min(SEATS), max(SEATS))
        },
    }

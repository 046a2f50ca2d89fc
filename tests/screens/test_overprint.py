"""No text is printed over another, nor so close that their letters touch: on every screen, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from mindbuzz.core.leaving import MAY_END
from mindbuzz.core.rules import Kind
from mindbuzz.core.views import SeatView, TableView, covered
from mindbuzz.screens.canvas import OFF, Box, Canvas
from mindbuzz.screens.layout import STATUS
from mindbuzz.screens.lettering import ON, SMALL, Font, set_words
from mindbuzz.screens.picture import picture
from mindbuzz.screens.rehearsal import Deal, Sample
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import LANGUAGES, Texts, texts_of

EVERYONE = frozenset({1, 2, 3, 4})
LATER_US = (0, 5_500_000)
TAIL_AND_HAT_PX = 2  # in how many columns the tail of a letter and the hat of one below touch


class Printed(Exception):
    """Two texts have met."""


class Overprint:
    """Watches canvases: what words have lit there, and is lit still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words: dict[int, list[tuple[str, Box, Image.Image]]] = {}
        text, fill = Canvas.text, Canvas.fill

        def watched_text(canvas: Canvas, x: int, y: int, words: str, font: Font = SMALL, ink: int = ON) -> None:
            text(canvas, x, y, words, font, ink)
            if words.strip():
                self.printed(canvas, x, y, words, font)

        def watched_fill(canvas: Canvas, box: Box, ink: int = ON) -> None:
            fill(canvas, box, ink)
            for _, _, lit in self.words.get(id(canvas), ()):
                lit.paste(OFF, (box.left, box.top, box.right, box.bottom))

        monkeypatch.setattr(Canvas, "text", watched_text)
        monkeypatch.setattr(Canvas, "fill", watched_fill)

    def printed(self, canvas: Canvas, x: int, y: int, words: str, font: Font) -> None:
        ink = Image.new("1", canvas.image.size, OFF)
        ink.paste(ON, (x, y), set_words(font, words))
        box = Box(*(ink.getbbox() or (0, 0, 0, 0)))
        for before, other_box, lit in self.words.setdefault(id(canvas), []):
            in_status = min(box.top, other_box.top) < STATUS.bottom
            if near(box, other_box) and meet(ink, lit, 0 if in_status else TAIL_AND_HAT_PX):
                raise Printed(f"{words!r} over {before!r}")
        self.words[id(canvas)].append((words, box, ink))

    def forget(self) -> None:
        self.words.clear()


def near(box: Box, other: Box) -> bool:
    """Whether two boxes share a column, and have no dark row between them."""
    beside = box.right <= other.left or other.right <= box.left
    return not beside and box.top <= other.bottom and other.top <= box.bottom


def meet(ink: Image.Image, lit: Image.Image, may_touch_px: int) -> bool:
    """Whether two texts share a dot, or touch in more columns than they may."""
    touching = sum(common_dots(moved(ink, rows), lit) for rows in (-1, 1))
    return common_dots(ink, lit) > 0 or touching > may_touch_px


def common_dots(one: Image.Image, other: Image.Image) -> int:
    return int(ImageChops.logical_and(one, other).histogram()[255])


def moved(ink: Image.Image, rows: int) -> Image.Image:
    image = Image.new("1", ink.size, OFF)
    image.paste(ink, (0, rows))
    return image


@pytest.fixture
def overprint(monkeypatch: pytest.MonkeyPatch) -> Overprint:
    return Overprint(monkeypatch)


def asked(view: SeatView) -> SeatView:
    """The same while it is asked whether the game shall end."""
    return replace(view, table=replace(view.table, end_asked=True))


def longest(table: TableView) -> TableView:
    return replace(table, level=12, last_level=12) if table.level else table


def variants(view: SeatView) -> Iterator[SeatView]:
    """The same as it is, covered, with the longest figures, and while it is asked whether the game shall end."""
    yield view
    yield replace(view, table=longest(view.table))
    if view.hand:
        yield covered(view)
    if view.table.phase in MAY_END:
        yield asked(view)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_printed_over_another(all_samples: dict[str, Sample], overprint: Overprint, language: str) -> None:
    met = {
        f"{name}: {printed}"
        for name, (view, now_us) in all_samples.items()
        for seen in variants(view)
        for later_us in LATER_US
        for printed in overprints(overprint, seen, texts_of(language), now_us + later_us)
    }

    assert sorted(met) == []


@given(
    level=st.integers(1, 12),
    values=st.permutations(range(1, 101)),
    down=st.booleans(),
    language=st.sampled_from(LANGUAGES),
)
def test_no_hand_is_in_the_way_of_words(level: int, values: list[int], down: bool, language: str) -> None:
    """Of any hand of any level, while it is asked whether the game shall end, and while a pile lies face down."""
    deal = Deal(
        Kind.BLIND if down else Kind.CLASSIC, (tuple(values[:level]), tuple(values[level : 2 * level])), level=level
    )
    seen = deal.begun().seen_by(1)
    with pytest.MonkeyPatch.context() as monkeypatch:
        overprint = Overprint(monkeypatch)
        for view in variants(seen.view):
            assert not list(overprints(overprint, view, texts_of(language), seen.now_us))


def overprints(overprint: Overprint, view: SeatView, texts: Texts, now_us: int) -> Iterator[str]:
    pictures: tuple[Callable[[], object], ...] = (
        lambda: picture(view, texts, now_us),
        lambda: picture(view, texts, now_us, EVERYONE),
        lambda: table_picture(view.table, texts, now_us),
    )
    for draw in pictures:
        overprint.forget()
        try:
            draw()
        except Printed as printed:
            yield str(printed)


def test_a_text_over_another_is_noticed(overprint: Overprint) -> None:
    canvas = Canvas()
    canvas.text(0, 0, "above")
    canvas.text(0, 30, "far below")
    with pytest.raises(Printed, match="'just below' over 'above'"):
        canvas.text(0, 7, "just below")

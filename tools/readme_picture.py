"""usage: python -m tools.readme_picture

Draws docs/table.png: the four seats of a simulated game at one moment of play, screens and lamps as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.runtime.journal import Journal
from mindbuzz.screens.lamp import lamp
from mindbuzz.screens.picture import picture
from mindbuzz.screens.texts import texts_of
from mindbuzz.simulation import Plan, played
from tools.project_files import ROOT

PICTURE = ROOT / "docs" / "table.png"
PLAN = Plan(seats=4, skill="expert", seed=4)
LEVEL, CARDS_PLAYED = 5, 6

SCALE, MARGIN, LAMP = 3, 24, 60
BODY, GLASS, PIXEL, RIM = (46, 48, 56), (4, 6, 10), (190, 230, 255), (20, 20, 24)
DARK_LAMP, LIT_LAMP = (70, 60, 40), (255, 205, 90)


class Moment:
    """Keeps every seat's view at one moment of the game. A sink of the console."""

    due_us: int | None = None

    def __init__(self) -> None:
        self.seats: dict[int, SeatView] = {}
        self.at_us = 0

    def pressed(self, down: frozenset[int]) -> None:
        """A press is on its way."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Keep the views if this is the moment."""
        if table.phase is Phase.PLAY and table.level == LEVEL and table.piles[0].count == CARDS_PLAYED:
            self.seats, self.at_us = dict(seats), now_us

    def refresh(self, now_us: int) -> None:
        """Nothing moves here."""

    def close(self) -> None:
        """The moment stays."""


def drawn(moment: Moment) -> Image.Image:
    """The seats side by side, two in a row."""
    width, height = 128 * SCALE + 2 * MARGIN, 64 * SCALE + 3 * MARGIN + LAMP
    image = Image.new("RGB", (2 * width, 2 * height), BODY)
    for place, view in enumerate(moment.seats.values()):
        row, column = divmod(place, 2)
        _seat(image, column * width + MARGIN, row * height + MARGIN, view, moment.at_us)
    return image


def _seat(image: Image.Image, x: int, y: int, view: SeatView, at_us: int) -> None:
    screen = picture(view, texts_of("en"), at_us).resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST)
    image.paste(GLASS, (x - 6, y - 6, x + screen.width + 6, y + screen.height + 6))
    image.paste(PIXEL, (x, y), screen)
    level = lamp(view).level(at_us)
    colour = tuple(round(dark + (lit - dark) * level) for dark, lit in zip(DARK_LAMP, LIT_LAMP, strict=True))
    left, top = x + (screen.width - LAMP) // 2, y + screen.height + MARGIN
    ImageDraw.Draw(image).ellipse((left, top, left + LAMP, top + LAMP), fill=colour, outline=RIM, width=4)


def main() -> None:
    moment = Moment()
    played(PLAN, None, (moment,), Journal(None), screens=False)
    PICTURE.parent.mkdir(exist_ok=True)
    drawn(moment).save(PICTURE)


if __name__ == "__main__":
    main()

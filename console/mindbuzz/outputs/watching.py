"""A game watched in the terminal: every seat's screen as it is, the lamps, and what just happened."""

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import chain

from PIL import Image
from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from mindbuzz.core.due import earliest_us
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.outputs.narration import sentence
from mindbuzz.screens.lamp import lamp
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.texts import Texts

BRAILLE = 0x2800
# Which dot of a braille cell is which pixel of a 2 x 4 block: (x, y) to bit, as Unicode has them.
DOTS = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}
LAST_SENTENCES = 6
SEAT_COLUMNS, SEAT_ROWS = 64 + 4, 16 + 2  # a screen in braille, its frame and the gap beside it
LAMP_STYLES = ((0.75, "bold yellow"), (0.25, "yellow"), (0.0, "dim"))


def braille(image: Image.Image) -> list[str]:
    """A one-bit picture as lines of braille, 2 x 4 pixels a character."""
    pixels = image.load()
    assert pixels is not None
    return [
        "".join(
            chr(BRAILLE + sum(bit for (dx, dy), bit in DOTS.items() if pixels[x + dx, y + dy]))
            for x in range(0, image.width, 2)
        )
        for y in range(0, image.height, 4)
    ]


def fits(console: Console, seats: int) -> bool:
    """Whether a terminal has room for that many screens and what is said below them."""
    beside = max(1, (console.width + 1) // (SEAT_COLUMNS + 1))
    rows = -(-seats // beside) * SEAT_ROWS + LAST_SENTENCES + 1
    return console.width >= SEAT_COLUMNS and console.height >= rows


class Watching:
    """Draws the whole table into a terminal, as often as it changes. A sink of the console."""

    def __init__(self, console: Console, texts: Texts) -> None:
        self._texts = texts
        self._views: dict[int, SeatView] = {}
        self._sentences: deque[str] = deque(maxlen=LAST_SENTENCES)
        self._live = Live(console=console, auto_refresh=False, screen=False)
        self._live.start()
        self._due_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """Nothing: the next picture of the table shows it."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Draw the table anew."""
        self._sentences.extend(text for text in map(sentence, outcomes) if text)
        self._views = {seat: view for seat, view in seats.items() if seat in table.joined or not table.joined}
        self.refresh(now_us)

    @property
    def due_us(self) -> int | None:
        """When something moves by itself next, or None."""
        return self._due_us

    def refresh(self, now_us: int) -> None:
        """Draw the table as it is now."""
        screens = [self._seat(view, now_us) for view in self._views.values()]
        self._live.update(Group(Columns(screens), Text("\n".join(self._sentences))), refresh=True)
        dues = ((picture_due_us(view, now_us), lamp(view).due_us(now_us)) for view in self._views.values())
        self._due_us = earliest_us(chain.from_iterable(dues))

    def _seat(self, view: SeatView, now_us: int) -> Panel:
        level = lamp(view).level(now_us)
        style = next(style for least, style in LAMP_STYLES if level >= least)
        title = Text.assemble(f"seat {view.seat} ", ("●", style))
        return Panel("\n".join(braille(picture(view, self._texts, now_us))), title=title, expand=False)

    def close(self) -> None:
        """Leave the last picture standing."""
        self._live.stop()

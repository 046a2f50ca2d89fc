"""A table that knows nothing but what its screens and lamps show plays whole companion games, by pins alone.

What it reads is on the glass of each seat's display: the dots that the console's driver has sent to the model of its
chip. It plays its cards without a word, makes a mistake once, takes it back once, counts errors when a pile is turned,
and goes on into the challenge where the screens offer one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import pytest
from PIL import Image

from mindbuzz.history.reading import record
from mindbuzz.outputs.oled.controllers import SSD1306
from mindbuzz.outputs.oled.health import Health
from mindbuzz.outputs.oled.paged import PagedOled
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.pictures import Pictures
from mindbuzz.screens.texts import texts_of
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.wire import Wire, serial_on
from tests.runtime.desk import Desk, config_of, journalled, replayed
from tests.screens.reading import says

TEXTS = texts_of("en")
ENOUGH = 1_000
MOST_LEVELS = 12
OFF, LIT = 0.0, 1.0


class Glasses:
    """In place of the panels and their bus threads: every picture is on its glass at once, by the driver and a wire."""

    def __init__(self, seats: Sequence[int]) -> None:
        self._chips = {seat: Chip(KINDS["ssd1306"], seed=seat) for seat in seats}
        self._panels = {seat: PagedOled(serial_on(Wire(chip)), SSD1306) for seat, chip in self._chips.items()}

    def show(self, place: int, image: Image.Image) -> None:
        self._panels[place].display(image)

    def health(self) -> Mapping[int, Health]:
        return {}

    def close(self) -> None:
        """They stay as they are."""

    def glass(self, seat: int) -> Image.Image:
        """What a person sees."""
        return self._chips[seat].glass()


class Table:
    """Everyone at the table. Frames and lamps come from the console, presses go to its pins; nothing else does."""

    def __init__(self, game: str, seats: int) -> None:
        config = config_of(seats, game=f"companion-{game}")
        self._glasses = Glasses(config.seat_numbers)
        pictures = Pictures(cast(Panels[int], self._glasses), config.seat_numbers, TEXTS)
        self.desk = Desk(config=config, sinks=[pictures])
        self._lamps = {seat: self.desk.parts.factory.pin(parts.lamp) for seat, parts in self.desk.config.seats.items()}
        self.seats = self.desk.seats
        self.stops_left = 2
        self.undone = False
        self.seen: set[str] = set()

    def lamp(self, seat: int) -> float:
        """What comes out of the pin of a lamp."""
        return float(self._lamps[seat].state)

    def reads(self, seat: int, key: str, **values: object) -> bool:
        return says(self._glasses.glass(seat), TEXTS(key, **values))

    def reads_any(self, seat: int, key: str) -> bool:
        """The same of a line that names a level, whichever."""
        levels = range(1, MOST_LEVELS + 1) if key == "level_done" else range(1)
        return any(self.reads(seat, key, level=level) for level in levels)

    def play(self) -> None:
        """Do what the screens say until they tell of an end."""
        for _ in range(ENOUGH):
            key = next(key for key in ANSWERS if self.reads_any(1, key))
            self.seen.add(key)
            if ANSWERS[key](self) is False:
                return
        raise AssertionError(f"the game has no end; the screens say {key}")

    # --- what hands do ---

    def tap(self, seat: int) -> None:
        self.desk.tap(seat)

    def lay(self, ms: float) -> None:
        """All lay their hands down, and lift them again."""
        self.desk.press(*self.seats)
        self.desk.wait_ms(ms)
        self.desk.lift(*self.seats)
        self.desk.wait_ms(250)

    def hold(self, seat: int, ms: float) -> None:
        self.desk.press(seat)
        self.desk.wait_ms(ms)
        self.desk.lift(seat)
        self.desk.wait_ms(250)


def focus(table: Table) -> None:
    table.lay(700)


def join(table: Table) -> None:
    for seat in table.seats:
        assert table.reads(seat, "lobby_join")
        table.tap(seat)
    table.lay(1_700)


def play_cards(table: Table) -> None:
    """Each says that their hand is empty once their cards are played; the own lamp tells that it was understood."""
    if table.stops_left:
        table.stops_left -= 1
        table.hold(1, 700)
        return
    for seat in table.seats:
        if table.reads(seat, "own_play"):
            assert table.lamp(seat) < LIT / 2
            table.tap(seat)
            assert table.reads(seat, "own_full_short") or not table.reads(seat, "own_play")


def wait_for_others(table: Table) -> None:
    """My own hand is empty: the lamp says so, and the others go on."""
    assert table.lamp(1) > LIT / 2
    for seat in table.seats[1:]:
        table.tap(seat)


def mark(table: Table) -> None:
    table.tap(2)


def after_mistake(table: Table) -> None:
    """The first one was none: one alone holds."""
    if table.undone:
        focus(table)
    else:
        table.undone = True
        table.hold(1, 2_100)


def count_errors(table: Table) -> None:
    """One error in the first level; the second tap comes too soon and is the same one."""
    if table.reads(1, "check_errors", count=0) and "level_done" not in table.seen:
        table.tap(1)
        table.tap(2)
        assert table.reads(1, "check_errors", count=1)
    table.lay(700)


def check(table: Table) -> None:
    table.lay(700)


def go_on(table: Table) -> bool:
    """All hold where the screens say what comes of that; else it is over."""
    if not table.reads(1, "end_challenge_title"):
        return False
    table.lay(1_700)
    return True


def end(table: Table) -> bool:
    return False


# What the first screen may say, the more telling first, and what the table does then.
ANSWERS: dict[str, Callable[[Table], bool | None]] = {
    "victory_total": end,
    "victory_title": go_on,
    "lobby_join": join,
    "own_mistake": after_mistake,
    "undone_title": focus,
    "marked_title": focus,
    "mark_title": mark,
    "mark_later": focus,
    "level_done": focus,
    "guide_shuffle": focus,
    "own_go_on": focus,
    "check_title": check,
    "check_late": count_errors,
    "own_full_short": wait_for_others,
    "own_play": play_cards,
}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["classic", "blind", "extreme"])
def test_a_table_that_only_reads_its_screens_and_lamps_plays_a_game(game: str, seats: int) -> None:
    table = Table(game, seats)
    table.play()

    journal = table.desk.journal
    [row] = journal.games()
    played = record(journal, row.id)
    assert (row.ended, row.kind.value) == ("won", f"companion-{game}")
    levels = {2: 12, 3: 10, 4: 8}[seats]
    challenge = [level for level in played.completed if level.challenge]
    assert (len(played.completed) - len(challenge), len(challenge)) == (levels, levels if game == "classic" else 0)
    assert played.mistakes == 1
    assert replayed(journal, row.id) == journalled(journal, row.id)
    assert ("undone_title" in table.seen) == (game != "blind")

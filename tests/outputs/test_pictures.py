"""Screens of the seats: only who sees something new is drawn, and only when something is new."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from mindbuzz.core.game import Game, new_console
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import views
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import Health, State
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.pictures import TABLE, Pictures
from mindbuzz.screens.notice import notice_picture
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import texts_of
from tests.games import Run, Setup

SEATS = (1, 2, 3)
TEXTS = texts_of("en")
WAIT_S = 30


class Counting(Panels[int]):
    """Real panels that remember for whom a picture was left, too."""

    drawn: list[int]

    def show(self, place: int, image: Image.Image) -> None:
        self.drawn.append(place)
        super().show(place, image)


class Table:
    def __init__(self, notice: Image.Image | None = None) -> None:
        self.panels = Counting({seat: PanelSpec(driver="dummy") for seat in SEATS})
        self.panels.drawn = []
        self.pictures = Pictures(self.panels, SEATS, TEXTS, notice=notice)

    def show(self, game: Game) -> list[int]:
        """The seats that were drawn."""
        self.panels.drawn.clear()
        seats, table = views(game)
        self.pictures.show(seats, table, (), game.at_us)
        return list(self.panels.drawn)

    def refresh(self, now_us: int) -> list[int]:
        self.panels.drawn.clear()
        self.pictures.refresh(now_us)
        return list(self.panels.drawn)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.pictures.close()


def in_play() -> Run:
    run = Run(Setup(seats=SEATS, attended=True))
    run.all_hands(down=True)
    run.wait(600_000)
    run.all_hands(down=False)
    run.wait(300_000)
    assert run.game.phase is Phase.PLAY
    return run


def lowest(run: Run) -> int:
    return min((hand[0].value, seat) for seat, hand in run.game.cards.hands.items() if hand)[1]


def test_everyone_is_drawn_at_first_and_every_panel_shows_its_own_seat(table: Table) -> None:
    game = in_play().game

    assert table.show(game) == list(SEATS)
    assert table.panels.settled(WAIT_S)
    for seat, view in views(game)[0].items():
        shown = table.panels.shown(seat)
        assert shown is not None
        assert ImageChops.difference(shown, picture(view, TEXTS, game.at_us)).getbbox() is None


def test_who_sees_nothing_new_is_not_drawn(table: Table) -> None:
    run = in_play()
    table.show(run.game)

    assert table.show(run.game) == []


def test_in_play_a_press_that_waits_is_drawn_for_whom_it_concerns_and_a_played_card_for_all(table: Table) -> None:
    run = in_play()
    table.show(run.game)
    run.tap(lowest(run))

    assert table.show(run.game) == list(SEATS)


def test_in_play_nothing_is_drawn_however_long_nobody_presses(table: Table) -> None:
    """The game is about feeling time together: no screen may tell any."""
    run = in_play()
    table.show(run.game)
    for _ in range(150):
        run.wait(1_000_000)
        assert run.game.phase is Phase.PLAY
        assert table.show(run.game) == []
        assert table.pictures.due_us is None


def test_a_picture_that_moves_is_due_and_drawn_when_it_is(table: Table) -> None:
    run = Run(Setup(seats=SEATS))
    run.all_hands(down=True)
    run.wait(600_000)
    run.all_hands(down=False)
    run.wait(300_000)
    while run.game.phase is Phase.PLAY:
        run.tap(lowest(run))
    assert run.game.phase is Phase.LEVEL
    table.show(run.game)

    expected = picture_due_us(views(run.game)[0][1], run.game.at_us)
    assert table.pictures.due_us == expected
    if expected is not None:
        assert table.refresh(expected) == list(SEATS)
        assert table.pictures.due_us != expected


class Broken(Counting):
    """Panels of which some are said to be lost."""

    lost: frozenset[int] = frozenset()

    def health(self) -> dict[int, Health]:
        return {
            place: Health(State.LOST) if place in self.lost else health for place, health in super().health().items()
        }


def test_a_lost_screen_is_named_on_the_others_at_once_but_not_in_play() -> None:
    panels = Broken({seat: PanelSpec(driver="dummy") for seat in SEATS})
    panels.drawn = []
    pictures = Pictures(panels, SEATS, TEXTS)
    for game, named in ((Run(Setup(seats=SEATS)).game, True), (in_play().game, False)):
        panels.lost = frozenset()
        pictures.show(*views(game), (), game.at_us)
        before = pictures.due_us
        panels.lost = frozenset({2})

        assert (pictures.due_us == game.at_us) is named
        if named:
            pictures.refresh(game.at_us)
            assert panels.settled(WAIT_S)
            seen = panels.shown(1)
            wanted = picture(views(game)[0][1], TEXTS, game.at_us, frozenset({2}))
            assert seen is not None
            assert seen.tobytes() == wanted.tobytes() != picture(views(game)[0][1], TEXTS, game.at_us).tobytes()
        assert pictures.due_us == before
    pictures.close()


def test_a_table_display_shows_the_table_in_its_own_size() -> None:
    panels = Panels({TABLE: PanelSpec(driver="dummy", size=(256, 128))})
    pictures = Pictures(panels, SEATS, TEXTS, (256, 128))
    game = in_play().game
    pictures.show(*views(game), (), game.at_us)
    assert panels.settled(WAIT_S)

    shown = panels.shown(TABLE)
    assert shown is not None
    assert shown.tobytes() == table_picture(views(game)[1], TEXTS, game.at_us, (256, 128)).tobytes()
    pictures.close()


def test_all_panels_are_dark_after_close(table: Table) -> None:
    table.show(in_play().game)
    assert table.panels.settled(WAIT_S)
    table.pictures.close()

    assert [table.panels.shown(seat) for seat in SEATS] == [None] * len(SEATS)


# --- what staff have set wrongly ---


@pytest.mark.parametrize("lines", [[], [3], [3, 17, 240]])
def test_a_notice_is_on_all_screens_until_somebody_presses(lines: list[int]) -> None:
    notice = notice_picture("mindbuzz.txt", lines, TEXTS)
    table, game = Table(notice), new_console(SEATS)
    table.show(game)
    assert table.panels.settled(WAIT_S)
    assert all(shows(table, seat, notice) for seat in SEATS)

    table.pictures.pressed(frozenset())
    assert table.refresh(game.at_us) == list(SEATS)
    assert all(shows(table, seat, notice) for seat in SEATS)

    table.pictures.pressed(frozenset({2}))
    assert table.panels.settled(WAIT_S)
    assert not any(shows(table, seat, notice) for seat in SEATS)
    table.pictures.close()


def test_a_notice_covers_no_game() -> None:
    notice = notice_picture("mindbuzz.txt", [3], TEXTS)
    table = Table(notice)
    table.show(in_play().game)
    assert table.panels.settled(WAIT_S)

    assert not any(shows(table, seat, notice) for seat in SEATS)
    table.pictures.close()


def shows(table: Table, seat: int, image: Image.Image) -> bool:
    shown = table.panels.shown(seat)
    return shown is not None and shown.tobytes() == image.tobytes()

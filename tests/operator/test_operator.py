"""The host button and the menu on a whole console: mock pins, dummy panels, a virtual clock."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindbuzz.app import Parts, assemble
from mindbuzz.config import Config, SeatConfig
from mindbuzz.core.phases import Phase
from mindbuzz.operator.item import Action
from mindbuzz.operator.operator import IDLE_US, Operator
from mindbuzz.operator.own_file import OwnFile
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.rows import DayRow

MS = 1000
HOST_PIN = 27
CONFIG = Config(
    pin_factory="mock",
    display_driver="dummy",
    host_button=HOST_PIN,
    seats={1: SeatConfig(5, 22), 2: SeatConfig(6, 23)},
)


class House:
    """A console for two, its host button, and what the operator made of it."""

    def __init__(self, own: OwnFile) -> None:
        self.clock = VirtualClock(1_000_000)
        self.own = own
        self.told: list[str] = []
        self.cover: Any = None
        self.days = [DayRow("2026-01-30", "classic", 2, 1, 1, 0, 60_000_000)]
        self.operator = Operator(
            CONFIG,
            own,
            power_off=lambda: self.told.append("off"),
            forget=lambda: self.told.append("forgotten"),
            days=lambda: self.days,
        )
        self.parts: Parts = assemble(
            CONFIG,
            self.clock,
            Journal(None),
            more_sinks=[self.operator],
            takes_host=self.operator.host_pressed,
            draw_seed=lambda: 7,
        )
        self.operator.attach(self._show, lambda: self.told.append("anew"), lambda: False)

    def _show(self, image: Any) -> None:
        self.cover = image
        assert self.parts.pictures is not None
        self.parts.pictures.cover(image)

    @property
    def phase(self) -> Phase:
        return self.parts.console.game.phase

    def wait(self, duration_us: int) -> None:
        ends_us = self.clock.now_us() + duration_us
        self.parts.loop.run_virtually(self.clock, lambda: self._due_us() > ends_us)
        self.clock.jump_to(ends_us)
        self.parts.loop.turn()

    def _due_us(self) -> float:
        due_us = self.parts.loop.due_us
        return float("inf") if due_us is None else due_us

    def press(self, pin: int, ms: int) -> None:
        self.parts.factory.pin(pin).drive_low()
        self.wait(ms * MS)
        self.parts.factory.pin(pin).drive_high()
        self.wait(50 * MS)

    def short(self) -> None:
        self.press(HOST_PIN, 150)

    def long(self) -> None:
        self.press(HOST_PIN, 900)

    def go_to(self, action: Action) -> None:
        while self.operator._menu is not None and self.operator._menu.item.action is not action:
            self.short()

    def start_game(self) -> None:
        for pin in (5, 6):
            self.press(pin, 100)
        for pin in (5, 6):
            self.parts.factory.pin(pin).drive_low()
        self.wait(2_000 * MS)
        for pin in (5, 6):
            self.parts.factory.pin(pin).drive_high()
        self.wait(100 * MS)
        assert self.phase is Phase.FOCUS


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(OwnFile(tmp_path / "settings.txt"))
    yield house
    house.parts.close()


def test_the_host_button_opens_the_menu_and_walks_through_it(house: House) -> None:
    house.short()
    assert house.operator.is_open
    first = house.cover
    house.short()
    assert house.cover != first


def test_a_long_press_changes_and_done_keeps_it_and_begins_anew(house: House) -> None:
    house.short()
    house.long()
    assert house.told == []
    house.go_to(Action.CLOSE)
    house.long()

    assert not house.operator.is_open
    assert house.cover is None
    assert house.own.values == {"language": "de"}
    assert house.told == ["anew"]


def test_a_menu_that_nobody_uses_closes_and_keeps_what_was_changed(house: House) -> None:
    house.short()
    house.long()
    house.wait(IDLE_US + MS)

    assert not house.operator.is_open
    assert house.own.values == {"language": "de"}


def test_nothing_changed_is_nothing_kept_and_nothing_begun(house: House) -> None:
    house.short()
    house.wait(IDLE_US + MS)

    assert not house.own.path.exists()
    assert house.told == []


@pytest.mark.parametrize(("action", "told"), [(Action.POWER_OFF, "off"), (Action.FORGET, "forgotten")])
def test_what_can_t_be_taken_back_asks_once_more(house: House, action: Action, told: str) -> None:
    house.short()
    house.go_to(action)
    house.long()
    assert house.told == []
    house.long()
    assert house.told == [told]
    assert not house.operator.is_open


def test_forgetting_goes_back_to_the_files(house: House) -> None:
    house.own.set({"language": "fr"})
    house.short()
    house.go_to(Action.RESET)
    house.long()
    house.long()

    assert house.own.values == {}
    assert house.told == ["anew"]


def test_in_a_game_the_host_button_asks_whether_it_shall_end_and_opens_nothing(house: House) -> None:
    house.start_game()
    house.short()

    assert not house.operator.is_open
    assert house.parts.console.game.end_asked


def test_a_game_that_begins_closes_the_menu_and_what_was_changed_waits_for_its_end(house: House) -> None:
    house.short()
    house.long()
    house.start_game()

    assert not house.operator.is_open
    assert house.told == []
    assert not house.own.path.exists(), "a slow disk must not hold up a game"
    house.short()
    for _ in range(2):
        house.press(5, 100)
    assert house.phase is Phase.LOBBY
    assert house.own.values == {"language": "de"}
    assert "anew" in house.told


def test_what_was_changed_before_a_game_is_kept_by_a_console_that_is_stopped_in_it(house: House) -> None:
    house.short()
    house.long()
    house.start_game()
    house.operator.close()

    assert house.own.values == {"language": "de"}


def test_what_is_changed_and_then_switched_off_is_kept(house: House) -> None:
    house.short()
    house.long()
    house.go_to(Action.POWER_OFF)
    house.long()
    house.long()

    assert house.own.values == {"language": "de"}
    assert house.told[0] == "off"


@pytest.mark.parametrize("name", ["set", "reset"])
def test_what_is_set_over_the_socket_holds_nobody_up_however_slow_the_disk(
    name: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop that waits for the disk goes on: it is that loop which lets the disk finish."""
    finished = threading.Event()
    monkeypatch.setattr(house.own, name, lambda *_: finished.wait(60))

    async def asked() -> None:
        waiting = asyncio.ensure_future(
            house.operator.set({"language": "fr"}) if name == "set" else house.operator.reset()
        )
        await asyncio.sleep(0.01)
        assert not waiting.done()
        finished.set()
        await waiting

    asyncio.run(asked())
    assert house.told == ["anew"]


def test_of_two_who_set_something_at_once_neither_undoes_what_the_other_did(house: House) -> None:
    wanted = {"language": "de", "sound": True, "lock_game": True, "star_recycle": True}
    threads = [threading.Thread(target=house.own.set, args=({name: value},)) for name, value in wanted.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert house.own.values == wanted


# What a visitor may do: one of the two buttons goes down or up, and so long nothing else happens.
VISITS = st.lists(
    st.tuples(st.sampled_from((5, 6)), st.booleans(), st.sampled_from((0, 1, 15, 90, 300, 700, 1_600, 5_000, 40_000))),
    max_size=40,
)


@pytest.mark.slow
@pytest.mark.parametrize("is_open", [False, True], ids=["no menu", "menu open"])
@pytest.mark.parametrize("in_game", [False, True], ids=["lobby", "game"])
@settings(max_examples=40)
@given(visit=VISITS)
def test_whatever_is_done_to_the_players_buttons_nothing_of_the_operator_s_is_reached(
    in_game: bool, is_open: bool, visit: list[tuple[int, bool, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The menu does not come up, an open one neither moves nor changes, and no setting and no file is touched."""
    house = House(OwnFile(tmp_path_factory.mktemp("visit") / "settings.txt"))
    if in_game:
        house.start_game()
    if is_open:
        house.short()
        assert house.operator.is_open is not in_game
    menu, config = house.operator._menu, house.parts.console.game.house
    for pin, closed, ms in visit:
        contact = house.parts.factory.pin(pin)
        contact.drive_low() if closed else contact.drive_high()
        house.wait(ms * MS)
        assert house.operator._menu in (menu, None)
        assert (house.cover is None) == (house.operator._menu is None)
    assert house.told == []
    assert not house.own.path.exists()
    assert house.parts.console.game.house == config
    house.parts.close()


def test_what_cannot_be_kept_ends_no_console(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.own.path = house.own.path / "no" / "such"
    house.short()
    house.long()
    house.wait(IDLE_US + MS)

    assert "can't be written" in caplog.text
    assert house.told == []


def test_while_nobody_plays_the_hour_is_looked_at(house: House) -> None:
    outdated = False

    def is_outdated() -> bool:
        return outdated

    house.operator.attach(house._show, lambda: house.told.append("anew"), is_outdated)
    house.wait(180_000 * MS)
    assert house.told == []
    outdated = True
    house.wait(61_000 * MS)
    assert "anew" in house.told


def test_a_change_holds_now_where_nobody_plays_and_later_where_somebody_does(house: House) -> None:
    assert asyncio.run(house.operator.set({"language": "fr"}))
    assert house.told == ["anew"]
    house.start_game()
    assert not asyncio.run(house.operator.reset())

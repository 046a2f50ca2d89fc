"""Putting a console together: from a configuration alone, with one line where that can't be done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mindbuzz.app import assemble, language_of
from mindbuzz.config import Config, DisplayConfig, Effective, SeatConfig, SpiConfig
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.daemon import as_last_played, going_on_from, open_journal
from mindbuzz.displays import panel_specs
from mindbuzz.errors import ConfigError, JournalError
from mindbuzz.inputs.players.players import Players
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.outputs.lamps import Lamps
from mindbuzz.outputs.oled.wiring import Spi
from mindbuzz.outputs.pictures import TABLE, Pictures
from mindbuzz.outputs.rest import Rest
from mindbuzz.party import PlayersSee
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from tests.runtime.desk import SECOND_US, Desk, config_of


def complaint(make: Callable[[], object], kind: type[Exception] = ConfigError) -> str:
    with pytest.raises(kind) as caught:
        make()
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def put_together(config: Config) -> object:
    return assemble(config, VirtualClock(SECOND_US), Journal(None))


def with_display(display: DisplayConfig, driver: str = "ssd1306") -> Config:
    seats = {1: SeatConfig(5, 22, display), 2: SeatConfig(6, 23)}
    return replace(config_of(2), seats=seats, display_driver=driver)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (replace(config_of(2), pin_factory="wires"), ["pin_factory", "wires", "lgpio, mock"]),
        (replace(config_of(2), language="tlh"), ["language", "tlh", "en"]),
        (replace(config_of(2), display_driver="paper"), ["display_driver", "paper", "ssd1306"]),
        (with_display(DisplayConfig(column_offset=99)), ["seats.1.display", "offset", "99"]),
    ],
    ids=["pin factory", "language", "driver", "column offset"],
)
def test_what_can_not_be_put_together_is_told_in_one_line(config: Config, words: list[str]) -> None:
    text = complaint(lambda: put_together(config))

    assert [word for word in words if word not in text] == []


def test_a_table_display_has_a_driver_and_a_size_of_its_own() -> None:
    spi = SpiConfig(dc_pin=17, reset_pin=12)
    table = DisplayConfig(driver="luma:ssd1322", width=256, height=64, spi=spi)
    config = replace(config_of(2), display_driver="ssd1306", table_display=table)
    spec = panel_specs(config)[TABLE]

    assert (spec.driver, spec.size, spec.wiring) == ("luma:ssd1322", (256, 64), Spi(0, 0, 17, 12))
    assert panel_specs(replace(config, display_driver="dummy"))[TABLE].driver == "dummy"


def test_every_language_of_the_screens_can_be_configured() -> None:
    for language in ("en", "de", "nl", "nb", "da", "cs", "fr"):
        assert language_of(Config(language=language)).language == language


def test_a_console_has_lamps_first_and_screens_unless_it_is_told_otherwise() -> None:
    parts = assemble(config_of(2), VirtualClock(SECOND_US), Journal(None))
    assert [type(sink) for sink in parts.sinks] == [Lamps, Rest, Pictures]
    parts.close()

    parts = assemble(config_of(2), VirtualClock(SECOND_US), Journal(None), screens=False)
    assert [type(sink) for sink in parts.sinks] == [Lamps]
    parts.close()


def test_the_lobby_offers_the_configured_game_first() -> None:
    desk = Desk(config=config_of(2, game="extreme"))

    assert desk.phase() is Phase.LOBBY
    assert desk.game.kind is Kind.EXTREME
    desk.close()


def test_settings_of_the_table_hold_in_its_games() -> None:
    config = config_of(2)
    desk = Desk(config=replace(config, settings=replace(config.settings, vote_ms=300)))
    desk.tap(1)
    desk.tap(2)
    desk.press(1, 2)
    desk.wait_ms(350)

    assert desk.phase() is Phase.FOCUS
    desk.close()


def test_a_seat_without_lamp_and_display_plays_too() -> None:
    seats = {1: SeatConfig(5), 3: SeatConfig(6)}
    desk = Desk(config=replace(config_of(2), seats=seats))
    desk.begin()
    desk.focus()
    desk.play_level()

    assert desk.phase() is Phase.LEVEL
    desk.close()


def test_the_clock_goes_on_where_the_journal_ends(tmp_path: Path) -> None:
    """Whatever the machine's own clock says after a boot: the console's never runs back."""
    desk = Desk(Journal(tmp_path / "games.sqlite"))
    desk.begin()
    known_us = desk.journal.last_known_us()
    assert known_us is not None
    desk.close()
    journal = Journal(tmp_path / "games.sqlite")

    now_us = going_on_from(journal).now_us()
    assert known_us < now_us < known_us + 600 * SECOND_US
    journal.close()


def test_a_journal_that_can_not_be_opened_is_told_in_one_line(tmp_path: Path) -> None:
    complaint(lambda: open_journal(Config(journal=str(tmp_path))), JournalError)


# --- simulated players ---


def test_players_are_shown_their_own_views_and_nobody_else_s() -> None:
    """What a simulated player sees is a seat's view, handed over one by one; the table's sink gets no game."""
    seen: list[int] = []
    desk = Desk(config=config_of(3))

    class Watched(Players):
        def see(self, view: object, now_us: int) -> None:
            seen.append(view.seat)  # type: ignore[attr-defined]
            super().see(view, now_us)  # type: ignore[arg-type]

    players = Watched((1, 3), SKILLS["normal"], 0, lambda seat, closed: None)
    PlayersSee(players).show(dict(desk.witness.seats), desk.witness.seats[1].table, (), SECOND_US)

    assert seen == [1, 3]
    desk.close()


def test_the_lobby_offers_what_was_played_last_unless_somebody_said_what_it_shall(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    watch_game(Plan(2, Kind.EXTREME, "novice", 3), None, path)
    journal = Journal(path)
    said = replace(Config(), game="blind")
    locked = replace(Config(), settings=replace(DEFAULTS, lock_game=True))

    assert as_last_played(Effective(Config()), journal).kind is Kind.EXTREME
    assert as_last_played(Effective(said, {"game": "mindbuzz.toml"}), journal).kind is Kind.BLIND
    assert as_last_played(Effective(locked), journal).kind is Kind.CLASSIC
    assert as_last_played(Effective(Config()), Journal(None)).kind is Kind.CLASSIC
    journal.close()


def test_a_game_with_own_cards_that_was_played_last_is_not_offered_where_those_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    watch_game(Plan(2, Kind.COMPANION_BLIND, "novice", 3), None, path)
    without = replace(Config(), settings=replace(DEFAULTS, own_cards=False))
    with closing(Journal(path)) as journal:
        assert as_last_played(Effective(Config()), journal).kind is Kind.COMPANION_BLIND
        assert as_last_played(Effective(without), journal).kind is Kind.CLASSIC


class Stubborn:
    """A part that can't be let go of."""

    due_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None: ...

    def show(self, *shown: object) -> None: ...

    def refresh(self, now_us: int) -> None: ...

    def close(self) -> None:
        raise OSError(5, "no answer")


def test_a_part_that_can_not_be_let_go_of_keeps_nothing_else_from_it(tmp_path: Path) -> None:
    """A display's bus that fails must not leave a lamp on, nor a journal that is not on the disk."""
    desk = Desk(Journal(tmp_path / "games.sqlite", alone=True), sinks=[Stubborn(), Stubborn()])
    desk.tap(1)
    with pytest.raises(OSError, match="no answer"):
        desk.parts.close()

    assert all(desk.parts.factory.pin(seat.lamp).function == "input" for seat in config_of(2).seats.values())
    Journal(tmp_path / "games.sqlite", alone=True).close()  # nobody holds it any more

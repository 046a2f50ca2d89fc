"""The configuration: the defaults are the documented wiring, and every bad value is one line that says what to do."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from mindbuzz.config import Config, DisplayConfig, SeatConfig, SpiConfig, checked, config_of, read_config
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.errors import ConfigError
from tools.pin_table import read_pins
from tools.project_files import ROOT

TWO_SEATS = "[seats.1]\nbutton = 5\n[seats.2]\nbutton = 6\n"


def config_in(text: str) -> Config:
    return checked(config_of(tomllib.loads(text)))


def display(text: str) -> str:
    """A table of two, the first seat with a display."""
    return f"[seats.1]\nbutton = 5\ndisplay = {{ {text} }}\n[seats.2]\nbutton = 6\n"


# What is written → what the one line says: the key, the value, the remedy.
BAD = {
    "an unknown key": ("colour = 1", ["colour", "known: audit_ms"]),
    "an unknown setting": ("[settings]\nhold = 1", ["settings.hold", "hold_ms"]),
    "an unknown key of a seat": (TWO_SEATS + "led = 3", ["seats.2.led", "button"]),
    "an unknown key of a display": (display("adress = 60"), ["seats.1.display.adress", "address"]),
    "a number for a name": ("pin_factory = 1", ["pin_factory", "text in quotes", "1"]),
    "a number for a flag": ("lamps_dimmable = 1", ["lamps_dimmable", "true or false", "1"]),
    "a flag for a number": ("audit_ms = true", ["audit_ms", "a number", "True"]),
    "text for a number": ('audit_ms = "50"', ["audit_ms", "a number", "'50'"]),
    "a broken number of microseconds": ("input_uncertainty_us = 1.5", ["input_uncertainty_us", "whole", "1.5"]),
    "a negative lag": ("input_lag_ms = -1", ["input_lag_ms", "-1", "0 to 1000"]),
    "an infinite lag": ("input_lag_ms = inf", ["input_lag_ms", "inf", "0 to"]),
    "a lag that is no number": ("input_lag_ms = nan", ["input_lag_ms", "nan", "0 to"]),
    "a negative uncertainty": ("input_uncertainty_us = -5", ["input_uncertainty_us", "-5", "0 to"]),
    "a negative audit": ("audit_ms = -1", ["audit_ms", "-1", "0 to"]),
    "an unknown game": ('game = "chess"', ["game", "chess", "classic, blind, extreme"]),
    "a game in capitals": ('game = "Classic"', ["game", "Classic", "classic, blind, extreme"]),
    "a negative duration": ("[settings]\nhold_ms = -1", ["settings.hold_ms", "-1", "0 to"]),
    "a duration in words": ('[settings]\nhold_ms = "600"', ["settings.hold_ms", "a number", "'600'"]),
    "a duration that is no number": ("[settings]\nhold_ms = nan", ["settings.hold_ms", "nan", "0 to"]),
    "a duration without end": ("[settings]\nhold_ms = inf", ["settings.hold_ms", "inf", "0 to"]),
    "a duration of ages": ("[settings]\nhold_ms = 1e300", ["settings.hold_ms", "1e+300", "0 to"]),
    "a calm seat that is not there": ("[settings]\ncalm_seats = [7]", ["settings.calm_seats", "[7]", "[1, 2, 3, 4]"]),
    "a calm seat twice": ("[settings]\ncalm_seats = [1, 1]", ["settings.calm_seats", "[1, 1]", "different"]),
    "calm seats without brackets": ("[settings]\ncalm_seats = 1", ["settings.calm_seats", "a list"]),
    "a calm seat in quotes": ('[settings]\ncalm_seats = ["1"]', ["settings.calm_seats", "whole number", "'1'"]),
    "settings that are no table": ("settings = 5", ["settings", "table"]),
    "seats that are no table": ("seats = 1", ["seats", "table"]),
    "seats in a list": ("seats = [1]", ["seats", "table"]),
    "no seats": ("seats = {}", ["seats", "0", "two or more"]),
    "one seat": ("[seats.1]\nbutton = 5", ["seats", "1", "two or more"]),
    "a fifth seat": (TWO_SEATS + "[seats.5]\nbutton = 16", ["seats.5", "1 to 4"]),
    "a seat by name": (TWO_SEATS + "[seats.red]\nbutton = 16", ["seats.red", "whole number"]),
    "a seat written twice": (TWO_SEATS + "[seats.01]\nbutton = 16", ["seats.01", "whole number"]),
    "a seat in foreign digits": (TWO_SEATS + '[seats."٣"]\nbutton = 16', ["seats.٣", "whole number"]),
    "a seat without a button": (TWO_SEATS + "[seats.3]\nlamp = 16", ["seats.3.button", "missing"]),
    "a button in quotes": (TWO_SEATS + '[seats.3]\nbutton = "16"', ["seats.3.button", "whole number", "'16'"]),
    "a pin twice": (TWO_SEATS + "[seats.3]\nbutton = 5", ["seats.3.button", "5", "seats.1.button", "another pin"]),
    "a lamp on a button's pin": (TWO_SEATS + "lamp = 5", ["seats.2.lamp", "5", "seats.1.button", "another pin"]),
    "a button on the host's pin": (TWO_SEATS + "[seats.3]\nbutton = 27", ["seats.3.button", "27", "host_button"]),
    "the displays' own pin": (TWO_SEATS + "[seats.3]\nbutton = 2", ["seats.3.button", "2", "SDA", "another pin"]),
    "a pin beyond the header": (TWO_SEATS + "[seats.3]\nbutton = 28", ["seats.3.button", "28", "0 to 27"]),
    "a negative pin": (TWO_SEATS + "[seats.3]\nbutton = -1", ["seats.3.button", "-1", "0 to 27"]),
    "a display that is no table": (TWO_SEATS + "display = 1", ["seats.2.display", "table"]),
    "an address in quotes": (display('address = "0x3c"'), ["seats.1.display.address", "whole number", "0x3c"]),
    "an address beyond the bus": (display("address = 300"), ["seats.1.display.address", "300", "119"]),
    "a negative bus": (display("bus = -1"), ["seats.1.display.bus", "-1", "0 to"]),
    "a multiplexer without a channel": (display("mux = 112"), ["seats.1.display", "mux", "channel", "both"]),
    "a channel without a multiplexer": (display("channel = 2"), ["seats.1.display", "mux", "channel", "both"]),
    "a ninth channel": (display("mux = 112, channel = 8"), ["seats.1.display.channel", "8", "0 to 7"]),
    "a multiplexer at a strange address": (display("mux = 60, channel = 0"), ["seats.1.display.mux", "60", "112"]),
    "degrees for quarter turns": (display("rotate = 180"), ["seats.1.display.rotate", "180", "0 to 3"]),
    "too much contrast": (display("contrast = 256"), ["seats.1.display.contrast", "256", "0 to 255"]),
    "a table display at a seat's place": (
        display("address = 61") + "[table_display]\naddress = 61\n",
        ["table_display", "seats.1.display", "another address"],
    ),
    "a table display of no width": ("[table_display]\nwidth = 0\n", ["table_display.width", "0", "8"]),
    "a table display on a lamp's pin": (
        "[table_display]\nspi = { dc_pin = 24, reset_pin = 17 }\n",
        ["table_display.spi.dc_pin", "24", "seats.3.lamp"],
    ),
    "two displays at one place": (
        "[seats.1]\nbutton = 5\ndisplay = {}\n[seats.2]\nbutton = 6\ndisplay = {}\n",
        ["seats.2.display", "seats.1.display", "another address"],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_value_is_told_in_one_line_with_key_value_and_remedy(name: str, tmp_path: Path) -> None:
    text, words = BAD[name]
    file = tmp_path / "mindbuzz.toml"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError) as caught:
        read_config(file)

    told = str(caught.value)
    assert len(told.splitlines()) == 1
    assert told.startswith(f"{file}: ")
    assert [word for word in words if word not in told.removeprefix(f"{file}: ")] == []


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"game = classic", "not TOML"), (b"\xff\xfe", "not TOML"), (b"game = 'classic'\ngame = 'blind'", "not TOML")],
)
def test_a_file_that_is_no_toml_is_told_in_one_line(content: bytes, word: str, tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_bytes(content)

    with pytest.raises(ConfigError, match=word) as caught:
        read_config(file)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("missing", ["nothing.toml", "."])
def test_a_file_that_can_not_be_read_is_told_in_one_line(missing: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read: ") as caught:
        read_config(tmp_path / missing)
    assert len(str(caught.value).splitlines()) == 1


# --- what is good ---


def test_the_defaults_can_be_used_and_an_empty_file_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text("", encoding="utf-8")

    assert read_config(file) == checked(Config()) == Config()
    assert Config().settings == DEFAULTS
    assert Config().kind is Kind.CLASSIC
    assert Config().seat_numbers == (1, 2, 3, 4)


def test_the_default_pins_are_those_of_the_wiring() -> None:
    config = Config()
    ours: set[tuple[str, int | None, int | None]] = {
        ("button", seat, parts.button) for seat, parts in config.seats.items()
    }
    ours |= {("lamp", seat, parts.lamp) for seat, parts in config.seats.items()}
    ours |= {("host_button", None, config.host_button)}

    pins = {(pin["use"], pin.get("seat"), pin["bcm"]) for pin in read_pins()["pin"]}
    assert ours == {pin for pin in pins if pin[0] in {use for use, _, _ in ours}}


def test_no_default_pin_is_one_of_those_left_free_or_owned_by_others() -> None:
    taken = {pin["bcm"] for pin in read_pins()["pin"] if pin["use"] in ("sda", "scl", "mux_reset", "shutdown")}
    free = {number for row in read_pins()["left_free"] for number in row["bcm"]}
    config = Config()
    ours = {pin for parts in config.seats.values() for pin in (parts.button, parts.lamp)} | {config.host_button}

    assert not ours & (taken | free)


def test_good_values_are_taken_as_they_are() -> None:
    config = config_in(
        'game = "extreme"\naudit_ms = 0\ninput_lag_ms = 2.5\n'
        "[settings]\nhold_ms = 700.5\ncalm_seats = [2]\nlock_game = true\n"
        "[seats.1]\nbutton = 17\nlamp = 4\ndisplay = { address = 61, rotate = 2, contrast = 0 }\n"
        "[seats.4]\nbutton = 6\n"
    )

    assert config.kind is Kind.EXTREME
    assert (config.audit_ms, config.input_lag_ms) == (0, 2.5)
    assert (config.settings.hold_ms, config.settings.calm_seats, config.settings.lock_game) == (700.5, (2,), True)
    assert config.seat_numbers == (1, 4)
    assert config.seats[1].display is not None
    assert (config.seats[1].display.address, config.seats[1].display.rotate) == (61, 2)
    assert config.seats[4].lamp is None
    assert config.seats[4].display is None


# --- the example ---

EXAMPLE = ROOT / "hardware" / "mindbuzz.toml"


def test_the_example_says_what_holds_without_it() -> None:
    assert read_config(EXAMPLE) == Config()


def test_the_example_names_every_key() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    keys = {field.name for kind in (Config, SeatConfig, DisplayConfig, SpiConfig) for field in fields(kind)}

    assert {key for key in keys if not re.search(rf"\b{key}\b", text)} == set()


def test_a_key_below_the_first_section_is_told_where_it_belongs() -> None:
    with pytest.raises(ConfigError, match=r"above the first \[section\]"):
        config_of({"settings": {"display_driver": "sh1106"}})


def test_a_mistyped_key_is_guessed() -> None:
    with pytest.raises(ConfigError, match="did you mean language"):
        config_of({"langauge": "de"})

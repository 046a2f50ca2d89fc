"""The file: the defaults are the documented wiring, and every bad value is one line that says what to do."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from mindbuzz.app import assemble
from mindbuzz.config import Config, PodConfig, config_of, on_pins, on_pod, read_config
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.errors import ConfigError
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.runtime.journal import Journal

TWO_SEATS = "[seats.1]\nbutton = 5\n[seats.2]\nbutton = 6\n"


def config_in(text: str) -> Config:
    return config_of(tomllib.loads(text))


def display(text: str) -> str:
    """A table of two, the first seat with a display."""
    return f"[seats.1]\nbutton = 5\ndisplay = {{ {text} }}\n[seats.2]\nbutton = 6\n"


# What is written → what the one line says: the key, the value, the remedy.
BAD = {
    "an unknown key": ("colour = 1", ["colour", "all there are: mindbuzz config init -"]),
    "an unknown setting": ("[settings]\nhold = 1", ["settings.hold", "hold_ms"]),
    "an unknown key of a seat": (TWO_SEATS + "led = 3", ["seats.2.led", "button"]),
    "an unknown key of a display": (display("adress = 60"), ["seats.1.display.adress", "0x3C (60)", "address"]),
    "a number for a name": ("pin_factory = 1", ["pin_factory", "text in quotes", "1"]),
    "a number for a flag": ("lamps_dimmable = 1", ["lamps_dimmable", "true or false", "1"]),
    "a flag for a number": ("audit_ms = true", ["audit_ms", "a number", "true"]),
    "text for a number": ('audit_ms = "50"', ["audit_ms", "a number", '"50"']),
    "a broken number of microseconds": ("input_uncertainty_us = 1.5", ["input_uncertainty_us", "whole", "1.5"]),
    "a negative lag": ("input_lag_ms = -1", ["input_lag_ms", "-1", "0 to 1000"]),
    "an infinite lag": ("input_lag_ms = inf", ["input_lag_ms", "inf", "0 to"]),
    "a lag that is no number": ("input_lag_ms = nan", ["input_lag_ms", "nan", "0 to"]),
    "a negative uncertainty": ("input_uncertainty_us = -5", ["input_uncertainty_us", "-5", "0 to"]),
    "a negative audit": ("audit_ms = -1", ["audit_ms", "-1", "0 to"]),
    "an unknown game": ('game = "chess"', ["game", "chess", "classic, blind, extreme"]),
    "a game in capitals": ('game = "Classic"', ["game", "Classic", "classic, blind, extreme"]),
    "a negative duration": ("[settings]\nhold_ms = -1", ["settings.hold_ms", "-1", "0 to"]),
    "a duration in words": ('[settings]\nhold_ms = "600"', ["settings.hold_ms", "a number", '"600"']),
    "a duration that is no number": ("[settings]\nhold_ms = nan", ["settings.hold_ms", "nan", "0 to"]),
    "a duration without end": ("[settings]\nhold_ms = inf", ["settings.hold_ms", "inf", "0 to"]),
    "a duration of ages": ("[settings]\nhold_ms = 1e300", ["settings.hold_ms", "1e+300", "0 to"]),
    "a calm seat that is not there": (
        "[settings]\ncalm_seats = [7]",
        ["settings.calm_seats", "[7]", "7, which is no seat", "1, 2, 3, 4"],
    ),
    "a calm seat twice": ("[settings]\ncalm_seats = [1, 1]", ["settings.calm_seats", "[1, 1]", "only once"]),
    "calm seats without brackets": ("[settings]\ncalm_seats = 1", ["settings.calm_seats", "a list"]),
    "a calm seat in quotes": ('[settings]\ncalm_seats = ["1"]', ["settings.calm_seats", "whole number", '["1"]']),
    "settings that are no table": ("settings = 5", ["settings", "table"]),
    "seats that are no table": ("seats = 1", ["seats", "table"]),
    "seats in a list": ("seats = [1]", ["seats", "table"]),
    "no seats": ("seats = {}", ["seats name no seat", "two to four", "[seats.2]"]),
    "one seat": ("[seats.1]\nbutton = 5", ["seats name only seat 1", "two to four", "[seats.2]"]),
    "a fifth seat": (TWO_SEATS + "[seats.5]\nbutton = 16", ["seats.5", "1 to 4"]),
    "a seat by name": (TWO_SEATS + "[seats.red]\nbutton = 16", ["seats.red", "whole number"]),
    "a seat written twice": (TWO_SEATS + "[seats.01]\nbutton = 16", ["seats.01", "whole number"]),
    "a seat in foreign digits": (TWO_SEATS + '[seats."٣"]\nbutton = 16', ["seats.٣", "whole number"]),
    "a seat without a button": (TWO_SEATS + "[seats.3]\nlamp = 16", ["seats.3.button", "missing"]),
    "a button in quotes": (TWO_SEATS + '[seats.3]\nbutton = "16"', ["seats.3.button", "whole number", '"16"']),
    "a pod's button that there is not": (
        TWO_SEATS + '[seats.3]\nbutton = "pod:5"',
        ["seats.3.button", "pod:4", "pod:5"],
    ),
    "a pod's button twice": (
        TWO_SEATS + '[seats.3]\nbutton = "pod:1"\n[seats.4]\nbutton = "pod:1"',
        ["seats.4.button", "pod:1", "seats.3.button", "another number"],
    ),
    "a pod without a name": ("[pod]\nname = 1", ["pod.name", "device"]),
    "a pin twice": (TWO_SEATS + "[seats.3]\nbutton = 5", ["seats.3.button", "5", "seats.1.button", "another pin"]),
    "a lamp on a button's pin": (TWO_SEATS + "lamp = 5", ["seats.2.lamp", "5", "seats.1.button", "another pin"]),
    "a button on the host's pin": (TWO_SEATS + "[seats.3]\nbutton = 27", ["seats.3.button", "27", "host_button"]),
    "the displays' own pin": (TWO_SEATS + "[seats.3]\nbutton = 2", ["seats.3.button", "2", "SDA", "another pin"]),
    "a pin beyond the header": (TWO_SEATS + "[seats.3]\nbutton = 28", ["seats.3.button", "28", "0 to 27"]),
    "a negative pin": (TWO_SEATS + "[seats.3]\nbutton = -1", ["seats.3.button", "-1", "0 to 27"]),
    "a display that is no table": (TWO_SEATS + "display = 1", ["seats.2.display", "table"]),
    "an address in quotes": (display('address = "0x3c"'), ["seats.1.display.address", "whole number", "0x3c"]),
    "an address beyond the bus": (display("address = 300"), ["seats.1.display.address", "0x12C (300)", "0x77"]),
    "a negative bus": (display("bus = -1"), ["seats.1.display.bus", "-1", "0 to"]),
    "a multiplexer without a channel": (display("mux = 112"), ["seats.1.display", "mux", "channel", "both"]),
    "a channel without a multiplexer": (display("channel = 2"), ["seats.1.display", "mux", "channel", "both"]),
    "a ninth channel": (display("mux = 112, channel = 8"), ["seats.1.display.channel", "8", "0 to 7"]),
    "a multiplexer at a strange address": (display("mux = 60, channel = 0"), ["seats.1.display.mux", "60", "0x70"]),
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
    "a journal with a NUL in its name": (r'journal = "a\u0000b"', ["journal", "file name", "name another"]),
    "a journal without a name": ('journal = ""', ["journal", "names no file"]),
    "a journal with an endless name": (f'journal = "{"a" * 300}"', ["journal", "too long", "shorter"]),
    "a web host with a gap": ('web_host = "my console"', ["web_host", "my console", "127.0.0.1"]),
    "a web host of endless labels": (f'web_host = "{"é" * 80}"', ["web_host", "127.0.0.1"]),
    "no web host": ('web_host = ""', ["web_host", '""', "127.0.0.1"]),
    "an unknown driver": ('display_driver = "paper"', ["display_driver", "paper", "ssd1306", "luma:"]),
    "an unknown pin factory": ('pin_factory = "wires"', ["pin_factory", "wires", "lgpio, mock"]),
    "an unknown language": ('language = "tlh"', ["language", "tlh", "en, de"]),
    "no light at all": ("brightness_percent = 0", ["brightness_percent", "0", "1 to 100"]),
    "true for a host button": ("host_button = true", ["host_button", "true", "BCM number, or false"]),
    "a number of thousands of digits": (f"web_port = {'0x' + 'f' * 4_000}", ["web_port", "65535"]),
    "a date for a name": ("language = 2026-01-01", ["language", "2026-01-01", "text in quotes"]),
    "a list in a list": ("language = [[1]]", ["language", "text in quotes"]),
    "a lamp on the pins of SPI": (
        TWO_SEATS + "lamp = 10\n[table_display]\nspi = { dc_pin = 24, reset_pin = 17 }\n",
        ["seats.2.lamp", "10", "SPI0", "another pin"],
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
    [
        (b"game = classic", "not TOML"),
        (b"\xff\xfe", "not TOML"),
        (b"game = 'classic'\ngame = 'blind'", "not TOML"),
        (b"web_port = " + b"9" * 5000, "line 1 is longer"),
        (b"journal = " + b"[" * 2000 + b"]" * 2000, "nested too deep"),
        (b"journal = " + b"{a=" * 1000 + b"1" + b"}" * 1000, "nested too deep"),
        (b"#\n" * (32 * 1024 + 1), "larger than 64 KiB"),
    ],
    ids=["a bare word", "no UTF-8", "a key twice", "endless digits", "deep lists", "deep tables", "huge"],
)
def test_a_file_that_is_no_toml_is_told_in_one_line(content: bytes, word: str, tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_bytes(content)

    with pytest.raises(ConfigError, match=word) as caught:
        read_config(file)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("missing", ["nothing.toml", ".", "n" * 300])
def test_a_file_that_can_not_be_read_is_told_in_one_line(missing: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read: ") as caught:
        read_config(tmp_path / missing)
    assert len(str(caught.value).splitlines()) == 1


# --- what is good ---


def test_the_defaults_can_be_used_and_an_empty_file_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text("", encoding="utf-8")

    assert read_config(file) == Config()
    assert Config().settings == DEFAULTS
    assert Config().kind is Kind.CLASSIC
    assert Config().seat_numbers == (1, 2, 3, 4)


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


def test_buttons_and_lamps_are_on_pins_or_on_the_pod() -> None:
    config = config_in(
        f'{TWO_SEATS}[seats.3]\nbutton = "pod:1"\nlamp = "pod:1"\n[seats.4]\nbutton = "pod:2"\n[pod]\ndevice = "/dev/x"'
    )

    assert on_pod(config.buttons) == {3: 1, 4: 2}
    assert on_pod(config.lamps) == {3: 1}
    assert on_pins(config.buttons) == {1: 5, 2: 6}
    assert config.pod == PodConfig("/dev/x")


def test_a_setting_above_its_section_is_told_where_it_belongs() -> None:
    with pytest.raises(ConfigError, match=r"vote_ms = 1000 is no key of this section; it belongs below \[settings\]"):
        config_of({"vote_ms": 1000})


def test_a_key_below_the_first_section_is_told_where_it_belongs() -> None:
    with pytest.raises(ConfigError, match=r"above the first \[section\]"):
        config_of({"settings": {"display_driver": "sh1106"}})


def test_a_mistyped_key_is_guessed() -> None:
    with pytest.raises(ConfigError, match="did you mean language"):
        config_of({"langauge": "de"})


# --- all faults of a file at once ---


def test_every_fault_of_a_file_is_told_not_only_the_first(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text(
        'langauge = "de"\ngame = "chess"\nhost_button = 3\n'
        "[settings]\nhold_ms = -1\n[seats.1]\nbutton = 5\nlamp = 5\n[seats.2]\nlamp = 40\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as caught:
        read_config(file)

    keys = [line.removeprefix(f"{file}: ").split(" ", 1)[0] for line in str(caught.value).splitlines()]
    assert keys == [
        "langauge", "game", "host_button", "settings.hold_ms", "seats.2.lamp", "seats.2.button", "seats.1.lamp",
    ]  # fmt: skip


def test_the_default_that_stands_in_for_a_faulty_key_is_nobody_s_wire() -> None:
    with pytest.raises(ConfigError) as caught:
        config_in("host_button = 99\n[seats.1]\nbutton = 27\n[seats.2]\nbutton = 6\n")

    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_is_something_else_altogether_ends_the_search(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text("".join(f"key_{n} = {n}\n" for n in range(2000)), encoding="utf-8")

    with pytest.raises(ConfigError) as caught:
        read_config(file)
    assert len(str(caught.value).splitlines()) == 50


# --- any part may be missing ---

MISSING_PARTS = {
    "lamps": "[seats.1]\nbutton = 5\ndisplay = { address = 60 }\n[seats.2]\nbutton = 6\ndisplay = { address = 61 }\n",
    "displays": "[seats.1]\nbutton = 5\nlamp = 22\n[seats.2]\nbutton = 6\nlamp = 23\n",
    "all but buttons": TWO_SEATS,
    "host button": f"host_button = false\n{TWO_SEATS}[seats.3]\nbutton = 27\n",
    "one seat's display": display("address = 60"),
}


@pytest.mark.parametrize("part", MISSING_PARTS)
def test_any_part_may_be_missing(part: str) -> None:
    """It is not only a configuration: a console is made of it."""
    config = replace(config_in(MISSING_PARTS[part]), pin_factory="mock", display_driver="dummy")
    parts = assemble(config, VirtualClock(1_000_000), Journal(None))

    assert parts.console.game.seats == config.seat_numbers
    parts.close()


def test_two_displays_on_one_spi_port_share_its_wires() -> None:
    config = config_in(
        display("spi = { dc_pin = 24, reset_pin = 25 }")
        + "display = { spi = { dc_pin = 22, reset_pin = 23, device = 1 } }\n"
    )

    assert len(config.displays) == 2


def test_a_mark_before_the_text_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_bytes(b'\xef\xbb\xbflanguage = "de"\r\ngame = "extreme"\r\n')

    assert (read_config(file).language, read_config(file).game) == ("de", "extreme")

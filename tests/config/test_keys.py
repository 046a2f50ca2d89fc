"""The one table of keys: it names what there is, and the files made from it say so."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from mindbuzz.config import Config, config_of, effective, read_config
from mindbuzz.config.keys import CONFIG, DISPLAY, DRIVERS, SEAT, SETTINGS, SPI, STAFF_KEYS, Key, Section
from mindbuzz.config.staff import staff_settings_in, understood
from mindbuzz.config.template import effective_toml, example, spoken, staff_example
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.pins.factories import AUTO, FACTORIES
from tools.project_files import ROOT

SECTIONS = {"the file": CONFIG, "a seat": SEAT, "a display": DISPLAY, "spi": SPI, "settings": SETTINGS}
WORTH_SHOWING: dict[str, list[Any]] = {
    "calm_seats": [(1, 3), (2,)],
    "quiet_hours": ["22-8"],
    "sound": [False],
    "game": ["extreme"],
}
EXAMPLE = ROOT / "hardware" / "mindbuzz.toml"


@pytest.mark.parametrize("name", SECTIONS)
def test_the_table_has_every_key_of_its_class_in_its_order(name: str) -> None:
    section = SECTIONS[name]

    assert [key.name for key in section.keys] == [field.name for field in fields(section.kind)]


def test_every_key_has_a_meaning_that_fits_on_its_line() -> None:
    assert [key.name for section in SECTIONS.values() for key in section.keys if not key.meaning] == []
    assert [line for line in example().splitlines() if len(line) > 120] == []


def test_the_words_for_drivers_and_pin_factories_are_those_there_are() -> None:
    for word in DRIVERS.words:
        PanelSpec(driver=word)
    limit = CONFIG.by_name["pin_factory"].limit
    assert limit.words == (AUTO, *FACTORIES)  # type: ignore[union-attr]


def test_a_bare_name_in_the_staff_s_file_means_one_key() -> None:
    assert not {key.name for key in CONFIG.keys} & {key.name for key in SETTINGS.keys}
    assert {"language", "game", "brightness_percent", "dim_after_s", "dark_after_s", "attract_ms"} <= set(STAFF_KEYS)


# --- the example ---


def test_the_example_says_what_holds_without_it() -> None:
    assert read_config(EXAMPLE) == Config()


def leaves(section: Section) -> Iterator[str]:
    for key in section.keys:
        if isinstance(key.limit, Section):
            yield from leaves(key.limit)
        yield key.name


def test_the_example_names_every_key() -> None:
    words = set(EXAMPLE.read_text(encoding="utf-8").split())

    assert set(leaves(CONFIG)) - {"settings", "seats"} <= words


@pytest.mark.parametrize("section", [CONFIG, DISPLAY], ids=["the file", "a display"])
def test_what_is_commented_out_can_be_uncommented(section: Section) -> None:
    for key in section.keys:
        if key.example:
            line = f"{key.name} = {key.example}"
            config_of(tomllib.loads(line if section is CONFIG else f"table_display = {{ bus = 3, {line} }}"))


# --- the staff's file ---


def test_every_line_of_the_staff_s_example_can_be_uncommented_and_changes_nothing() -> None:
    lines = staff_example().splitlines()
    settings = staff_settings_in("\n".join(line.removeprefix("#") for line in lines if line[1:2] != " ").encode())

    assert settings.notices == ()
    assert set(settings.values) == set(STAFF_KEYS)
    assert settings.over(Config()) == Config()
    assert staff_settings_in(staff_example().encode()).values == {}


def test_the_staff_s_example_speaks_no_toml() -> None:
    assert [sign for sign in ("true", "false", '"', "[") if sign in staff_example()] == []


@pytest.mark.parametrize("key", STAFF_KEYS.values(), ids=lambda key: key.name)
def test_what_is_wrong_for_staff_speaks_no_toml(key: Key) -> None:
    for text in ("[[", "22-22", "9"):
        for notice in staff_settings_in(f"{key.name} = {text}".encode()).notices:
            assert [word for word in ("TOML", "true", "false", '"', "[1") if word in str(notice)] == []


@pytest.mark.parametrize("key", STAFF_KEYS.values(), ids=lambda key: key.name)
def test_every_value_can_be_set_as_it_is_shown(key: Key) -> None:
    values = DEFAULTS if key.name in SETTINGS.by_name else Config()
    for value in (getattr(values, key.name), *WORTH_SHOWING.get(key.name, ())):
        through_json = json.loads(json.dumps(value))
        assert understood(key.name, spoken(value)) == understood(key.name, spoken(through_json)) == value


# --- where values come from ---


def test_what_holds_is_shown_with_its_origin_and_reads_back(tmp_path: Path) -> None:
    staff, file, shown = (tmp_path / name for name in ("mindbuzz.txt", "mindbuzz.toml", "shown.toml"))
    staff.write_text("lock_game = yes\nlanguage = cs\n", encoding="utf-8")
    file.write_text(
        f'staff_file = "{staff}"\nlanguage = "de"\nweb_port = 99\n'
        "[seats.1]\nbutton = 5\ndisplay = { address = 61 }\n[seats.2]\nbutton = 6\n",
        encoding="utf-8",
    )
    found = effective(file)
    text = effective_toml(found)
    shown.write_text(text, encoding="utf-8")

    assert read_config(shown) == found.config
    said = {line.split(" = ")[0]: line for line in text.splitlines()}
    assert said["language"].startswith('language = "cs" ')
    assert said["language"].endswith(f"# {staff}, line 2")
    assert said["lock_game"].endswith(f"# {staff}, line 1")
    assert said["web_port"].endswith(f"# {file}")
    assert said["display.address"].endswith(f"# {file}")
    assert said["display.bus"].endswith("# default")
    assert said["game"].endswith("# default")

"""What is generated for the Pi and for the bench fits what the console reads."""

from __future__ import annotations

import re
import tomllib

import pytest

from mindbuzz.config import Config, config_of
from mindbuzz.selftest.wire import HOST_LEAD, LEADS, SOUND_LEAD, TABLE_LEAD, Lead, Part
from tools.kit.build import ALL_BUILDS, Build
from tools.kit.colours import COLOURS
from tools.kit.harness import harness_source
from tools.kit.netlist import RIBBON, Netlist
from tools.kit.source import read_kit
from tools.kit.wiring import config_files, config_txt, cut_list, first_light_config_txt

TOML = {name: text for name, text in config_files().items() if name.endswith(".toml")}


@pytest.mark.parametrize("name", TOML)
def test_the_console_reads_every_configuration(name: str) -> None:
    config = config_of(tomllib.loads(TOML[name]))

    assert len(config.seats) == (int(name[0]) if name[0].isdigit() else 2)
    assert (config.table_display is not None) is ("table" in name)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_smaller_console_is_the_default_one_with_fewer_seats(seats: int) -> None:
    config = config_of(tomllib.loads(TOML[f"{seats}-seats.toml"]))

    assert config.seats == {seat: Config().seats[seat] for seat in range(1, seats + 1)}


def test_first_light_has_two_displays_without_a_multiplexer_and_no_lamps() -> None:
    config = config_of(tomllib.loads(TOML["first-light.toml"]))
    displays = [parts.display for parts in config.seats.values()]

    assert [display and (display.bus, display.address, display.mux) for display in displays] == [
        (1, 0x3C, None),
        (1, 0x3D, None),
    ]
    assert [parts.lamp for parts in config.seats.values()] == [None, None]
    assert "mux" not in first_light_config_txt()


def test_config_txt_names_multiplexer_and_shutdown_pin() -> None:
    shutdown = read_kit().uses["shutdown"].bcm

    assert f"gpio-shutdown,gpio_pin={shutdown}" in config_txt()
    assert "pca9548,addr=0x70" in config_txt()
    assert "base=10" not in config_txt()


def test_the_bus_runs_as_fast_as_its_pull_ups_were_chosen_for() -> None:
    rate = int(read_kit().design["i2c_hz"].value)

    assert f"i2c_arm_baudrate={rate}\n" in config_txt()
    assert first_light_config_txt().endswith(f"i2c_arm_baudrate={rate}")


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_every_conductor_is_in_the_harness_once(build: Build) -> None:
    drawn = [
        (cable, number)
        for _, middle, _ in harness_source(read_kit(), build)["connections"]
        for cable, numbers in middle.items()
        for number in numbers
    ]
    ribbon = (RIBBON, 1)  # drawn as one wire
    laid = [
        (cable.name, number + 1)
        for cable in Netlist(read_kit(), build).cables
        for number in range(len(cable.conductors))
    ]

    assert sorted(drawn) == sorted([ribbon, *laid])


@pytest.mark.parametrize("build", ALL_BUILDS, ids=lambda build: build.name)
def test_the_harness_joins_what_the_nets_join(build: Build) -> None:
    netlist = Netlist(read_kit(), build)
    net_of = {end: name for name, ends in netlist.nets.items() for end in ends}

    for cable in netlist.cables:
        for wire in cable.conductors:
            assert net_of[netlist.end(wire.start)] == net_of[netlist.end(wire.end)]


def test_the_cut_list_adds_up() -> None:
    text = cut_list(Build(3))

    assert "| white | 0.90 m |" in text  # three button leads of 300 mm
    assert "| WDN | Display, seat N | 3 | 250 mm | jumper lead with a socket |" in text
    assert "| blue |" not in text  # only displays have blue, and theirs are ready-made leads


@pytest.mark.parametrize(
    ("lead", "cable"),
    [
        (LEADS[Part.BUTTON], "WB{seat}"),
        (LEADS[Part.LAMP], "WB{seat}"),
        (LEADS[Part.DISPLAY], "WD{seat}"),
        (HOST_LEAD, "WH"),
        (TABLE_LEAD, "WT"),
        (SOUND_LEAD, "WS"),
    ],
)
def test_the_self_test_names_terminals_and_colours_as_the_harness_has_them(lead: Lead, cable: str) -> None:
    """Its words are the program's own: on a Pi there is no hardware folder."""
    [wires] = [each.conductors for each in read_kit().cables if each.name == cable]
    colours = {wire.start.replace("{seat}", "1"): COLOURS[wire.colour] for wire in wires}
    terminal = lead.terminal.format(1)

    assert colours[f"{terminal}.{lead.screw}"] == lead.colour
    companions = re.findall(r"(J\w+\.\d), (\w+)", lead.companion.format(terminal))
    assert companions
    assert all(colours[place] == colour for place, colour in companions)

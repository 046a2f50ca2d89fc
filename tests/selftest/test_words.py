"""What a maker reads: every fault names its wire from end to end, and says what to do."""

from __future__ import annotations

import re

import pytest
from gpiozero.pins.mock import MockFactory

from mindbuzz.config import Config, DisplayConfig, SeatConfig
from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.outputs.pictures import TABLE
from mindbuzz.screens import lettering
from mindbuzz.screens.selftest import SAYS, selftest_picture
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.selftest.notes import NOWHERE
from mindbuzz.selftest.plan import AllDark, HandsOff, Light, Listen, Look, Press, Probe
from mindbuzz.selftest.verdict import Fault, Finding
from mindbuzz.selftest.wire import HOST, PIEZO, Part, Wire, header_pin, where
from mindbuzz.selftest.words import NOT_TESTED, REMEDIES, asked, told
from tests.selftest.faults import ALL_FAULTS
from tests.selftest.rig import Rig, walked, wired

CONFIG = wired(sound_pin=12)


@pytest.mark.parametrize("name", ALL_FAULTS)
def test_every_fault_is_one_line_that_names_its_wire_from_end_to_end(name: str) -> None:
    fault, rig = ALL_FAULTS[name], Rig()
    fault.inject(rig)
    findings, _, _ = walked(rig)

    for finding in findings:
        line = told(finding, rig.config)
        assert len(line.splitlines()) == 1
        assert NOT_TESTED not in line
        assert "{" not in line
        assert finding.wires[0].name in line
        assert where(finding.wires[0], rig.config) in line
        assert re.search(r"terminal J\w+\.\d, \w+ lead", line)


def test_a_wire_is_named_by_pin_header_pin_terminal_and_colour() -> None:
    named = {
        Wire(Part.BUTTON, 3): "GPIO26, header pin 37, terminal JB3.1, white lead (ground is JB3.2, black)",
        Wire(Part.LAMP, 4): "GPIO25, header pin 22, terminal JB4.4, brown lead (5 V is JB4.3, orange)",
        Wire(Part.BUTTON, HOST): "GPIO27, header pin 13, terminal JC.1, green lead (ground is JC.2, black)",
        Wire(
            Part.DISPLAY, 2
        ): "channel 1 of the multiplexer 0x70 on I2C bus 1, address 0x3C, terminal JD2.3, blue lead "
        "(SCL is JD2.4, yellow; 3V3 JD2.1, red; ground JD2.2, black)",
        Wire(Part.SOUND, PIEZO): "GPIO12, header pin 32, terminal JS.1, violet lead (ground is JS.2, black)",
        Wire(Part.DISPLAY, TABLE): "I2C bus 3, address 0x3C, terminal JT.3, blue lead "
        "(SCL is JT.4, yellow; 3V3 JT.1, red; ground JT.2, black)",
    }

    assert {wire: where(wire, CONFIG) for wire in named} == named


def test_wires_of_a_pod_and_of_other_pins_are_named_as_they_are() -> None:
    seats = {1: SeatConfig("pod:2", "pod:2"), 2: SeatConfig(12, None, DisplayConfig())}
    config = Config(seats=seats)

    assert (
        where(Wire(Part.BUTTON, 1), config) == "the pod's number 2, terminal JP2.1, white lead (ground is JP2.2, black)"
    )
    assert where(Wire(Part.BUTTON, 2), config).startswith("GPIO12, header pin 32, ")
    assert "I2C bus 1 (SDA header pin 3, SCL header pin 5)" in where(Wire(Part.DISPLAY, 2), config)


def test_header_pins_are_those_of_the_board() -> None:
    header = MockFactory(revision="c03111").board_info.headers["J8"]

    for bcm in range(28):
        assert header.pins[header_pin(bcm)].name == f"GPIO{bcm}"


def test_there_is_a_remedy_for_every_fault_that_a_part_can_have() -> None:
    injected = {(wires[0].part, fault) for each in ALL_FAULTS.values() for fault, wires in each.expected}

    assert injected <= set(REMEDIES)


def test_where_something_was_found_is_told_and_what_to_write() -> None:
    finding = Finding(Fault.WRONG_ADDRESS, (Wire(Part.DISPLAY, 1),), at=I2c(1, 0x3D, 0x70, 0))

    assert "address = 0x3D" in told(finding, CONFIG)


def test_what_was_skipped_is_no_fault_and_is_said() -> None:
    assert NOT_TESTED in told(Finding(Fault.SKIPPED, (Wire(Part.LAMP, 1),)), CONFIG).lower()


@pytest.mark.parametrize(
    "step", [HandsOff(), Press(1), Press(HOST), AllDark(), Light(2), Probe(), Look(I2c()), Listen(PIEZO)], ids=str
)
def test_every_step_says_what_to_do(step: HandsOff) -> None:
    for fingers in (NOWHERE, frozenset({1, 3})):
        assert len(asked(step, fingers).splitlines()) == 1
    assert "the host button" in asked(Press(HOST), NOWHERE)
    assert "press there (seats 1, 3)" in asked(Light(2), frozenset({1, 3}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SAYS)
def test_what_the_displays_say_fits(language: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str, font: object, width_px: int) -> str:
        raise AssertionError(f"{text!r} is too wide")

    monkeypatch.setattr(lettering, "shortened", refuse)
    pictures = [selftest_picture(key, seat, texts_of(language)) for seat in (1, 2, 3, 4, None)]

    assert len({picture.tobytes() for picture in pictures}) == len(pictures)

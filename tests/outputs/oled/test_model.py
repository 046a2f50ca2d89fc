"""The model of the chips is right where stock luma is: what luma sends makes its picture."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from luma.oled import device
from PIL import Image

from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.pictures import noise, sequences
from tests.outputs.oled.wire import Wire, serial_on

# luma 3.16 uses what Pillow 13 warns of.
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

STOCK = {"ssd1306": device.ssd1306, "ssd1309": device.ssd1309, "sh1106": device.sh1106}


@pytest.mark.parametrize("name", STOCK)
@settings(max_examples=15, suppress_health_check=[HealthCheck.differing_executors])
@given(images=sequences())
def test_stock_luma_shows_its_pictures(name: str, images: list[Image.Image]) -> None:
    chip = Chip(KINDS[name])
    panel = STOCK[name](serial_on(Wire(chip)))

    for image in images:
        panel.display(image)
        assert chip.glass().tobytes() == image.tobytes()


@pytest.mark.parametrize(("name", "frame"), [("ssd1306", 1034), ("ssd1309", 1034), ("sh1106", 1080)])
def test_stock_luma_sends_every_frame_whole(name: str, frame: int) -> None:
    wire = Wire(Chip(KINDS[name]))
    panel: Any = STOCK[name](serial_on(wire))
    before = wire.sent

    panel.display(noise(1))
    panel.display(noise(1))

    assert wire.sent - before == 2 * frame


def test_stock_luma_never_heals_a_chip_that_forgot() -> None:
    chip = Chip(KINDS["ssd1306"])
    panel: Any = device.ssd1306(serial_on(Wire(chip)))
    chip.reset()

    panel.display(noise(1))

    assert not chip.lit()

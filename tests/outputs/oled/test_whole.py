"""luma's own devices as panels."""

from __future__ import annotations

import pytest
from luma.core.error import Error
from PIL import Image

from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.screen import Screen
from mindbuzz.outputs.oled.whole import Dummy, WholeFrames
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.pictures import blank, noise
from tests.outputs.oled.wire import Wire, serial_on

# luma 3.16 uses what Pillow 13 warns of.
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


def opened(wire: Wire) -> Screen:
    return PanelSpec("luma:sh1106").open(lambda: serial_on(wire))


def test_a_luma_device_shows_dims_and_ends_dark() -> None:
    chip = Chip(KINDS["sh1106"])
    wire = Wire(chip)
    screen = opened(wire)

    screen.display(noise(1))
    assert chip.glass().tobytes() == noise(1).tobytes()

    screen.take_care(Care(Light.DIM))
    assert chip.registers[0x81] == (0x10,)

    screen.take_care(Care(Light.OFF))
    screen.scrub()
    assert not chip.lit()

    screen.take_care(Care())
    screen.scrub()
    assert chip.lit()

    screen.cleanup()
    assert not chip.lit()
    assert wire.closed == 1


def test_a_luma_device_that_is_not_there_keeps_nothing_open() -> None:
    wire = Wire()

    with pytest.raises(Error):
        opened(wire)

    assert wire.closed == 1


def test_a_luma_device_that_goes_is_noticed_and_closed_all_the_same() -> None:
    wire = Wire(Chip(KINDS["sh1106"]))
    screen = opened(wire)
    wire.unplugged = set(wire.chips)

    with pytest.raises(Error):
        screen.scrub()
    with pytest.raises(Error):
        screen.cleanup()

    assert wire.closed == 1


class BigChip:
    """Takes anything; counts the data."""

    def __init__(self) -> None:
        self.data_bytes = 0
        self.fails = False

    def command(self, *cmd: int) -> None: ...

    def data(self, data: bytes) -> None:
        if self.fails:
            raise OSError(5, "Input/output error")
        self.data_bytes += len(data)

    def cleanup(self) -> None: ...


def test_after_an_error_a_big_panel_is_drawn_whole_even_if_the_old_picture_comes_back() -> None:
    chip = BigChip()
    spec = PanelSpec("luma:ssd1322", size=(256, 64))
    screen = spec.open(lambda: chip)
    screen.display(noise(1))
    chip.fails = True
    with pytest.raises(OSError, match="Input/output"):
        screen.display(noise(2))
    chip.fails = False
    screen.release()

    screen = spec.open(lambda: chip)
    chip.data_bytes = 0
    screen.display(noise(1))

    assert isinstance(screen, WholeFrames)
    assert chip.data_bytes >= 128 * 64 // 2  # half a byte a pixel, where the picture is


def test_the_dummy_keeps_the_last_picture() -> None:
    dummy = Dummy((128, 64))

    dummy.display(noise(1))
    dummy.take_care(Care(Light.OFF))
    dummy.scrub()
    dummy.release()
    assert dummy.device.image.tobytes() == noise(1).tobytes()

    dummy.cleanup()
    assert dummy.device.image.tobytes() == blank().tobytes()


def test_a_picture_is_fitted_to_a_coloured_panel() -> None:
    screen = PanelSpec("luma:ssd1351", size=(128, 128)).open(BigChip)

    screen.display(Image.new("1", (128, 64), 255))

"""The paged driver against the model of the chips: whatever happens, the glass shows the picture or nothing."""

from __future__ import annotations

import errno
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.error import Error
from luma.core.render import canvas
from PIL import Image

from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.controllers import CONTROLLERS
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import errno_of
from mindbuzz.outputs.oled.paged import PagedOled
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.pictures import Box, blank, boxes, noise, sequences, with_box
from tests.outputs.oled.wire import Wire, serial_on

NAMES = sorted(KINDS)
EVERY_PAGE = range(8)

# What adapters say when a panel does not answer, answers badly, or cannot be reached.
ERRNOS = [
    errno.EIO,
    errno.ENXIO,
    errno.EAGAIN,
    errno.EBUSY,
    errno.ENODEV,
    errno.ETIME,
    errno.ETIMEDOUT,
    errno.EREMOTEIO,
]


def panel_of(name: str, rotate: int = 0, patient: bool = True) -> tuple[PagedOled, Chip, Wire]:
    chip = Chip(KINDS[name], patient=patient)
    wire = Wire(chip)
    return PagedOled(serial_on(wire), CONTROLLERS[name], rotate), chip, wire


def same(glass: Image.Image, image: Image.Image) -> bool:
    return glass.tobytes() == image.tobytes()


def shows(chip: Chip, image: Image.Image) -> bool:
    return same(chip.glass(), image)


@pytest.mark.parametrize("name", NAMES)
@given(images=sequences())
def test_the_glass_shows_every_picture(name: str, images: list[Image.Image]) -> None:
    panel, chip, _ = panel_of(name)

    for image in images:
        panel.display(image)
        assert shows(chip, image)

    assert chip.unknown == []


@pytest.mark.parametrize("rotate", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_a_turned_panel_shows_the_picture_turned(name: str, rotate: int) -> None:
    panel, chip, _ = panel_of(name, rotate)
    image = noise(5, panel.size)

    panel.display(noise(4, panel.size))
    panel.display(image)

    assert shows(chip, image.rotate(-90 * rotate, expand=True))


@pytest.mark.parametrize("left", [0, 2, 4])
def test_a_module_may_show_other_columns_of_the_memory(left: int) -> None:
    chip = Chip(KINDS["sh1106"], left=left)
    panel = PagedOled(serial_on(Wire(chip)), CONTROLLERS["sh1106"], col_offset=left)

    panel.display(noise(1))

    assert shows(chip, noise(1))


def test_lumas_canvas_draws_on_it() -> None:
    panel, chip, wire = panel_of("ssd1306")
    with canvas(panel) as draw:
        draw.text((3, 5), "mind", fill="white")
    sent = wire.sent
    with canvas(panel) as draw:
        draw.text((3, 5), "mind", fill="white")

    assert chip.glass().getbbox() is not None
    assert wire.sent == sent


def test_a_picture_of_another_size_or_mode_is_made_to_fit() -> None:
    panel, chip, _ = panel_of("ssd1306")

    panel.display(Image.new("RGB", (300, 200), "white"))
    assert shows(chip, Image.new("1", (128, 64), 255))

    panel.display(Image.new("L", (2, 2), 255))
    assert chip.glass().getbbox() == (63, 31, 65, 33)


# What costs what


@pytest.mark.parametrize("name", NAMES)
def test_connecting_costs_little_more_than_a_frame(name: str) -> None:
    panel, _, wire = panel_of(name)

    panel.display(noise(1))

    assert wire.sent <= 1114


def test_the_same_picture_costs_nothing() -> None:
    panel, _, wire = panel_of("sh1106")
    panel.display(noise(1))
    sent = wire.sent

    panel.display(noise(1))

    assert wire.sent == sent


def test_a_message_is_short_enough_for_others_to_get_a_word_in() -> None:
    panel, _, wire = panel_of("sh1106")

    panel.display(noise(1))
    panel.display(noise(2))
    panel.scrub()
    panel.cleanup()

    assert max(1 + len(message) for message in wire.messages) <= 135


def test_a_scrub_costs_a_page_and_the_set_up() -> None:
    panel, _, wire = panel_of("ssd1306")
    panel.display(noise(1))
    sent = wire.sent

    panel.scrub()

    assert wire.sent - sent <= 165


# Private: dark until all of a picture is there, and dark in the end


@pytest.mark.parametrize("name", NAMES)
def test_it_stays_dark_until_the_first_picture_is_complete(name: str) -> None:
    panel, chip, wire = panel_of(name)
    chip.on = True  # left on by who was here before

    lit = []
    feed = chip.feed
    chip.feed = lambda byte: (feed(byte), lit.append(chip.lit()))  # type: ignore[method-assign, assignment, func-returns-value]
    panel.display(noise(1))

    lit_at = lit.index(True, lit.index(False))
    assert lit_at == len(lit) - 1
    assert wire.messages[-1] == bytes([0x00, 0xAF])


@pytest.mark.parametrize("name", NAMES)
def test_it_takes_over_a_panel_that_something_else_has_set_up(name: str) -> None:
    panel, chip, _ = panel_of(name)
    chip.registers[0x20] = (0,)  # horizontal addressing on an SSD1306; an SH1106 has no such thing
    if name == "sh1106":
        chip.registers[0x20] = (2,)
    chip.inverted = chip.all_on = True
    chip.mirrored = chip.upside_down = True
    chip.start_line, chip.page, chip.column = 13, 5, 77

    panel.display(noise(1))

    assert shows(chip, noise(1))


@pytest.mark.parametrize("name", NAMES)
def test_preparing_leaves_it_dark(name: str) -> None:
    panel, chip, _ = panel_of(name)
    chip.on = True

    panel.prepare()

    assert not chip.lit()


@pytest.mark.parametrize("cut_off", [0x81, 0x21])
@pytest.mark.parametrize("name", NAMES)
def test_it_goes_dark_even_if_the_chip_waits_for_the_rest_of_another_command(name: str, cut_off: int) -> None:
    panel, chip, _ = panel_of(name)
    panel.display(noise(1))
    chip.start()
    chip.feed(0x00)
    chip.feed(cut_off)

    panel.prepare()

    assert not chip.lit()


@pytest.mark.parametrize("name", NAMES)
def test_in_the_end_it_is_dark_and_remembers_nothing(name: str) -> None:
    panel, chip, wire = panel_of(name)
    panel.display(noise(1))

    panel.cleanup()

    left = chip.left
    assert not chip.lit()
    assert all(not any(page[left : left + 128]) for page in chip.memory)
    assert wire.closed == 1


def test_in_the_end_it_goes_dark_before_anything_else() -> None:
    panel, _, wire = panel_of("ssd1306")
    panel.display(noise(1))
    before = len(wire.messages)

    panel.cleanup()

    assert 0xAE in wire.messages[before][:4]
    assert all(not any(message[1:]) for message in wire.messages[before:] if message[0] == 0x40)


def test_it_is_closed_even_if_the_chip_is_gone() -> None:
    panel, _, wire = panel_of("ssd1306")
    wire.unplugged = set(wire.chips)

    with pytest.raises(Error):
        panel.cleanup()

    assert wire.closed == 1


# Errors


def bytes_sent(work_of: list[Image.Image], name: str) -> int:
    panel, _, wire = panel_of(name)
    for image in work_of:
        panel.display(image)
    return wire.sent


@pytest.mark.parametrize("name", NAMES)
def test_a_connect_that_fails_at_any_byte_is_made_good_by_the_next(name: str) -> None:
    for fail_at in range(bytes_sent([noise(1)], name)):
        panel, chip, wire = panel_of(name)
        wire.fail_at = fail_at
        with pytest.raises((OSError, Error)):
            panel.display(noise(1))

        panel.display(noise(1))
        assert shows(chip, noise(1)), fail_at


REDRAW = [with_box(noise(1), (5, 5, 30, 20, True)), with_box(noise(1), (90, 30, 30, 30, False))]


@pytest.mark.parametrize("back_to_the_old", [True, False])
@pytest.mark.parametrize("patient", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_redraw_that_fails_at_any_byte_is_made_good_by_the_next(
    name: str, patient: bool, back_to_the_old: bool
) -> None:
    before, after = REDRAW
    last = before if back_to_the_old else after
    for fail_at in range(bytes_sent([before, after], name) - bytes_sent([before], name)):
        panel, chip, wire = panel_of(name, patient=patient)
        panel.display(before)
        wire.fail_at = fail_at
        with pytest.raises((OSError, Error)):
            panel.display(after)

        panel.display(last)
        assert shows(chip, last), fail_at


@given(
    steps=st.lists(st.tuples(boxes, st.none() | st.integers(0, 1200), st.sampled_from(ERRNOS)), max_size=12),
    patient=st.booleans(),
    name=st.sampled_from(NAMES),
)
def test_after_any_failures_the_next_picture_is_right(
    steps: list[tuple[Box, int | None, int]], patient: bool, name: str
) -> None:
    panel, chip, wire = panel_of(name, patient=patient)
    image = noise(1)
    for box, fail_at, wire.errno in steps:
        wire.fail_at = fail_at
        image = with_box(image, box)
        try:
            panel.display(image)
        except (OSError, Error):
            continue
        assert shows(chip, image)

    wire.fail_at = None
    panel.display(image)
    assert shows(chip, image)


@pytest.mark.parametrize("fail_at", [0, 3, 40])
@pytest.mark.parametrize("number", ERRNOS)
def test_every_error_keeps_its_number(number: int, fail_at: int) -> None:
    panel, _, wire = panel_of("ssd1306")
    wire.errno, wire.fail_at = number, fail_at

    with pytest.raises((OSError, Error)) as raised:
        panel.display(noise(1))

    assert errno_of(raised.value) == number


def test_two_panels_share_nothing() -> None:
    (one, chip_one, wire_one), (two, chip_two, wire_two) = panel_of("ssd1306"), panel_of("ssd1306")

    one.display(noise(1))
    two.display(noise(1))

    assert shows(chip_one, noise(1))
    assert shows(chip_two, noise(1))
    assert wire_one.sent == wire_two.sent


# Scrub


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30)
@given(seed=st.integers(0, 1000), light=st.sampled_from(Light), shift=st.integers(0, 3))
def test_eight_scrubs_heal_a_chip_that_forgot_everything(name: str, seed: int, light: Light, shift: int) -> None:
    panel, chip, _ = panel_of(name)
    panel.display(noise(seed))
    panel.take_care(Care(light, shift))
    expected, registers = chip.glass(), dict(chip.registers)
    chip.reset()

    for _ in EVERY_PAGE:
        panel.scrub()

    assert same(chip.glass(), expected)
    assert {key: chip.registers.get(key) for key in registers if key != 0xAD} == {
        key: value for key, value in registers.items() if key != 0xAD
    }


@pytest.mark.parametrize("name", NAMES)
def test_one_scrub_lights_a_chip_that_only_lost_its_settings(name: str) -> None:
    panel, chip, _ = panel_of(name)
    panel.display(noise(1))
    chip.reset(memory_too=False)

    panel.scrub()

    assert shows(chip, noise(1))


@pytest.mark.parametrize("name", NAMES)
def test_a_scrub_changes_nothing_that_shows(name: str) -> None:
    """Not even for the time of one byte."""
    panel, chip, _ = panel_of(name)
    panel.display(noise(1))
    glasses = set()
    feed = chip.feed
    chip.feed = lambda byte: (feed(byte), glasses.add(chip.glass().tobytes()))  # type: ignore[method-assign, assignment, func-returns-value]

    for _ in EVERY_PAGE:
        panel.scrub()

    assert glasses == {noise(1).tobytes()}


def test_a_wrong_bit_is_put_right() -> None:
    panel, chip, _ = panel_of("sh1106")
    panel.display(noise(1))
    position = random.Random(1).randrange(128)
    chip.memory[3][chip.left + position] ^= 0x10

    for _ in EVERY_PAGE:
        panel.scrub()

    assert shows(chip, noise(1))


def test_a_panel_without_a_picture_stays_dark_when_scrubbed() -> None:
    panel, chip, _ = panel_of("ssd1306")
    panel.prepare()

    panel.scrub()
    panel.take_care(Care(Light.BRIGHT))

    assert not chip.lit()


# Care

CARE = {
    ("ssd1306", Light.BRIGHT): {0x81: (0xCF,), 0xD9: (0xF1,), 0xDB: (0x40,)},
    ("ssd1306", Light.DIM): {0x81: (0x01,), 0xD9: (0x11,), 0xDB: (0x00,)},
    ("ssd1309", Light.DIM): {0x81: (0x01,), 0xD9: (0x11,), 0xDB: (0x00,)},
    ("sh1106", Light.BRIGHT): {0x81: (0x7F,), 0xD9: (0x22,), 0xDB: (0x35,)},
    ("sh1106", Light.DIM): {0x81: (0x10,), 0xD9: (0x22,), 0xDB: (0x35,)},
}


@pytest.mark.parametrize(("name", "light"), CARE)
def test_dimming_sets_more_than_the_contrast(name: str, light: Light) -> None:
    panel, chip, _ = panel_of(name)
    panel.display(noise(1))

    panel.take_care(Care(light))

    assert {key: chip.registers[key] for key in (0x81, 0xD9, 0xDB)} == CARE[name, light]
    assert shows(chip, noise(1))


def test_a_panel_that_is_off_takes_pictures_in_the_dark() -> None:
    panel, chip, _ = panel_of("ssd1306")
    panel.display(noise(1))

    panel.take_care(Care(Light.OFF))
    panel.display(noise(2))
    assert shows(chip, blank())

    panel.take_care(Care())
    assert shows(chip, noise(2))


def test_shifting_moves_the_picture_up_for_a_few_bytes() -> None:
    panel, chip, wire = panel_of("sh1106")
    panel.display(noise(1))
    sent = wire.sent

    panel.take_care(Care(shift_rows=1))

    moved = Image.new("1", (128, 64))
    moved.paste(noise(1), (0, -1))
    moved.paste(noise(1), (0, 63))
    assert shows(chip, moved)
    assert wire.sent - sent <= 11


@pytest.mark.parametrize(
    ("spec", "contrast"),
    [
        (PanelSpec(), 0xCF),
        (PanelSpec(brightness=0.5), 0x68),
        (PanelSpec(contrast=100, brightness=0.1), 10),
        (PanelSpec(contrast=3, brightness=0.01), 1),
        (PanelSpec(contrast=0, brightness=0.5), 0),
    ],
)
def test_brightness_is_a_share_of_the_contrast_and_never_quite_dark(spec: PanelSpec, contrast: int) -> None:
    chip = Chip(KINDS["ssd1306"])
    spec.open(lambda: serial_on(Wire(chip))).display(noise(1))

    assert chip.registers[0x81] == (contrast,)


def test_the_configured_contrast_is_the_bright_one_and_bounds_the_dim_one() -> None:
    chip = Chip(KINDS["sh1106"])
    panel = PagedOled(serial_on(Wire(chip)), CONTROLLERS["sh1106"], contrast=0x08)

    panel.display(noise(1))
    assert chip.registers[0x81] == (0x08,)

    panel.take_care(Care(Light.DIM))
    assert chip.registers[0x81] == (0x08,)

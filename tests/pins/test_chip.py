"""Finding the header's chip; on a real kernel, tests/kernel does."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from mindbuzz.errors import PinError
from mindbuzz.pins import chip
from mindbuzz.pins.chip import REVISIONS, header_chip

LABELS = {"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1", "gpiochip10": "raspberrypi-exp-gpio"}


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of devices as on a Pi 5 with an older kernel; each file holds the label that its chip would tell."""
    for name, label in LABELS.items():
        (tmp_path / name).write_text(label, encoding="ascii")
    monkeypatch.setattr(chip, "label_of", lambda device: device.read_text(encoding="ascii"))
    return tmp_path


@pytest.mark.known_bug(27)
def test_the_chip_is_found_by_its_label_whatever_its_number(devices: Path) -> None:
    found = header_chip(devices)

    assert (found.number, found.label) == (4, "pinctrl-rp1")


@pytest.mark.known_bug(27)
def test_an_old_number_that_points_to_the_new_one_is_not_a_second_chip(devices: Path) -> None:
    (devices / "gpiochip4").rename(devices / "gpiochip9")
    (devices / "gpiochip4").symlink_to("gpiochip9")

    assert header_chip(devices).number == 9


def test_without_a_header_s_chip_the_line_says_what_there_is(devices: Path) -> None:
    (devices / "gpiochip4").unlink()
    with pytest.raises(PinError, match="gpiochip0 is gpio-brcmstb@107d508500; gpiochip10 is raspberrypi-exp-gpio"):
        header_chip(devices)


def test_without_any_chip_the_line_says_so(tmp_path: Path) -> None:
    with pytest.raises(PinError, match="there is no GPIO chip"):
        header_chip(tmp_path)


def test_every_revision_is_one_of_a_pi_with_the_whole_header() -> None:
    for revision in REVISIONS.values():
        board = PiBoardInfo.from_revision(revision)
        assert {f"GPIO{number}" for number in range(2, 28)} <= {pin.name for pin in board.headers["J8"].pins.values()}

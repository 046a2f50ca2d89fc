"""Where a panel is: channels through sysfs, whatever numbers they got; and what cannot be."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from luma.core.error import Error

from mindbuzz.errors import ConfigError
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import State, diagnosed
from mindbuzz.outputs.oled.wiring import I2c, Spi


@pytest.fixture
def sysfs(tmp_path: Path) -> Path:
    """As the kernel lays it out: a mux at 70h on bus 1 with channels as buses 11 and 12, and bus 3 by itself."""
    devices = tmp_path / "sys/bus/i2c/devices"
    soc = tmp_path / "sys/devices/platform/soc/fe804000.i2c"
    trunk = soc / "i2c-1"
    mux = trunk / "1-0070"
    for folder in (mux, trunk / "i2c-11", trunk / "i2c-12", tmp_path / "sys/devices/platform/i2c@3/i2c-3", devices):
        folder.mkdir(parents=True)
    (mux / "channel-0").symlink_to("../i2c-12")
    (mux / "channel-1").symlink_to("../i2c-11")
    (devices / "1-0070").symlink_to(mux)
    (devices / "i2c-3").symlink_to(tmp_path / "sys/devices/platform/i2c@3/i2c-3")
    for name in ("i2c-1", "i2c-11", "i2c-12"):
        (devices / name).symlink_to(trunk if name == "i2c-1" else trunk / name)
    return devices


def test_a_channel_is_found_by_its_number_on_the_mux(sysfs: Path) -> None:
    assert I2c(bus=1, mux=0x70, channel=0).adapter(sysfs) == 12
    assert I2c(bus=1, mux=0x70, channel=1).adapter(sysfs) == 11
    assert I2c(bus=3).adapter(sysfs) == 3


@pytest.mark.parametrize("wiring", [I2c(bus=1, mux=0x70, channel=7), I2c(bus=2, mux=0x70, channel=0)])
def test_a_channel_that_is_not_there_is_an_error_like_any_other(sysfs: Path, wiring: I2c) -> None:
    with pytest.raises(OSError, match="channel") as raised:
        wiring.adapter(sysfs)

    assert raised.value.errno == errno.ENOENT


@pytest.mark.parametrize(
    ("wiring", "root"),
    [
        (I2c(bus=1), "i2c-1"),
        (I2c(bus=1, mux=0x70, channel=1), "i2c-1"),
        (I2c(bus=11), "i2c-1"),
        (I2c(bus=3), "i2c-3"),
        (I2c(bus=9), "i2c-9"),
        (Spi(port=0), "spi-0"),
    ],
)
def test_panels_on_the_same_wires_have_the_same_root(sysfs: Path, wiring: I2c | Spi, root: str) -> None:
    assert wiring.root(sysfs) == root


def test_a_bus_that_is_not_there_says_so() -> None:
    with pytest.raises(Error) as raised:
        I2c(bus=99).connect()

    health = diagnosed(raised.value)
    assert health.errno == errno.ENOENT
    assert "/dev/i2c-99" in health.reason


def test_without_permission_it_names_the_file_and_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, flags: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(Error) as raised:
        I2c(bus=1).connect()

    health = diagnosed(raised.value)
    assert (health.state, health.errno) == (State.LOST, errno.EACCES)
    assert "/dev/i2c-1" in health.reason
    assert "group i2c" in health.reason


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"driver": "ssd9999"}, "driver"),
        ({"driver": "luma:ssd9999"}, "driver"),
        ({"rotate": 4}, "rotate"),
        ({"contrast": 256}, "contrast"),
        ({"driver": "sh1106", "col_offset": 5}, "col_offset"),
        ({"col_offset": -1}, "col_offset"),
    ],
)
def test_what_no_panel_can_be_is_a_configuration_error(wrong: dict[str, object], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        PanelSpec(**wrong)  # type: ignore[arg-type]

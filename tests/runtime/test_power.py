"""The console asks to be switched off, and can do no more than ask."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from mindbuzz.config import Config
from mindbuzz.places import RUNTIME_VARIABLE
from mindbuzz.runtime.power import REQUEST, request_power_off
from tests.runtime.desk import Desk, config_of
from tools.project_files import ROOT

UNIT = ROOT / "systemd" / "mindbuzz-poweroff.path"


def test_an_empty_file_in_the_service_s_own_folder_is_all_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RUNTIME_VARIABLE, str(tmp_path))
    assert request_power_off() is None
    assert request_power_off() is None

    assert [file.name for file in tmp_path.iterdir()] == [REQUEST]
    assert (tmp_path / REQUEST).read_bytes() == b""


def test_the_unit_waits_for_that_very_file() -> None:
    assert f"PathExists=/run/mindbuzz/{REQUEST}\n" in UNIT.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", [None, "{}/nowhere"])
def test_where_nobody_listens_a_line_says_so(
    folder: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv(RUNTIME_VARIABLE, raising=False)
    if folder is not None:
        monkeypatch.setenv(RUNTIME_VARIABLE, folder.format(tmp_path))
    with caplog.at_level(logging.INFO):
        obstacle = request_power_off()

    assert [(record.levelname, record.message) for record in caplog.records] == [("WARNING", obstacle)]
    assert obstacle is not None
    assert obstacle.startswith("no power-off: ")


@pytest.mark.parametrize(("hold_ms", "files"), [(3000, [REQUEST]), (0, [])])
def test_the_host_button_of_a_console_asks_for_it(
    hold_ms: float, files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RUNTIME_VARIABLE, str(tmp_path))
    desk = Desk(config=config_of(host_hold_ms=hold_ms))
    assert desk.config.host_button == Config().host_button is not None
    host = desk.parts.factory.pin(desk.config.host_button)
    host.drive_low()
    desk.wait_ms(3100)
    host.drive_high()
    desk.wait_ms(100)

    assert [file.name for file in tmp_path.iterdir()] == files
    desk.close()

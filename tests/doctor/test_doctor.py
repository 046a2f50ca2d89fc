"""The doctor on a Raspberry Pi in order, on one with each of many ailments, and on a machine that is none."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mindbuzz.config import Config, DisplayConfig, Effective, PodConfig, SeatConfig, SpiConfig
from mindbuzz.config.staff import Notice
from mindbuzz.doctor import keeping, software
from mindbuzz.doctor.checks import examine, is_well
from mindbuzz.doctor.finding import Finding, State
from mindbuzz.doctor.surroundings import Surroundings
from tests.doctor.machine import CONFIG_TXT, STATE, THROTTLED, RaspberryPi
from tools.project_files import ROOT

INI = re.compile(r"```ini\n(.*?)```", re.DOTALL)


def fragment() -> str:
    """The lines of config.txt that the pages of the kit tell people to write."""
    pages = sorted((ROOT / "hardware").glob("*.md"))
    blocks = [block for page in pages for block in INI.findall(page.read_text(encoding="utf-8"))]
    return str(next(block for block in blocks if "i2c-mux" in block))


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RaspberryPi:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    pi = RaspberryPi(tmp_path)
    pi.put(CONFIG_TXT, fragment())
    return pi


def findings(pi: RaspberryPi, found: Effective | None = None) -> list[Finding]:
    return list(examine(pi.surroundings(), found or Effective()))


def ailing(pi: RaspberryPi, found: Effective | None = None) -> list[Finding]:
    return [finding for finding in findings(pi, found) if finding.state is State.WRONG]


def test_in_order_every_line_is_ok(pi: RaspberryPi) -> None:
    told = findings(pi)

    assert is_well(told)
    assert [str(finding) for finding in told if finding.state is not State.OK] == []
    subjects = {finding.subject for finding in told}
    assert {"machine", "python", "packages", "configuration", "pin factory", "pins", "config.txt", "buses"} <= subjects
    assert {"multiplexer", "service", "disk", "journal", "clock", "supply", "temperature"} <= subjects


def scribble(pi: RaspberryPi) -> None:
    """Rubbish in place of all pages but the first."""
    file = pi.path(f"{STATE}/mindbuzz.sqlite")
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def config_txt(change: Callable[[str], str]) -> Callable[[RaspberryPi], object]:
    return lambda pi: pi.put(CONFIG_TXT, change(fragment()))


# What is changed → the subject, the words of the one line that tells it.
AILMENTS: dict[str, tuple[Callable[[RaspberryPi], object], str, list[str]]] = {
    "no way to the pins": (
        lambda pi: pi.packages.update(lgpio=None, gpiod=None),
        "pin factory",
        ["is not installed", "sudo apt install python3-"],
    ),
    "a package missing": (lambda pi: pi.packages.update(click=None), "packages", ["click is missing", "pip install"]),
    "an old package": (lambda pi: pi.packages.update(click="7.1"), "packages", ["click 7.1 is older than 8.1"]),
    "no pins": (lambda pi: pi.remove("dev/gpiochip0"), "pins", ["no /dev/gpiochip*"]),
    "pins not allowed": (lambda pi: pi.refused.add("gpiochip0"), "pins", ["may not use", "usermod -aG", "log in anew"]),
    "no I2C": (lambda pi: pi.remove("dev/i2c-1"), "buses", ["/dev/i2c-1", "do_i2c 0"]),
    "I2C not allowed": (lambda pi: pi.refused.add("i2c-1"), "buses", ["may not use /dev/i2c-1", "usermod -aG"]),
    "no line for I2C": (config_txt(lambda text: text.replace("i2c_arm", "x")), "config.txt", ["dtparam=i2c_arm=on"]),
    "a commented line": (config_txt(lambda text: text.replace("dtparam", "#dtparam")), "config.txt", ["lacks dtparam"]),
    "no line for the multiplexer": (
        config_txt(lambda text: text.replace("i2c-mux", "x")),
        "config.txt",
        ["lacks dtoverlay=i2c-mux,pca9548,addr=0x70"],
    ),
    "another multiplexer": (config_txt(lambda text: text.replace("0x70", "0x71")), "config.txt", ["addr=0x70"]),
    "a base that a Pi 5 has itself": (config_txt(lambda text: text.replace("=40", "=10")), "config.txt", ["base=40"]),
    "a shutdown button on SCL": (
        config_txt(lambda text: f"{text}\ndtoverlay=gpio-shutdown\n"),
        "config.txt",
        ["SCL", "gpio_pin=17"],
    ),
    "no config.txt": (lambda pi: pi.remove(CONFIG_TXT), "config.txt", ["can't be read"]),
    "a service that does not start by itself": (
        lambda pi: pi.unit.update(UnitFileState="disabled"),
        "service",
        ["systemctl enable mindbuzz"],
    ),
    "a service that failed": (lambda pi: pi.unit.update(ActiveState="failed"), "service", ["journalctl --unit"]),
    "a journal that is something else": (
        lambda pi: pi.put(f"{STATE}/mindbuzz.sqlite", "dear diary " * 500),
        "journal",
        ["mindbuzz.sqlite"],
    ),
    "a journal that is damaged": (scribble, "journal", ["mindbuzz.sqlite"]),
    "a supply that was too weak": (lambda pi: pi.put(THROTTLED, "50000"), "supply", ["undervoltage", "throttled"]),
    "heat": (lambda pi: pi.put("sys/class/thermal/thermal_zone0/temp", "85000"), "temperature", ["85 °C"]),
}


@pytest.mark.parametrize("name", AILMENTS)
def test_every_ailment_is_one_line_that_says_what_to_do(name: str, pi: RaspberryPi) -> None:
    change, subject, words = AILMENTS[name]
    change(pi)
    [finding] = ailing(pi)

    assert finding.subject == subject
    line = str(finding)
    assert [word for word in words if word not in line] == []
    assert finding.remedy
    assert len(line.splitlines()) == 1


def test_a_multiplexer_that_the_kernel_does_not_know(pi: RaspberryPi, tmp_path: Path) -> None:
    (tmp_path / "sys/bus/i2c/devices/1-0070").rename(tmp_path / "sys/bus/i2c/devices/1-0071")
    [finding] = ailing(pi)

    assert (finding.subject, "the kernel does not know it" in finding.what) == ("multiplexer", True)
    assert "dtoverlay=i2c-mux" in finding.remedy


def test_a_multiplexer_with_too_few_channels(pi: RaspberryPi, tmp_path: Path) -> None:
    for channel in (2, 3):
        (tmp_path / f"sys/bus/i2c/devices/1-0070/channel-{channel}").rename(tmp_path / f"elsewhere-{channel}")
    [finding] = ailing(pi)

    assert "no channel 2, 3" in finding.what


def test_a_weak_supply_and_a_full_disk(pi: RaspberryPi, monkeypatch: pytest.MonkeyPatch) -> None:
    pi.put(THROTTLED, "1")
    monkeypatch.setattr(keeping, "FEWEST_MIB", 1 << 40)

    assert {finding.subject for finding in ailing(pi)} == {"disk", "supply"}


def test_an_lgpio_that_is_an_empty_shell(pi: RaspberryPi) -> None:
    pi.packages["lgpio"] = "0.0.0.2"
    [finding] = ailing(pi, Effective(Config(pin_factory="lgpio")))

    assert ("0.0.0.2" in finding.what, "pip uninstall lgpio" in finding.remedy) == (True, True)


def test_an_old_python(pi: RaspberryPi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software, "OLDEST_PYTHON", (99, 0))

    assert [finding.subject for finding in ailing(pi)] == ["python"]


def test_what_is_worth_knowing_is_no_ailment(pi: RaspberryPi) -> None:
    pi.remove("run/systemd/timesync/synchronized")
    pi.remove(f"{STATE}/mindbuzz.sqlite")
    pi.unit.update(ActiveState="inactive", NRestarts="3")
    notes = {finding.subject for finding in findings(pi) if finding.state is State.NOTE}

    assert notes == {"clock", "journal", "service"}
    assert is_well(findings(pi))


def test_without_a_service_that_is_said(pi: RaspberryPi) -> None:
    pi.unit["LoadState"] = "not-found"

    assert [str(each) for each in findings(pi) if each.subject == "service"] == [
        "note  service        not installed; the console starts by hand only: mindbuzz run; do: sudo ./install"
    ]


# --- by the configuration ---


def two_seats(display: DisplayConfig | None) -> Effective:
    return Effective(Config(seats={1: SeatConfig(5, 22, display), 2: SeatConfig(6)}))


def test_only_what_the_configuration_uses_has_to_be_there(pi: RaspberryPi, tmp_path: Path) -> None:
    pi.put(CONFIG_TXT, "")
    pi.remove("dev/i2c-1")
    (tmp_path / "sys/bus").rename(tmp_path / "no-bus")

    assert ailing(pi, two_seats(None)) == []
    assert ailing(pi, Effective(replace(Config(), display_driver="dummy"))) == []
    assert len(ailing(pi)) == 4


@pytest.mark.parametrize(
    ("display", "lines"),
    [
        (DisplayConfig(), "dtparam=i2c_arm=on"),
        (DisplayConfig(), "dtparam=audio=on,i2c_arm=on,i2c_arm_baudrate=100000"),
        (DisplayConfig(), "dtparam=i2c1=on"),
        (DisplayConfig(mux=0x70, channel=0), "dtparam=i2c_arm=on\ndtoverlay=i2c-mux,pca9548"),
        (DisplayConfig(mux=0x70, channel=0), "dtparam=i2c_arm=on\ndtoverlay=i2c-mux,addr=0x70,pca9545"),
        (DisplayConfig(spi=SpiConfig(19, 20)), "dtparam=spi=on"),
    ],
    ids=str,
)
def test_lines_of_config_txt_may_be_written_in_other_ways(pi: RaspberryPi, display: DisplayConfig, lines: str) -> None:
    pi.put(CONFIG_TXT, lines)
    told = [finding for finding in ailing(pi, two_seats(display)) if finding.subject == "config.txt"]

    assert told == []


@pytest.mark.parametrize(
    ("display", "device"),
    [(DisplayConfig(spi=SpiConfig(19, 20)), "/dev/spidev0.0"), (DisplayConfig(bus=3), "/dev/i2c-3")],
    ids=["spi", "a bus of its own"],
)
def test_other_buses_are_looked_for(pi: RaspberryPi, display: DisplayConfig, device: str) -> None:
    pi.put(CONFIG_TXT, "dtparam=spi=on\n")
    [finding] = ailing(pi, two_seats(display))

    assert f"{device} is not there" in finding.what


def test_a_pod_is_looked_for_where_the_configuration_has_one(pi: RaspberryPi, tmp_path: Path) -> None:
    port = tmp_path / "ttyACM0"
    seats = {1: SeatConfig("pod:1"), 2: SeatConfig(6)}
    found = Effective(Config(seats=seats, pod=PodConfig(str(port))))
    [missing] = ailing(pi, found)
    assert (missing.subject, "is not there" in missing.what) == ("pod", True)

    port.touch()
    assert ailing(pi, found) == []

    pi.refused.add(port.name)
    [refused] = ailing(pi, found)
    assert f"may not use {port}" in refused.what


def test_what_staff_and_drivers_find_wrong_is_told(pi: RaspberryPi) -> None:
    notices = (Notice(2, "langauge is nothing"),)
    strange = two_seats(DisplayConfig(column_offset=4, driver="luma:ssd1322"))

    assert [each.subject for each in ailing(pi, Effective(notices=notices))] == ["staff's file"]
    assert "configuration" in [each.subject for each in ailing(pi, strange)]


# --- elsewhere ---


def test_a_machine_that_is_no_raspberry_pi_is_told_so_and_is_well(tmp_path: Path) -> None:
    told = list(examine(Surroundings(tmp_path, lambda words: None), Effective()))

    assert is_well(told)
    assert "no Raspberry Pi" in told[0].what
    assert {"pins", "buses", "multiplexer", "config.txt"}.isdisjoint(finding.subject for finding in told)


def test_the_command_says_how_this_machine_is(tmp_path: Path) -> None:
    (tmp_path / "mindbuzz.toml").write_text('pin_factory = "mock"\ndisplay_driver = "dummy"\n', encoding="utf-8")
    command = [sys.executable, "-m", "mindbuzz", "doctor", "--config", "mindbuzz.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    assert done.stderr == ""
    assert done.returncode == (1 if "WRONG" in done.stdout else 0)
    assert "ok    python" in done.stdout
    assert "note  pin factory    mock: no real pins are used" in done.stdout

"""The unit says what systemd understands, and says it strictly enough."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.project_files import ROOT

UNITS = ROOT / "systemd"
UNIT = (UNITS / "mindbuzz.service").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^(Exec\w+=-?)\S+", re.MULTILINE)
GUIDE = (UNITS / "README.md").read_text(encoding="utf-8")


def verify(unit: str, folder: Path, systemd_analyze: str) -> str:
    """What systemd has to say about a unit. The one thing it cannot know here is the program, which is not
    installed on this machine: a stand-in that exists takes its place, in a copy."""
    copy = folder / "mindbuzz.service"
    copy.write_text(PROGRAM.sub(r"\1/bin/true", unit), encoding="utf-8")
    command = [systemd_analyze, "verify", "--man=no", str(copy)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    # Units of the machine itself are drawn in, and may have troubles of their own.
    lines = [line for line in told.stderr.splitlines() if "mindbuzz" in line]
    assert lines or told.returncode == 0, told.stderr
    return "\n".join(lines)


def test_systemd_has_nothing_to_say(tmp_path: Path, need_program: Callable[[str], str]) -> None:
    assert verify(UNIT, tmp_path, need_program("systemd-analyze")) == ""


@pytest.mark.parametrize(("right", "wrong"), [("WatchdogSec=10", "WatchdogSec=soon"), ("User=", "Usr=")])
def test_systemd_would_say_something(
    right: str, wrong: str, tmp_path: Path, need_program: Callable[[str], str]
) -> None:
    assert verify(UNIT.replace(right, wrong), tmp_path, need_program("systemd-analyze")) != ""


def test_systemd_has_nothing_to_say_about_the_other_units_either(
    tmp_path: Path, need_program: Callable[[str], str]
) -> None:
    units = sorted(file for file in UNITS.iterdir() if file.suffix in (".path", ".service"))
    for file in units:
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(PROGRAM.sub(r"\1/bin/true", text), encoding="utf-8")
    for file in units:
        command = [need_program("systemd-analyze"), "verify", "--man=no", str(tmp_path / file.name)]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
        assert [line for line in told if "mindbuzz" in line] == [], file.name
    assert len(units) >= 4


def seconds(name: str) -> int:
    """A time of the service's unit."""
    [value] = re.findall(rf"^{name}=(\d+)$", UNIT, re.MULTILINE)
    return int(value)


def test_a_loop_that_hangs_is_back_within_twenty_seconds_a_slow_start_included() -> None:
    slow_start_s = 4
    assert seconds("WatchdogSec") + seconds("TimeoutStopSec") + seconds("RestartSec") + slow_start_s <= 20


def test_a_console_never_stays_dead_and_waits_for_no_network() -> None:
    assert {"StartLimitIntervalSec=0", "Restart=always"} <= set(UNIT.splitlines())
    assert "network" not in UNIT.partition("[Service]")[0]


def test_nothing_of_ours_runs_as_root_when_the_machine_is_switched_off() -> None:
    switch = (UNITS / "mindbuzz-poweroff.service").read_text(encoding="utf-8")

    assert "SuccessAction=poweroff" in switch.splitlines()
    assert "Exec" not in switch


def test_the_hardware_watchdog_counts_no_further_than_a_pi_s_can() -> None:
    text = (UNITS / "mindbuzz-watchdog.conf").read_text(encoding="utf-8")

    assert re.findall(r"^(\w+)WatchdogSec=14s$", text, re.MULTILINE) == ["Runtime", "Reboot"]


def test_device_rules_name_groups_that_are_made() -> None:
    rules = (UNITS / "mindbuzz-udev.rules").read_text(encoding="utf-8")
    made = re.findall(r"^g (\w+)", (UNITS / "mindbuzz-sysusers.conf").read_text(encoding="utf-8"), re.MULTILINE)

    assert set(re.findall(r'GROUP="(\w+)"', rules)) <= set(made)
    assert "SupplementaryGroups=spi" in (UNITS / "mindbuzz-spi.conf").read_text(encoding="utf-8")
    assert "spi" in made


def test_exposure_is_at_most_two(need_program: Callable[[str], str]) -> None:
    command = [need_program("systemd-analyze"), "security", "--offline=yes", "--threshold=20"]
    told = subprocess.run([*command, UNITS / "mindbuzz.service"], capture_output=True, text=True, check=False)

    assert told.returncode == 0, told.stdout + told.stderr


def test_every_hardening_line_has_its_cost_told() -> None:
    hardening = UNIT.partition("# Hardening")[2].partition("[Install]")[0]
    settings = set(re.findall(r"^(\w+=)", hardening, re.MULTILINE))
    told = set(re.findall(r"`(\w+=)`", GUIDE.partition("| line |")[2]))

    assert settings
    assert settings <= told


def test_sysusers_makes_the_user_and_the_groups_of_the_service(
    tmp_path: Path, need_program: Callable[[str], str]
) -> None:
    (tmp_path / "etc").mkdir()
    subprocess.run(
        [need_program("systemd-sysusers"), f"--root={tmp_path}", UNITS / "mindbuzz-sysusers.conf"], check=True
    )
    users = re.findall(r"^(\w+):", (tmp_path / "etc/passwd").read_text(encoding="utf-8"), re.MULTILINE)
    groups = re.findall(r"^(\w+):", (tmp_path / "etc/group").read_text(encoding="utf-8"), re.MULTILINE)

    assert re.findall(r"^User=(\w+)$", UNIT, re.MULTILINE) == users
    [wanted] = re.findall(r"^SupplementaryGroups=(.+)$", UNIT, re.MULTILINE)
    assert set(wanted.split()) <= set(groups)

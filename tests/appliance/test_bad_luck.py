"""An installed console on a clean Debian with a systemd that runs, and what happens to such machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.appliance.console import INSTALL, NO_HARDWARE, STATE, a_game_goes_on, configure_without_hardware, until
from tests.appliance.debian import Machine

pytestmark = pytest.mark.slow

ENDS = f"{STATE}/ends"
MAIN_PID = "systemctl show --property=MainPID --value mindbuzz"
SPI_DISPLAY = (
    'table_display = { driver = "luma:ssd1322", width = 256, height = 64, spi = { dc_pin = 19, reset_pin = 20 } }'
)


def one_line_more(machine: Machine, line: str, name: str = "test") -> None:
    """A line more in the service's unit."""
    folder = "/etc/systemd/system/mindbuzz.service.d"
    machine.does(
        f"mkdir -p {folder}; cat > {folder}/{name}.conf <<'END'\n[Service]\n{line}\nEND\nsystemctl daemon-reload"
    )


def shown(machine: Machine, name: str, unit: str = "mindbuzz") -> str:
    """A property of a unit."""
    return machine.does(f"systemctl show --property={name} --value {unit}").strip()


def wait_for_another(machine: Machine, pid: str) -> None:
    """Another process runs as the console, and answers."""
    until(
        machine,
        f"test $(systemctl show --property=MainPID --value mindbuzz) != {pid} && mindbuzz status --json",
        '"game"',
    )


def test_a_console_survives_what_happens_to_consoles(machine: Machine, tmp_path: Path) -> None:
    configure_without_hardware(machine)
    machine.does(INSTALL)

    # How each process of the console ended, written down after the goodbye was said and by what systemd says then.
    one_line_more(machine, f"ExecStopPost=/bin/sh -c 'echo $SERVICE_RESULT >> {ENDS}'")

    # --- what systemd itself thinks of the units, as they were installed ---
    units = "/etc/systemd/system/mindbuzz.service /etc/systemd/system/mindbuzz-poweroff.*"
    assert machine.does(f"systemd-analyze verify --man=no {units}") == ""
    machine.does("systemd-analyze security --threshold=20 mindbuzz.service")

    # --- it runs as nobody in particular, with the classes of devices that it needs ---
    pid = shown(machine, "MainPID")
    assert machine.does(f"stat -c %U /proc/{pid}").strip() == "mindbuzz"
    assert {"char-gpiochip", "char-i2c", "char-ttyACM"} <= set(shown(machine, "DeviceAllow").split())
    assert "char-spi" not in shown(machine, "DeviceAllow")

    # --- a display on SPI: the one class that is granted on demand, and taken back ---
    for more, is_granted in ((SPI_DISPLAY, True), ("", False)):
        machine.does(f"printf '%s\n' '{NO_HARDWARE}' '{more}' > /etc/mindbuzz/mindbuzz.toml; {INSTALL}")
        assert ("char-spi" in shown(machine, "DeviceAllow")) is is_granted

    # --- a loop that hangs is started anew, and the game is there again ---
    a_game_goes_on(machine, tmp_path / "given")
    pid = shown(machine, "MainPID")
    machine.does(f"kill -STOP {pid}")
    wait_for_another(machine, pid)
    assert "watchdog" in machine.does("journalctl --unit mindbuzz --grep watchdog").lower()
    assert json.loads(machine.does("mindbuzz status --json"))["game"]["level"] == 1

    # --- killed again and again, it never stays away ---
    for _ in range(6):
        pid = shown(machine, "MainPID")
        machine.does(f"kill -KILL {pid}")
        wait_for_another(machine, pid)
    ends = machine.does(f"cat {ENDS}").split()
    assert ends.index("watchdog") == len(ends) - 7
    assert ends[-6:] == ["signal"] * 6

    # --- a configuration that is no use: the console waits for a better one, and then comes by itself ---
    machine.does("echo 'host_button = 99' >> /etc/mindbuzz/mindbuzz.toml; systemctl restart --no-block mindbuzz")
    until(machine, "journalctl --unit mindbuzz --no-pager", "host_button")
    assert shown(machine, "ActiveState") != "failed"
    configure_without_hardware(machine)
    until(machine, "mindbuzz status --json", '"game"')

    # --- without any network, not even loopback ---
    one_line_more(machine, "PrivateNetwork=yes", name="alone")
    machine.does("systemctl restart mindbuzz")
    until(machine, "mindbuzz status --json", '"game"')

    # --- the log: lines with fields, and nothing of the hands ---
    entries = [json.loads(line) for line in machine.does("journalctl -o json SYSLOG_IDENTIFIER=mindbuzz").splitlines()]
    paused = [entry for entry in entries if entry.get("SOURCE") == "restart"]
    assert paused
    assert {entry["GAME"] for entry in paused} == {"1"}

    # --- the host button's wish: off, with the goodbye said, by the console's own user and nobody else ---
    machine.does(f"rm {ENDS}")
    status, _ = machine.tries("setpriv --reuid=nobody --clear-groups touch /run/mindbuzz/power-off")
    assert status != 0
    assert machine.is_on
    machine.tries("setpriv --reuid=mindbuzz --clear-groups touch /run/mindbuzz/power-off")
    machine.wait_until_off()
    assert (machine.folder / "written" / ENDS[1:]).read_text() == "success\n"

    # --- switched on again, and after a power cut: it is there by itself ---
    for _ in range(2):
        machine.switch_on()
        until(machine, "mindbuzz status --json", '"game"')
        assert not machine.path("/run/mindbuzz/power-off").exists()
        machine.pull_the_plug()
    machine.switch_on()

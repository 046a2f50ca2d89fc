"""The life of a console on a clean Debian with a systemd that runs: installed, updated, rolled back, uninstalled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.appliance.console import INSTALL, NO_HARDWARE, STATE, a_game_goes_on, configure_without_hardware
from tests.appliance.debian import CLONE, GIVEN, HOUSE, Machine
from tests.appliance.releases import change, change_the_tables, copy_of_the_project, release_archive, wheel

pytestmark = pytest.mark.slow


def running_version(machine: Machine) -> str:
    """The version of the process that runs, not of the files that are there."""
    pid = machine.does("systemctl show --property=MainPID --value mindbuzz").strip()
    return machine.does(f"tr '\\0' '\\n' < /proc/{pid}/cmdline").split("/opt/mindbuzz/")[1].partition("-")[0]


def releases(machine: Machine) -> list[str]:
    """The versions that are there."""
    return sorted(name.partition("-")[0] for name in machine.does("ls /opt/mindbuzz").split() if "-" in name)


def everything(machine: Machine) -> str:
    """What there is in the folders of the system, but for what changes by itself."""
    return machine.does(
        "find /etc /opt /usr/local /var/lib/mindbuzz -xdev -printf '%p %M %U %s %l\\n' 2>/dev/null"
        " | grep -v -e '\\.pyc ' -e __pycache__ -e ld.so.cache -e '^/etc/alternatives/' -e '^/etc/machine-id' | sort"
    )


def test_a_console_is_installed_updated_rolled_back_and_uninstalled(machine: Machine, tmp_path: Path) -> None:
    nothing = everything(machine)

    # --- a look at what would happen changes nothing ---
    told = machine.does(f"{INSTALL} --dry-run")
    assert "would make /opt/mindbuzz/0" in told
    assert "would write /etc/systemd/system/mindbuzz.service" in told
    assert everything(machine) == nothing

    # --- installed, with the system's own packages, and it runs ---
    configure_without_hardware(machine)
    machine.does(INSTALL)
    first = running_version(machine)
    assert set(machine.does("systemctl is-enabled mindbuzz mindbuzz-poweroff.path").split()) == {"enabled"}
    assert machine.does("mindbuzz --version").strip() == f"mindbuzz {first}"
    assert json.loads(machine.does("mindbuzz status --json"))["game"] is None
    assert "/usr/lib/python3" in machine.does("/opt/mindbuzz/current/bin/python -c 'import PIL; print(PIL.__file__)'")
    assert machine.does("stat -c '%U %a' /var/lib/mindbuzz").strip() == "mindbuzz 700"
    assert machine.does("cat /etc/mindbuzz/mindbuzz.toml") == NO_HARDWARE

    # --- again: nothing is changed, and it says so ---
    before = everything(machine)
    assert "nothing to do: all of it is there" in machine.does(INSTALL)
    assert everything(machine) == before

    # --- a step that fails leaves the old one running ---
    clone = copy_of_the_project(tmp_path / "given" / "unheard-of", "0.2.0")
    change(clone / "pyproject.toml", '"sdnotify', '"mindbuzz-unheard-of>=1", "sdnotify')
    status, told = machine.tries(f"mindbuzz update {GIVEN}/unheard-of --wheelhouse {HOUSE}")
    assert (status, running_version(machine)) == (2, first)
    assert "release: " in told
    assert told.splitlines()[-1].startswith(f"not updated; the version is {first}-")

    # --- an archive without its checksum, or with a wrong one, is not even opened ---
    clone = copy_of_the_project(tmp_path / "0.3.0", "0.3.0")
    (clone / "systemd/mindbuzz-new.service").write_text("[Service]\nExecStart=true\n")
    change(
        clone / "console/mindbuzz/appliance/plan.py",
        "UNITS = {",
        'UNITS = {"mindbuzz-new.service": UNIT_FOLDER / "mindbuzz-new.service",',
    )
    archive = release_archive(clone, tmp_path / "given", "mindbuzz-0.3.0")
    checksum = archive.with_name(archive.name + ".sha256")
    kept = checksum.read_text()
    for text, complaint in ((None, "no checksum"), ("0" * 64, "its checksum is")):
        checksum.unlink() if text is None else checksum.write_text(text)
        status, told = machine.tries(f"mindbuzz update {GIVEN}/{archive.name} --wheelhouse {HOUSE}")
        assert (status, len(told.splitlines())) == (2, 1)
        assert complaint in told
    checksum.write_text(kept)

    # --- updated from a release archive; this one brings a unit that no other has ---
    machine.does(f"mindbuzz update {GIVEN}/{archive.name} --wheelhouse {HOUSE}")
    assert (running_version(machine), releases(machine)) == ("0.3.0", [first, "0.3.0"])

    # --- from a wheel that changes the journal's tables and falls over: back by itself, with the journal as it was ---
    clone = copy_of_the_project(tmp_path / "0.4.0", "0.4.0")
    change_the_tables(clone)
    opening = "    journal = open_journal(config)\n"
    change(clone / "console/mindbuzz/daemon.py", opening, f"{opening}    journal.close()\n    raise SystemExit(1)\n")
    bad = wheel(clone, tmp_path / "given")
    status, told = machine.tries(f"mindbuzz update {GIVEN}/{bad.name} --wheelhouse {HOUSE}")
    assert "runs as before" in told, told
    assert (status, running_version(machine)) == (2, "0.3.0")
    assert told.splitlines()[-1].startswith("not updated; 0.3.0-")
    assert releases(machine) == [first, "0.3.0"]
    assert "games since then are in" in told
    assert "no games yet" in machine.does(f"mindbuzz journal --file {STATE}/mindbuzz.sqlite list")
    assert machine.does(f"stat -c '%U %a' {STATE}/mindbuzz.sqlite").strip() == "mindbuzz 600"

    # --- rolled back, and forth ---
    assert machine.tries("systemctl cat mindbuzz-new")[0] == 0
    machine.does("mindbuzz rollback")
    assert running_version(machine) == first
    assert machine.tries("systemctl cat mindbuzz-new")[0] != 0
    machine.does("mindbuzz rollback")
    assert running_version(machine) == "0.3.0"

    # --- never during a game, unless it must be; then the game is there again ---
    a_game_goes_on(machine, tmp_path / "given")
    for command in (f"update {CLONE}", "rollback", "uninstall"):
        status, told = machine.tries(f"mindbuzz {command}")
        assert status == 2
        assert "not now: a game goes on: classic, level 1" in told
    assert running_version(machine) == "0.3.0"
    machine.does(f"mindbuzz update {CLONE} --now --wheelhouse {HOUSE}")
    assert (running_version(machine), releases(machine)) == (first, [first, "0.3.0"])
    assert json.loads(machine.does("mindbuzz status --json"))["game"]["level"] == 1

    # --- uninstalled: only what is the owner's is left, and then not even that ---
    told = machine.does("mindbuzz uninstall --now --dry-run")
    assert f"would remove /opt/mindbuzz/{first}-" in told
    machine.does("mindbuzz uninstall --now")
    assert machine.does(f"ls {STATE} /etc/mindbuzz").count("mindbuzz.") >= 2
    assert machine.tries("systemctl cat mindbuzz")[0] != 0
    assert "nothing to do" in machine.does(f"PYTHONPATH={CLONE}/console python3 -B -m mindbuzz.appliance uninstall")
    machine.does(f"PYTHONPATH={CLONE}/console python3 -B -m mindbuzz.appliance uninstall --purge")
    assert paths_of(everything(machine)) - paths_of(nothing) <= of_packages(machine)
    assert machine.tries("id mindbuzz")[0] != 0


def paths_of(listing: str) -> set[str]:
    return {line.split()[0] for line in listing.splitlines()}


def of_packages(machine: Machine) -> set[str]:
    """What Debian's packages and the accounts of users bring; they stay."""
    accounts = {f"/etc/{name}{end}" for name in ("group", "gshadow", "passwd", "shadow") for end in ("", "-")}
    return {*machine.does("cat /var/lib/dpkg/info/*.list").split(), *accounts, "/etc/mailcap"}

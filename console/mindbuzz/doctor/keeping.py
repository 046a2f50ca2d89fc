"""What is kept and how: configuration, journal, disk; and the clock and the supply."""

import os
from collections.abc import Iterator
from pathlib import Path

from mindbuzz.config import Effective
from mindbuzz.displays import display_faults
from mindbuzz.doctor.finding import Finding, note, ok, wrong
from mindbuzz.doctor.surroundings import Surroundings
from mindbuzz.errors import JournalDenied, JournalError
from mindbuzz.history.audit import REMEDY, damage
from mindbuzz.operator.quiet import SYNCHRONIZED
from mindbuzz.places import STATE, STATE_VARIABLE
from mindbuzz.runtime import machine as kernel
from mindbuzz.runtime.records import reading

FEWEST_MIB = 200
HOT_C = 80


def configuration(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """What only the drivers know to be wrong, and what staff have set wrongly. The file itself was read already."""
    faults = display_faults(found.config)
    for fault in faults:
        yield wrong("configuration", fault, "mindbuzz config check")
    for notice in found.notices:
        yield wrong("staff's file", str(notice), f"change {found.config.staff_file}")
    if not faults:
        yield ok("configuration", "no fault")


def state_folder(machine: Surroundings) -> Path:
    """Where the journal is: where systemd says, in the service's folder, or here."""
    if named := os.environ.get(STATE_VARIABLE):
        return Path(named)
    service = machine.path(str(STATE))
    return service if service.is_dir() else Path()


def journal(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the journal is whole."""
    file = state_folder(machine) / found.config.journal
    try:
        if not file.exists():
            yield note("journal", f"{file} is not there yet; it comes with the first game")
            return
        with reading(file) as records:
            verdict, games = records.integrity(), records.ended_games()
            damaged = {game_id: lines for game_id in games if (lines := damage(records, game_id))}
    except (PermissionError, JournalDenied):
        yield note("journal", f"{file} belongs to the console alone", "sudo mindbuzz doctor")
        return
    except JournalError as error:
        yield wrong("journal", str(error), f"start the console, or put it aside: sudo mv {file} {file}.old")
        return
    if verdict != "ok":
        yield wrong("journal", f"{file}: {verdict}", f"start the console, which saves what it can: {file}")
    elif not damaged:
        yield ok("journal", f"{file} is whole; {len(games)} games")
    for game_id, lines in damaged.items():
        what = f"{file}: game {game_id}: {lines[0]}; {len(games) - len(damaged)} other games are whole"
        yield wrong("journal", what, REMEDY.format(show=f"mindbuzz journal --file {file} show {game_id}"))


def disk(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether there is room to write, and whether the disk lets us."""
    folder = state_folder(machine).absolute()
    free = kernel.free_mib(folder)
    if free is None:
        yield wrong("disk", f"{folder} can't be looked at", f"ls -ld {folder}")
        return
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        what = f"{folder} is read-only: games are played and not kept"
        yield wrong("disk", what, f"sudo mount -o remount,rw {folder}")
    room = f"{free} MiB are free at {folder}"
    if free < FEWEST_MIB:
        yield wrong("disk", f"only {room}", "sudo apt clean; sudo journalctl --vacuum-size=16M")
    else:
        yield ok("disk", room)


def clock(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the date is right. Play does not depend on it."""
    if machine.path(SYNCHRONIZED).exists():
        yield ok("clock", "set from the network")
        return
    answer = machine.ask(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if answer == "yes":
        yield ok("clock", "set from the network")
    else:
        remedy = "connect a network, or a clock chip: dtoverlay=i2c-rtc,ds3231"
        yield note("clock", "not set from the network: dates of games may be wrong, play is not", remedy)


def supply(machine: Surroundings, found: Effective) -> Iterator[Finding]:
    """Whether the machine is hot, or its supply too weak, now or since it started."""
    if kernel.undervoltage(machine.root):
        yield wrong("supply", "undervoltage now", "use the power supply that was made for this Raspberry Pi")
    slowed = kernel.throttling(machine.root)
    if slowed:
        yield wrong(
            "supply", f"since it started: {', '.join(slowed)}", "a stronger supply, a shorter cable, or cooling"
        )
    elif slowed is not None:
        yield ok("supply", "never slowed down since it started")
    hot_c = kernel.temperature_c(machine.root)
    if hot_c is not None and hot_c >= HOT_C:
        yield wrong("temperature", f"{hot_c:.0f} °C", "give the board air, or a heat sink")
    elif hot_c is not None:
        yield ok("temperature", f"{hot_c:.0f} °C")

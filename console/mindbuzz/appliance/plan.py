"""The plan: every step of an installation in order, as one table."""

from collections.abc import Sequence
from pathlib import Path
from pwd import getpwnam

from mindbuzz.appliance.boot import FirmwareLines, firmware_file
from mindbuzz.appliance.configuration import Configured, uses
from mindbuzz.appliance.files import Files, remove_if_empty, shipped
from mindbuzz.appliance.journal import JournalReady
from mindbuzz.appliance.machine import run
from mindbuzz.appliance.manifest import LeftOver
from mindbuzz.appliance.packages import Packages
from mindbuzz.appliance.readonly import JOURNALD, is_wanted
from mindbuzz.appliance.release import Made, Release, Switched
from mindbuzz.appliance.service import Enabled, Running, reload_device_rules, reload_units, systemd_runs
from mindbuzz.appliance.step import Step

USER = "mindbuzz"
ETC = Path("/etc")
UNIT_FOLDER = ETC / "systemd" / "system"
SYSUSERS = ETC / "sysusers.d" / "mindbuzz.conf"
DEVICE_RULES = ETC / "udev" / "rules.d" / "60-mindbuzz.rules"
WATCHDOG = ETC / "systemd" / "system.conf.d" / "mindbuzz.conf"

# Where each file of the folder systemd/ belongs.
UNITS = {
    "mindbuzz.service": UNIT_FOLDER / "mindbuzz.service",
    "mindbuzz-poweroff.path": UNIT_FOLDER / "mindbuzz-poweroff.path",
    "mindbuzz-poweroff.service": UNIT_FOLDER / "mindbuzz-poweroff.service",
    "mindbuzz-state.service": UNIT_FOLDER / "mindbuzz-state.service",
}
SPI_DROP_IN = UNIT_FOLDER / "mindbuzz.service.d" / "spi.conf"


class ServiceUser(Files):
    """A step: the user that the console runs as is there, and the groups that own its devices."""

    def __init__(self) -> None:
        contents = {SYSUSERS: shipped("mindbuzz-sysusers.conf")}
        super().__init__("service user", contents, lambda: run("systemd-sysusers"))

    def lacks(self) -> list[str]:
        return [*super().lacks(), *([] if user_exists() else [f"make the user {USER}"])]

    def undo(self) -> None:
        """The user stays, as the owner of the journal; `uninstall --purge` takes both."""
        SYSUSERS.unlink()
        remove_if_empty(SYSUSERS.parent)


def user_exists() -> bool:
    """Whether the console's user is there."""
    try:
        getpwnam(USER)
    except KeyError:
        return False
    return True


def preparation(release: Release, source: Path | None, wheelhouse: Path | None) -> list[Step]:
    """What can be done while the console runs."""
    return [Packages(), Made(release, source, wheelhouse)]


def change(release: Release, *, firmware: bool) -> list[Step]:
    """What makes this release the one that runs; `firmware`: config.txt, too."""
    file = firmware_file() if firmware else None
    user = ServiceUser()
    rules = Files("device rules", {DEVICE_RULES: shipped("mindbuzz-udev.rules")}, reload_device_rules)
    watchdog = Files("watchdog", {WATCHDOG: shipped("mindbuzz-watchdog.conf")})
    units = Files("units", _unit_contents(), reload_units)
    log = Files("log", {JOURNALD: shipped("mindbuzz-journald.conf") if is_wanted() else None})
    known = [path for files in (user, rules, watchdog, units, log) for path in files.contents]
    steps: Sequence[Step | None] = [
        user,
        rules,
        watchdog,
        log,
        Configured(release),
        None if file is None else FirmwareLines(file),
        JournalReady(release),
        LeftOver(known, reload_units),
        units,
        Switched(release),
        Enabled(),
        Running(release, units) if systemd_runs() else None,
    ]
    return [step for step in steps if step is not None]


def _unit_contents() -> dict[Path, str | None]:
    contents: dict[Path, str | None] = {path: shipped(name) for name, path in UNITS.items()}
    # The one device class that is granted on demand only.
    contents[SPI_DROP_IN] = shipped("mindbuzz-spi.conf") if uses("spi") else None
    return contents

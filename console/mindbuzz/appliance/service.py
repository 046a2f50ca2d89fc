"""The service: switched on, running the release that is meant, and what it says of the game."""

import json
import time
from pathlib import Path

from mindbuzz.appliance.files import Files
from mindbuzz.appliance.machine import answer, run, say, succeeds
from mindbuzz.appliance.release import CURRENT, HOME, Release
from mindbuzz.errors import InstallError

SERVICE = "mindbuzz.service"
POWER_OFF = "mindbuzz-poweroff.path"
ENABLED = (SERVICE, POWER_OFF, "mindbuzz-state.service")
RUNNING = (SERVICE, POWER_OFF)
ENDED = ("inactive", "failed", "")
STEADY_S = 3  # a console that runs this long after it was ready did not fall over at once
# Phases of `mindbuzz status` in which nobody would mind a restart, besides those without any game.
OVER = ("victory", "defeat", "resume")


def systemd_runs() -> bool:
    """Whether systemd is here to be spoken to: not in an image that is being made, nor in a chroot."""
    return Path("/run/systemd/system").is_dir()


def root_forgets() -> bool:
    """Whether the root lies under an overlay that is gone when the machine is switched off."""
    return succeeds("systemd-analyze", "condition", "ConditionKernelCommandLine=overlayroot")


def is_active(unit: str = SERVICE) -> bool:
    """Whether a unit is up."""
    return systemd_runs() and succeeds("systemctl", "is-active", "--quiet", unit)


def stop() -> None:
    """End the console, wherever it runs; also one that falls over and is about to be started again."""
    state = answer("systemctl", "show", "--property=ActiveState", "--value", SERVICE).strip() if systemd_runs() else ""
    if state not in ENDED:
        run("systemctl", "stop", SERVICE)


def reload_units() -> None:
    """Tell systemd that units have changed."""
    if systemd_runs():
        run("systemctl", "daemon-reload")


def reload_device_rules() -> None:
    """Give the devices that are there their groups anew."""
    if Path("/run/udev/control").exists():
        run("udevadm", "control", "--reload")
        run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=i2c-dev", "--subsystem-match=spidev")


def game_under_way() -> str | None:
    """What the console that runs says of the game that is played just now, or None."""
    if not is_active():
        return None
    try:
        status = json.loads(answer(CURRENT / "bin" / "mindbuzz", "status", "--json"))
        game, phase = status["game"], status["phase"]
    except (ValueError, KeyError):
        return "the console does not say whether a game goes on"
    if game is None or phase in OVER:
        return None
    return f"a game goes on: {game['kind']}, level {game['level']}"


def need_no_game(now: bool) -> None:
    """Raises InstallError, one line, while a game is played; unless it must be `now`."""
    game = game_under_way()
    if game is not None and not now:
        raise InstallError(f"not now: {game}; come back after the game, or say --now (the game goes on after it)")


def running_release() -> Release | None:
    """The release that the service runs just now, or None."""
    pid = answer("systemctl", "show", "--property=MainPID", "--value", SERVICE).strip()
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    program = Path(command.partition("\0")[0])
    return Release(program.relative_to(HOME).parts[0]) if HOME in program.parents else None


class Enabled:
    """A step: the console starts when the machine does."""

    name = "at boot"

    def lacks(self) -> list[str]:
        return [f"enable {unit}" for unit in ENABLED if not succeeds("systemctl", "is-enabled", "--quiet", unit)]

    def do(self) -> None:
        run("systemctl", "enable", "--quiet", *ENABLED)

    def traces(self) -> list[str]:
        return [f"disable {unit}" for unit in ENABLED if succeeds("systemctl", "is-enabled", "--quiet", unit)]

    def undo(self) -> None:
        run("systemctl", "disable", "--quiet", *ENABLED)


class Running:
    """A step: the service runs this release, started after its `units` were written."""

    name = "service"

    def __init__(self, release: Release, units: Files) -> None:
        self._release = release
        self._units = units
        self._started = False

    def lacks(self) -> list[str]:
        if not is_active():
            return [f"start {SERVICE}"]
        is_old = running_release() != self._release or (self._units.written and not self._started)
        return [f"start {SERVICE} anew"] if is_old else []

    def do(self) -> None:
        self._started = True
        run("systemctl", "start", POWER_OFF)
        try:
            run("systemctl", "restart", SERVICE)
        except InstallError as error:
            raise InstallError(f"{SERVICE} does not come up; see: journalctl --unit {SERVICE}") from error
        restarts = _restarts()
        say(f"    it is ready; does it stay so for {STEADY_S} s?")
        time.sleep(STEADY_S)
        if not is_active() or _restarts() != restarts:
            raise InstallError(f"{SERVICE} came up and fell over; see: journalctl --unit {SERVICE}")

    def traces(self) -> list[str]:
        return [f"stop {unit}" for unit in reversed(RUNNING) if is_active(unit)]

    def undo(self) -> None:
        run("systemctl", "stop", *reversed(RUNNING))


def _restarts() -> str:
    return answer("systemctl", "show", "--property=NRestarts", "--value", SERVICE).strip()

"""`install`: bring this release onto the machine, or make it right again; whatever fails leaves the old one running."""

import os
from contextlib import nullcontext
from pathlib import Path

from mindbuzz.appliance.boot import firmware_file, lacking_lines
from mindbuzz.appliance.configuration import check
from mindbuzz.appliance.lock import alone
from mindbuzz.appliance.machine import need_root, say
from mindbuzz.appliance.plan import change, preparation
from mindbuzz.appliance.release import current, prune
from mindbuzz.appliance.service import game_under_way, need_no_game, systemd_runs
from mindbuzz.appliance.source import own_source
from mindbuzz.appliance.step import carry_out, preview
from mindbuzz.appliance.way_back import way_back
from mindbuzz.places import CONFIG


def install(
    *,
    dry_run: bool = False,
    now: bool = False,
    wheelhouse: Path | None = None,
    firmware: bool = False,
    wheel: Path | None = None,
) -> None:
    """Carry out the plan. Raises InstallError, one line that names the step and what to do."""
    source = own_source(wheel)
    release = source.release
    prepared = preparation(release, source.path, wheelhouse)
    steps = change(release, firmware=firmware)
    say(f"mindbuzz {release.name}")
    if dry_run:
        preview([*prepared, *steps])
        game = game_under_way()
        say("nothing was changed" if game is None else f"nothing was changed; without --now it would wait: {game}")
        return
    need_root()
    os.umask(0o022)
    with alone() as outermost:
        before = current()
        is_other = before is not None and before != release
        need_no_game(now or not is_other)
        changed = carry_out(prepared)
        check(release)
        need_no_game(now or not is_other)  # making a release takes minutes on a Pi
        with way_back() if outermost else nullcontext():
            changed += carry_out(steps)
        for gone in prune() if outermost else ():
            say(f"removed {gone.folder}: two versions are kept")
    _say_what_is_there(changed)


def _say_what_is_there(changed: int) -> None:
    say(f"installed; the configuration is {CONFIG}" if changed else "nothing to do: all of it is there")
    if not systemd_runs():
        say("systemd does not run here: the console starts when the machine does")
    if lacking_lines():
        say(f"I2C may be off: our lines are not in {firmware_file()}; add them with ./install --firmware, then restart")

"""`uninstall`: everything away that was installed, the newest first; what is the owner's only with `purge`."""

import shutil
from pathlib import Path

from mindbuzz.appliance.lock import alone
from mindbuzz.appliance.machine import need_root, run, say
from mindbuzz.appliance.plan import USER, change, preparation, user_exists
from mindbuzz.appliance.release import Release
from mindbuzz.appliance.service import need_no_game
from mindbuzz.appliance.step import Step, preview_undoing, take_back
from mindbuzz.places import CONFIG, STATE

NO_RELEASE = Release("none")


def uninstall(*, dry_run: bool = False, now: bool = False, purge: bool = False) -> None:
    """Take back the plan. Raises InstallError, one line that names the step."""
    owned: list[Step] = [Owned()] if purge else []
    steps = [*preparation(NO_RELEASE, None, None), *owned, *change(NO_RELEASE, firmware=True)]
    if dry_run:
        preview_undoing(steps)
        say("nothing was changed")
        return
    need_root()
    with alone():
        need_no_game(now)
        changed = take_back(steps)
    say("uninstalled; packages of the system stay" if changed else "nothing to do: nothing of it is there")
    left = [str(folder) for folder in (CONFIG.parent, STATE) if folder.exists()]
    if left:
        say(f"kept: {', '.join(left)}; uninstall --purge takes them away for good")


class Owned:
    """A step: what is the owner's. It comes with use, and goes only when asked."""

    name = "yours"

    def lacks(self) -> list[str]:
        """Nothing that an installation would bring."""
        return []

    def do(self) -> None:
        """It comes with use."""

    def traces(self) -> list[str]:
        folders = [f"remove {folder} and all in it" for folder in self._folders() if folder.exists()]
        return [*folders, *([f"remove the user {USER}"] if user_exists() else [])]

    def undo(self) -> None:
        for folder in self._folders():
            shutil.rmtree(folder, ignore_errors=True)
        if user_exists():
            run("userdel", USER)

    def _folders(self) -> tuple[Path, ...]:
        return CONFIG.parent, STATE

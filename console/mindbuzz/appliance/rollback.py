"""`rollback`: the version before the last update, by that version's own installer."""

from mindbuzz.appliance.lock import alone
from mindbuzz.appliance.machine import need_root
from mindbuzz.appliance.release import previous
from mindbuzz.appliance.way_back import settles, way_back
from mindbuzz.errors import InstallError


def rollback(*, dry_run: bool = False, now: bool = False) -> None:
    """Go back. Raises InstallError, one line, if there is nothing to go back to or it can't be gone back to."""
    release = previous()
    if release is None:
        raise InstallError("there is no version to go back to: an update leaves one")
    if dry_run:
        settles(release, "--dry-run")
        return
    need_root()
    with alone(), way_back():
        if not settles(release, *(["--now"] if now else [])):
            raise InstallError(f"not gone back to {release.name}")

"""The way back: whatever fails, the release from before is the one that runs."""

from collections.abc import Iterator
from contextlib import contextmanager

from mindbuzz.appliance.machine import link_whole, runs_aloud, say
from mindbuzz.appliance.release import PREVIOUS, Release, current, previous, prune
from mindbuzz.errors import InstallError


def settles(release: Release, *options: str) -> bool:
    """Make an installed release the one that runs, by its own installer; whether that went well."""
    return runs_aloud(release.python, "-m", "mindbuzz.appliance", "install", *options)


@contextmanager
def way_back() -> Iterator[None]:
    """Go back if this fails half-way, to the release that ran and the one that was kept beside it.

    Raises InstallError, the one that was raised inside with what became of it. An installation that is part of another
    has no way back of its own: whoever began goes back, once.
    """
    ran, kept = current(), previous()
    try:
        yield
    except InstallError as error:
        if ran is None:
            raise InstallError(f"{error}; put that right and say the same again") from error
        if current() == ran:
            raise InstallError(f"{error}; the version is {ran.name} as before") from error
        say(f"going back to {ran.name}")
        went_well = settles(ran)
        if kept is not None:
            link_whole(PREVIOUS, kept.name)
        else:
            PREVIOUS.unlink(missing_ok=True)
        prune()
        became = f"{ran.name} runs as before" if went_well else f"{ran.name} could not be brought back either"
        raise InstallError(f"{error}; {became}") from error

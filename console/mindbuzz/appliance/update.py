"""`update`: another version, by that version's own installer; back by itself if it does not come up."""

from pathlib import Path
from tempfile import TemporaryDirectory

from mindbuzz.appliance.lock import alone
from mindbuzz.appliance.machine import PYTHON, need_root, runs_aloud, say
from mindbuzz.appliance.release import current, prune
from mindbuzz.appliance.source import check_sum, unpacked
from mindbuzz.appliance.way_back import way_back
from mindbuzz.errors import InstallError


def update(
    *,
    source: Path,
    sha256: str | None = None,
    dry_run: bool = False,
    now: bool = False,
    wheelhouse: Path | None = None,
) -> None:
    """Hand over to the installer in `source`. Raises InstallError, one line; the old version runs on then."""
    source = source.resolve()
    if current() is None:
        raise InstallError("nothing is installed here yet; in a clone or an unpacked release archive: sudo ./install")
    if not source.exists():
        raise InstallError(f"{source}: there is no such clone, wheel or release archive")
    if source.is_file():
        check_sum(source, sha256)
    if dry_run:
        _hand_over(source, ["--dry-run"])
        return
    need_root()
    options = ["--now"] if now else []
    if wheelhouse is not None:
        options += ["--wheelhouse", str(wheelhouse.resolve())]
    with alone(), way_back():
        _hand_over(source, options)
    for gone in prune():
        say(f"removed {gone.folder}: two versions are kept")


def _hand_over(source: Path, options: list[str]) -> None:
    with TemporaryDirectory(prefix="mindbuzz-") as folder:
        code, wheel = unpacked(source, Path(folder))
        if wheel is not None:
            options = [*options, "--wheel", str(wheel)]
        installer = (PYTHON, "-B", "-m", "mindbuzz.appliance", "install", *options)
        if not runs_aloud(*installer, environment={"PYTHONPATH": str(code)}):
            raise InstallError("not updated")

"""The journal on the way to another release: tried out on a copy, a copy kept for the way back."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from mindbuzz.appliance.configuration import setting
from mindbuzz.appliance.machine import answer, say
from mindbuzz.appliance.release import Release
from mindbuzz.appliance.service import stop
from mindbuzz.aside import Aside, aside_name, free_name, set_aside_for
from mindbuzz.errors import InstallError
from mindbuzz.places import JOURNAL_NAME, STATE

ASK_VERSION = "from mindbuzz.runtime.storage.schema import SCHEMA_VERSION; print(SCHEMA_VERSION)"


def journal_file() -> Path:
    """Where the service keeps it."""
    return STATE / setting("journal", JOURNAL_NAME)


class JournalReady:
    """A step: the release can go on with the journal, and there is a way back.

    A release that changes the tables leaves a copy of the journal as it was. A release that can't read the journal,
    since a newer one has changed it, gets the copy that was made then; the newer journal is kept beside it.
    """

    name = "journal"

    def __init__(self, release: Release) -> None:
        self._release = release

    def lacks(self) -> list[str]:
        if not self._release.is_whole or not journal_file().exists():
            return []
        before, after = _rehearsed(journal_file(), self._release)
        if after is None:
            return [f"put {_newest_kept()} back, since {self._release.name} can't read the newer journal"]
        if before != after and not self._is_kept():
            return [f"keep a copy of the journal as {self._kept()}"]
        return []

    def do(self) -> None:
        file = journal_file()
        _, after = _rehearsed(file, self._release)
        kept = None if after is not None else _newest_kept()
        stop()  # so that nothing is played that no copy has
        if kept is None:
            _copy(file, self._kept())
            return
        aside = free_name(file, Aside.NEWER)
        say(f"    games since then are in {aside}")
        _copy(file, aside)
        _copy(kept, file)

    def traces(self) -> list[str]:
        """It is the owner's; `uninstall --purge` takes it."""
        return []

    def undo(self) -> None:
        """It stays."""

    def _kept(self) -> Path:
        return aside_name(journal_file(), Aside.BEFORE, self._release.name)

    def _is_kept(self) -> bool:
        """Whether there is a copy, and it has all games: there may be one of an update before the last rollback."""
        return self._kept().exists() and _last(self._kept()) == _last(journal_file())


def _newest_kept() -> Path:
    file = journal_file()
    copies = (path for path in set_aside_for(file, Aside.BEFORE) if path.suffix == file.suffix)
    kept = sorted(copies, key=lambda path: path.stat().st_mtime)
    if not kept:
        raise InstallError(
            f"it is from a newer mindbuzz than this release; update instead, or move {file} away to begin a new one"
        )
    return kept[-1]


def _last(file: Path) -> tuple[int | None, int | None]:
    """The last game, and the last thing that happened in any."""
    with closing(sqlite3.connect(file)) as db:
        [games], [outcomes] = (db.execute(f"SELECT max(id) FROM {table}").fetchone() for table in ("games", "outcomes"))
    return games, outcomes


def _copy(file: Path, copy: Path) -> None:
    """A copy that is whole even while the console writes, and belongs to whom the original belongs to."""
    new = copy.with_name(f"{copy.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.close(descriptor)
    with closing(sqlite3.connect(file)) as original, closing(sqlite3.connect(new)) as db:
        original.backup(db)
    owner = file.stat()
    os.chown(new, owner.st_uid, owner.st_gid)
    for beside in ("-wal", "-shm"):
        copy.with_name(copy.name + beside).unlink(missing_ok=True)
    new.replace(copy)


def _rehearsed(file: Path, release: Release) -> tuple[int, int | None]:
    """The version of the tables, and that to which a release brings them; None: it can't read a copy."""
    with TemporaryDirectory(prefix="mindbuzz-") as folder:
        copy = Path(folder) / file.name
        try:
            _copy(file, copy)
            before = _version(copy)
        except sqlite3.Error as error:
            say(f"    {file} is damaged ({error}); the console will set it aside")
            return 0, 0
        done = subprocess.run(
            [release.program, "journal", "--file", copy, "list"], capture_output=True, text=True, check=False
        )
        return before, _known_version(release) if done.returncode == 0 else None


def _known_version(release: Release) -> int:
    """The version of the tables to which a release brings every journal."""
    told = answer(release.python, "-c", ASK_VERSION).strip()
    if not told.isdigit():
        raise InstallError(f"{release.name} can't say which journals it knows; make it anew: {release.python}")
    return int(told)


def _version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        [version] = db.execute("PRAGMA user_version").fetchone()
    return int(version)
